"""Classes with named fields, as `dataclasses.dataclass` makes them, but with methods that all of them share.

`dataclass` compiles four to seven methods for each class and looks at each field by regular expressions, which took two fifths of
the time of `import vieta`. It is asked when somebody wants to know the fields of a class, or makes an object of it.
"""

from __future__ import annotations

import inspect
import threading
from typing import TYPE_CHECKING, Any, Callable

__all__ = ["Verification", "record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(*, frozen: bool = False, eq: bool = True) -> Callable[[type], type]:
        """As `dataclasses.dataclass`; `fields`, `asdict`, `replace` and `match` know the class as one of its own."""

        def made(kind: type) -> type:
            written = {"__init__": _init, "__repr__": _repr, "__signature__": _Signature(), "__replace__": _replace}
            if eq:
                written |= {"__eq__": _eq, "__hash__": _hash if frozen else None}
            if frozen:
                written |= {"__setattr__": _setattr, "__delattr__": _delattr}
            inherited = getattr(kind, "__match_args__", ())
            written["__match_args__"] = (*inherited, *(n for n in kind.__annotations__ if n not in inherited))
            for name in ("__dataclass_fields__", "__dataclass_params__"):
                written[name] = _Later(kind, name, frozen)
            for name, value in written.items():
                if name not in kind.__dict__ or name == "__hash__":
                    setattr(kind, name, value)
            return kind

        return made


_lock = threading.RLock()


class _Later:
    """What `dataclass` writes into a class, which it does when this is read."""

    def __init__(self, kind: type, name: str, frozen: bool) -> None:
        self.kind, self.name, self.frozen = kind, name, frozen

    def __get__(self, instance: Any, owner: type) -> Any:
        import dataclasses

        with _lock:
            if self.kind.__dict__[self.name] is self:
                if self.frozen:  # `dataclass` insists on its own
                    del self.kind.__setattr__, self.kind.__delattr__
                dataclasses.dataclass(init=False, repr=False, eq=False, frozen=self.frozen)(self.kind)
        return self.kind.__dict__[self.name]


def _fields(kind: Any) -> Any:
    from dataclasses import fields

    return fields(kind)


def _init(self: Any, *args: Any, **kwargs: Any) -> None:
    names = self.__match_args__
    given = dict(zip(names, args))
    given.update(kwargs)
    if len(args) + len(kwargs) == len(names) and given.keys() == set(names):
        self.__dict__.update(given)
        return
    from dataclasses import MISSING

    fields = [field for field in _fields(self) if field.init]
    if len(args) > len(fields) or any(field.name in kwargs for field in fields[: len(args)]):
        inspect.signature(type(self)).bind(*args, **kwargs)  # says in Python's words what is wrong
    state = self.__dict__
    for field, value in zip(fields, args):
        state[field.name] = value
    for field in fields[len(args) :]:
        if field.name in kwargs:
            state[field.name] = kwargs.pop(field.name)
        elif field.default_factory is not MISSING:
            state[field.name] = field.default_factory()
        elif field.default is not MISSING:
            state[field.name] = field.default
        else:
            raise TypeError(f"{type(self).__name__}: found no {field.name}, expected one")
    if kwargs:
        raise TypeError(f"{type(self).__name__}: found {next(iter(kwargs))}=, which is none of its fields")


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in _fields(self) if field.repr)
    return f"{type(self).__qualname__}({shown})"


def _values(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, field.name) for field in _fields(self) if field.compare)


def _eq(self: Any, other: Any) -> Any:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_values(self))


def _replace(self: Any, **changes: Any) -> Any:
    from dataclasses import replace

    return replace(self, **changes)


def _setattr(self: Any, name: str, value: Any) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Signature:
    """The signature of a class, made when it is asked for."""

    def __get__(self, instance: Any, owner: type) -> inspect.Signature:
        from dataclasses import MISSING

        place, default = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty
        return inspect.Signature(
            [
                inspect.Parameter(
                    field.name,
                    place,
                    annotation=field.type,
                    default=default if field.default is MISSING else field.default,
                )
                for field in _fields(owner)
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
    decided: bool = True

    def __repr__(self) -> str:
        return f"Verification(holds={self.holds!r}, checked={self.checked!r}, complaints={self.complaints!r})"

    def __bool__(self) -> bool:
        return self.holds
