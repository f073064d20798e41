"""The kinds of faults that the program had: whole rows that are rounded too early, inputs that are read twice, results with keys twice, names with control characters."""

import json
import os
import pathlib
import subprocess
import tempfile
import threading

from host_kinds import timeless
from roots_kinds import some_factors, times

PROGRAM = os.environ.get("VIETA_PROGRAM", "build/release/vieta")


def vieta(*arguments, **options):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=120, check=False, **options)


def any_input(source):
    """Arguments with the place of a file, and what the file holds."""
    kind = source.randrange(7)
    numbers = lambda n: [source.randint(-99, 99) or 1 for _ in range(n)]
    separators = source.choice(("\n", " ", ", "))
    if kind == 0:
        return ["roots"], separators.join(map(str, numbers(source.randint(2, 40))))
    if kind == 1:  # longer than a pipe holds at once, now and then
        return ["roots"], "\n".join(map(str, numbers(source.choice((300, 3000)))))
    if kind == 2:
        n = source.randint(2, 6)
        return [source.choice(("roots", "real-roots")), "--rows", "0"], "\n".join(",".join(map(str, numbers(n))) for _ in range(source.choice((2, 30, 2000))))
    if kind == 3:
        n = source.randint(2, 9)
        return ["roots"], f"Monomial;\nDegree={n};\nInteger;\nReal;\nDense;\n" + "\n".join(map(str, numbers(n + 1))) + "\n"
    if kind == 4:
        return ["solve"], f"x^2 + y^2 - {source.randint(2, 9)};\nx*y - {source.randint(1, 9)};\n"
    if kind == 5:
        equations = [f"x^2 + y^2 - {source.randint(1, 4)}", f"x - {source.randint(1, 3)}*y"]
        return ["boxes"], json.dumps({"vars": ["x", "y"], "box": [[-2, 2], [-2, 2]], "equations": equations})
    return ["minimax", "--degree", "2", "--samples"], "".join(f"{k / 8} {source.uniform(-1, 1)}\n" for k in range(source.randint(6, 40)))


def every_input_once(source):
    """H1: a file, a pipe, a FIFO and standard input give the same answer."""
    arguments, text = any_input(source)
    data = text.encode()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "input")
        pathlib.Path(path).write_bytes(data)
        tail = [] if "--json" in arguments else ["--json"]
        right = vieta(*arguments, path, *tail)
        way = source.choice(("pipe", "fifo", "standard input"))
        if way == "standard input":
            done, name = vieta(*arguments, "-", *tail, input=data), "standard input"
        else:
            if way == "fifo":
                name = os.path.join(folder, "fifo")
                os.mkfifo(name)
                write = None
            else:
                read, write = os.pipe()
                name = f"/dev/fd/{read}"

            def feed():
                end = os.open(name, os.O_WRONLY) if write is None else write
                try:
                    view = memoryview(data)
                    while view:
                        view = view[os.write(end, view) :]
                except BrokenPipeError:
                    pass
                os.close(end)

            feeder = threading.Thread(target=feed)
            feeder.start()
            done = vieta(*arguments, name, *tail, pass_fds=() if write is None else (read,))
            if write is not None:
                os.close(read)
            feeder.join()
    said = lambda d, at: (d.returncode, timeless(d.stdout.decode()).replace(at, "INPUT").replace("--samples - ", "--samples INPUT "), d.stderr.decode().replace(at, "INPUT"))
    if said(right, path) != said(done, name):
        return f"{arguments}, {way}: {said(done, name)!r:.600} for {said(right, path)!r:.600}"
    return None


def objects(value):
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from objects(item)


class Twice(dict):
    """An object that is written with one key twice."""

    def __init__(self, pairs, key, value, first):
        super().__init__(pairs)
        self.key, self.value, self.first = key, value, first

    def items(self):
        more = [(self.key, self.value)]
        return more + list(super().items()) if self.first else list(super().items()) + more


def replaced(value, old, new):
    if value is old:
        return new
    if isinstance(value, dict):
        return {k: replaced(v, old, new) for k, v in value.items()}
    if isinstance(value, list):
        return [replaced(v, old, new) for v in value]
    return value


