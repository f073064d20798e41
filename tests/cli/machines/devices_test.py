"""`--on cuda:all`, where there are several GPUs: the answer of one, and who did it."""

import json
import re
import shutil
import subprocess

from program import Case, main, polynomial, timeless, vieta


def gpus():
    if shutil.which("nvidia-smi") is None:
        return 0
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False)
    return len(re.findall(r"^GPU \d+", listed.stdout, re.M))


if gpus() < 2:
    raise SystemExit(f"SKIPPED: {gpus()} GPUs, several are needed")


def without_target(text):
    return re.sub(r'"target": ?"[^"]*"', '"target":""', timeless(text))


class Devices(Case):
    def same(self, *arguments, code=0):
        one = vieta(*arguments, "--json", "--on", "cuda:0")
        self.assertEqual(one.returncode, code, one.stderr)
        for on in ("cuda:all", "cuda:1,0"):
            all_of_them = vieta(*arguments, "--json", "--on", on)
            self.assertEqual(all_of_them.returncode, code, all_of_them.stderr)
            self.assertEqual(without_target(all_of_them.stdout), without_target(one.stdout), on)
        return json.loads(one.stdout)

    def rows(self, count, degree):
        return self.file("rows.txt", "".join(" ".join(map(repr, polynomial(degree, 1000 + k))) + "\n" for k in range(count)))

    def test_rows(self):
        self.same("real-roots", self.rows(20000, 8), "--in", "-2,2")
        self.same("real-roots", self.rows(20000, 10), "--precision", "float")
        self.same("roots", "--batch", self.rows(5000, 9))

    def test_boxes(self):
        systems = [{"vars": ["x", "y"], "box": [[-1, 1], [-1, 1]],
                    "equations": [f"x^2 + y^2 - {1 + k % 7}/8", f"x*y - {k % 5}/17"]} for k in range(3000)]
        vieta("boxes", self.file("b.json", json.dumps(systems)), "--json", "--on", "cuda:0")
        one = vieta("boxes", self.path("b.json"), "--json", "--on", "cuda:0")
        self.same("boxes", self.path("b.json"), code=one.returncode)

    def test_newton_and_solve(self):
        starts = ";".join(f"{k / 7}, {2 - k / 5}+{k % 3}i" for k in range(40))
        self.same("newton", "--system", "x^2 + y^2 - 4; x*y - 1/3", "--start", starts)
        answer = self.same("solve", "--family", "cyclic:7")
        self.assertEqual(len(answer["solutions"]), 924)

    def test_roots_of_high_degree(self):
        self.same("roots", self.file("high.txt", "".join(f"{x!r}\n" for x in polynomial(20000, 7))))

    def test_floats(self):
        one, both = (json.loads(vieta("minimax", "acos", "--exhaustive", "--json", "--on", on).stdout)["code"]
                     for on in ("cuda:0", "cuda:all"))
        self.assertEqual({k: v for k, v in one.items() if k != "target"}, {k: v for k, v in both.items() if k != "target"})


main()
