import json
import os
import shutil
import struct
import subprocess
import sys

from program import PROGRAM, Case, main, vieta

SMALL = ("--poly", "x^5 - x - 1")


class Output(Case):
    def test_a_table_for_people(self):
        read, *lines = self.solve(*SMALL).splitlines()
        self.assertEqual(read, "p(x) = -1 - x + x^5")
        self.assertRegex(lines[0], r"^# +re +im +radius +mult +status$")
        self.assertIn("1.1673039782614187", lines[5])
        self.assertIn("5 roots: 5 isolated; 1 real", lines[7])

    def test_rows(self):
        self.assertIn("... and 3 more", self.solve(*SMALL, "--rows", "2"))
        self.assertNotIn("more", self.solve("--poly", "x^100 - 1"))  # no terminal: all

    def test_json(self):
        result = json.loads(self.solve(*SMALL, "--json"))
        self.assertEqual(result["status"], "complete")
        self.assertEqual(len(result["roots"]), 5)
        for z in result["roots"]:
            self.assertLess(z["radius"], 1e-14)
            self.assertEqual((z["multiplicity"], z["status"]), (1, "isolated"))
            self.assertLess(abs(complex(z["re"], z["im"])**5 - complex(z["re"], z["im"]) - 1), 1e-13)
        self.assertEqual(result["report"]["degree"], 5)

    def test_many_digits_are_strings(self):
        result = json.loads(self.solve("--poly", "x^2 - 2", "--digits", "40", "--json"))
        for z in result["roots"]:
            self.assertTrue(z["re"].lstrip("-").startswith("1.41421356237309504880168872420969807856"), z)
            self.assertLess(float(z["radius"]), 1.5e-40)

    def test_json_by_the_name_of_the_file(self):
        system = ("--system", "x^2 - 2")
        for verb in (("roots", *SMALL), ("newton", *system, "--start", "1"), ("solve", *system), ("minimax", "exp(x)"),
                     ("real-roots", *SMALL), ("info",)):
            self.assertEqual(vieta(*verb, "-o", self.path("a.json")).stdout, "")
            with open(self.path("a.json")) as file:
                self.assertEqual(json.load(file)["verb"], verb[0])

    def test_what_is_left_open_is_said_on_a_terminal(self):
        try:
            terminal, end = os.openpty()
        except OSError as error:
            self.skipTest(f"SKIPPED: no terminal can be opened here: {error}")
        open_still = ("roots", "--poly", "(x - 1)*(x - 2)", "--uncertainty", "0.4", "--in-disc", "1,0.5", "-o")
        done = subprocess.run([PROGRAM, *open_still, self.path("a.json")], stdout=subprocess.PIPE, stderr=end)
        os.close(end)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"roots: not all is solved (exit code 2); see " + self.path("a.json").encode(), os.read(terminal, 1000))
        os.close(terminal)
        self.assertEqual(vieta(*open_still, self.path("a.json")).stderr, "")

    def test_roots_of_one_polynomial_as_numbers(self):
        poly = ("--poly", "(x^2 - 2)*x^2")
        self.assertIn("4 roots in 3 discs", self.solve(*poly, "-o", self.path("a.csv")))
        with open(self.path("a.csv")) as file:
            lines = [line.split(",") for line in file.read().splitlines()]
        self.assertEqual(lines[0], ["re", "im", "radius", "multiplicity", "status"])
        self.assertEqual([(line[0], line[1], line[3], line[4]) for line in lines[1:]],
                         [("0", "0", "2", "multiple"), ("1.4142135623730951", "0", "1", "isolated"),
                          ("-1.4142135623730951", "0", "1", "isolated")])
        self.assertEqual(self.solve(*poly, "-o", self.path("a.npy"), "--quiet"), "")
        with open(self.path("a.npy"), "rb") as file:
            head, values = file.read().split(b"\n", 1)
        self.assertIn(b"'descr': '<c16', 'fortran_order': False, 'shape': (4,), }", head)
        self.assertEqual((len(head) + 1) % 64, 0)
        self.assertEqual(struct.unpack("<8d", values)[:5:2], (0, 0, 2**0.5))

    def test_to_a_file_that_appears_whole(self):
        target = self.path("roots.json")
        self.assertEqual(self.solve(*SMALL, "--json", "-o", target), "")
        with open(target) as file:
            self.assertEqual(len(json.load(file)["roots"]), 5)
        self.assertEqual(os.listdir(os.path.dirname(target)), ["roots.json"])
        self.refused("roots", *SMALL, "-o", self.path("no/such/folder"), saying="no/such/folder")

    def test_onto_the_input(self):
        """By whatever name: the file that is read is not written to."""
        text = "-1 0 1\n"
        path = self.file("input.json", text)
        os.symlink(path, self.path("link.json"))
        os.link(path, self.path("hard.json"))
        for name in (path, self.path("link.json"), self.path("hard.json"), self.path("./input.json")):
            self.refused("roots", path, "-o", name, saying="found the input there, expected another file for the answer")
            self.refused("roots", name, "-o", path, saying="found the input there")
        for arguments in (["roots", "--batch", path], ["real-roots", path], ["boxes", path], ["newton", path], ["solve", path],
                          ["newton", "--system", "x-1", "--start", path], ["verify", path, "--poly", "x"],
                          ["solve", "--system", "x-a", "--parameters", path], ["verify", "-", path],
                          ["minimax", "--samples", path]):
            self.refused(*arguments, "-o", path, saying="found the input there", text="{}")
        with open(path) as file:
            self.refused("roots", "-", "-o", path, stdin=file, saying="found the input there")
        self.refused("roots", path, "--plot", path, saying="")
        with open(path) as file:
            self.assertEqual(file.read(), text)
        self.assertEqual(vieta("roots", path, "-o", self.path("other.json")).returncode, 0)

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "roots", *SMALL], stdout=full, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, b"vieta: standard output: cannot write: No space left on device\n")
        self.refused("roots", *SMALL, "-o", "/dev/full", saying="/dev/full: cannot write")

    def test_closed_pipe(self):
        for extra in ([], ["--json"]):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run([PROGRAM, "roots", *SMALL, *extra], stdout=write, stderr=subprocess.PIPE, timeout=60)
            os.close(write)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr, b"vieta: standard output: cannot write: Broken pipe\n")

    def test_nothing_on_standard_error_without_a_terminal(self):
        self.assertEqual(vieta("roots", "--poly", "x^200 - x - 1").stderr, "")

    def test_the_locale_changes_nothing(self):
        # Locales made here: on most machines none that writes 1,5 is installed, and C would be compared with C.
        if shutil.which("localedef") is None:
            self.skipTest("SKIPPED: no localedef to make a locale with a decimal comma")
        expected = self.solve(*SMALL).splitlines()[:7]
        for name in ("de_DE", "fr_FR"):
            made = subprocess.run(["localedef", "-i", name, "-f", "UTF-8", self.path(name + ".UTF-8")],
                                  capture_output=True, timeout=60)
            env = {"LOCPATH": self.path("."), "LC_ALL": name + ".UTF-8"}
            comma = subprocess.run(
                [sys.executable, "-c", "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.str(1.5))"],
                capture_output=True, text=True, timeout=60, env={**os.environ, **env})
            if made.returncode != 0 or comma.stdout != "1,5\n":
                self.skipTest(f"SKIPPED: localedef could not make {name}")
            self.assertEqual(self.solve(*SMALL, env=env).splitlines()[:7], expected)


main()
