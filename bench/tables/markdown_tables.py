"""Rows of Markdown tables, as gpu_tables.py and cpu_tables.py read and write them."""

import re


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def is_rule(line):
    """The line between a table's header and its rows."""
    return re.fullmatch(r"[|:\-\s]+", line) is not None


def as_line(row):
    return "|" + "|".join(f" {cell} " if cell else " " for cell in row) + "|"
