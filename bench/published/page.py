"""docs/published.md from the measurements of all machines."""

import json
import pathlib
import re

HEAD = """# The five published works, table by table

vieta began from five published works, one for each verb. Here are their tables and figures, each with what the work prints and on what
hardware, and what vieta does on the machine named below. `bench/published/all` makes the page: it runs what the machine allows, and says
what it skips and why.

Hardware of those years is slower. So a published time stands beside an *estimate* of what the same program would reach on today's hardware: the published time
times the ratio of the two peak rates (`bench/published/hardware.py`). That is kind to the published program, which rarely runs at its peak;
what is left is the difference of methods.

Times are those of shared machines: take their order of magnitude. [Benchmarks](benchmarks.md) has more, with care taken for each figure.
"""


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def markdown(entry: dict) -> str:
    lines = ["| " + " | ".join(entry["columns"]) + " |", "|" + "---|" * len(entry["columns"])]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in entry["rows"]]
    return "\n".join(lines)


def not_repeated(notes: list[str]) -> list[str]:
    """Without those that another one says word by word, which two machines' notes often do."""
    different = list(dict.fromkeys(note for note in notes if note))
    return [note for note in different if not any(note in other for other in different if other != note)]


def has_gpu(machine: dict) -> bool:
    return machine["machine"].startswith("NVIDIA")


def text(works: dict, results: pathlib.Path) -> str:
    machines = [json.loads(path.read_text()) for path in sorted(results.glob("*.json"))]
    parts = [HEAD]
    for name, work in works.items():
        parts.append(f"\n## {work.WORK}\n\n{' '.join(work.__doc__.split())}\n" + f"\n{work.LEFT_OUT}\n" * bool(work.LEFT_OUT))
        for item in work.ITEMS:
            parts.append(f"\n### {item.place}: {item.title}\n\nPublished: {item.published}.\n")
            reasons, notes, pictures = [], [], []
            for machine in machines:
                key = f"{name}: {item.place}"
                entry = machine["items"].get(key)
                if entry is None:
                    continue
                if "skipped" in entry:
                    # Another machine of its kind shows it.
                    if any(key in other["items"] and "rows" in other["items"][key] for other in machines if has_gpu(other) == has_gpu(machine)):
                        continue
                    reasons.append(f"Not run on {machine['machine']}: {entry['skipped']}.")
                    continue
                small = ", smaller sizes" if entry["quick"] else ""
                parts.append(f"\n{machine['machine']}, {entry['date']}{small}:\n\n{markdown(entry)}\n")
                notes.append(entry["notes"])
                pictures += [entry["picture"]] * (bool(entry["picture"]) and entry["picture"] not in pictures)
            parts += ["\n" + note + "\n" for note in not_repeated(notes) + reasons]
            parts += [f"\n![{item.title}](images/{picture})\n" for picture in pictures]
    return "".join(parts)
