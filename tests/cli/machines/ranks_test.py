"""`mpirun -np N vieta VERB ... --ranks mpi`: the answer of one process, and an end of all when one of them ends."""

import json
import os
import shutil
import signal
import struct
import subprocess
import time
from array import array

from program import PROGRAM, Case, main, polynomial, timeless, vieta

LIBRARY = os.path.join(os.path.dirname(os.path.abspath(PROGRAM)), "libvieta-mpi.so")
MPIRUN = shutil.which("mpirun")
SECONDS_TO_END = 5
THOROUGH = "VIETA_SLOW_TESTS" in os.environ  # two minutes in the place of half a minute
SLACK = 4  # of a busy machine, and of mpirun's own beginning

if MPIRUN is None or not os.path.exists(LIBRARY):
    raise SystemExit("SKIPPED: " + ("no mpirun" if MPIRUN is None else "built without MPI"))


def launch(ranks):
    # A container has one user, and a name that its other "machines" need not find.
    return [MPIRUN, "-np", str(ranks), "--oversubscribe", "--allow-run-as-root", "--bind-to", "none",
            "--mca", "btl_vader_single_copy_mechanism", "none", PROGRAM]


def environment(env=None):
    """Not what a test runner under mpirun was given."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("OMPI_", "PMIX_", "PMI_", "SLURM_"))}
    return {**clean, "OMPI_MCA_rmaps_base_oversubscribe": "1", **(env or {})}


def shared(ranks, *arguments, env=None, text=None, share=True):
    more = ["--ranks", "mpi"] if share else []
    return subprocess.run([*launch(ranks), *map(str, arguments), *more], capture_output=True, text=True, timeout=120,
                          env=environment(env), input=text)


def own_lines(done):
    """What the program said, without mpirun's remarks."""
    return [line for line in done.stderr.splitlines() if line.startswith("vieta: ")]


def rows(count, degree, seed=1):
    return "".join(" ".join(map(repr, polynomial(degree, seed * 1000 + k))) + "\n" for k in range(count))


