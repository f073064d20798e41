"""An item of a published work, and how it is run: what every file of this folder is made of."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import tempfile
from collections.abc import Callable

import hardware

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


# What tables of single calls say of a GPU.
COLD = " One call of the program on a GPU has the start of the device in it, 0.1 s and more: the table of threads that share a box is of a warm one."


class Skipped(Exception):
    """An item that this machine cannot run; the text says why."""


@dataclasses.dataclass
class Table:
    """Rows for one item: cells are texts, and `notes` says what differs from the work and why."""

    columns: list[str]
    rows: list[list[str]]
    notes: str = ""
    picture: str = ""  # a file in docs/images


@dataclasses.dataclass
class Item:
    """A table or figure of a work. `run` measures it on this machine."""

    place: str  # "Table 3", "Figure 5"
    title: str
    published: str  # what the work prints there, and on what hardware
    run: Callable[[Machine], Table]


class Machine:
    """The built program, and how much time an item may take here."""

    def __init__(self, build: pathlib.Path, quick: bool, limit: float = 600):
        self.build, self.quick, self.limit = build, quick, limit
        self.program = build / "vieta"
        self.folder = tempfile.TemporaryDirectory()
        about = json.loads(self.run([self.program, "info", "--json"]))
        self.proves_functions = str(about["arbitrary_precision"]).startswith("Arb")
        devices = about["cuda_devices"]
        self.gpu = re.sub(r"^\d+: |^cuda:\d+ ", "", devices[0]) if devices else hardware.card()
        self.cores = os.cpu_count() or 1
        self.where = f"{self.gpu}, " * bool(self.gpu) + hardware.processor()

    def run(self, command, codes=(0,), messages=False, environment=None):
        """What a command prints; with its messages on standard error where they are asked for."""
        errors = subprocess.STDOUT if messages else subprocess.PIPE
        try:
            done = subprocess.run(
                [str(part) for part in command],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                timeout=self.limit,
                env={**os.environ, **(environment or {})},
            )
        except subprocess.TimeoutExpired:
            name = pathlib.Path(str(command[0])).name
            raise Skipped(f"{name} took longer than {self.limit:.0f} s") from None
        if done.returncode not in codes:
            raise RuntimeError(f"{' '.join(map(str, command))}: {(done.stderr or done.stdout).strip()[-300:]}")
        return done.stdout

    def vieta(self, *arguments, codes=(0,)):
        """What the program prints with --json."""
        return json.loads(self.run([self.program, *arguments, "--json", "--quiet"], codes=codes))

    def built(self, name, *arguments, **how):
        """What a built benchmark or example prints; Skipped where it was not built."""
        for folder in ("bench", "tests", "examples", "."):
            path = self.build / folder / name
            if path.exists():
                return self.run([path, *arguments], **how)
        raise Skipped(f"{name} is not built (VIETA_BUILD_BENCH, VIETA_BUILD_TESTS)")

    def lines(self, name, *arguments) -> list[dict]:
        """The lines of JSON that a built program prints."""
        return [json.loads(line) for line in self.built(name, *arguments).splitlines() if line.startswith("{")]

    def file(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text)
        return path

    def need_no_gpu(self):
        if self.gpu:
            raise Skipped("it is for a processor")

    def need_proofs_of_functions(self):
        if not self.proves_functions:
            raise Skipped("the program is built without Arb, and bounds of functions are proven with it")

    def need_gpu(self):
        if not self.gpu:
            raise Skipped("it needs a GPU")


def seconds(value: float) -> str:
    """A time as people read it."""
    for limit, factor, unit in ((1e-3, 1e6, "us"), (1, 1e3, "ms")):
        if value < limit:
            return f"{value * factor:.3g} {unit}"
    return f"{value:.3g} s" if value < 1000 else f"{value:,.0f} s"
