"""What all tests of the Python module share. `./dev test -L python` runs them on the module in the build folder."""

import json
import os
import subprocess

import hypothesis
import matplotlib
import numpy as np
import pytest

matplotlib.use("Agg")
hypothesis.settings.register_profile("vieta", deadline=None, max_examples=60, derandomize=True, database=None)
hypothesis.settings.load_profile("vieta")


@pytest.fixture
def rng():
    return np.random.default_rng(20250101)


@pytest.fixture
def program_json():
    """Runs the program and returns its JSON: program_json("roots", "--poly", "x^2 - 2")."""
    program = os.environ.get("VIETA_PROGRAM", "")
    if not os.path.exists(program):
        pytest.skip("the program was not built (VIETA_PROGRAM)")

    def run(*arguments):
        done = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True, timeout=60)
        assert done.returncode in (0, 2), done.stderr
        return without_times(json.loads(done.stdout))

    return run


def without_times(tree):
    """The report's clocks differ from run to run."""
    for clock in [key for key in tree["report"] if key.startswith("seconds")]:
        tree["report"].pop(clock)
    return tree


@pytest.fixture
def same_json():
    """same_json(result.to_json(), expected): everything but the time is equal, and in the same order."""

    def check(text, expected):
        assert json.dumps(without_times(json.loads(text))) == json.dumps(expected)

    return check
