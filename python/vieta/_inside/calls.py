"""Misuse of a function's arguments, told in the words that the rest of the package has."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Optional, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def in_our_words(function: Function) -> Function:
    """The same function; where a call does not fit its arguments, the TypeError says what was found and expected."""

    @functools.wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError:
            complaint = _complaint(function, args, kwargs)
            if complaint is None:
                raise
        raise TypeError(complaint)

    return cast(Function, called)


def _complaint(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Optional[str]:
    """What is wrong with the call; nothing where the arguments fit."""
    signature = inspect.signature(function)
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        pass
    else:
        return None
    parameters = signature.parameters.values()
    by_place = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    by_name = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    name = function.__name__
    unknown = [key for key in kwargs if key not in signature.parameters]
    if unknown:
        return f"{name}: found {unknown[0]}=, expected one of {', '.join([*by_place, *by_name])}"
    if len(args) > len(by_place):
        places = "; ".join(by_place)
        hint = ""
        if "interval" in by_place and len(args) == 3:
            hint = f" (an interval is one argument: {name}({by_place[0]}, (0, 5)))"
        return (
            f"{name}: found {len(args)} arguments without names, expected at most {len(by_place)}: {places}{hint}; "
            f"by name: {', '.join(by_name)}"
        )
    twice = [key for key in by_place[: len(args)] if key in kwargs]
    if twice:
        return f"{name}: found {twice[0]} twice, expected it once"
    missing = [p.name for p in parameters if p.default is p.empty and p.name not in kwargs]
    return f"{name}: found no {missing[len(args) :][0]}, expected one"
