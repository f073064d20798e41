"""`comm=` of a function: the processes of an MPI program share the work of one call."""

from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar

from .. import _core

_Function = TypeVar("_Function", bound=Callable[..., Any])


def shared(function: _Function) -> _Function:
    """With `comm`, all ranks make the call: rank 0 leads, the others help it, and all get its answer, or its error."""

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        comm = options.get("comm")
        if comm is None:
            return function(*args, **options)
        if not all(hasattr(comm, name) for name in ("rank", "size", "bcast", "alltoall")):
            raise TypeError(f"comm: found {type(comm).__name__}, expected a communicator of mpi4py, or None")
        if comm.size == 1:
            return function(*args, **options)
        team = _core.Team(comm)
        if comm.rank != 0:
            team.help()
            answer, problem = comm.bcast(None)
        else:
            answer, problem = None, None
            team.lead()
            try:
                answer = function(*args, **options)
            except BaseException as raised:  # KeyboardInterrupt as well: the others wait
                problem = raised
            team.dismiss()
            comm.bcast((answer, problem))
        if problem is not None:
            raise problem
        return answer

    return call  # type: ignore[return-value]