def write_array(path, row, count):
    """A file of NumPy (version 1.0 of its format) that holds one row of doubles many times."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({count}, {len(row)}), }}"
    header = header.ljust(64 * (1 + (10 + len(header)) // 64) - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        for _ in range(count // 1000):
            file.write(1000 * row.tobytes())


class Answers(Case):
    def same(self, *arguments, ranks=(1, 2, 3, 4) if THOROUGH else (2, 4), code=0, env=None):
        """The JSON of one process, and that of several."""
        arguments = [*arguments, "--json", "--threads", "1"]
        alone = vieta(*arguments, env=env)
        self.assertEqual(alone.returncode, code, alone.stderr)
        for count in ranks:
            done = shared(count, *arguments, env=env)
            self.assertEqual(done.returncode, code, done.stderr)
            self.assertEqual(timeless(done.stdout), timeless(alone.stdout), f"{count} ranks")
        return json.loads(alone.stdout)

    def test_real_roots_of_rows(self):
        self.same("real-roots", self.file("rows.txt", rows(5000, 8)), "--in", "-2,2")
        self.same("real-roots", self.file("few.txt", rows(3, 4)), "--in", "0,inf")

    def test_real_roots_of_rows_in_float(self):
        self.same("real-roots", self.file("rows.txt", rows(3000, 12)), "--precision", "float", ranks=(3,))

    def test_roots_of_rows(self):
        self.same("roots", "--batch", self.file("rows.txt", rows(700, 9)))

    def test_roots_of_high_degree(self):
        # Rings in one pass; so many cells that rings have several is a matter of degrees above 10^6.
        path = self.file("high.txt", "".join(f"{x!r}\n" for x in polynomial(6000, 7)))
        answer = self.same("roots", path)
        self.assertEqual(answer["method"] if "method" in answer else answer["report"]["method"], "near-linear")

    def test_roots_in_a_file_of_numbers(self):
        """Each rank writes its range: the file of one process, bit for bit."""
        real = self.file("real.txt", "".join(f"{x!r}\n" for x in polynomial(6000, 8)))
        numbers = polynomial(8001, 9)
        complex_ = self.file("complex.txt", "".join(f"{a!r} {b!r}\n" for a, b in zip(numbers[::2], numbers[1::2])))
        for given in (real, complex_, self.file("low.txt", "-1\n0\n3\n1\n"), "(x-1)^3*(x^2+1)"):
            alone = self.path("alone.npy")
            told = vieta("roots", given, "-o", alone)
            self.assertEqual(told.returncode, 0, told.stderr)
            for ranks in (1, 2, 3, 4):
                with self.subTest(given=os.path.basename(given), ranks=ranks):
                    path = self.path("answer.npy")
                    done = shared(ranks, "roots", given, "-o", path, "--threads", "1")
                    self.assertEqual(done.returncode, 0, done.stderr)
                    with open(path, "rb") as one, open(alone, "rb") as other:
                        self.assertEqual(one.read(), other.read())
                    os.remove(path)
                    # How many, of which statuses, and the largest radius: what the last line says of time is another's.
                    self.assertEqual(done.stdout.splitlines()[0], told.stdout.splitlines()[0])
        self.assertEqual([name for name in os.listdir(os.path.dirname(real)) if "part" in name], [])

    def test_a_file_of_numbers_is_that_of_a_part(self):
        given = self.file("high.txt", "".join(f"{x!r}\n" for x in polynomial(3000, 8)))
        for more in (["--digits", "20"], ["--in-disc", "0.5,0.6"], ["--max-seconds", "1000"]):
            for ranks in (None, 3):
                path = self.path(f"{ranks}.npy")
                done = (shared(ranks, "roots", given, *more, "-o", path, "--threads", "1") if ranks else
                        vieta("roots", given, *more, "-o", path, "--threads", "1"))
                self.assertEqual(done.returncode, 0, done.stderr)
            with open(self.path("None.npy"), "rb") as one, open(self.path("3.npy"), "rb") as other:
                self.assertEqual(one.read(), other.read(), more)

    def goes_on(self, arguments, seconds):
        """Three ranks run out of time; two go on from what they have kept, then one."""
        kept = ["--checkpoint", self.path("kept"), "--checkpoint-every", "0.05"]
        expected = self.path("alone.json")
        self.assertEqual(vieta(*arguments, "-o", expected).returncode, 0)
        runs = []
        while not runs or runs[-1] == 2:
            ranks = (3, 2, 1, 4)[len(runs) % 4]
            limit = ["--max-seconds", str(seconds * 1.5 ** len(runs))]
            done = shared(ranks, *arguments, "--threads", "1", *kept, *limit, "-o", self.path("answer.json"))
            self.assertIn(done.returncode, (0, 2), done.stderr)
            runs.append(done.returncode)
        with open(expected) as one, open(self.path("answer.json")) as other:
            answers = [json.loads(timeless(file.read())) for file in (one, other)]
        for answer in answers:  # with its number of threads
            answer["report"].pop("target", None)
        self.assertEqual(answers[0], answers[1])
        self.assertFalse(os.path.exists(self.path("kept")))
        return len(runs)

    def test_checkpoints_of_roots(self):
        self.goes_on(["roots", self.file("high.txt", "".join(f"{x!r}\n" for x in polynomial(60000, 8)))], 0.3)

    def test_checkpoints_of_instances(self):
        values = self.file("values.txt", "a b\n" + "".join(f"{k % 9 - 4.5} {k * 0.037 + 0.1}\n" for k in range(8000)))
        self.goes_on(["solve", "--system", "x^2 + a*y - b; y^2 - b*x + 1", "--parameters", values], 0.3)

    def test_roots_of_low_degree_are_found_by_one(self):
        self.same("roots", "x^5 - x - 1", ranks=(2,))

    def test_boxes(self):
        systems = [{"vars": ["x", "y"], "box": [[-1, 1], [-1, 1]],
                    "equations": [f"x^2 + y^2 - {1 + k % 7}/8", f"x*y - {k % 5}/17" if k % 3 else f"x - y^3 + {k % 4}/9"]}
                   for k in range(1100)]
        systems.append({"vars": ["x", "y"], "box": [[0, 1], [0, 1]], "equations": ["(x-y)*(x+y-1)", "(x-y)*(x-2*y)"]})
        self.same("boxes", self.file("boxes.json", json.dumps(systems)), code=2)

    def test_newton(self):
        starts = ";".join(f"{k / 7}, {2 - k / 5}+{k % 3}i" for k in range(20))
        answer = self.same("newton", "--system", "x^2 + y^2 - 4; x*y - 1/3", "--start", starts, "--digits", "40")
        self.assertEqual(len(answer["solutions"]), 20)

    def test_newton_keeps_exact_coefficients(self):
        self.same("newton", "--system", "x^3 - 1.00000000000000000000000000000000000000000000000000001",
                  "--start", "1; 1.5; -1+i; -1-i", "--digits", "60", ranks=(3,))

    def test_homotopies(self):
        self.same("newton", "--system", "x^2 + y^2 - 4; x*y - 1", "--homotopy",
                  "--start", "1+i, 2; 0.3, 1-i; 2i, 1; 3, 1+2i; 1, 1-i", ranks=(2, 3), code=2)

    def test_solve(self):
        for start in ("total-degree", "multi-homogeneous", "polyhedral"):
            self.same("solve", "--family", "katsura:5", "--start", start, ranks=(2, 3))
        self.same("solve", "--family", "cyclic:5", ranks=(1, 4))

    def test_solve_more_equations_than_variables(self):
        self.same("solve", "--system", "x^2+y^2-5; x*y-2; x^3+y^3-9", ranks=(2,))

    def test_parameters(self):
        values = self.file("values.txt", "a b\n" + "".join(f"{k % 9 - 4.5} {k * 0.37 + 0.1}\n" for k in range(50)))
        answer = self.same("solve", "--system", "x^2 + a*y - b; y^2 - b*x + 1", "--parameters", values)
        self.assertEqual(len(answer["instances"]), 50)
        self.same("solve", "--system", "x^2 + a*y - b; y^2 - b*x + 1", "--at", "a=1,b=2", ranks=(2,))

    def test_minimax_and_its_floats(self):
        self.same("minimax", "exp", "--in", "0,1", "--degree", "3", "--emit", "c", ranks=(1, 3))

    def test_minimax_with_many_true_values(self):
        self.same("minimax", "acos", "--full-range", "acos", "--emit", "hlsl", "--machine", "cuda-fast", ranks=(2,))

    def test_verify(self):
        self.file("answer.json", vieta("roots", "x^5 - x - 1", "--json").stdout)
        self.same("verify", self.path("answer.json"), "x^5 - x - 1", ranks=(2,))

    def test_info_is_told_once(self):
        done = shared(3, "info")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("version") + done.stdout.count("vieta "), vieta("info").stdout.count("version") +
                         vieta("info").stdout.count("vieta "))

    def test_standard_input_is_that_of_rank_0(self):
        done = shared(3, "roots", "-", "--json", "--threads", "1", text="-1 0 3 0 1\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(timeless(done.stdout), timeless(vieta("roots", "-", "--json", "--threads", "1",
                                                               text="-1 0 3 0 1\n").stdout))

    def test_files_are_written_once(self):
        path, alone = self.path("answer.npy"), self.path("alone.npy")
        given = self.file("rows.txt", rows(500, 6))
        self.assertEqual(shared(3, "real-roots", given, "-o", path, "--quiet").returncode, 0)
        self.assertEqual(vieta("real-roots", given, "-o", alone, "--quiet").returncode, 0)
        with open(path, "rb") as one, open(alone, "rb") as other:
            self.assertEqual(one.read(), other.read())
        self.assertEqual(sorted(os.listdir(os.path.dirname(path))), ["alone.npy", "answer.npy", "rows.txt"])


class Refusals(Case):
    def once(self, done, saying):
        self.assertEqual(done.returncode, 1, done)
        self.assertEqual(done.stdout, "")
        lines = own_lines(done)
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(saying, lines[0])

    def test_several_processes_without_ranks(self):
        verbs = (["roots", "x^2-2"], ["info"], ["real-roots", "x^2-2"], ["solve", "x^2-2"], ["newton", "--system", "x^2-2"],
                 ["boxes", "x"], ["minimax", "exp"], ["verify", "x"])
        for verb in verbs if THOROUGH else verbs[:2]:
            with self.subTest(verb[0]):
                self.once(shared(2, *verb, share=False), "found 2 processes started by mpirun, expected --ranks mpi")

    def test_srun_is_told_by_its_variables(self):
        done = vieta("roots", "x^2-2", env={"SLURM_STEP_NUM_TASKS": "4", "SLURM_PROCID": "0"})
        self.once(done, "4 processes started by srun")
        done = vieta("roots", "x^2-2", env={"SLURM_STEP_NUM_TASKS": "4", "SLURM_PROCID": "3"})
        self.assertEqual((done.returncode, done.stderr, done.stdout), (1, "", ""))

    def test_a_script_of_slurm_is_one_process(self):
        self.assertEqual(vieta("roots", "x^2-2", env={"SLURM_NTASKS": "4", "SLURM_PROCID": "0"}).returncode, 0)

    def test_each_alone(self):
        done = shared(2, "roots", "x^2-2", "--ranks", "none", "--json", share=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count('"verb"'), 2)

    def test_ranks_without_a_launcher_are_one(self):
        done = vieta("roots", "x^2-2", "--ranks", "mpi", env=environment())
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_misuse_is_told_once(self):
        self.once(shared(3, "roots", "x^2-2", "--digits", "none"), "--digits")
        self.once(shared(3, "roots", self.path("missing.txt")), "missing.txt")
        self.once(shared(3, "newton", "--system", "x^2-2; y", "--start", "1;2"), "start")

    def test_no_library(self):
        done = vieta("roots", "x^2-2", "--ranks", "mpi", env={"VIETA_MPI_LIBRARY": self.path("none.so")})
        self.once(done, "none.so")

    def test_another_word(self):
        self.once(vieta("roots", "x^2-2", "--ranks", "nccl"), "expected mpi or none")


class Failures(Case):
    """A fault in each kind of share, of rank 0 and of others; what each verb needs to come to one."""

    def setUp(self):
        super().setUp()
        self.verbs = {
            "real-roots": ["real-roots", self.file("rows.txt", rows(100, 4))],
            "roots of rows": ["roots", "--batch", self.file("more.txt", rows(50, 6))],
            "roots": ["roots", self.file("high.txt", "".join(f"{x!r}\n" for x in polynomial(2500, 3)))],
            "boxes": ["boxes", self.file("b.json", json.dumps(
                [{"vars": ["x"], "box": [[-1, 1]], "equations": [f"x^2 - {k}/9"]} for k in range(8)]))],
            "newton": ["newton", "--system", "x^2-2", "--start", "1;2;3;-1"],
            "solve": ["solve", "--family", "katsura:4", "--start", "total-degree"],
            "parameters": ["solve", "--system", "x^2-a", "--parameters", self.file("a.txt", "a\n1\n2\n3\n4\n")],
            "minimax": ["minimax", "exp", "--in", "0,1", "--degree", "2", "--emit", "c"],
        }

    def one_line(self, done, end):
        self.assertEqual([line.endswith(end) for line in own_lines(done)], [True], done.stderr)

    def ended(self, done, began, code):
        self.assertLess(time.monotonic() - began, SECONDS_TO_END + SLACK)
        self.assertEqual(done.returncode, code, done)
        self.assertEqual(done.stdout, "")

    def test_a_rank_that_throws(self):
        for number, (name, arguments) in enumerate(self.verbs.items()):
            for rank in (0, 1) if THOROUGH else (number % 2,):
                with self.subTest(name, rank=rank):
                    began = time.monotonic()
                    done = shared(2, *arguments, "-o", self.path("answer.json"),
                                  env={"VIETA_TEST_FAULT": f"share:{rank}:throw"})
                    self.ended(done, began, 1)
                    self.one_line(done, f"VIETA_TEST_FAULT: found a fault at share:{rank}")
                    self.assertFalse(os.path.exists(self.path("answer.json")))

    def test_a_fault_in_each_stage(self):
        """Of an answer that stays with the ranks, and of one that goes to rank 0."""
        for stage, name in (("exchange", "answer.npy"), ("write", "answer.npy"), ("exchange", "answer.json"),
                            ("send", "answer.json")):
            for rank in (0, 1, 2) if THOROUGH else (1,):
                for other in ("", f",{stage}:{0 if rank else 1}:sleep"):
                    with self.subTest(stage, name=name, rank=rank, other=other):
                        began = time.monotonic()
                        done = shared(3, *self.verbs["roots"], "-o", self.path(name), "--quiet",
                                      env={"VIETA_TEST_FAULT": f"{stage}:{rank}:throw{other}"})
                        self.ended(done, began, 1)
                        self.one_line(done, f"VIETA_TEST_FAULT: found a fault at {stage}:{rank}")
                        self.assertFalse([left for left in os.listdir(os.path.dirname(self.path(name))) if "answer" in left])

    def test_a_rank_that_is_killed_in_each_stage(self):
        for stage, name in (("exchange", "answer.npy"), ("write", "answer.npy"), ("send", "answer.json")):
            for rank in (0, 1) if THOROUGH else (1,):
                with self.subTest(stage, rank=rank):
                    began = time.monotonic()
                    done = shared(3, *self.verbs["roots"], "-o", self.path(name),
                                  env={"VIETA_TEST_FAULT": f"{stage}:{rank}:kill"})
                    self.assertLess(time.monotonic() - began, SECONDS_TO_END + SLACK)
                    self.assertNotEqual(done.returncode, 0)
                    self.assertFalse(os.path.exists(self.path(name)))

    def test_a_rank_that_is_killed_leaves_what_was_kept(self):
        given = ["roots", self.file("higher.txt", "".join(f"{x!r}\n" for x in polynomial(60000, 8))), "--threads", "1"]
        kept = ["--checkpoint", self.path("kept"), "--checkpoint-every", "0"]
        job = subprocess.Popen([*launch(3), *given, *kept, "-o", self.path("answer.json"), "--ranks", "mpi"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment())
        while job.poll() is None and not os.path.exists(self.path("kept")):
            time.sleep(0.001)
        with open(f"/proc/{job.pid}/task/{job.pid}/children") as file:
            ranks = [int(number) for number in file.read().split()]
        if job.poll() is None and len(ranks) == 3:
            os.kill(ranks[2], signal.SIGKILL)
        began = time.monotonic()
        job.wait(60)
        self.assertLess(time.monotonic() - began, SECONDS_TO_END + SLACK)
        if job.returncode == 0:
            self.skipTest("it was done before")
        self.assertFalse(os.path.exists(self.path("answer.json")))
        self.assertTrue(os.path.exists(self.path("kept")))
        self.assertEqual(shared(2, *given, *kept, "-o", self.path("answer.npy")).returncode, 0)
        self.assertEqual(vieta(*given, "-o", self.path("alone.npy")).returncode, 0)
        with open(self.path("answer.npy"), "rb") as one, open(self.path("alone.npy"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        self.assertFalse(os.path.exists(self.path("kept")))

    def test_a_checkpoint_that_cannot_be_written(self):
        for fault, code in (("throw", 1), ("kill", None)):
            with self.subTest(fault):
                began = time.monotonic()
                done = shared(3, *self.verbs["roots"], "-o", self.path("answer.json"), "--checkpoint", self.path("kept"),
                              "--checkpoint-every", "0", env={"VIETA_TEST_FAULT": f"checkpoint:0:{fault}"})
                self.assertLess(time.monotonic() - began, SECONDS_TO_END + SLACK)
                if code is None:
                    self.assertNotEqual(done.returncode, 0)
                else:
                    self.ended(done, began, code)
                    self.one_line(done, "VIETA_TEST_FAULT: found a fault at checkpoint:0")
                    self.assertFalse(os.path.exists(self.path("kept.part")))
                self.assertFalse(os.path.exists(self.path("kept")))
                self.assertFalse(os.path.exists(self.path("answer.json")))

    def test_a_file_that_nobody_can_write(self):
        done = shared(3, *self.verbs["roots"], "-o", self.path("none/answer.npy"))
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(own_lines(done)), 1, done.stderr)

    def test_a_rank_that_is_killed(self):
        for name, rank in (("real-roots", 1), ("solve", 0), ("roots", 2)):
            with self.subTest(name, rank=rank):
                began = time.monotonic()
                done = shared(3, *self.verbs[name], "-o", self.path("answer.json"),
                              env={"VIETA_TEST_FAULT": f"share:{rank}:kill"})
                self.assertLess(time.monotonic() - began, SECONDS_TO_END + SLACK)
                self.assertNotEqual(done.returncode, 0)
                self.assertFalse(os.path.exists(self.path("answer.json")))

    def test_a_rank_that_throws_while_another_is_busy(self):
        for thrower, sleeper in ((0, 1), (1, 0)):
            with self.subTest(thrower=thrower):
                began = time.monotonic()
                fault = f"share:{thrower}:throw,share:{sleeper}:sleep"
                done = shared(2, *self.verbs["newton"], env={"VIETA_TEST_FAULT": fault})
                self.ended(done, began, 1)
                self.one_line(done, f"VIETA_TEST_FAULT: found a fault at share:{thrower}")

    def test_time_is_up(self):
        # Seconds of work that are read in a fraction of the limit.
        path = self.path("many.npy")
        write_array(path, array("d", polynomial(64, 1)), 150_000)
        began = time.monotonic()
        done = shared(2, "roots", path, "--json", "--max-seconds", "1", "-o", self.path("part.json"))
        self.assertLess(time.monotonic() - began, 1 + SECONDS_TO_END + SLACK)
        self.assertEqual(done.returncode, 2, done.stderr)
        if not os.path.exists(self.path("part.json")):  # a busy machine has not even read it
            return self.assertIn("stopped by time while the input was read", done.stderr)
        with open(self.path("part.json")) as file:
            self.assertEqual(json.load(file)["report"]["stopped_by"], "time")

    def test_cancelled_at_mpirun(self):
        path = self.file("many.txt", rows(2000, 48) * 40)
        job = subprocess.Popen([*launch(2), "roots", "--batch", path, "--json", "-o", self.path("part.json"), "--ranks",
                                "mpi"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment())
        time.sleep(1.2)
        began = time.monotonic()
        job.send_signal(signal.SIGINT)
        job.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, SECONDS_TO_END + SLACK)
        self.assertNotEqual(job.returncode, 0)
        names = os.listdir(os.path.dirname(path))
        if "part.json" in names:  # ended in order: then it is whole
            with open(self.path("part.json")) as file:
                self.assertIn(json.load(file)["report"]["stopped_by"], ("cancelled", ""))  # '': all was done by then


if __name__ == "__main__":
    main()
