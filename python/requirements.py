"""Prints what an extra of pyproject.toml asks for, one requirement a line: python/requirements.py test."""

import pathlib
import sys

try:
    import tomllib
except ImportError:  # before Python 3.11
    from pip._vendor import tomli as tomllib

project = tomllib.loads((pathlib.Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
print("\n".join(project["dependencies"] + project["optional-dependencies"][sys.argv[1]]))
