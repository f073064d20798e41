"""The manual page and the completions are made from the help, and shells and man read them."""

import json
import shutil
import subprocess
import unittest

from program import Case, main, vieta

VERBS = ("roots", "real-roots", "minimax", "newton", "solve", "boxes", "verify", "info")


class Manual(Case):
    def test_the_page_has_all_verbs_and_options(self):
        done = vieta("man")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = done.stdout.replace("\\-", "-")
        for verb in VERBS:
            self.assertIn(f".SH {verb.upper()}\n", page)
        for option in ("--digits", "--json-doubles", "--max-paths", "--full-range", "--in-disc", "-o, --output"):
            self.assertIn(option, page)
        lines = [line for line in page.splitlines() if line.startswith((".", "'"))]
        self.assertEqual({line.split()[0] for line in lines} - {".TH", ".SH", ".TP", ".B", ".I", ".PP", ".nf", ".fi"}, set())

    @unittest.skipUnless(shutil.which("man"), "SKIPPED: no man")
    def test_man_sets_it_without_a_warning(self):
        path = self.file("vieta.1", vieta("man").stdout)
        done = subprocess.run(["man", "--warnings=all", "-l", path], capture_output=True, text=True,
                              env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "MANPAGER": "cat", "MANROFFSEQ": ""})
        if done.returncode == 0:  # Debian's smallest images have a `man` that only says what is missing
            self.assertEqual(done.stderr, "")

    def complete(self, *words):
        script = vieta("completion", "bash").stdout + (
            f"COMP_WORDS=({' '.join(json.dumps(w) for w in words)}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _vieta; "
            'printf "%s\\n" "${COMPREPLY[@]}"\n')
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split()

    @unittest.skipUnless(shutil.which("bash"), "SKIPPED: no bash")
    def test_bash_completes_verbs_and_options(self):
        self.assertEqual(self.complete("vieta", "ro"), ["roots"])
        self.assertEqual(self.complete("vieta", "roots", "--dig"), ["--digits"])
        self.assertIn("--seed", self.complete("vieta", "solve", "--"))
        self.assertNotIn("--seed", self.complete("vieta", "roots", "--"))
        self.assertEqual(self.complete("vieta", "solve", "--on", "c"), ["cpu", "cuda"])
        self.assertEqual(self.complete("vieta", "roots", "file"), [])  # bash's own completion of files

    def test_other_shells(self):
        for shell, what in (("zsh", "#compdef vieta"), ("fish", "complete -c vieta")):
            text = vieta("completion", shell).stdout
            self.assertIn(what, text)
            self.assertIn("json-doubles", text)
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", self.file(shell, text)], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_misuse(self):
        self.refused("completion", saying="completion: found nothing, expected bash, zsh or fish")
        self.refused("completion", "tcsh", saying="completion: found 'tcsh', expected bash, zsh or fish")
        self.refused("man", "roots", saying="man: found 'roots', expected no more arguments")


if __name__ == "__main__":
    main()
