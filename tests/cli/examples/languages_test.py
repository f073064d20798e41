"""Every function of `--full-range` in every language of `--emit`: compiled without a warning by what is installed, run where something runs it, and
held against the C library's double within the error that its comment states. Metal and ISPC run as C++, which has their functions by the same names;
WGSL runs in tests/shaders."""

import math
import pathlib
import re
import shlex
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from program import Case, main, vieta

ASIN, ATAN = "pi/2-sqrt(1-x)*p(x)", "pi/4+(x-1)/(x+1)*p(((x-1)/(x+1))^2)"
DEGREES = {"acos": 4, "asin": 4, "atan": 5, "atan2": 5, "cbrt": 6, "cos": 4, "exp": 5, "exp2": 5, "gelu": 6, "linear_to_srgb": 4, "log": 6, "log2": 6,
           "pow": 7, "rsqrt": 6, "sin": 4, "sinh": 4, "softplus": 6, "srgb_to_linear": 4, "tanh": 5}
# (name of the text, function, options)
TEXTS = [(name, name, ["--degree", degree, "--full-range"]) for name, degree in DEGREES.items()]
TEXTS += [(f"{name}_by_form", name, [f"{of}(x)", "--form", form, "--in=0,1", "--absolute", "--degree", 4, "--full-range", name])
          for name, of, form in (("asin", "asin", ASIN), ("atan", "atan", ATAN), ("atan2", "atan", ATAN))]
TEXTS += [(f"{name}_positive", name, ["--degree", DEGREES[name], "--full-range", "--positive"]) for name in ("acos", "atan2", "log", "pow")]
TWO = ("atan2", "pow")
# Each kind of step is in one of these: enough for a language whose text has the shape of C's.
SOME = [text for text in TEXTS if text[0] in ("acos", "atan2", "atan2_by_form", "cbrt", "exp2", "gelu", "log", "rsqrt", "sin", "softplus", "tanh")]


def power(x, y):
    return 1.0 if x == 1 or y == 0 else x**y


def softplus(x):
    return max(x, 0) + math.log1p(math.exp(-abs(x)))


def to_linear(x):
    return x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4


def to_srgb(x):
    return 12.92 * x if x <= 0.0031308 else 1.055 * x ** (1 / 2.4) - 0.055


TRUTH = {"cbrt": lambda x: math.copysign(abs(x) ** (1 / 3), x), "exp2": lambda x: 2.0**x, "gelu": lambda x: x * math.erfc(-x / math.sqrt(2)) / 2,
         "rsqrt": lambda x: 1 / math.sqrt(x), "softplus": softplus, "srgb_to_linear": to_linear, "linear_to_srgb": to_srgb, "pow": power}
DOMAIN = {"acos": (-1, 1), "asin": (-1, 1), "srgb_to_linear": (0, 1), "linear_to_srgb": (0, 1), "exp": (-87, 88), "exp2": (-126, 127), "sinh": (-88, 88),
          "sin": (-25000, 25000), "cos": (-12000, 12000), "log": (1e-45, 4e38), "log2": (1e-45, 4e38), "rsqrt": (1e-45, 4e38)}
# Written by each language itself, as exact floats.
INPUTS = [-3e38, -90.5, -5.25, -1.0, -0.75, -0.0, 0.0, 0.0625, 0.3125, 0.5, 0.9375, 1.0, 1.5, 2.0, 7.75, 63.5, 6000.0, 1e30]
SECONDS = [-2.5, -0.0, 0.0, 0.375, 1.0, 3.0]
C_LOOP = """
#include <stdio.h>
int main(void) {
  const float x[] = {@INPUTS}, y[] = {@SECONDS};
  const int n = sizeof x / sizeof *x, m = sizeof y / sizeof *y;
  for (int i = 0; i < n; ++i) {
@ONE
    for (int k = 0; k < m; ++k) {
@BOTH
    }
  }
  return 0;
}
"""
METAL_AND_ISPC = """#include <bit>
#include <cmath>
using std::abs, std::sqrt, std::copysign, std::rint, std::round, std::ldexp, std::exp, std::exp2, std::log, std::fma;
using uint = unsigned;
template <class T, class U> T as_type(U u) { return std::bit_cast<T>(u); }
inline int intbits(float x) { return std::bit_cast<int>(x); }
inline float floatbits(unsigned u) { return std::bit_cast<float>(u); }
"""


def floats(values):
    return ", ".join(f"{value!r}f" for value in values)


