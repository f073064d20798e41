"""Prints what extras of pyproject.toml ask for, one requirement a line: python/requirements.py test gradients."""

import pathlib
import sys

try:
    import tomllib
except ImportError:  # before Python 3.11
    from pip._vendor import tomli as tomllib

project = tomllib.loads((pathlib.Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
print("\n".join(sum((project["optional-dependencies"][extra] for extra in sys.argv[1:]), project["dependencies"])))
