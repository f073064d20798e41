"""`comm=` of a function: the processes of an MPI program share the work of one call."""

from __future__ import annotations

import functools
import importlib
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


def write_slices(comm: Any, path: str, offset: int, data: bytes) -> bool:
    """All ranks write their bytes into one file, by MPI-IO. False where `comm` is no communicator of mpi4py's own."""
    try:
        MPI: Any = importlib.import_module("mpi4py.MPI")
    except ImportError:
        return False
    if not isinstance(comm, MPI.Intracomm):
        return False

    def agreed(work: Callable[[], Any]) -> Any:
        """Nobody goes on to what needs all of them where one has failed."""
        done, problem = None, ""
        try:
            done = work()
        except Exception as failed:
            problem = str(failed)
        for other in comm.allgather(problem):
            if other:
                raise OSError(other)
        return done

    file = agreed(lambda: MPI.File.Open(comm, path, MPI.MODE_CREATE | MPI.MODE_WRONLY))
    piece = 1 << 30  # counts of MPI are ints
    for at in range(0, comm.allreduce(len(data), op=MPI.MAX), piece):
        part = data[at : at + piece]
        agreed(lambda: file.Write_at_all(offset + min(at, len(data)), part))
    agreed(file.Close)
    return True
