"""Runs are shared out among threads, every one of them once."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from shoal.kernels.pool import FEW_ROWS, in_threads, over_runs, picked, runs_in, thread_count, threads


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("runs", [1, 2, 3, 1000])
def test_every_run_is_done_once(workers, runs):
    sizes = np.random.default_rng(runs).integers(1, 4 * FEW_ROWS // runs + 2, runs)
    ends = np.cumsum(sizes)
    done = np.zeros(runs, np.int64)

    def kernel(starts, ends, out, factor):
        out += factor * (ends - starts)

    with threads(workers):
        over_runs(kernel, ends - sizes, ends, 2, aligned=(done,))
    assert done.tolist() == (2 * sizes).tolist()


def test_small_work_stays_in_its_thread():
    seen = []
    with threads(4):
        over_runs(lambda *_: seen.append(threading.current_thread()), np.array([0, 5]), np.array([5, 9]))
    assert seen == [threading.current_thread()]


def test_what_goes_wrong_in_a_thread_is_raised():
    def kernel(*_):
        message = "broken"
        raise ValueError(message)

    with threads(2), pytest.raises(ValueError, match="broken"):
        over_runs(kernel, np.array([0, FEW_ROWS]), np.array([FEW_ROWS, 2 * FEW_ROWS]))


@pytest.mark.parametrize("workers", [1, 3])
def test_items_come_back_in_their_order_each_done_by_one_thread(workers):
    with threads(workers):
        found = in_threads(lambda item: (item, thread_count()), range(7))
    assert found == [(item, 1) for item in range(7)]


@pytest.mark.parametrize("workers", [1, 3])
def test_picked_rows_are_those_that_numpy_picks(workers):
    array, rows = np.arange(12).reshape(6, 2), np.arange(2 * FEW_ROWS) % 7 - 1
    with threads(workers):
        assert (picked(array, rows) == array[rows]).all()


def test_runs_cover_all_rows():
    starts, ends = runs_in(10, 4)
    assert (starts.tolist(), ends.tolist()) == ([0, 4, 8], [4, 8, 10])


def test_the_number_of_threads_is_put_back():
    before = thread_count()
    with threads(1):
        assert thread_count() == 1
        with threads(None):
            assert thread_count() == 1
    assert thread_count() == before
