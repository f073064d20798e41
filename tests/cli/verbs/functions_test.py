"""Functions as `minimax` writes them, compiled and run: formats for each coefficient, pairs of halves, bfloat16, pow, atan2."""
import json
import math
import re
import shlex
import shutil
import struct
import subprocess
from fractions import Fraction

from program import Case, main, vieta

# CUDA's names, as far as a text for pairs of halves has them, on halves that are rounded by hand.
PAIRS = r"""
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#define __device__
static float rounded(float x) {
  if (!(std::fabs(x) < 65520.0f)) return x != x ? x : std::copysign(INFINITY, x);
  int e;
  std::frexp(x, &e);
  const float unit = std::ldexp(1.0f, (e < -13 ? -13 : e) - 11);
  return std::copysign(std::nearbyint(x / unit) * unit, x);
}
static std::uint16_t bits(float x) {
  const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (x != x) return sign | 0x7e00;
  x = std::fabs(x);
  if (x == INFINITY) return sign | 0x7c00;
  if (x < 0x1p-14f) return sign | (std::uint16_t)(x * 0x1p24f);
  int e;
  const float m = std::frexp(x, &e);
  return sign | (std::uint16_t)(((e + 14) << 10) + (int)(m * 2048) - 1024);
}
static float of_bits(std::uint16_t b) {
  const int e = b >> 10 & 31, m = b & 1023;
  const float x = e == 31 ? (m ? NAN : INFINITY) : e == 0 ? std::ldexp((float)m, -24) : std::ldexp((float)(m + 1024), e - 25);
  return b & 0x8000 ? -x : x;
}
struct __half2_raw { unsigned short x, y; };
struct __half2 {
  float lo, hi;
  __half2(float a, float b) : lo(rounded(a)), hi(rounded(b)) {}
  __half2(__half2_raw r) : lo(of_bits(r.x)), hi(of_bits(r.y)) {}
  operator __half2_raw() const { return {bits(lo), bits(hi)}; }
};
static __half2 operator+(__half2 a, __half2 b) { return {a.lo + b.lo, a.hi + b.hi}; }
static __half2 operator-(__half2 a, __half2 b) { return {a.lo - b.lo, a.hi - b.hi}; }
static __half2 operator*(__half2 a, __half2 b) { return {a.lo * b.lo, a.hi * b.hi}; }
static __half2 operator/(__half2 a, __half2 b) { return {a.lo / b.lo, a.hi / b.hi}; }
static __half2 operator-(__half2 a) { return {-a.lo, -a.hi}; }
static __half2 __float2half2_rn(float x) { return {x, x}; }
static __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
static float __low2float(__half2 x) { return x.lo; }
static float __high2float(__half2 x) { return x.hi; }
static __half2 __habs2(__half2 x) { return {std::fabs(x.lo), std::fabs(x.hi)}; }
static __half2 h2sqrt(__half2 x) { return {std::sqrt(x.lo), std::sqrt(x.hi)}; }
static unsigned __hlt2_mask(__half2 a, __half2 b) { return (a.lo < b.lo ? 0xffffu : 0u) | (a.hi < b.hi ? 0xffff0000u : 0u); }
static unsigned __heq2_mask(__half2 a, __half2 b) { return (a.lo == b.lo ? 0xffffu : 0u) | (a.hi == b.hi ? 0xffff0000u : 0u); }
"""


def nearest_bfloat(x):
    """Ties to even, of a finite number within the range of bfloat16."""
    mantissa, exponent = math.frexp(x)
    unit = 2.0**(max(exponent, -125) - 8)
    return round(x / unit) * unit


