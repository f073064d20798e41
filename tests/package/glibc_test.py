"""What our code takes from a glibc younger than 2.28 is known to the scripts that make wheels for manylinux_2_28.

    glibc_test.py FOLDER          (of a build: its object files are looked at, those of CUDA excepted)

A new call of such a function would else be found only by whoever makes the next wheel: build_wheel.sh stops at it. Debian 12's
glibc alone is looked at, which is that of the wheels; others have younger versions of more functions.
"""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

WHEEL = pathlib.Path(__file__).resolve().parents[2] / "packaging/wheel"


def names(*options):
    return subprocess.run(["nm", *options], capture_output=True, text=True).stdout


def main(folder):
    try:
        glibc = os.confstr("CS_GNU_LIBC_VERSION")
    except (AttributeError, ValueError):
        glibc = None
    libraries = [path for name in ("libc", "libm") for path in pathlib.Path("/lib").glob(f"*-linux-gnu/{name}.so.6")]
    if glibc != "glibc 2.36" or not libraries or not shutil.which("nm"):
        print(f"SKIPPED: expected glibc 2.36 and nm, found {glibc}")
        return 0
    spec = importlib.util.spec_from_file_location("older_versions", WHEEL / "older_versions.py")
    older = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(older)
    version_of = dict(re.findall(r" (\w+)@@(GLIBC_[0-9.]+)", names("-D", "--defined-only", *libraries)))
    objects = [path for room in ("src", "python") for path in pathlib.Path(folder, room).rglob("*.o") if not path.name.endswith(".cu.o")]
    if not objects:
        print(f"SKIPPED: found no object files in {folder}")
        return 0
    stand_ins = (WHEEL / "old_glibc.c").read_text()
    asked = set(re.findall(r" [Uw] (\w+)$", names("--undefined-only", *objects), re.M))
    unknown = [f"{name} of {version_of[name]} stands neither in older_versions.py nor in old_glibc.c"
               for name in sorted(asked & version_of.keys())
               if older.number(version_of[name]) > older.LIMIT and name not in older.OF_2_28 and not re.search(rf"\b{name}\b", stand_ins)]
    print("\n".join(unknown) or f"{len(objects)} files: every function of a younger glibc is known")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
