"""docs/targets.md: every goal has its anchor or bound and a figure, every group its benchmarks, every miss its
reason."""

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[3]
PAGE = (ROOT / "docs/targets.md").read_text()
FIGURES, MISSES = PAGE.split("## Why the misses are misses")


def table(text):
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]


def groups():
    """(title, goals) of each group."""
    found = []
    for row in table(FIGURES):
        assert len(row) == 5, row
        if row[0].startswith("**"):
            found.append((row[0], []))
        else:
            found[-1][1].append(row)
    return found


def test_every_group_names_its_benchmarks():
    there = {path.name for path in (ROOT / "bench").rglob("*.*")}
    for title, goals in groups():
        assert goals, title
        names = re.findall(r"`([^`]+)`", title.split("**:", 1)[1])
        assert names, title
        for name in names:
            base = name.rsplit("/", 1)[-1]
            assert {base, base + ".cpp", base + ".cu"} & there, f"{title}: no {name} in bench/"


def test_every_goal_has_a_figure():
    for title, goals in groups():
        for what, _, must, stretch, measured in goals:
            assert what and measured, (title, what)
            assert must or not stretch, f"{title}, {what}: a stretch goal without a must"


def test_every_miss_has_its_reason():
    """A bold figure misses its must; then the first words of its line stand among the reasons."""
    reasons = table(MISSES)
    said = " ".join(row[0] for row in reasons)
    assert all(len(row) == 2 and row[1] for row in reasons)
    missed = [(title, row[0]) for title, goals in groups() for row in goals if "**" in row[4]]
    for title, what in missed:
        verb = re.match(r"\*\*(`\w+`|\w+)", title).group(1)
        assert verb in said, (title, what)
        for part in what.split(";"):
            assert part.split(", random")[0].strip() in said, (title, part)
    assert bool(missed) == bool(reasons)
