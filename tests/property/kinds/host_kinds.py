"""The kinds of faults that came from the process that calls: what it has set in the processor, little memory, no threads, forks,
many calling threads, little time; and results near the ends of what doubles tell."""

import ctypes
import json
import math
import mmap
import os
import platform
import re
import resource
import sys
import threading
import time

import numpy as np
from arb_oracle import power, times, wrong_discs
from roots_kinds import irreducible, mignotte, some_factors

import vieta

ROUNDING = {"upward": 0x800, "downward": 0x400, "toward zero": 0xC00}
LIBM = ctypes.CDLL("libm.so.6")


class VectorWord:
    """MXCSR of this thread, by two instructions in memory of our own: no compiler is needed."""

    def __init__(self):
        self.code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self.code.write(bytes([0x0F, 0xAE, 0x17, 0xC3]) + bytes(12) + bytes([0x0F, 0xAE, 0x1F, 0xC3]))  # ldmxcsr [rdi]; stmxcsr [rdi]
        at = ctypes.addressof(ctypes.c_char.from_buffer(self.code))
        call = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint))
        self.load, self.store = call(at), call(at + 16)

    def get(self):
        word = ctypes.c_uint()
        self.store(ctypes.byref(word))
        return word.value

    def set(self, value):
        self.load(ctypes.byref(ctypes.c_uint(value)))


VECTOR_WORD = VectorWord() if platform.machine() == "x86_64" else None


def timeless(text):
    return re.sub(r'"[a-z_]*seconds[a-z_]*": ?[-+0-9.e]+', '"seconds":0', text)


def any_call(source):
    """A function without arguments that solves something, the same each time, as JSON."""
    kind = source.randrange(5)
    scale = 2.0 ** source.choice((0, 0, 0, -1040, 900, -1000))
    if kind == 0:
        p = [source.uniform(-1, 1) * scale for _ in range(source.randint(2, 20))]
        return lambda: vieta.roots(p, on="cpu", threads=1).to_json()
    if kind == 1:
        p = times(*some_factors(source, 4))
        return lambda: vieta.roots(p, on="cpu", threads=1).to_json() if len(p) > 1 else ""
    generator = np.random.default_rng(source.randrange(2**32))
    rows = generator.normal(size=(20, source.randint(2, 16))) * scale
    if kind == 2:
        return lambda: vieta.roots(rows, threads=1).to_json()
    if kind == 3:
        return lambda: vieta.real_roots(rows, (-2.0, 2.0), threads=1, bounds=True).to_json()
    system = f"x^2 + y^2 - {source.randint(2, 9)}; x*y - {source.randint(1, 5)}/7"
    return lambda: vieta.solve(system, threads=1).to_json()


def settings_of_the_processor(source):
    """H3, H4: the same answers under any rounding and with subnormal numbers flushed, and what was set stays set."""
    if VECTOR_WORD is None:
        return None
    call = any_call(source)
    right = timeless(call())
    before = VECTOR_WORD.get()
    flush = source.choice((0, 0x8000, 0x40, 0x8040))
    word = (before & ~0xE040) | flush
    rounding = source.choice(list(ROUNDING))
    try:
        LIBM.fesetround(ROUNDING[rounding])  # of the scalar unit as well
        VECTOR_WORD.set(VECTOR_WORD.get() | flush)
        word = VECTOR_WORD.get() & 0xFFC0
        found = call()
        after = VECTOR_WORD.get() & 0xFFC0
    finally:
        LIBM.fesetround(0)
        VECTOR_WORD.set(before)
    if after != word:
        return f"{rounding}, {flush:#x}: the word is {after:#x}, it was {word:#x}"
    return None if timeless(found) == right else f"{rounding}, {flush:#x}: {found[:300]} for {right[:300]}"


