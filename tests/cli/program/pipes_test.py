"""An input is opened once and read once: a file, a pipe, a FIFO and standard input give the same answer."""

import contextlib
import os
import re
import struct
import subprocess
import threading

from program import PROGRAM, Case, main


def npy(shape, values, kind="f8"):
    head = "{'descr': '<%s', 'fortran_order': False, 'shape': %s, }" % (kind, shape)
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(values)}d", *values)


def timeless(text):
    return re.sub(r'"[a-z_]*seconds[a-z_]*": ?[-+0-9.e]+|[0-9.]+ (ms|s|us|ns)\b', "", text)


QUARTIC = "-1 0 3 0 1\n"
LONG_COMMENT = "# " + "x" * 70 + "\n"

# Name, arguments ({} is the input), content. The long ones do not fit into a pipe (64 kB).
CASES = [
    ("list", ["roots", "{}", "--json"], QUARTIC),
    ("list behind comments", ["roots", "{}", "--json"], LONG_COMMENT * 1500 + QUARTIC),
    ("many coefficients", ["roots", "{}", "--json"], "".join(f"{k}\n" for k in range(1, 3001))),
    ("long list", ["roots", "{}", "--json", "--max-seconds", "60"], "".join(f"{k}.{'0' * 200}\n" for k in range(1, 402))),
    ("json", ["roots", "{}", "--json", "--digits", "30"], "[" + " " * 70000 + "1, \"1/3\", [0, 2], 5]"),
    ("expression", ["roots", "{}", "--json"], "x^5 - x - 1"),
    ("region", ["roots", "{}", "--json", "--in-disc", "0,1"], QUARTIC),
    ("format", ["roots", "{}", "--json", "--format", "list"], QUARTIC),
    ("pol", ["roots", "{}", "--json", "--format", "pol"], "! comment\ndri\n0\n4\n-1\n0\n3\n0\n1\n"),
    ("one axis", ["roots", "{}", "--json"], npy("(5,)", [-1, 0, 3, 0, 1])),
    ("two axes", ["roots", "{}", "--json"], npy("(2, 3)", [-1, 0, 3, 2, 0, 1])),
    ("many rows", ["roots", "{}", "--json"], npy("(4000, 3)", [float(k % 17 - 8) for k in range(12000)])),
    ("batch", ["roots", "{}", "--json", "--batch"], "".join(f"{k} 3 1\n" for k in range(1, 9001))),
    ("bad list", ["roots", "{}", "--json"], "1 2 three 4\n"),
    ("empty", ["roots", "{}", "--json"], ""),
    ("real roots", ["real-roots", "{}", "--json", "--in", "-2,2"], "".join(f"{k % 5} -3 1\n" for k in range(9000))),
    ("real roots of an array", ["real-roots", "{}", "--json", "--in", "-2,2"],
     npy("(4000, 3)", [float(k % 17 - 8) for k in range(12000)])),
    ("boxes", ["boxes", "{}", "--json"],
     '{"vars": ["x", "y"], "box": [[0, 1], [0, 1]], ' + " " * 70000 + '"equations": ["x^2 + y^2 - 1", "x - y"]}'),
    ("newton", ["newton", "{}", "--json", "--start", "2, 0.5"], "x^2 + y^2 - 4;\n" + " " * 70000 + "x*y - 1;\n"),
    ("starts", ["newton", "--system", "x^2 + y^2 - 4; x*y - 1", "--json", "--start", "{}"],
     "".join(f"2 0.{k}\n" for k in range(1000, 1100))),
    ("solve", ["solve", "{}", "--json"], "x^2 + y^2 - 4;\n" + " " * 70000 + "x*y - 1;\n"),
    ("parameters", ["solve", "--system", "x^2 - a", "--json", "--parameters", "{}"],
     "a\n" + "".join(f"{k}\n" for k in range(1, 60))),
]


@contextlib.contextmanager
def writing(open_for_writing, content):
    """A thread that writes in two parts, as a slow program would."""

    def write():
        with contextlib.suppress(BrokenPipeError), open_for_writing() as out:
            out.write(content[:5])
            out.flush()
            out.write(content[5:])

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    yield
    thread.join(60)


class Pipes(Case):
    def run_with(self, arguments, name, **options):
        done = subprocess.run([PROGRAM, *(a.replace("{}", name) for a in arguments)], capture_output=True, text=True,
                              timeout=120, **options)
        hidden = lambda text: timeless((text if name == "-" else text.replace(name, "INPUT")).replace("standard input", "INPUT"))
        return done.returncode, hidden(done.stdout), hidden(done.stderr)

    def by_fifo(self, arguments, content):
        path = self.path("fifo")
        os.mkfifo(path)
        with writing(lambda: open(path, "wb"), content):
            answer = self.run_with(arguments, path)
        os.unlink(path)
        return answer

    def by_descriptor(self, arguments, content):
        """What a shell's <(program) hands over."""
        end, begin = os.pipe()
        with writing(lambda: os.fdopen(begin, "wb"), content):
            answer = self.run_with(arguments, f"/dev/fd/{end}", pass_fds=[end])
            os.close(end)
        return answer

    def by_standard_input(self, arguments, content, name="-"):
        end, begin = os.pipe()
        with writing(lambda: os.fdopen(begin, "wb"), content):
            answer = self.run_with(arguments, name, stdin=end)
            os.close(end)
        return answer

    def test_every_kind_of_input_gives_the_answer_of_a_file(self):
        for name, arguments, content in CASES:
            content = content if isinstance(content, bytes) else content.encode()
            expected = self.run_with(arguments, self.file("input", content))
            self.assertIn(expected[0], (0, 1, 2), name)
            self.assertEqual(expected[0] == 1, name in ("bad list", "empty"), (name, expected))
            ways = {"FIFO": self.by_fifo, "process substitution": self.by_descriptor}
            if name != "starts":  # "-" is no point, and none can be asked for there
                ways["standard input"] = self.by_standard_input
            for way, run in ways.items():
                with self.subTest(name, way=way):
                    self.assertEqual(run(arguments, content), expected)

    def test_a_result_through_pipes(self):
        path = self.path("result.json")
        subprocess.run([PROGRAM, "roots", "--poly", "x^60 - x - 1", "--digits", "400", "-o", path], check=True)
        with open(path, "rb") as file:
            content = file.read()
        for arguments in (["verify", "{}", "--poly", "x^60 - x - 1", "--json"],):
            expected = self.run_with(arguments, path)
            self.assertEqual(expected[0], 0, expected)
            for run in (self.by_fifo, self.by_descriptor, self.by_standard_input):
                self.assertEqual(run(arguments, content), expected)
        polynomial = b" " * 70000 + b"x^60 - x - 1"
        expected = self.run_with(["verify", path, "{}", "--json"], self.file("p.txt", polynomial))
        self.assertEqual(expected[0], 0, expected)
        for run in (self.by_fifo, self.by_descriptor, self.by_standard_input):
            self.assertEqual(run(["verify", path, "{}", "--json"], polynomial), expected)


main()
