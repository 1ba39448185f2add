"""Pieces of work on any :class:`concurrent.futures.Executor`: processes here, a cluster elsewhere.

A piece is a function of a module and its arguments, all of which can be pickled. Its result is
handed out once, whatever becomes of the workers: where one dies, a pool of processes breaks as a
whole; it is made anew, and what had not come back is given out again. A Dask cluster does that
by itself for a while; what it gives up is given out again all the same.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import suppress
from itertools import islice
from multiprocessing import connection
from threading import Thread
from types import TracebackType
from typing import Any, NamedTuple

from capset.errors import WorkerError

_MOST_FAILURES = 3
_PATIENCE = 10  # seconds for a cluster to answer


class _Piece(NamedTuple):
    """A piece given out: its number, what is to be done, and how often a worker died over it."""

    number: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    failures: int = 0


class Crew:
    """Workers that pieces of work are given to, on an executor that may break.

    `workers` are as many as the executor has; `make_executor` makes one, and another where it
    broke; `close` is called in the end. A context manager: where an error ends it, no piece is
    waited for.
    """

    def __init__(
        self,
        workers: int,
        make_executor: Callable[[], Executor],
        close: Callable[[], object] = lambda: None,
    ) -> None:
        self.workers = workers
        self._make_executor = make_executor
        self._close = close
        self._executor: Executor | None = None
        self._running: dict[Future[Any], _Piece] = {}
        self._given = 0

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for future in self._running:
            future.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=kind is None)
        self._executor = None
        self._running.clear()
        self._close()

    def give(self, function: Callable[..., Any], *arguments: Any) -> int:
        """Give out a piece of work; return its number."""
        self._given += 1
        self._submit(_Piece(self._given, function, arguments))
        return self._given

    def results(self) -> list[tuple[int, Any]]:
        """Wait until some piece has come back; return the numbers and results of those that have.

        Raises:
            WorkerError: where workers died repeatedly over the same piece.
            Exception: what a piece raised.
        """
        done: list[tuple[int, Any]] = []
        while self._running and not done:
            lost = []
            for future in wait(self._running, return_when=FIRST_COMPLETED).done:
                piece = self._running.pop(future)
                try:
                    done.append((piece.number, future.result()))
                except Exception as error:
                    if not _is_loss(error):
                        raise
                    lost.append(piece._replace(failures=piece.failures + 1))
            if lost:
                self._recover(lost)
        return done

    def unordered(
        self, function: Callable[..., Any], pieces: Iterable[tuple[Any, tuple[Any, ...]]]
    ) -> Iterator[tuple[Any, Any]]:
        """Yield the key and the result of each piece as it comes back.

        Pieces, a key and arguments each, are taken from the iterable as they are needed, two
        for each worker.
        """
        waiting = iter(pieces)
        keys: dict[int, Any] = {}
        try:
            while True:
                for key, arguments in islice(waiting, max(0, 2 * self.workers - len(keys))):
                    keys[self.give(function, *arguments)] = key
                if not keys:
                    return
                for number, result in self.results():
                    yield keys.pop(number), result
        finally:  # nobody waits for the others any more
            for future, piece in list(self._running.items()):
                if piece.number in keys:
                    future.cancel()
                    del self._running[future]

    def _submit(self, piece: _Piece) -> None:
        while True:
            if self._executor is None:
                self._executor = self._make_executor()
            try:
                future = self._executor.submit(piece.function, *piece.arguments)
            except BrokenExecutor:  # noticed only now; those under way are lost, too
                self._recover([])
                continue
            self._running[future] = piece
            return

    def _recover(self, lost: list[_Piece]) -> None:
        """Make the executor anew if it broke, and give out again what did not come back."""
        broken = self._executor
        if isinstance(broken, ProcessPoolExecutor):
            # all futures of a broken pool have ended; some may have done so well
            for future in list(self._running):
                if future.done() and future.exception() is None:
                    continue
                lost.append(self._running.pop(future))
            broken.shutdown(wait=False, cancel_futures=True)
            self._executor = None
        for piece in sorted(lost):
            if piece.failures >= _MOST_FAILURES:
                raise WorkerError(
                    f"workers died {piece.failures} times over the same piece of work "
                    f"({piece.function.__name__}); is there enough memory?"
                )
            self._submit(piece)


def _is_loss(error: BaseException) -> bool:
    """Whether a piece was lost with its worker, and is no error of its own."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in {
        "KilledWorker",
        "CancelledError",
        "FutureCancelledError",
        "CommClosedError",
    }


def thread_crew(workers: int) -> Crew:
    """Return a crew of threads: of use only where all of the work is done in kernels."""
    return Crew(workers, lambda: ThreadPoolExecutor(workers))


def local_crew(workers: int) -> Crew:
    """Return a crew on this machine: a thread of this process for one worker, or processes."""
    if workers == 1:
        return thread_crew(1)
    return Crew(workers, lambda: _process_pool(workers))


def _process_pool(workers: int) -> ProcessPoolExecutor:
    # forking a process that has threads, as progress bars do, is not safe
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
    if "forkserver" in methods:
        context.set_forkserver_preload(["capset.caps.tree", "capset.caps.classify"])
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_working)


def _begin_working() -> None:
    """Leave Ctrl-C, which reaches all processes of a terminal, to the one that gave the work.

    End with that process, also where it is killed.
    """
    with suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)


def dask_crew(address: str) -> Crew:
    """Return a crew of all workers of a Dask cluster, whose scheduler is at `address`.

    Raises:
        WorkerError: where Dask is not installed, or there is no scheduler or no worker.
    """
    try:
        from distributed import Client
        from distributed.comm.core import connect
    except ImportError:
        raise WorkerError("a Dask cluster needs the extra: pip install 'capset[dask]'") from None

    async def is_reached() -> bool:
        # a client that reaches nobody takes long to be closed, and complains
        comm = await connect(address, timeout=_PATIENCE)
        await comm.close()
        return True

    try:
        asyncio.run(is_reached())
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise WorkerError(f"no Dask scheduler at {address}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        client.close()
        raise WorkerError(f"the Dask scheduler at {address} has no workers") from None
    workers = sum(client.nthreads().values())
    return Crew(workers, lambda: client.get_executor(pure=False), client.close)