class Functions(Case):
    def asked(self, *arguments, code=0):
        done = vieta("minimax", *arguments)
        self.assertEqual((done.returncode, done.stderr), (code, ""))
        return done.stdout

    def run_program(self, source, *compiler, name="f.c"):
        """What it prints, or nothing where there is no such compiler."""
        if shutil.which(compiler[0]) is None:
            self.skipTest(f"no {compiler[0]}")
        path, program = self.file(name, source), self.path("f")
        done = subprocess.run([*compiler, "-Wall", "-Wextra", "-Wno-unused-function", path, "-o", program, "-lm"], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        return subprocess.run([program], capture_output=True, text=True, check=False).stdout

    def test_a_format_for_each_coefficient(self):
        fits = {"f": lambda x: struct.unpack("f", struct.pack("f", x))[0] == x, "e": lambda x: struct.unpack("e", struct.pack("e", x))[0] == x,
                "b": lambda x: nearest_bfloat(x) == x, "d": lambda _: True}
        for formats, kinds in (("f32,bf16", "fbbbb"), ("f64,f32,f16", "dfeee"), ("bf16,bf16,f32", "bbfff"), ("dd,f32", "dffff"), ("dd", "ddddd")):
            with self.subTest(formats):
                answer = json.loads(self.asked("exp", "--degree", "4", "--format", formats, "--json"))
                self.assertEqual((answer["format"], answer["status"]), (formats, "optimal"))
                self.assertTrue(all(fits[kind](c) for kind, c in zip(kinds, answer["coefficients"])))
                self.assertLess(answer["proven_bound"], answer["rounded_error"] * 1.000001)
                path = self.file("exp.json", json.dumps(answer))
                self.assertEqual(vieta("verify", path).returncode, 0)
                # Another format than that of the coefficients is a lie.
                if "b" not in kinds:
                    path = self.file("lie.json", json.dumps({**answer, "format": "bf16"}))
                    self.assertEqual(vieta("verify", path).returncode, 2)
        # Where the first coefficient is what counts, it is worth its bits: a logarithm with bfloat16.
        errors = [json.loads(self.asked("log(3+x)", "--in=-0.01,0.01", "--degree", "2", "--format", f, "--json"))["proven_bound"]
                  for f in ("bf16", "f32,bf16")]
        self.assertLess(errors[1], errors[0] / 5)
        self.refused("minimax", "exp", "--format", "dd,f8", saying="--format: found 'dd,f8', expected f64, f32")
        self.refused("minimax", "exp", "--format", "f32,", saying="--format: found 'f32,'")
        self.refused("minimax", "exp", "--degree", "1", "--format", "dd,f32,f32", saying="found 3 formats for 2 coefficients")
        self.refused("minimax", "tanh", "--denominator-degree", "2", "--format", "dd,f32", saying="beside a denominator")

    def test_a_pair_is_the_sum_of_two_literals(self):
        text = self.asked("acos", "--degree", "4", "--format", "dd,f32", "--emit", "c")
        high, low = float(re.search(r"\(p \+ ([\d.]+)f\)", text)[1]), float(re.search(r"p = p \* x \+ ([\d.e-]+)f;\n  return", text)[1])
        answer = json.loads(self.asked("acos", "--degree", "4", "--format", "dd,f32", "--json"))
        self.assertLess(abs(high - answer["coefficients"][0]), 1.3e-7)
        # The literals are read as floats.
        as_float = lambda x: struct.unpack("f", struct.pack("f", x))[0]
        self.assertLess(abs(as_float(high) + as_float(low) - answer["coefficients"][0]), 1e-14)

    def test_pairs_of_halves(self):
        for function, more in (("acos", ["--full-range"]), ("asin", ["--full-range"]), ("tanh", ["--full-range"]), ("atan", ["--full-range"]),
                               ("sqrt", []), ("exp", [])):
            with self.subTest(function):
                question = [function, "--degree", "3", "--format", "f16", *more, "--emit", "cuda", "--name", "f"]
                pairs, halves = self.asked(*question, "--half2"), self.asked(*question, "--half")
                error = r"// Of all (\d+) halves[^:]*: ([\d.e-]+);"
                self.assertEqual(re.search(error, pairs).groups(), re.search(error, halves).groups())
                lo, hi = {"acos": (-1, 1), "asin": (-1, 1), "tanh": (-65504, 65504), "atan": (-65504, 65504), "sqrt": (1, 4),
                          "exp": (-0.3465, 0.3465)}[function]
                loop = f"""
int main() {{
  for (int b = 0; b < 65536; ++b) {{
    const float x = of_bits((std::uint16_t)b), other = of_bits((std::uint16_t)(b ^ 0x8000));
    if (!(x >= (float){lo} && x <= (float){hi})) continue;
    const float second = other >= (float){lo} && other <= (float){hi} ? other : x;
    const __half2 y = f(__half2(x, second)), z = f(__half2(second, x));
    if (!(y.lo == z.hi && y.hi == z.lo)) return 1;
    std::printf("%.9g %.9g\\n", (double)x, (double)y.lo);
  }}
  return 0;
}}
"""
                done = self.run_program(PAIRS + pairs.replace("#include <cuda_fp16.h>\n", "") + loop, "g++", "-std=c++17", "-O1", "-ffp-contract=off",
                                        name="f.cpp")
                truth, worst = getattr(math, function), 0
                for line in done.splitlines():
                    x, y = map(float, line.split())
                    worst = max(worst, abs(y - truth(x)) / max(abs(truth(x)), 2**-14))
                self.assertLessEqual(worst, float(re.search(error, pairs)[2]) * 1.0001)
        self.refused("minimax", "exp", "--half2", "--emit", "c", saying="--half2: found c, expected cuda")
        self.refused("minimax", "exp", "--half2", saying="--half2: found no --emit")

    def test_cuda_compiles(self):
        texts = [self.asked(f, "--degree", "3", "--full-range", "--format", "f16", "--half2", "--emit", "cuda", *more)
                 for f, more in (("acos", []), ("asin", ["--fma"]), ("tanh", []), ("atan2", []))]
        texts.append(self.asked("gelu", "--degree", "6", "--full-range", "--format", "bf16", "--bfloat16", "--emit", "cuda"))
        texts.append(self.asked("pow", "--degree", "6", "--full-range", "--emit", "cuda"))
        if shutil.which("nvcc") is None:
            self.skipTest("no nvcc")
        kernel = "\n__global__ void k(__nv_bfloat16* x, __half2* h) { *x = fast_gelu(*x); *h = fast_atan2(fast_acos(*h), fast_asin(*h)); }\n"
        done = subprocess.run(["nvcc", "-std=c++17", "-arch=sm_80", "-cubin", self.file("f.cu", "".join(texts) + kernel), "-o", self.path("f")],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bfloat16(self):
        """All 65,536 inputs of the text, against what the comment says of them."""
        for function, truth, more in (("gelu", lambda x: x * (1 + math.erf(x / math.sqrt(2))) / 2, ["--in=0,5"]),
                                      ("rsqrt", lambda x: 1 / math.sqrt(x), [])):
            for language, compiler in (("c", ["gcc", "-O1", "-std=c99"]), ("cpp", ["g++", "-O1", "-std=c++20"])):
                with self.subTest(f"{function}, {language}"):
                    text = self.asked(function, "--degree", "6", "--full-range", "--format", "f32", "--bfloat16", "--emit", language, "--name", "f", *more)
                    loop = ("\n#include <stdio.h>\nint main(void) { for (unsigned b = 0; b < 65536; ++b) printf(\"%u\\n\", (unsigned)f_bf16((uint16_t)b)); "
                            "return 0; }\n")
                    done = self.run_program(text + loop, *compiler, "-ffp-contract=off", name="f.c" if language == "c" else "f.cpp")
                    number = lambda b: struct.unpack("f", struct.pack("I", b << 16))[0]
                    inputs, right, worst = 0, 0, 0.0
                    for b, bits in enumerate(map(int, done.split())):
                        x, y = number(b), number(bits)
                        if math.isnan(x):
                            self.assertTrue(math.isnan(y))
                        elif math.isinf(x) and x > 0:
                            self.assertEqual(y, 0 if function == "rsqrt" else math.inf)
                        elif (function == "gelu" and abs(x) < math.inf) or (function == "rsqrt" and 0 < x < math.inf):
                            inputs, nearest = inputs + 1, nearest_bfloat(truth(x))
                            right += y == nearest
                            worst = max(worst, abs(y - truth(x)) / (abs(truth(x)) if function == "rsqrt" else 1))
                    said = re.search(r"Of all (\d+) bfloat16 numbers there, rounded to bfloat16: ([\d.e+-]+)(?:, \S+ units in the last place at most)?; ([\d.]+) %", text)
                    self.assertEqual(int(said[1]), inputs)
                    # Said is the worse of sums that are fused and sums that are not.
                    self.assertLessEqual(float(said[3]), 100 * right / inputs + 0.06)
                    self.assertGreater(float(said[3]), 100 * right / inputs - 1)
                    self.assertLessEqual(worst, float(said[2]) * (1 + 1e-9))
                    self.assertGreater(worst, float(said[2]) * 0.9)
        self.refused("minimax", "gelu", "--bfloat16", "--emit", "glsl", saying="--bfloat16: found glsl")
        self.refused("minimax", "atan2", "--full-range", "--bfloat16", "--emit", "c", saying="found a function of two arguments")
        self.refused("minimax", "gelu", "--bfloat16", "--half", "--emit", "c", saying="--bfloat16: found beside --half")

    def test_two_arguments(self):
        by_sum = ["--form", "pi/4+(x-1)/(x+1)*p(((x-1)/(x+1))^2)", "--in=0,1", "--absolute"]
        for question, name, bound in ((["atan2", "--degree", "5", "--full-range"], "atan2", 1e-5),
                                      (["atan2", "--degree", "5", *by_sum, "--full-range", "atan2"], "atan2", 1e-5),
                                      (["pow", "--degree", "8", "--full-range"], "pow", 2e-5)):
            text = self.asked(*question, "--emit", "c", "--name", "f")
            source = text + """
#include <stdio.h>
#include <float.h>
static const float special[] = {0.0f, -0.0f, 1.0f, -1.0f, 2.5f, -3.0f, 1e-40f, -1e-40f, 1e-3f, FLT_MAX, -FLT_MAX, 2e38f, INFINITY, -INFINITY, NAN};
enum { specials = sizeof special / sizeof *special };
int main(void) {
  int wrong = 0;
  double worst = 0;
  for (int i = 0; i < specials + 60; ++i)
    for (int k = 0; k < specials + 60; ++k) {
      const float a = i < specials ? special[i] : (i - 30) * 0.37f, b = k < specials ? special[k] : (k - 41) * 0.21f;
      if (IS_POW && (signbit(a) || a == FLT_MAX)) continue; /* as in shading languages; log2(FLT_MAX) rounds to 128 */
      const double t = NAME(a, b);
      const float y = f(a, b);
      const double size = IS_POW ? (fabs(t) < FLT_MIN ? FLT_MIN : fabs(t)) : 1;
      const int same = t != t ? y != y : isinf((float)t) ? y == (float)t : fabs(y - t) <= BOUND * size && (IS_POW || !signbit(t) == !signbit(y));
      if (!same && wrong++ < 5) printf("f(%g, %g) = %g, expected %g\\n", a, b, y, t);
      if (same && t == t && !isinf(t) && fabs(y - t) / size > worst) worst = fabs(y - t) / size;
    }
  printf("%d %g\\n", wrong, worst);
  return wrong != 0;
}
""".replace("NAME", name).replace("IS_POW", str(int(name == "pow"))).replace("BOUND", str(bound))
            with self.subTest(question):
                said = self.run_program(source, "gcc", "-O1", "-std=c99", "-ffp-contract=off")
                self.assertTrue(said.splitlines()[-1].startswith("0 "), said)
        positive = self.asked("atan2", "--degree", "3", *by_sum, "--full-range", "atan2", "--positive", "--emit", "glsl")
        self.assertIn("(y - x) / (y + x)", positive)

    def test_errors_of_two_arguments(self):
        """Stated over pairs of floats, in the comment and in JSON; what they are held against here are other pairs."""
        by_sum = ["atan(x)", "--form", "pi/4+(x-1)/(x+1)*p(((x-1)/(x+1))^2)", "--in=0,1", "--absolute", "--degree", "4", "--full-range", "atan2"]
        for question, pairs, least, most in ((["atan2", "--degree", "7", "--full-range"], "of floats in all quadrants", 1.2e-7, 4e-7),
                                             (["atan2", "--degree", "7", "--full-range", "--positive"], "of floats in the first quadrant", 1.2e-7, 4e-7),
                                             (by_sum, "of floats in all quadrants, absolute error", 1.147e-5, 1.2e-5),
                                             (["pow", "--degree", "8", "--full-range"], "of floats of x^y from 2^-126 to 2^127, relative error", 8e-6, 4e-5)):
            with self.subTest(question):
                code = json.loads(self.asked(*question, "--json"))["code"]
                self.assertIn(f"// Of 262144 pairs {pairs}: ", code["text"])
                self.assertEqual((code["inputs"], code["exhaustive"]), (262144, False))
                for error in (code["float_error_separate"], code["float_error_fused"]):
                    self.assertTrue(least < error < most, error)
                x, y = code["worst_at"], code["worst_second"]
                self.assertTrue(math.isfinite(x) and math.isfinite(y) and (y if "pow" in question[0] else 1) != 0)
        self.assertIn("262144 pairs of floats, Horner: ", self.asked("atan2", "--degree", "3", "--full-range"))
        halves = self.asked("atan2", "--degree", "3", "--full-range", "--format", "f16", "--half", "--emit", "c")
        self.assertRegex(halves, r"pairs of halves in all quadrants: 1\.[3-9]\d*e-03")

    def test_pairs_of_doubles_to_106_bits(self):
        """2^-100 by `--format dd`, which had 64 bits of the 106 before."""
        answer = json.loads(self.asked("exp", "--error", "7.8886e-31", "--format", "dd", "--json"))
        self.assertEqual((answer["status"], answer["format"]), ("optimal", "dd"))
        self.assertLess(answer["proven_bound"], 2.0**-100)
        for coefficient, text in zip(answer["coefficients"], answer["decimals"]):
            rest = Fraction(text) - Fraction(coefficient)
            self.assertEqual(rest, Fraction(float(rest)))
            self.assertEqual(float(Fraction(text)), coefficient)
        self.assertEqual(vieta("verify", self.file("exp.json", json.dumps(answer))).returncode, 0)
        # Beside coarser coefficients the pairs are the best ones for these.
        mixed = json.loads(self.asked("exp(x)", "--in=-0.001,0.001", "--degree", "7", "--format", "dd,dd,dd,f64", "--json"))
        self.assertLess(mixed["proven_bound"], 2.0**-87)  # c3 alone rounds by 2^-56, times 1e-9
        self.assertEqual(vieta("verify", self.file("mixed.json", json.dumps(mixed))).returncode, 0)
        # Nearly 2^-107 of each coefficient is what rounding costs.
        deep = json.loads(self.asked("exp", "--degree", "24", "--format", "dd", "--json"))
        self.assertLess(deep["proven_bound"], 2.0**-106)

    def test_gelu_and_softplus_on_all_numbers(self):
        for function, kind, bounds in (("gelu", "absolute", {"f32": 2e-4, "f16": 4e-2}), ("softplus", "relative", {"f32": 1.5e-6, "f16": 2e-3})):
            for form in ("f32", "dd,f32", "f32,bf16"):
                code = json.loads(self.asked(function, "--degree", "6", "--full-range", "--format", form, "--json"))["code"]
                # Beyond 2^20 gelu is x or 0, as its text is, and a reference in double tells no absolute error.
                self.assertIn("from -1.04858e+06 to 1.04858e+06" if function == "gelu" else "from -3.40282e+38 to 3.40282e+38", code["text"])
                self.assertLess(code["float_error_fused"], bounds["f32"] if form != "f32,bf16" else 2e-3)
            code = json.loads(self.asked(function, "--degree", "6", "--full-range", "--format", "f16", "--half", "--emit", "c", "--json"))["code"]
            self.assertEqual((code["inputs"], code["exhaustive"]), (63488, True))  # every finite half
            self.assertIn(f"halves of {function} from -65504 to 65504", code["text"])
            self.assertLess(code["float_error_separate"], bounds["f16"])
            text = self.asked(function, "--degree", "6", "--full-range", "--bfloat16", "--emit", "c")
            self.assertIn("Of all 65280 bfloat16 numbers there", text)  # every finite one

    def test_halves_that_miss_the_error_asked_for(self):
        done = vieta("minimax", "gelu", "--error", "1e-3", "--half", "--emit", "c")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("of halves its error is", done.stderr)
        answer = vieta("minimax", "gelu", "--error", "1e-3", "--half", "--json")
        self.assertEqual(answer.returncode, 2)
        self.assertIn("--error 0.001 is met by the coefficients, but not by the text", json.loads(answer.stdout)["code"]["note"])
        self.assertNotIn("of halves", vieta("minimax", "gelu", "--error", "0.1", "--half", "--emit", "c").stderr)

    def test_the_cheapest_form_of_an_error(self):
        """`--error` against all that `pareto` knows."""
        for function, wanted in (("rsqrt", (4e-7, 1e-4)), ("exp", (1e-7, 1e-4, 3e-3)), ("acos", (1e-5, 1e-3))):
            table = json.loads(self.asked("pareto", function, "--json"))["variants"]
            for error in wanted:
                with self.subTest(f"{function}, {error}"):
                    answer = json.loads(self.asked(function, "--error", repr(error), "--json"))
                    self.assertLessEqual(answer["proven_bound"], error)
                    cost = next(s["slots"] for s in answer["code"]["slots"] if s["name"] == "gcn")
                    self.assertLessEqual(cost, min(v["cost"] for v in table if v["error"] == "relative" and v["proven_bound"] <= error))
        answer = json.loads(self.asked("rsqrt", "--error", "4e-7", "--json"))
        self.assertEqual(len(answer["denominator"]), 3)  # a quotient here
        text = self.asked("rsqrt", "--error", "4e-7", "--emit", "c")
        again = re.search(r"Written by: vieta minimax (.*)", text)[1]
        self.assertEqual(self.asked(*shlex.split(again)), text)

    def test_curves_beside_each_other(self):
        path = self.path("acos.svg")
        self.asked("acos", "--degree", "3", "--plot", path, "--beside", "sqrt(1-x)*(1.5707288-0.2121144*x+0.074261*x^2-0.0187293*x^3)", "--beside",
                   "pi/2-x")
        with open(path, encoding="utf-8") as picture:
            text = picture.read()
        for name in (">p<", ">--beside 1<", ">pi/2-x<"):
            self.assertIn(name, text)
        self.refused("minimax", "acos", "--beside", "x", saying="--beside: found no --plot")
        self.refused("minimax", "acos", "--plot", path, "--beside", "x+", saying="--beside")
        self.refused("minimax", "acos", "--plot", path, "--beside", "1/0", saying="--beside: found '1/0'")

    def test_pareto_to_degree_12(self):
        table = self.asked("pareto", "sqrt", "--degree", "9")
        self.assertIn("cost  regs  form", table)
        self.assertRegex(table, r"p\(x\) +9 ")
        self.refused("minimax", "pareto", "sqrt", "--degree", "13", saying="--degree: found 13, expected 1 to 12")

    def test_constants_that_are_clamped(self):
        for language, compiler in (("c", ["gcc", "-std=c99"]), ("cpp", ["g++", "-std=c++17"])):
            text = self.asked("1", "--in=-1,1", "--degree", "0", "--fixed", "q7", "--emit", language, "--name", "f")
            loop = '\n#include <stdio.h>\nint main(void) { printf("%d %d\\n", (int)f(-128), (int)f(127)); return 0; }\n'
            self.assertEqual(self.run_program(text + loop, *compiler, name="f.c" if language == "c" else "f.cpp"), "127 127\n")
            text = self.asked("2", "--in=-1,1", "--degree", "0", "--emit", language, "--name", "f")  # which does not look at x
            loop = '\n#include <stdio.h>\nint main(void) { printf("%g\\n", (double)f(1)); return 0; }\n'
            self.assertEqual(self.run_program(text + loop, *compiler, name="f.c" if language == "c" else "f.cpp"), "2\n")


if __name__ == "__main__":
    main()
