"""`vieta minimax NAME --rounded`: parts of the proof, and the emitted text compiled with and without contraction."""
import json
import shutil
import subprocess

from program import Case, main, vieta

FUNCTIONS = "exp exp2 expm1 log log2 log10 log1p cbrt sin cos tan asin acos atan sinh cosh tanh erf".split()

# Against the C library's functions of doubles, which are right to a few units in the last place: inputs whose value is that near to
# the middle of two floats are left out, and results that are no normal floats.
HARNESS = """
static int same(float a, float b) { return (a != a && b != b) || (a == b && !signbit(a) == !signbit(b)); }
static int wrong = 0, looked_at = 0;
static void look(const char* name, float (*f)(float), double (*truth)(double), uint32_t bits) {
  float x;
  memcpy(&x, &bits, sizeof x);
  const double t = truth((double)x);
  uint64_t b;
  memcpy(&b, &t, sizeof b);
  const uint64_t from_middle = (b + 0x10000000u + 16u) & 0x1fffffffu;
  if (from_middle <= 32u || (fabs(t) < 0x1p-126 && t != 0)) return;
  ++looked_at;
  if (!same(f(x), (float)t) && wrong++ < 5) printf("%s(%a) = %a, expected %a\\n", name, (double)x, (double)f(x), (double)(float)t);
}
int main(void) {
  static const uint32_t special[] = {0u, 0x80000000u, 1u, 0x80000001u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u,
      0x3f800000u, 0xbf800000u, 0x3f800001u, 0xbf800001u, 0x3f7fffffu, 0xbf7fffffu, 0x4b000000u, 0xcb000000u, 0x4b800001u, 0x7e000001u};
  for (unsigned k = 0; k < FUNCTIONS; ++k) {
    uint32_t random = 1u;
    for (unsigned i = 0; i < sizeof special / sizeof special[0]; ++i) look(names[k], rounded[k], exact[k], special[i]);
    for (int i = 0; i < 60000; ++i) {
      random = random * 1664525u + 1013904223u;
      look(names[k], rounded[k], exact[k], i % 2 ? random : (random & 0x83ffffffu) + 0x3c000000u);
    }
  }
  printf("%d of %d\\n", wrong, looked_at);
  return wrong != 0;
}
"""


class Rounded(Case):
    def answer(self, name, interval, *more):
        done = vieta("minimax", name, "--rounded", f"--in={interval}", "--json", *more)
        self.assertEqual((done.returncode, done.stderr), (2, ""))
        return json.loads(done.stdout)

    def test_parts_of_the_proof_and_the_text(self):
        texts = []
        for name in FUNCTIONS:
            with self.subTest(name):
                # Small numbers, where rounding to the nearest alone would be easy.
                answer = self.answer(name, "1e-20,1.001e-20")
                self.assertEqual((answer["proven"], answer["all"], answer["wrong"], answer["exceptions"]), (True, False, 0, 0))
                self.assertGreater(answer["inputs"], 8000)
                self.assertIn("of the 2^32 inputs", answer["text"])
                texts.append(answer["text"])
        tables = [f"static const char* names[] = {{{', '.join(json.dumps(n) for n in FUNCTIONS)}}};",
                  f"static float (*rounded[])(float) = {{{', '.join('rounded_' + n for n in FUNCTIONS)}}};",
                  f"static double (*exact[])(double) = {{{', '.join(FUNCTIONS)}}};"]
        source = "#include <stdio.h>\n" + "".join(texts) + "\n".join(tables) + HARNESS.replace("FUNCTIONS", str(len(FUNCTIONS)))
        path, program = self.file("rounded.c", source), self.path("rounded")
        for command in ("gcc -O2 -ffp-contract=off", "gcc -O2 -march=native -ffp-contract=fast", "clang -O1 -march=native -ffp-contract=on",
                        "g++ -x c++ -std=c++17 -O1"):
            if shutil.which(command.split()[0]) is None:
                continue
            with self.subTest(command):
                standard = [] if "c++" in command else ["-std=c99"]
                done = subprocess.run([*command.split(), *standard, "-Wall", "-Wextra", "-pedantic", path, "-o", program, "-lm"],
                                      capture_output=True, text=True, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                run = subprocess.run([program], capture_output=True, text=True, check=False)
                self.assertEqual(run.returncode, 0, run.stdout)
                self.assertGreater(int(run.stdout.split()[-1]), 700_000)

    def test_exceptions_stand_in_the_text(self):
        answer = self.answer("exp", "2.5e-7,5e-7")
        self.assertTrue(answer["proven"])
        with_exceptions = self.answer("exp", "2e-8,2e-7")
        self.assertGreater(with_exceptions["exceptions"], 0)
        self.assertEqual(with_exceptions["text"].count("case 0x"), with_exceptions["exceptions"])

    def test_stops_in_time(self):
        done = vieta("minimax", "log2", "--rounded", "--max-seconds", "0.3")
        self.assertEqual(done.returncode, 2)
        self.assertIn("not proven", done.stdout)
        self.assertIn("stopped by time", done.stdout)

    def test_languages(self):
        done = vieta("minimax", "exp2", "--rounded", "--in=1,1.001", "--emit", "cuda", "--name", "power")
        self.assertIn("__device__ float power(float x)", done.stdout)
        self.assertIn("Written by: vieta minimax exp2 --rounded --in=1,1.001 --emit cuda --name power", done.stdout)
        self.refused("minimax", "exp2", "--rounded", "--emit", "glsl", saying="expected c, cpp or cuda")

    def test_misuse(self):
        self.refused("minimax", "gamma", "--rounded", saying="found 'gamma', expected one of exp, exp2")
        self.refused("minimax", "exp", "--rounded", "--degree", "3", saying="--rounded: found beside --degree")
        self.refused("minimax", "exp", "--rounded", "--in=1,2x", saying="--in: found '1,2x' beside --rounded")
        self.refused("minimax", "exp", "--rounded", "--in=2,1", saying="found an interval without floats")


if __name__ == "__main__":
    main()
