"""Every verb where things go wrong: full disks, closed pipes, files that cannot be read, far too long inputs, foreign
locales, Ctrl-C."""

import json
import os
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import time

from program import PROGRAM, Case, main, seconds_of, vieta, wait_until_at_work

QUICK = {
    "roots": ("--poly", "x^5 - x - 1"),
    "real-roots": ("--poly", "x^3 - x/4 + 0.01"),
    "minimax": ("exp(x)", "--degree", "3"),
    "newton": ("--system", "x^2 + y^2 - 4; x*y - 1", "--start", "2, 0.5"),
    "solve": ("--system", "x^2 + y^2 - 4; x*y - 1"),
    "components": ("--system", "x*y; x*z"),
    "boxes": ("BOXES",),
    "verify": ("RESULT", "--poly", "x^5 - x - 1"),
    "info": (),
}
# Where a verb takes a file that may be anything.
READING = (
    ("roots", "FILE"),
    ("roots", "FILE", "--batch"),
    ("real-roots", "FILE"),
    ("minimax", "--samples", "FILE", "--degree", "2"),
    ("newton", "FILE", "--start", "ones"),
    ("newton", "--system", "x^2 - 2", "--start", "FILE"),
    ("solve", "FILE"),
    ("solve", "--system", "x^2 - a", "--parameters", "FILE"),
    ("components", "FILE"),
    ("boxes", "FILE"),
    ("verify", "FILE", "--poly", "x"),
    ("verify", "RESULT", "FILE"),
)
SYSTEM = {"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": ["x^2 + y^2 - 1", "x - y"]}
LITTLE = 400  # megabytes
# A process begins with the highest memory of the one that started it: a small one stands between. It writes what it measured
# into its first argument, in KB.
MEASURE = """
import os, sys
job = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(job, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""


def numpy_head(rows, columns):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()


class HardUse(Case):
    def setUp(self):
        super().setUp()
        boxes = self.file("boxes.json", json.dumps(SYSTEM))
        self.files = {"BOXES": boxes}
        if any("RESULT" in use for use in [*QUICK.values(), *READING]):
            self.files["RESULT"] = self.path("result.json")
            self.solve("--poly", "x^5 - x - 1", "--json", "-o", self.files["RESULT"])

    def named(self, arguments, **files):
        return [{**self.files, **files}.get(a, a) for a in arguments]

    def verbs(self):
        if "no Arb" in vieta("verify", self.files["RESULT"], "--poly", "x^5 - x - 1").stderr:
            return {verb: use for verb, use in QUICK.items() if verb != "verify"}
        return QUICK

    def test_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for verb, use in self.verbs().items():
            for form in ((), ("--json",)):
                command = [PROGRAM, verb, *self.named(use), *form]
                with open("/dev/full", "wb") as full:
                    done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60)
                self.assertEqual(done.returncode, 1, command)
                self.assertEqual(done.stderr, b"vieta: standard output: cannot write: No space left on device\n")
                self.refused(*command[1:], "-o", "/dev/full", saying="/dev/full: cannot write: No space left on device")

    def test_a_full_disk_leaves_what_was_there(self):
        # A limit of the file's size stands in for a disk that fills up.
        rows = self.file("rows.csv", "\n".join("1,2,3,4,5" for _ in range(20000)))
        old = self.file("old.json", "old")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        self.refused("real-roots", rows, "--json", "-o", old, saying="old.json: cannot write", preexec_fn=limit)
        with open(old) as file:
            self.assertEqual(file.read(), "old")
        self.assertFalse([name for name in os.listdir(self.path(".")) if name.startswith("old.json.")])

    def test_a_closed_pipe(self):
        for verb, use in self.verbs().items():
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run([PROGRAM, verb, *self.named(use)], stdout=write, stderr=subprocess.PIPE, timeout=60)
            os.close(write)
            self.assertEqual(done.returncode, 1, verb)
            self.assertEqual(done.stderr, b"vieta: standard output: cannot write: Broken pipe\n")

    def test_a_reader_that_has_seen_enough(self):
        """As in `vieta ... | head -n 1`."""
        powers = self.file("powers.txt", "\n".join("1 2 3 4 5 6 7 8 9 10 11 12" for _ in range(20000)))
        starts = self.file("starts.txt", "".join(f"{k}.5\n" for k in range(3000)))
        rows = self.file("rows.csv", "".join(f"{k}.5\n" for k in range(1, 3000)))
        grid = {**SYSTEM, "equations": ["x - s", "y - s/2"], "vars": ["x", "y", "s"], "box": [[0, 1]] * 3, "sample": {"s": 3000}}
        for use in (("real-roots", powers, "--rows", "0"), ("roots", powers, "--batch", "--rows", "0"),
                    ("newton", "--system", "x^2 - 2", "--start", starts),
                    ("solve", "--system", "x^2 - a", "--parameters", rows, "--parameter-names", "a"),
                    ("boxes", self.file("grid.json", json.dumps(grid)))):
            for form in [("--json",)] if use[0] == "boxes" else [(), ("--json",)]:  # its table has twenty systems
                job = subprocess.Popen([PROGRAM, *use, *form], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                job.stdout.readline()
                job.stdout.close()
                complaint = job.stderr.read()
                job.stderr.close()
                self.assertEqual((job.wait(timeout=60), complaint),
                                 (1, b"vieta: standard output: cannot write: Broken pipe\n"), (use, form))

    def test_a_disk_that_fills_up_under_other_files(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        grid = self.file("grid.json", json.dumps({**SYSTEM, "equations": ["x - s", "y - s/2"], "vars": ["x", "y", "s"],
                                                  "box": [[0, 1]] * 3, "sample": {"s": 30}}))
        poly = ("--poly", "x^30 - x - 1")
        for *use, option, name in (("roots", *poly, "--plot", "a.svg"),
                                   ("roots", *poly, "-o", "a.csv"), ("roots", *poly, "-o", "a.npy"),
                                   ("real-roots", *QUICK["real-roots"], "--plot", "a.svg"),
                                   ("minimax", *QUICK["minimax"], "--plot", "a.svg"),
                                   ("minimax", "acos", "--emit", "glsl", "-o", "a.glsl"),
                                   ("boxes", "BOXES", "--plot", "a.svg"), ("boxes", grid, "--mesh", "a.obj"),
                                   ("newton", "--family", "cyclic:20", "--write-system", "a.bin")):
            path = self.path(name)
            done = vieta(*self.named(use), option, path, preexec_fn=limit)
            self.assertEqual((done.returncode, done.stderr), (1, f"vieta: {path}: cannot write: File too large\n"), use)
            self.assertFalse([n for n in os.listdir(self.path(".")) if n.startswith(name)], use)

    def test_files_that_cannot_be_read(self):
        os.mkdir(self.path("folder"))
        cases = [(self.path("missing"), "No such file"), (self.path("folder"), "directory")]
        if os.path.exists("/proc/self/mem"):
            cases.append(("/proc/self/mem", "read error"))  # it opens, and fails at its first byte
        locked = self.file("locked", "1 2 3")
        os.chmod(locked, 0)
        if not os.access(locked, os.R_OK):  # root reads everything
            cases.append((locked, "Permission denied"))
        for use in READING:
            for path, why in cases:
                self.refused(*self.named(use, FILE=path), saying=why)
                self.refused(*self.named(use, FILE=path), saying=path)

    def measured(self, *arguments, **options):
        """Exit code, complaint and memory in MB."""
        command = [sys.executable, "-I", "-S", "-c", MEASURE, self.path("memory"), PROGRAM, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, **options)
        self.assertEqual(done.stdout, "", arguments)
        with open(self.path("memory")) as file:
            return done.returncode, done.stderr, int(file.read()) / 1024

    def huge(self, name, start):
        """Ten gigabytes that take no room on the disk."""
        path = self.file(name, start)
        try:
            os.truncate(path, 10 << 30)
        except OSError as problem:
            self.skipTest(f"no large files here: {problem}")
        return path

    def test_ten_gigabytes(self):
        inputs = {
            "zeros": self.huge("zeros", b""),
            "rows": self.huge("rows", b"1 2 3\n4 5 6\n"),
            "json": self.huge("json", b'{"coefficients": [1, 2, 3'),
            "array": self.huge("array.npy", numpy_head(100, 5)),
        }
        for use in READING:
            for name, path in inputs.items():
                begin = time.monotonic()
                code, complaint, memory = self.measured(*self.named(use, FILE=path))
                self.assertEqual(code, 1, (use, name, complaint))
                self.assertRegex(complaint, r"\Avieta: [^\n]+\n\Z")
                self.assertIn(path, complaint)
                self.assertLess(memory, LITTLE, (use, name, complaint))
                self.assertLess(time.monotonic() - begin, 20)

    def test_streams_without_an_end(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

        for use in READING[:3] + READING[8:9]:
            yes = subprocess.Popen(["yes", "1 2 3"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            code, complaint, _ = self.measured(*self.named(use, FILE="-"), stdin=yes.stdout, preexec_fn=limit)
            yes.stdout.close()
            yes.wait()
            self.assertEqual((code, complaint), (1, "vieta: out of memory\n"), use)

    @staticmethod
    def without_times(text):
        return re.sub(r"\d+(\.\d+)?(e[+-]?\d+)? (ns|us|ms|s)\b|\"seconds\w*\":[^,}]*", "TIME", text)

    def test_locales(self):
        environments = [{"LC_ALL": "xx_YY.UTF-8"}, {"LANG": "de_DE.UTF-8"}, {"LC_ALL": "C"}, {"LANG": "", "LC_ALL": ""}]
        if shutil.which("localedef") is not None:  # most machines have no locale that writes 1,5: one is made here
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.path("de_DE.UTF-8")], capture_output=True,
                           timeout=60)
            environments.append({"LOCPATH": self.path("."), "LC_ALL": "de_DE.UTF-8"})
        for verb, use in self.verbs().items():
            for form in ((), ("--json",)):
                command = [verb, *self.named(use), *form]
                expected = vieta(*command)
                for env in environments:
                    done = vieta(*command, env=env)
                    self.assertEqual((done.returncode, done.stderr), (expected.returncode, ""), (verb, env))
                    self.assertEqual(self.without_times(done.stdout), self.without_times(expected.stdout), (verb, env))
            pairs = [("--plot", self.path("a.svg"))] if verb in ("roots", "real-roots", "minimax", "boxes") else []
            for plot in pairs:
                pictures = []
                for env in environments[:1] + environments[-1:]:
                    self.assertEqual(vieta(verb, *self.named(use), *plot, env=env).returncode, expected.returncode)
                    with open(plot[1]) as file:
                        pictures.append(file.read())
                self.assertEqual(pictures[0], pictures[1])

    def long_jobs(self):
        random.seed(1)
        grid = {"vars": ["x", "y", "s", "t"], "box": [[-1, 1], [-1, 1], [0.1, 1], [0.1, 1]], "sample": {"s": 300, "t": 300},
                "equations": ["16*x^5 - 20*x^3 + 5*x - s*y", "16*y^5 - 20*y^3 + 5*y - t*x"]}
        starts = "\n".join(f"{random.gauss(0, 2)} {random.gauss(0, 2)}" for _ in range(100000))
        row = struct.pack("<41d", *(random.gauss(0, 1) for _ in range(41)))
        rows = self.file("rows.npy", numpy_head(100000, 41) + row * 100000)
        wilkinson = [1]
        for k in range(1, 21):
            wilkinson = [a - k * b for a, b in zip([0, *wilkinson], [*wilkinson, 0])]
        ill = self.file("ill.npy", numpy_head(20000, 21) + struct.pack("<21d", *wilkinson) * 20000)
        powers = "\n".join(f"{random.gauss(0, 1)}" for _ in range(100000))
        return {
            "roots": (self.file("powers.txt", "\n".join(str(random.gauss(0, 1)) for _ in range(40001))), "--digits", "200"),
            "roots of rows": (ill,),
            "real-roots": (rows, "--method", "derivatives"),
            "minimax": ("sin(x)*exp(x)", "--degree", "6", "--exhaustive"),
            "newton": ("--system", "x^3 + y^3 - 4*x; x*y - 1", "--start", self.file("starts.txt", starts), "--digits", "60"),
            "solve": ("--family", "cyclic:8", "--start", "total-degree"),
            "solve of rows": ("--system", "x^2 + y^2 - a; x*y - 1", "--parameters", self.file("a.csv", powers),
                              "--parameter-names", "a"),
            "boxes": (self.file("grid.json", json.dumps(grid)),),
        }

    def test_ctrl_c(self):
        """What is known by then is written, whole; exit code 2."""
        if not os.path.exists("/proc/self/stat"):
            self.skipTest("no /proc")
        for name, use in self.long_jobs().items():
            verb = name.split()[0]
            out = self.path("out.json")
            job = subprocess.Popen([PROGRAM, verb, *use, "--threads", "1", "--on", "cpu", "--json", "-o", out],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
            wait_until_at_work(job, 0.5)
            begin = seconds_of(job)
            job.send_signal(signal.SIGINT)
            said, complaint = job.communicate(timeout=100)
            self.assertEqual((job.returncode, said, complaint), (2, "", ""), name)
            with open(out) as file:
                result = json.load(file)
            self.assertEqual(result["report"]["stopped_by"], "cancelled", name)
            self.assertLess(begin, 5, name)

    def interrupted(self, *arguments, at_work=False):
        """The exit code of a job that Ctrl-C meets after a while, or as soon as it is at work, and what it wrote."""
        job = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        time.sleep(0.3)
        if at_work:
            wait_until_at_work(job)
        job.send_signal(signal.SIGINT)
        said, complaint = job.communicate(timeout=60)
        return job.returncode, said + complaint

    def test_ctrl_c_in_the_program_s_first_moments(self):
        """Before the work begins nothing is known: the program ends as any other, and leaves no file."""
        out = self.path("r.txt")
        for use in READING:
            if use[-2:] == ("--start", "FILE"):
                continue  # no standard input there
            self.assertEqual(self.interrupted(*self.named(use, FILE="-"), "-o", out), (-signal.SIGINT, b""), use)
            self.assertFalse(os.path.exists(out), use)

    def test_ctrl_c_in_a_proof(self):
        """What `verify` has not looked at is not said to hold."""
        random.seed(1)
        poly = self.file("long.txt", "\n".join(str(random.gauss(0, 1)) for _ in range(40001)))
        result, out = self.path("long.json"), self.path("verdict.json")
        self.solve(poly, "-o", result)
        self.assertEqual(self.interrupted("verify", result, poly, "-o", out, at_work=True), (2, b""))
        with open(out) as file:
            verdict = json.load(file)
        self.assertFalse(verdict["holds"] or verdict["decided"])
        self.assertTrue(any("not decided, cancelled" in complaint for complaint in verdict["complaints"]), verdict["complaints"])


main()
