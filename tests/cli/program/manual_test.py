"""The manual page and the completions are made from the help, and shells and man read them."""

import json
import re
import shutil
import subprocess
import unittest
from concurrent.futures import ThreadPoolExecutor

from program import Case, main, verbs, vieta


def options_of(verb):
    """Of each verb the names of its options, as its help lists them."""
    lines = re.findall(r"^  (-[^ ]+)", vieta("help", verb).stdout, re.M)
    return {name for line in lines for name in line.split(",")}


class Manual(Case):
    @classmethod
    def setUpClass(cls):
        names = verbs()
        with ThreadPoolExecutor(2) as both:
            cls.options = dict(zip(names, both.map(options_of, names)))
        assert "--digits" in cls.options["roots"] and "-o" in cls.options["components"], cls.options

    def test_the_page_has_all_verbs_and_options(self):
        done = vieta("man")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = done.stdout.replace("\\-", "-")
        sections = {title: text for title, text in re.findall(r"^\.SH ([A-Z-]+)\n(.*?)(?=^\.SH |\Z)", page, re.M | re.S)}
        for verb, options in self.options.items():
            of_page = re.findall(r"^\.TP\n\.B ([^\\\n]*)", sections[verb.upper()], re.M)
            self.assertEqual({name for line in of_page for name in line.strip().split(", ")} - {"-h", "--help"}, options)
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

    @unittest.skipUnless(shutil.which("bash"), "SKIPPED: no bash")
    def test_bash_completes_every_option_of_every_verb(self):
        for verb, options in self.options.items():
            self.assertEqual({w for w in self.complete("vieta", verb, "-")} - {"-h", "--help"}, options, verb)

    def test_other_shells_know_every_option_of_every_verb(self):
        zsh, fish = (vieta("completion", shell).stdout for shell in ("zsh", "fish"))
        for verb, options in self.options.items():
            cases = re.search(rf"^    {verb}\) _arguments(.*?);;$", zsh, re.M | re.S)[1]
            self.assertEqual(set(re.findall(r"^ *'(-[^\[]+)\[", cases, re.M)) - {"-h", "--help"}, options, verb)
            seen = re.findall(rf"'__fish_seen_subcommand_from {verb}'(.*?) -d '", fish)
            names = {"-" + short for line in seen for short in re.findall(r" -s (\S+)", line)}
            names |= {"--" + long for line in seen for long in re.findall(r" -l (\S+)", line)}
            self.assertEqual(names - {"-h", "--help"}, options, verb)

    @unittest.skipUnless(shutil.which("fish"), "SKIPPED: no fish")
    def test_fish_completes(self):
        script = self.file("vieta.fish", vieta("completion", "fish").stdout)
        done = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C 'vieta roots --dig'"],
                              capture_output=True, text=True)
        self.assertIn("--digits", done.stdout, done.stderr)

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
