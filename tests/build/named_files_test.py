"""HACKING.md and docs/code name files and the functions in them, by hand: each has to be there."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "HACKING.md", *sorted((ROOT / "docs/code").glob("*.md"))]
FILE = re.compile(r"`([\w./-]+\.(?:cpp|hpp|cuh|cu|py|cmake|md|sh|txt|h|in))`((?::\s+`\w[\w:]*`(?:,\s+`\w[\w:]*`)*)?)")
PLACEHOLDERS = re.compile(r"VERB|NAME|LEVEL|PRESET")


def files():
    try:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
        return listed.stdout.split()
    except (OSError, subprocess.CalledProcessError):  # an archive of the sources
        return [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file() and "build" not in path.parts]


def complaints():
    everything = files()
    for page in PAGES:
        text = page.read_text()
        for match in FILE.finditer(text):
            name, functions = match.groups()
            if PLACEHOLDERS.search(name):
                continue
            where = f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"
            found = [f for f in everything if f == name or f.endswith("/" + name)]
            if not found:
                yield f"{where}: found {name}, expected a file that is there"
                continue
            content = "\n".join((ROOT / f).read_text(errors="replace") for f in found if (ROOT / f).is_file())
            for function in re.findall(r"`([\w:]+)`", functions):
                if function.split("::")[-1] not in content:
                    yield f"{where}: found {function} in {name}, expected a name that the file holds"
    if (size := len((ROOT / "HACKING.md").read_bytes())) > 12_288:
        yield f"HACKING.md: found {size} bytes, expected at most 12 kB"


if __name__ == "__main__":
    found = list(complaints())
    print("\n".join(found) or "every file and function that the pages name is there")
    sys.exit(bool(found))
