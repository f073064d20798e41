"""fuzz/record.py: hours add up over corpus folders, and no run counts twice."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "fuzz"))
import record  # noqa: E402

HEAD = "# words\n# folder\ttarget\truns\tseconds\tinputs\n"
FIRST = HEAD + "first\tfuzz_pol\t2\t3600\t7\n"


class Record(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)

    def folder(self, name, lines, inputs):
        folder = self.root / name
        folder.mkdir(exist_ok=True)
        (folder / "record.tsv").write_text("".join("\t".join(line) + "\n" for line in lines))
        for target, count in inputs.items():
            (folder / target).mkdir(exist_ok=True)
            for k in range(count):
                (folder / target / str(k)).touch()
        return folder

    def totals(self, text, *targets):
        rows = [line.split("|")[1:5] for line in record.table(text, targets).splitlines()[2:]]
        return {row[0].strip(" `"): tuple(cell.strip() for cell in row[1:]) for row in rows}

    def test_a_new_folder_adds_to_what_is_there(self):
        runs = [("2026-11-22T10:00:00Z", "fuzz_pol", "1800.0", "0"), ("2026-11-22T10:30:00Z", "fuzz_npy", "36.0", "0")]
        text = record.added(FIRST, self.folder("a", runs, {"fuzz_pol": 3, "fuzz_npy": 4}))
        self.assertTrue(text.startswith(FIRST))
        self.assertEqual(self.totals(text, "fuzz_pol", "fuzz_npy", "fuzz_list"),
                         {"fuzz_pol": ("3", "1.50", "7"), "fuzz_npy": ("1", "0.01", "4"), "fuzz_list": ("0", "0.00", "0")})

    def test_no_run_counts_twice(self):
        runs = [("2026-11-22", "fuzz_pol", "1800.123", "0")]
        text = record.added(FIRST, self.folder("a", runs, {"fuzz_pol": 3}))
        self.assertEqual(record.added(text, self.folder("a", runs, {})), text)
        self.assertEqual(record.added(text, self.folder("moved", runs, {"fuzz_pol": 3})), text)
        runs.append(("2026-11-22", "fuzz_pol", "1800,0", "1"))  # as a German shell writes it
        more = record.added(text, self.folder("a", runs, {"fuzz_pol": 9}))
        self.assertEqual(self.totals(more, "fuzz_pol"), {"fuzz_pol": ("4", "2.00", "9")})
        self.assertEqual(record.added(more, self.folder("old_copy", runs[:1], {"fuzz_pol": 3})), more)

    def test_the_page_shows_what_is_recorded(self):
        text = (ROOT / "fuzz" / "record.tsv").read_text()
        page = (ROOT / "docs" / "fuzzing.md").read_text()
        targets = {source.stem for source in (ROOT / "fuzz").rglob("fuzz_*.cpp")}
        self.assertEqual(record.with_table(page, text, targets), page)


unittest.main()
