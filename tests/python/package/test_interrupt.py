"""Ctrl-C ends every verb soon, threads run side by side, and Python's own handling of signals is left as it was."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import vieta

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def mandelbrot(levels):
    p = np.array([0, 1], dtype=object)
    for _ in range(levels):
        p = np.convolve(p, p)
        p[1] += 1
    return [int(a) for a in p[1:]]


SLOW = mandelbrot(11)  # degree 2047: minutes
SLOW_WORK = {
    "roots": lambda: vieta.roots(SLOW),
    "verify": lambda: vieta.roots(np.random.default_rng(1).normal(size=3001)).verify(),
    "real_roots": lambda: vieta.real_roots(np.random.default_rng(1).uniform(-1, 1, (3_000_000, 25)), (-1, 1)),
    "newton": lambda: vieta.newton(vieta.families.katsura(30), np.full((100_000, 31), 0.1), digits=60),
    "solve": lambda: vieta.solve(vieta.families.cyclic(8), start="total-degree"),
    "components": lambda: vieta.components(vieta.families.cyclic(8)),
    "solve_parameters": lambda: vieta.solve_parameters(
        ["x^2 + y^2 - r", "x*y - p"], np.random.default_rng(1).uniform(1, 2, (1_000_000, 2)), ["r", "p"], digits=30
    ),
    "solve_boxes": lambda: vieta.solve_boxes(np.random.default_rng(1).uniform(-1, 1, (200_000, 2, 8, 8))),
    "minimax": lambda: vieta.minimax("exp(x)*sin(30*x)", (-9, 9), degree=100, format="f32"),
}


@pytest.mark.parametrize("verb", SLOW_WORK)
def test_ctrl_c(verb):
    before = signal.getsignal(signal.SIGINT)
    timer = threading.Timer(0.7, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start, worked = time.monotonic(), time.process_time()
    with pytest.raises(KeyboardInterrupt):
        SLOW_WORK[verb]()
        time.sleep(20)  # so that the signal cannot come too late
    # On a busy machine the clock goes on while nobody works.
    assert min(time.monotonic() - start, time.process_time() - worked) < 15
    timer.join()
    assert signal.getsignal(signal.SIGINT) is before
    assert len(vieta.roots([-1, 0, 1])) == 2  # the next call is not affected


def test_a_handler_that_goes_on_gets_the_part_that_is_done():
    caught = []
    before = signal.signal(signal.SIGINT, lambda *_: caught.append(1))
    try:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
        r = vieta.roots(SLOW)
    finally:
        signal.signal(signal.SIGINT, before)
    assert caught and r.report["stopped_by"] == "cancelled" and r.status == "partial"


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    vieta.roots(SLOW, max_seconds=2, threads=1)
    done.set()
    thread.join()
    assert len(ticks) > 20  # with the lock held it would be one or two


def test_calls_from_many_threads():
    answers = {}

    def work(k):
        answers[k] = [vieta.roots([-k * k, 0, 1]).values.real.max() for _ in range(30)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(1, 9)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert answers == {k: [k] * 30 for k in range(1, 9)}


def test_a_call_within_a_callback():
    inner = []
    vieta.roots(list(range(1, 300)), progress=lambda *_: inner.append(len(vieta.roots([-1, 0, 1]))))
    assert inner and set(inner) == {2}
