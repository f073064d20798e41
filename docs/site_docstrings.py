"""What mkdocstrings is told of the package: attributes that `lazy` computes (python/vieta/_inside/lazy.py) are no methods."""

import griffe


class LazyAttributes(griffe.Extension):
    def on_function(self, *, func: griffe.Function, **_) -> None:
        if not any(str(decorator.value) == "lazy" for decorator in func.decorators):
            return
        attribute = griffe.Attribute(
            func.name, lineno=func.lineno, endlineno=func.endlineno, annotation=func.returns, docstring=func.docstring
        )
        func.parent.set_member(func.name, attribute)
