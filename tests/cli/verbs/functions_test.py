"""Functions as `minimax` writes them, compiled and run: formats for each coefficient, pairs of halves, bfloat16, pow, atan2."""
import json
import math
import re
import shutil
import struct
import subprocess

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
                        elif (function == "gelu" and abs(x) <= 10000) or (function == "rsqrt" and 0 < x < math.inf):
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