def in_a_child(work):
    """The child's last words, and how it ended."""
    sys.stdout.flush()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 3
        try:
            os.close(read)
            said = work()
            os.write(write, (said or "").encode()[:4000])
            code = 0
        except BaseException as problem:  # noqa: BLE001 - told to the parent
            try:
                os.write(write, f"{type(problem).__name__}: {problem}".encode()[:4000])
            except BaseException:  # noqa: BLE001
                pass
        os._exit(code)
    os.close(write)
    said = b""
    while piece := os.read(read, 65536):
        said += piece
    os.close(read)
    return said.decode(), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def address_space():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def little_memory(source):
    """H8: an error that says so, or a right answer; never an abort, and the library is usable afterwards."""
    kind = source.randrange(4)
    digits = source.randint(100, 3000)
    if kind == 0:
        p = [-1, -1] + [0] * source.randint(5, 40) + [1]
    elif kind == 1:
        p, digits = times(*[[-(10**k) - 1, 10**k] for k in range(1, source.randint(4, 14))]), 40
    elif kind == 2:
        p, digits = mignotte(source.randint(5, 30), 10**6), 30
    else:
        p, digits = [source.randint(-9, 9) or 1 for _ in range(source.randint(100, 400))], 15
    small = [-2, 0, 1]

    limits = [int(source.uniform(0, 1) ** 3 * 2**24) for _ in range(10)]

    def one(more):
        before = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (address_space() + more, before[1]))
        try:
            r = vieta.roots(p, digits=digits, on="cpu", threads=1, real_only=source.random() < 0.3)
            ended = "" if r.status == "complete" else r.status
        except MemoryError:
            ended = "MemoryError"
        except (ValueError, RuntimeError) as problem:
            ended = "MemoryError" if "memory" in str(problem) else repr(problem)
        resource.setrlimit(resource.RLIMIT_AS, before)
        bad = wrong_discs(small, vieta.roots(small, digits=40))
        return bad or (ended if ended not in ("", "MemoryError") else "")

    said, code = in_a_child(lambda: "; ".join(f"{more} bytes more: {bad}" for more in limits if (bad := one(more))))
    return len(limits), [f"degree {len(p) - 1}, {digits} digits: exit {code}, {said}"] if code or said else []


def no_threads(source):
    """H9: where no thread can be started, fewer of them, with the same answer; after a fork of a process that has threads."""
    rows = np.random.default_rng(source.randrange(2**32)).normal(size=(3000, 9))
    p = [source.randint(-99, 99) or 1 for _ in range(600)]
    kind = source.randrange(2)
    pieces = [rows[300 * k : 300 * (k + 1)] for k in range(10)] if kind == 0 else [p[: 60 * (k + 1)] for k in range(10)]
    solve = (lambda threads: [vieta.real_roots(piece, (-1.0, 1.0), threads=threads).values.tobytes() for piece in pieces]) if kind == 0 else (
        lambda threads: [vieta.roots(piece, on="cpu", threads=threads).values.tobytes() for piece in pieces])
    right = solve(2)  # the parent keeps a thread

    def work():
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
        return "" if solve(4) == right else "another answer"

    said, code = in_a_child(work)
    return len(pieces), [f"kind {kind}: exit {code}, {said}"] if code or said else []


def forks(source):
    """A child of a process that keeps threads solves as its parent does, with threads of its own."""
    calls = [any_call(source) for _ in range(10)]
    rows = np.random.default_rng(source.randrange(2**32)).normal(size=(2000, 9))
    right, values = [timeless(call()) for call in calls], vieta.real_roots(rows, threads=2).values.tobytes()

    def work():
        same = [timeless(call()) for call in calls] == right and vieta.real_roots(rows, threads=2).values.tobytes() == values
        return "" if same else "another answer"

    said, code = in_a_child(work)
    return len(calls), [f"exit {code}, {said}"] if code or said else []


def calling_threads(source):
    """Eight threads that call at once, some with rounding upward: each gets its own answer."""
    calls = [any_call(source) for _ in range(8)]
    right = [timeless(call()) for call in calls]
    found = [None] * len(calls)

    def call(k):
        if k % 2:
            LIBM.fesetround(ROUNDING["upward"])
        found[k] = timeless(calls[k]())
        LIBM.fesetround(0)

    threads = [threading.Thread(target=call, args=(k,)) for k in range(len(calls))]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    wrong = [f"thread {k}: {a[:200]} for {b[:200]}" for k, (a, b) in enumerate(zip(found, right)) if a != b]
    return len(calls), wrong


