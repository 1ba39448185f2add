"""Pieces of work on executors whose workers die: no piece is lost, none counted twice."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from capset import Game, Problem, Search
from capset.caps import tree
from capset.caps.classify import Classification
from capset.caps.counts import counts
from capset.caps.levels import Family
from capset.caps.spread import Crew, dask_crew, local_crew, thread_crew
from capset.errors import WorkerError

GRID = Family(Game(4, 2))


def square(number: int) -> int:
    return number * number


def square_or_die(number: int, mark: str, deaths: int) -> int:
    """The square; but the first so many times the process dies instead."""
    for death in range(deaths):
        try:
            os.close(os.open(f"{mark}-{death}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def wrong(number: int) -> int:
    raise ArithmeticError(number)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_piece_comes_back_once(workers: int) -> None:
    with thread_crew(workers) as crew:
        found = list(crew.unordered(square, ((key, (key,)) for key in range(100))))
    assert sorted(found) == [(key, key * key) for key in range(100)]
    assert list(crew.unordered(square, [])) == []


def test_pieces_are_taken_as_they_are_needed() -> None:
    taken = []

    def pieces():  # type: ignore[no-untyped-def]
        for key in range(100):
            taken.append(key)
            yield key, (key,)

    with thread_crew(2) as crew:
        results = crew.unordered(square, pieces())
        next(results)
        assert len(taken) <= 4
        results.close()
        # what nobody waits for any more does not come back to those who ask next
        assert sorted(crew.unordered(square, [("a", (3,)), ("b", (4,))])) == [("a", 9), ("b", 16)]


@pytest.mark.parametrize("deaths", [1, 2])
def test_a_broken_pool_is_made_anew_and_pieces_given_out_again(tmp_path: Path, deaths: int) -> None:
    with local_crew(2) as crew:
        pieces = (
            (key, (key, str(tmp_path / "mark"), deaths if key == 7 else 0)) for key in range(20)
        )
        found = list(crew.unordered(square_or_die, pieces))
    assert sorted(found) == [(key, key * key) for key in range(20)]
    assert len(list(tmp_path.iterdir())) == deaths


def test_a_piece_that_always_kills_its_worker_ends_the_work(tmp_path: Path) -> None:
    with local_crew(2) as crew, pytest.raises(WorkerError, match=r"3 times .*square_or_die"):
        list(crew.unordered(square_or_die, [(0, (0, str(tmp_path / "mark"), 99))]))


def test_an_error_of_a_piece_is_raised_as_it_is() -> None:
    with thread_crew(2) as crew, pytest.raises(ArithmeticError):
        list(crew.unordered(wrong, [(0, (0,))]))


def test_a_pool_found_broken_when_work_is_given(tmp_path: Path) -> None:
    with local_crew(2) as crew:
        assert list(crew.unordered(square, [(1, (1,))])) == [(1, 1)]
        executor = crew._executor
        for pid in list(executor._processes):  # type: ignore[union-attr]
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.5)
        assert list(crew.unordered(square, [(2, (2,))])) == [(2, 4)]
        assert crew._executor is not executor


def test_processes_end_with_the_one_that_gave_them_work(tmp_path: Path) -> None:
    script = (
        "from capset.caps.spread import local_crew\n"
        "import os, time\n"
        "crew = local_crew(2)\n"
        "pieces = [(key, ()) for key in range(8)]\n"
        "print(*{pid for _, pid in crew.unordered(os.getpid, pieces)}, flush=True)\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = list(map(int, parent.stdout.readline().split()))
    assert workers
    assert parent.pid not in workers
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, workers))


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_a_search_goes_on_when_workers_die(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("capset.caps.search.better_collections", lambda *_, **__: iter(()))
    problem = Problem(Game(4, 3))
    alone = Search(problem, at_least=33, method="plain")
    for _ in alone:
        pass
    killed = False
    with local_crew(2) as crew:
        search = Search(problem, at_least=33, method="plain", crew=crew)
        for event in search:
            if not killed and event.target:
                os.kill(next(iter(crew._executor._processes)), signal.SIGKILL)  # type: ignore[union-attr]
                killed = True
    assert killed
    assert search.result.upper == alone.result.upper == 32


def test_a_search_whose_workers_cannot_live_can_be_gone_on_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("capset.caps.search.better_collections", lambda *_, **__: iter(()))
    monkeypatch.setattr(tree, "SITTING", 2000)

    class Failing(ThreadPoolExecutor):
        def submit(self, *arguments, **options):  # type: ignore[no-untyped-def]
            future = super().submit(*arguments, **options)
            if search.nodes > 5000 and is_failing:
                future = super().submit(raised_killed_worker)
            return future

    is_failing = True
    with Crew(2, lambda: Failing(2)) as crew:
        search = Search(Problem(Game(4, 3)), at_least=33, method="plain", crew=crew)
        with pytest.raises(WorkerError):
            for _ in search:
                pass
        assert search.question is not None
        assert 0 < search.question.share < 1
        is_failing = False
        for _ in search:
            pass
    assert search.result.upper == 32


class KilledWorker(Exception):  # noqa: N818  # as Dask calls it
    pass


def raised_killed_worker() -> None:
    raise KilledWorker


@contextmanager
def dask_cluster(folder: Path):  # type: ignore[no-untyped-def]
    """A scheduler and two workers, processes of their own; its address and the workers."""
    processes = []

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        with (folder / f"log-{len(processes)}").open("wb") as log:
            command = [sys.executable, "-m", *arguments, "--no-dashboard"]
            # workers must find the functions of this module
            path = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env=os.environ | {"PYTHONPATH": path}
            )
        processes.append(process)
        return process

    try:
        start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
            "--scheduler-file", str(folder / "scheduler.json"),
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while not (folder / "scheduler.json").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(0.2)
        import json

        address = json.loads((folder / "scheduler.json").read_text())["address"]
        workers = [
            start(
                "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
                "--local-directory", str(folder / f"worker-{number}"),
            )
            for number in range(2)
        ]  # fmt: skip
        yield address, workers
    finally:
        for process in processes:
            process.kill()
            process.wait()


def marked_square(number: int, folder: str) -> int:
    """The square, after a while; which piece was begun where is left in a folder."""
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    time.sleep(0.1)
    return number * number


def test_a_dask_cluster_of_which_a_worker_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    with thread_crew(1) as crew, Classification(GRID, crew=crew) as classification:
        expected = list(counts(classification))
    begun = tmp_path / "begun"
    begun.mkdir()
    with dask_cluster(tmp_path) as (address, workers):
        with dask_crew(address) as crew:
            from distributed import Client

            with Client(address, set_as_default=False) as client:
                client.wait_for_workers(2, timeout=60)
            crew.workers = 2
            found = []
            for key, result in crew.unordered(
                marked_square, ((key, (key, str(begun))) for key in range(40))
            ):
                found.append((key, result))
                if len(found) == 10:
                    workers[0].kill()
            assert sorted(found) == [(key, key * key) for key in range(40)]
            pids = {path.name.partition("-")[2] for path in begun.iterdir()}
            assert pids == {str(worker.pid) for worker in workers}
            with Classification(GRID, crew=crew) as classification:
                assert list(counts(classification)) == expected
            search = Search(Problem(Game(4, 2), [5]), crew=crew, method="plain")
            for _ in search:
                pass
            assert search.result.is_optimal
            assert search.result.lower == 9
        workers[1].kill()
        workers[1].wait()


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1", "http://127.0.0.1:80"])
def test_a_cluster_that_is_not_there(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("capset.caps.spread._PATIENCE", 1)
    with pytest.raises(WorkerError, match="no Dask scheduler at"):
        dask_crew(address)
