import json
import shutil
import subprocess

from program import Case, main, timeless, vieta


class Input(Case):
    def roots(self, *arguments, **options):
        return [(z["re"], z["im"]) for z in json.loads(self.solve(*arguments, "--json", **options))["roots"]]

    def test_all_ways_in_give_the_same(self):
        expected = [(1, 0), (2, 0)]
        self.assertEqual(self.roots("--poly", "x^2 - 3x + 2"), expected)
        self.assertEqual(self.roots("--poly", "-x^2 + 3x - 2"), expected)
        self.assertEqual(self.roots("-", text="2 -3 1\n"), expected)
        self.assertEqual(self.roots("-", text="[2, -3, 1]"), expected)
        self.assertEqual(self.roots("-", "--format", "expression", text="(x-1)*(x-2)"), expected)
        self.assertEqual(self.roots(self.file("p.pol", "dri\n0\n2\n2\n-3\n1\n")), expected)

    def test_the_mark_that_some_editors_begin_a_text_with(self):
        for text in ("2 -3 1", "[2, -3, 1]", "(x-1)(x-2)", "dri 0 2 2 -3 1"):
            self.assertEqual(self.roots("-", text="\ufeff" + text), [(1, 0), (2, 0)])

    def test_names_that_only_look_like_a_head_or_a_function(self):
        self.assertEqual(self.roots("-", text="real - 1"), [(1, 0)])
        self.assertEqual(self.roots("-", text="dry - 1"), [(1, 0)])
        self.assertEqual(self.roots("--poly", "x(x-1)"), [(0, 0), (1, 0)])
        self.assertEqual(self.roots("--poly", "exp - 1"), [(1, 0)])

    def test_a_part_that_is_noise_is_zero(self):
        self.assertEqual(self.roots("--poly", "x^2 + 1"), [(0, 1), (0, -1)])
        self.assertEqual(self.roots("--poly", "x - i"), [(0, 1)])

    def test_degree_zero_has_no_roots(self):
        self.assertEqual(self.roots("-", text="5"), [])
        self.assertEqual(self.roots("-", text="x - x + 5"), [])
        self.refused("roots", "--poly", "5", saying="5: found a constant, expected a polynomial in a variable")

    def test_what_changes_the_meaning_is_not_passed_over(self):
        for verb, text, saying in (
                ("roots", '{"basis": "chebyshev", "coefficients": [1, 2]}', "found the key 'basis'"),
                ("roots", "c2,c1,c0\n1,-3,2\n", "found 'c2,c1,c0', expected names of columns from that of x^0 on"),
                ("real-roots", "c2,c1,c0\n1,-3,2\n", "found 'c2,c1,c0', expected names of columns from that of x^0 on"),
                ("real-roots", "x-1\n1,2\n", "found 'x-1'"),
                ("real-roots", "NA,NA\n1,2\n", "found 'NA'"),
                ("real-roots", "#N/A,1\n1,2\n", "found '#N/A', expected a number: this is an error of a spreadsheet"),
                ("roots", "#DIV/0!\n1\n2\n", "found '#DIV/0!', expected a number"),
                ("real-roots", "1,-3,2\r1,-4,3\r", "found a line that ends with CR alone"),
                ("real-roots", "1\t\t2\n", "found two tabs, expected a number between them"),
                ("roots", "1\t\t2\n", "found two tabs, expected a number between them"),
                ("roots", "1 -3 2\0 5", "found a zero byte"),
                ("roots", "x\u00b23 - 1\n", "found '3', expected an operator"),
                ("solve", "1. x+y=3\n2. x-y=1\n", "found '1.', expected no number of an equation")):
            self.refused(verb, self.file("given.txt", text), saying=saying)
        for samples in ("0,1\n1,\n2,3\n", "0,1\n1\n2,3\n", "1,000\n2,000\n", "y,x\n1,2\n2,3\n"):
            self.refused("minimax", "--degree", "1", "--samples", self.file("samples.csv", samples), saying="samples.csv:")

    def test_files_hold_what_arguments_may_be(self):
        self.assertEqual(self.roots("-", text='"2","-3","1"\n'), [(1, 0), (2, 0)])
        self.assertEqual(self.roots("-", text="x^2 - 3x + 2;\n"), [(1, 0), (2, 0)])
        for text in ("x^3 - x\n", "{0.0f, -1.0f, 0.0f, 1.0f};\n"):
            done = vieta("real-roots", "-", text=text)
            self.assertIn("-1  0  1", done.stdout, done.stderr)
        for text in ("x+y=3, x-y=1\n", "[x+y-3, x-y-1]\n", "{x+y==3, x-y==1}\n"):
            self.assertIn("1 certified, 1 real", vieta("solve", "-", text=text).stdout)
        self.assertIn("unique", vieta("boxes", "-", "--box", "0,5", text="x^2 - 2; y - x").stdout)

    def test_every_verb_reads_the_minus_of_typography(self):
        minus = "\u2212"
        for text in (f"1,{minus}3,2\n", f"1 {minus}3 2\n", f"1,{minus}3,2\n1,{minus}3,2\n", f"[1 {minus}3 2; 1 {minus}3 2]", f'[[1, "{minus}3", 2]]',
                     "1,\u20133,2\n", "1,\uff0d3,2\n", f"1,\u00a0{minus}3,2\n", f"1e0,{minus}30e{minus}1,2\n"):
            found = vieta("real-roots", "-", "--json", text=text)
            self.assertEqual(found.returncode, 0, (text, found.stderr))
            self.assertTrue(all(row["roots"] == [0.5, 1] for row in json.loads(found.stdout)["results"]), text)
        self.assertEqual(json.loads(vieta("real-roots", "-", "--json", text=f"\u00bd,{minus}5/2,2\n").stdout)["results"][0]["roots"], [0.25, 1])
        for text in (f"2 {minus}3 1", f'["2", "{minus}3", 1]', f"dri 0 2 2 {minus}3 1", f"drq 0 2 2 1 {minus}3 1 1 1", f"drf 0 2 2 {minus}3e0 10e{minus}1", f"[2, {minus}3, 1]", f"[2; {minus}3; 1]", f"[2 {minus}3 1]"):
            self.assertEqual(self.roots("-", text=text), [(1, 0), (2, 0)], text)
        self.assertEqual(self.roots("-", text=f'["{minus}1{minus}2i", 1]'), [(1, 2)])
        self.assertEqual(self.roots("x^2-3x+2", f"--in-box={minus}2,3/2,{minus}1,1"), [(1, 0)])
        self.assertEqual(self.roots(f"0 1 {minus}1", "--basis", "chebyshev", "--domain", f"{minus}1,1"), [(-0.5, 0), (1, 0)])
        system, points = ["--system", "x^2-2"], self.file("starts.txt", f"{minus}1.5 {minus}0\n")
        for start in (points, f"{minus}1.5", f"{minus}1.5{minus}0i"):
            self.assertIn("x  -1.41421356237310", vieta("newton", *system, "--start", start).stdout)
        values = self.file("values.txt", f"a\n{minus}4\n{minus}9\n")
        self.assertIn("2 instances", vieta("solve", "--system", "x^2-a", "--parameters", values).stdout)
        self.assertIn("on component 1", vieta("components", "--system", "x^2 - y", "--contains", f"{minus}1,1").stdout)
        samples = self.file("samples.txt", f"{minus}1 1\n0 0\n1 1\n2 4\n")
        self.assertIn("optimal", vieta("minimax", "--samples", samples, "--degree", "2").stdout)

    def test_a_library_that_rounds_upward_changes_nothing(self):
        compiler = shutil.which("cc") or shutil.which("gcc")
        library = self.path("upward.so")
        source = self.file("upward.c", "#include <fenv.h>\n"
                           "__attribute__((constructor)) static void up(void) { fesetround(FE_UPWARD); }\n")
        built = compiler and subprocess.run([compiler, "-shared", "-fPIC", source, "-o", library, "-lm"], check=False)
        if not built or built.returncode != 0:
            self.skipTest("no C compiler that makes shared libraries")
        for words in (("real-roots", "(x-1017)*(x-1017.4)*(x-1018.1)", "--bounds"),
                      ("real-roots", "(3x-1)^3*(x-2)", "--bounds"), ("roots", "x^5 - 0.3x - 1/7")):
            usual, upward = (vieta(*words, "--json", env=env) for env in ({}, {"LD_PRELOAD": library}))
            self.assertEqual((upward.returncode, timeless(upward.stdout)), (usual.returncode, timeless(usual.stdout)))


main()