def hard_input(source):
    """A name, and something that would take longer than its limit, mostly."""
    kind = source.randrange(9)
    limit = source.choice((0.005, 0.02))
    digits = source.choice((15, 200, 5000))
    if kind == 0:
        n = source.randint(30, 300)
        p = times(*[[-k, 1] for k in range(1, n + 1)])
        return "Wilkinson's polynomial", lambda: vieta.roots(p, digits=digits, max_seconds=limit, real_only=source.random() < 0.4)
    if kind == 1:
        p = mignotte(source.randint(50, 400), 10 ** source.randint(5, 40))
        return "Mignotte's polynomial", lambda: vieta.roots(p, digits=digits, max_seconds=limit)
    if kind == 2:
        text = f"x^{source.randint(10**4, 3 * 10**6)} - {source.choice(('1', 'x - 1', '7x^3 + 2'))}"
        return "a sparse polynomial", lambda: vieta.roots(text, max_seconds=limit)
    if kind == 3:
        p = [(k * 7919 % 1009 - 500) * 10 ** source.randint(100, 1000) + k for k in range(source.randint(100, 800))]
        return "long coefficients", lambda: vieta.roots(p, digits=digits, max_seconds=limit)
    if kind == 4:
        p = times(*[power(irreducible(source), source.randint(1, 12)) for _ in range(8)])
        return "powers of factors", lambda: vieta.roots(p, digits=digits, max_seconds=limit)
    if kind == 5:
        n = source.randint(4, 9)
        family = source.choice((vieta.families.cyclic, vieta.families.katsura))(n)
        return "a family of systems", lambda: vieta.solve(family, max_seconds=limit)
    if kind == 6:
        n = source.randint(50, 400)
        system = "; ".join(f"{2 + k % 3}*x{k} + x{(k * 7 + 1) % n} - x{(k * 11 + 5) % n} - {k + 1}" for k in range(n))
        return "linear equations", lambda: vieta.solve(system, max_seconds=limit)
    if kind == 7:
        f = source.choice(("asin(x)-asin(x)", "exp(sin(30*x))", "sqrt(abs(x))", "exp(-1/x^2)", "abs(x-0.3)"))
        return "minimax", lambda: vieta.minimax(f, (-1, 1), degree=source.randint(10, 60), max_seconds=limit)
    rows = np.array([times(*[[-k, 1] for k in range(1, 21)])] * source.randint(1000, 20000), dtype=float)
    if source.random() < 0.5:
        return "rows", lambda: vieta.roots(rows, threads=1, max_seconds=limit)
    return "rows", lambda: vieta.real_roots(rows, threads=1, max_seconds=limit, bounds=True)


def limits_of_time(source):
    """H5 to H7, H10: a limit of time holds within a second of the processor."""
    what, call = hard_input(source)
    begin = time.process_time()
    try:
        call()
    except ValueError:
        pass
    used = time.process_time() - begin
    return f"{what}: {used:.2f} s" if used > 1 else None


def close_solutions(source):
    """H2: solutions of a system that are close together are not said to be at infinity."""
    a, b, k = source.randint(-3, 3), source.randint(-3, 3), source.randint(18, 36)
    shift = f"({source.randint(1, 3)}*x - {3 * abs(a) + source.randint(4, 9)})"
    s = vieta.solve(f"(x-({a}))^2-1e-{k}; (y-({b}))^2-1e-{k}*{shift}", threads=1)
    count = len(s) if s.report["complete"] not in ("proven", "counted") else int(s.multiplicities.sum())
    if s.report["complete"] in ("proven", "counted"):
        return None if count == 4 else f"{a}, {b}, 1e-{k}: {s!r}"
    return None if count == 4 or s.report.get("unresolved", 1) else f"{a}, {b}, 1e-{k}: {s!r}"


def narrow_features(source):
    """H11: the largest error of what is called optimal is the largest, also beside features far narrower than the interval."""
    k, degree = source.randint(1, 20), source.randint(1, 6)
    f, at = source.choice((
        (f"log(abs(x)+1e-{k})", lambda x: math.log(abs(x) + 10.0**-k)),
        (f"atan(1e{min(k, 9)}*x)", lambda x: math.atan(10.0 ** min(k, 9) * x)),
        (f"sqrt(x^2+1e-{k})", lambda x: math.sqrt(x * x + 10.0**-k)),
        (f"1/(1+1e{min(k, 8)}*x^2)", lambda x: 1 / (1 + 10.0 ** min(k, 8) * x * x)),
    ))
    r = vieta.minimax(f, (-1, 1), degree=degree, max_seconds=5)
    result = json.loads(r.to_json())
    if result["status"] != "optimal":
        return None
    places = [0.0] + [s * 10.0**-e for s in (-1, 1) for e in np.linspace(0, 24, 200)]
    c = [float(x) for x in result["coefficients"]]
    powers = result["exponents"]
    worst = max(abs(at(x) - sum(a * x**e for a, e in zip(c, powers))) for x in places)
    low, high = result["max_error"], result["proven_bound"]
    return f"{f}, degree {degree}: {worst} at a point, max_error {low}, proven {high}" if worst > low * 1.001 + 1e-12 else None


KINDS = {
    "H2 close solutions": close_solutions,
    "H3 H4 settings of the processor": settings_of_the_processor,
    "H5 H6 H7 H10 limits of time": limits_of_time,
    "H8 little memory": little_memory,
    "H9 no threads": no_threads,
    "H forks": forks,
    "H calling threads": calling_threads,
    "H11 narrow features": narrow_features,
}
