"""Classes with named fields, as `dataclasses.dataclass` makes them, but with methods that all of them share.

`dataclass` compiles four to seven methods for each class, which took a third of the time of `import vieta`.
"""

from __future__ import annotations

import dataclasses
import inspect
from typing import TYPE_CHECKING, Any, Callable

__all__ = ["Verification", "record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool = False, eq: bool = True) -> Callable[[type], type]:
        """As `dataclasses.dataclass`; `fields`, `asdict`, `replace` and `match` know the class as one of its own."""

        def made(kind: type) -> type:
            kind.__init__, kind.__repr__, kind.__signature__ = _init, _repr, _Signature()
            if eq:
                kind.__eq__, kind.__hash__ = _eq, (_hash if frozen else None)
            if frozen:
                kind.__setattr__, kind.__delattr__ = _setattr, _delattr
            return dataclasses.dataclass(init=False, repr=False, eq=False)(kind)

        return made


def _init(self: Any, *args: Any, **kwargs: Any) -> None:
    fields = [field for field in dataclasses.fields(self) if field.init]
    if len(args) > len(fields) or any(field.name in kwargs for field in fields[: len(args)]):
        inspect.signature(type(self)).bind(*args, **kwargs)  # says in Python's words what is wrong
    state = self.__dict__
    for field, value in zip(fields, args):
        state[field.name] = value
    for field in fields[len(args) :]:
        if field.name in kwargs:
            state[field.name] = kwargs.pop(field.name)
        elif field.default_factory is not dataclasses.MISSING:
            state[field.name] = field.default_factory()
        elif field.default is not dataclasses.MISSING:
            state[field.name] = field.default
        else:
            raise TypeError(f"{type(self).__name__}: found no {field.name}, expected one")
    if kwargs:
        raise TypeError(f"{type(self).__name__}: found {next(iter(kwargs))}=, which is none of its fields")


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({shown})"


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, field.name) for field in dataclasses.fields(self) if field.compare)


def _eq(self: Any, other: Any) -> Any:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _setattr(self: Any, name: str, value: Any) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


class _Signature:
    """The signature of a class, made when it is asked for."""

    def __get__(self, instance: Any, owner: type) -> inspect.Signature:
        place, default = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty
        return inspect.Signature(
            [
                inspect.Parameter(
                    field.name,
                    place,
                    annotation=field.type,
                    default=default if field.default is dataclasses.MISSING else field.default,
                )
                for field in dataclasses.fields(owner)
                if field.init
            ]
        )


@record(frozen=True)
class Verification:
    """Outcome of `Roots.verify`. True if every claim was proven again."""

    holds: bool
    checked: int
    complaints: list[str]
    #: False where Ctrl-C stopped it before all was looked at, and nothing was wrong until then.
    decided: bool = dataclasses.field(default=True, repr=False)

    def __bool__(self) -> bool:
        return self.holds