class Languages(Case):
    def texts(self, language, which):
        proof = [] if language == "c" else ["--no-proof"]  # the texts have the same numbers

        def one(text):
            name, function, options = text
            question = options if options[0] == f"{function.rstrip('2')}(x)" else [function, *options]
            done = vieta("minimax", *question, "--emit", language, "--name", f"f_{name}", *proof)
            self.assertEqual((done.returncode, done.stderr), (2 if proof else 0, ""), (language, name))
            return done.stdout

        with ThreadPoolExecutor(2) as pool:
            return list(pool.map(one, which))

    def built(self, *command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def looks(self, said, which, texts):
        """Lines `name x y value`, against the truth."""
        errors = {}
        for (name, function, _), text in zip(which, texts):
            stated = re.search(r"Of \d+ (?:pairs of )?floats[^\n]*: ([\d.e+-]+); where a \* b \+ c is fused: ([\d.e+-]+)", text)
            errors[name] = max(float(stated[1]), float(stated[2])), "absolute error" in stated[0] or function == "cos"
        lines = 0
        for line in said.splitlines():
            name, x, y, value = line.split()
            x, y, value = float(x), float(y), float(value)
            function = name.split("_by")[0].replace("_positive", "")
            lo, hi = DOMAIN.get(function, (-math.inf, math.inf))
            if "positive" in name and function != "acos" and not (x > 0 and y > 0) or "positive" in name and x < 0:
                continue
            if function == "pow":
                if not 0 <= x < 3e38 or (x == 0 and y < 0):
                    continue
                exact = power(x, y)
                if not (exact == 0 or 2.0**-126 <= exact <= 2.0**127):
                    continue
            elif not lo <= x <= hi or (function == "rsqrt" and x <= 0):
                continue
            else:
                exact = TRUTH.get(function, getattr(math, function, None))(*((x, y) if function == "atan2" else (x,)))
            error, absolute = errors[name]
            # Here and there an input that the sample has not, or a library's other exp.
            self.assertLessEqual(abs(value - exact), (1.3 * error + 1e-7) * (1 if absolute else max(abs(exact), 2.0**-126)), line)
            lines += 1
        self.assertGreater(lines, 10 * len(which))

    def calls(self, template, which):
        """`template` with the calls of all functions, as C has them."""
        one, both = "", ""
        for name, function, _ in which:
            two = function in TWO
            line = f'printf("{name} %.9g %.9g %.9g\\n", (double)x[i], {"(double)y[k]" if two else "1.0"}, (double)f_{name}(x[i]{", y[k]" if two else ""}));\n'
            if two:
                both += "      " + line
            else:
                one += "    " + line
        return template.replace("@INPUTS", floats(INPUTS)).replace("@SECONDS", floats(SECONDS)).replace("@ONE", one).replace("@BOTH", both)

    def test_c_and_its_relatives(self):
        strict = ["-Wall", "-Wextra", "-Werror", "-O1", "-ffp-contract=off"]
        for language, which, head, commands in (
                ("c", TEXTS, "", (["gcc", "-std=c99", "-pedantic"], ["clang", "-std=c11", "-pedantic"])),
                ("cpp", TEXTS, "", (["g++", "-std=c++20", "-pedantic"],)),
                ("cuda", SOME, "#include <cmath>\n#define __host__\n#define __device__\n", (["g++", "-std=c++17"],)),
                ("metal", SOME, METAL_AND_ISPC, (["g++", "-std=c++20"],)),
                ("ispc", SOME, METAL_AND_ISPC, (["g++", "-std=c++20", "-Wno-overflow"],))):
            if language == "ispc":  # it has no exp2, and rounds to even by a name that C++ has for another rounding
                which = [text for text in SOME if text[0] not in ("cbrt", "exp2", "rsqrt", "sin")]
            texts = self.texts(language, which)
            name = "f.c" if language == "c" else "f.cpp"
            path, program = self.file(name, head + "\n".join(texts) + self.calls(C_LOOP, which)), self.path(f"f_{language}")
            for command in commands:
                with self.subTest(f"{language}, {command[0]}"):
                    if shutil.which(command[0]) is None:
                        continue
                    self.built(*command, *strict, path, "-o", program, "-lm")
                    self.looks(subprocess.run([program], capture_output=True, text=True, check=True).stdout, which, texts)

    def test_rust(self):
        if shutil.which("rustc") is None:
            self.skipTest("no rustc")
        texts = self.texts("rust", TEXTS)
        loop = "fn main() {\n  let x = [@INPUTS];\n  let y = [@SECONDS];\n  for i in 0..x.len() {\n@ONE    for k in 0..y.len() {\n@BOTH    }\n  }\n}\n"
        loop = re.sub(r'printf\("(\w+) [^"]*", \(double\)(x\[i\]), (?:\(double\))?([^,]*), \(double\)(.*)\);', r'println!("\1 {:e} {:e} {:e}", \2, \3, \4);',
                      self.calls(loop, TEXTS)).replace(", 1.0, ", ", 1.0_f32, ")
        loop = re.sub(r"(\d)f\b", r"\1_f32", loop)
        path, program = self.file("f.rs", "\n".join(texts) + loop), self.path("f_rust")
        self.built("rustc", "--edition=2021", "-D", "warnings", "-O", path, "-o", program)
        said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        self.looks(said.replace("NaN", "nan"), TEXTS, texts)

    def test_python(self):
        try:
            import numpy as np
        except ImportError:
            self.skipTest("no NumPy")
        texts, space, said = self.texts("python", TEXTS), {}, ""
        for text in texts:
            exec(text, space)
        with np.errstate(all="ignore"):
            for name, function, _ in TEXTS:
                for x in INPUTS:
                    for y in SECONDS if function in TWO else [1.0]:
                        arguments = [np.float32(x), np.float32(y)] if function in TWO else [np.float32(x)]
                        value = space[f"f_{name}"](*arguments)
                        self.assertEqual(np.asarray(value).dtype, np.float32, name)
                        said += f"{name} {float(arguments[0])!r} {float(arguments[-1]) if function in TWO else 1.0!r} {float(value)!r}\n"
        self.looks(said, TEXTS, texts)

    def test_shaders_compile(self):
        if shutil.which("glslangValidator") is None:
            self.skipTest("no glslangValidator")
        for language, which, options in (("glsl", TEXTS, ["-V"]), ("hlsl", SOME, ["-D", "-V", "-e", "main"])):
            sums = " + ".join(f"f_{name}({'a, b' if function in TWO else 'a'})" for name, function, _ in which)
            main = (f"layout(location = 0) in vec2 given;\nlayout(location = 0) out float found;\nvoid main() {{\n  float a = given.x, b = given.y;\n  found = {sums};\n}}\n"
                    if language == "glsl" else
                    f"float main(float2 given : TEXCOORD0) : SV_Target {{\n  float a = given.x, b = given.y;\n  return {sums};\n}}\n")
            path = self.file(f"f.{language}", ("#version 450\n" if language == "glsl" else "") + "\n".join(self.texts(language, which)) + main)
            done = subprocess.run(["glslangValidator", *options, "-S", "frag", "-o", self.path("f.spv"), path], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertNotIn("WARNING", done.stdout)

    def test_the_page_of_five_machines(self):
        """The first command of each section writes a text that a compiler takes."""
        page = (pathlib.Path(__file__).parents[3] / "docs" / "tutorial" / "functions_for_five_machines.md").read_text(encoding="utf-8")
        commands = [re.search(r"    \$ vieta (.*)|`vieta (minimax log2 --rounded --emit c)`", section) for section in page.split("\n## ")[1:]]
        self.assertEqual(len(commands), 5)
        for found, (kind, language) in zip(commands, (("fixed point", "c"), ("half", "cuda"), ("bfloat16", "cuda"), ("shader", "hlsl"), ("rounded", "c"))):
            words = shlex.split(found[1] or found[2])
            with self.subTest(kind):
                self.assertEqual(words[-1], language)
                done = vieta(*words, *(["--in=1,1.001"] if kind == "rounded" else []))
                self.assertEqual((done.returncode, done.stderr), (2 if kind == "rounded" else 0, ""))
                if language == "c":
                    self.built("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-c", self.file("five.c", done.stdout), "-o", self.path("five.o"))
                elif language == "hlsl" and shutil.which("glslangValidator"):
                    path = self.file("five.hlsl", done.stdout + "float main(float x : TEXCOORD0) : SV_Target { return fast_acos(x); }\n")
                    self.assertEqual(subprocess.run(["glslangValidator", "-D", "-V", "-e", "main", "-S", "frag", "-o", self.path("five.spv"), path],
                                                    capture_output=True, check=False).returncode, 0)
                elif language == "cuda" and shutil.which("nvcc"):
                    # The front end alone: what a machine without a GPU can say of a kernel.
                    self.built("nvcc", "-std=c++17", "-arch=sm_80", "-ptx", self.file("five.cu", done.stdout), "-o", self.path("five.ptx"))


if __name__ == "__main__":
    main()