def text_of(value):
    """json.dumps, for objects that have a key twice."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {text_of(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(text_of, value)) + "]"
    return json.dumps(value)


def keys_twice(source):
    """H13: a result with a key twice is refused, wherever it is; so is the emptied result of a region."""
    p = times(*some_factors(source, 3))
    if len(p) < 2:
        return None
    region = source.choice(([], ["--real-only"], ["--in-disc", "0,50"]))
    given = json.dumps(p)
    done = vieta("roots", given, "--json", *region)
    if done.returncode != 0:
        return f"{p} {region}: {done.stderr}"
    truth = json.loads(done.stdout)
    if source.random() < 0.2 and region and truth["roots"]:
        lie = {**truth, "roots": [], "report": {**truth["report"], **{key: 0 for key in ("isolated", "multiple", "clusters", "wide")}}}
    else:
        inside = source.choice([o for o in objects(truth) if o])
        key = source.choice(list(inside))
        value = source.choice((inside[key], 0, [], "x", True))
        lie = replaced(truth, inside, Twice(inside, key, value, source.random() < 0.5))
    done = vieta("verify", "-", "--poly" if given.startswith("x") else given, input=text_of(lie).encode())
    return None if done.returncode in (1, 2) else f"{p} {region}: exit {done.returncode}: {text_of(lie)}"


def strange_names(source):
    """H14: names with control characters are not printed raw, and an input is never overwritten by the answer."""
    with tempfile.TemporaryDirectory() as folder:
        if source.random() < 0.3:
            path = pathlib.Path(folder) / "p.txt"
            path.write_text("-2 0 1\n")
            kind = source.choice(("same", "relative", "symbolic", "hard"))
            out = {"same": path, "relative": pathlib.Path(folder) / ".." / pathlib.Path(folder).name / "p.txt"}.get(kind, pathlib.Path(folder) / "q.txt")
            if kind == "symbolic":
                out.symlink_to(path)
            if kind == "hard":
                os.link(path, out)
            done = vieta(source.choice(("roots", "real-roots")), str(path), "-o", str(out))
            ok = done.returncode == 1 and path.read_text() == "-2 0 1\n"
            return None if ok else f"{kind}: exit {done.returncode}, {path.read_text()!r}"
        letters = [chr(source.choice((27, 7, 8, 9, 10, 13, 127, 0x85, 0x9B, 65, 66, 0x202E, 0xE9))) for _ in range(source.randint(1, 8))]
        name = "".join(letters).encode()
        if source.random() < 0.2:
            name += bytes([source.randint(128, 255)])
        verb = source.choice((["roots"], ["real-roots"], ["boxes"], ["solve"], ["newton", "--start", "1"], ["components"], ["verify"]))
        path = os.path.join(folder.encode(), b"no" + name)
        if source.random() < 0.5:
            pathlib.Path(os.fsdecode(path)).write_text("{]x nonsense 1e")
        done = vieta(*verb, path)
    said = (done.stderr + done.stdout).decode("utf-8", "surrogateescape")
    raw = [c for c in said.rstrip("\n") if ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 or ord(c) in (0x202E,) or 0xDC80 <= ord(c) <= 0xDCFF]
    lines = said.count("\n")
    return None if done.returncode == 1 and not raw and lines == 1 else f"{verb} {path!r}: exit {done.returncode}, {said!r}"


def roots_far_from_zero(source):
    """Q4: roots that lie closer together than their place allows in float: whole coefficients are shifted before they are rounded."""
    rows, right = [], []
    while len(rows) < 100:
        centre = source.randint(100, 4000) * source.choice((-1, 1))
        tenths = source.sample(range(-15, 16), source.randint(2, 3))
        if min(abs(a - b) for a in tenths for b in tenths if a != b) < 3:
            continue
        rows.append(times(*[[-(10 * centre + t), 10] for t in tenths]))
        right.append(sorted(centre + t / 10 for t in tenths))
    wrong = []
    for sign in (-1, 1):
        chosen = [k for k, roots in enumerate(right) if roots[0] * sign > 0]
        text = "\n".join(",".join(map(str, rows[k] + [0] * (4 - len(rows[k])))) for k in chosen)
        interval = "50,5000" if sign > 0 else "-5000,-50"
        done = vieta("real-roots", "-", f"--in={interval}", "--precision", "float", "--json", input=text.encode())
        for k, found in zip(chosen, json.loads(done.stdout)["results"]):
            near = len(found["roots"]) == len(right[k]) and all(abs(a - b) <= abs(b) * 2.0**-22 for a, b in zip(found["roots"], right[k]))
            if found["status"] == "ok" and not near:
                wrong.append(f"{rows[k]} in {interval}: {found['roots']} for {right[k]}")
    return len(rows), wrong


KINDS = {
    "Q4 roots far from zero": roots_far_from_zero,
    "H1 every input once": every_input_once,
    "H13 keys twice": keys_twice,
    "H14 strange names": strange_names,
}
