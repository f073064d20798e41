import json

from program import Case, main, vieta


class Help(Case):
    def test_the_program_s_help_fits_a_screen_and_begins_with_examples(self):
        done = vieta("--help")
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertLessEqual(len(lines), 24)
        self.assertTrue(lines[0].startswith("  vieta roots --poly"))
        self.assertLessEqual(max(map(len, lines)), 79)
        self.assertTrue(all(line.startswith("  vieta ") for line in lines[:5]) and lines[5] == "")
        self.assertEqual(vieta("help").stdout, done.stdout)
        self.assertEqual(vieta("-h").stdout, done.stdout)

    def test_every_verb_has_help(self):
        for verb in ("roots", "real-roots", "minimax", "newton", "solve", "boxes", "verify", "info"):
            done = vieta(verb, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn(f"Usage: vieta {verb}", done.stdout)
            self.assertIn("--json", done.stdout)
            self.assertEqual(vieta("help", verb).stdout, done.stdout)
            self.assertLessEqual(len(done.stdout.split("\nUsage: ")[0].splitlines()), 18)
            if verb != "info":  # the same voice for all: what it does, examples, what the exit code says
                self.assertIn(f"\n\n  vieta {verb} " if verb != "verify" else "\n\n  vieta roots ", done.stdout)
                self.assertIn("Exit code", done.stdout.split("\nUsage: ")[0])
        self.assertIn("  vieta roots coefficients.npy", vieta("roots", "--help").stdout)

    def test_version_and_info(self):
        self.assertRegex(vieta("--version").stdout, r"\Avieta \d+\.\d+\.\d+\n\Z")
        self.assertIn("SIMD", vieta("info").stdout)
        about = json.loads(vieta("info", "--json").stdout)
        self.assertIn(about["isa"], about["isa_compiled"].split())
        self.assertGreaterEqual(about["threads"], 1)


main()
