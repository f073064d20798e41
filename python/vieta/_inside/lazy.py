"""Attributes that are computed when they are asked for, once."""

from __future__ import annotations

from typing import Any, Callable, Generic, Optional, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - it is used like `property`
    """functools.cached_property without its lock, which takes longer than what it guards here (before Python 3.12)."""

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: Optional[type] = None) -> T: ...

    def __get__(self, instance: Any, owner: Optional[type] = None) -> Any:
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._compute(instance)
        return value


class Lazy:
    """What has attributes of that kind. Pickles leave them out: they are computed from what is carried, when asked
    for."""

    def __getstate__(self) -> dict[str, Any]:
        kind = type(self)
        return {name: value for name, value in vars(self).items() if not isinstance(getattr(kind, name, None), lazy)}
