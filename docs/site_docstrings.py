"""What mkdocstrings is told of the package: attributes that `lazy` computes (python/vieta/_inside/lazy.py) are no methods, and
functions that `in_our_words` wraps (python/vieta/__init__.py) are functions with their parameters and texts."""

import copy
import re

import griffe


class LazyAttributes(griffe.Extension):
    def on_function(self, *, func: griffe.Function, **_) -> None:
        if not any(str(decorator.value) == "lazy" for decorator in func.decorators):
            return
        attribute = griffe.Attribute(
            func.name, lineno=func.lineno, endlineno=func.endlineno, annotation=func.returns, docstring=func.docstring
        )
        func.parent.set_member(func.name, attribute)

    def on_package(self, *, pkg: griffe.Module, **_) -> None:
        for name, member in list(pkg.members.items()):
            wrapped = not member.is_alias and member.is_attribute and re.fullmatch(r"_in_our_words\(([\w.]+)\)", str(member.value))
            if not wrapped:
                continue
            function = copy.copy(pkg[wrapped[1]])
            pkg.set_member(name, function)
