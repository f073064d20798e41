"""Curves from SVG paths."""

from __future__ import annotations

import re
from math import cos, pi, sin
from typing import Any

from ._shapes import Curve


def from_svg(path: str) -> list[Curve]:
    """The segments of an SVG path, such as "M 0 0 C 1 2 3 -1 4 1 Z", as Bezier curves in its own order.

    Lines, quadratic and cubic curves keep their control points; elliptical arcs become rational quadratic curves of at most a
    quarter of a turn. Read by the package svgelements (ImportError without it); SVG's y axis points downwards.
    """
    import svgelements

    if not isinstance(path, str):
        raise TypeError(f"from_svg: found {type(path).__name__}, expected the text of a path")
    curves: list[Curve] = []
    _refuse_other_characters(path)
    try:
        segments = list(svgelements.Path(path))
    except (ValueError, TypeError, AttributeError) as problem:
        raise ValueError(f"from_svg: found {path[:60]!r}, expected an SVG path") from problem
    if not segments or not isinstance(segments[0], svgelements.Move):
        raise ValueError(f"from_svg: found {path[:60]!r}, expected an SVG path that begins with M or m")
    for segment in segments:
        if isinstance(segment, svgelements.Move) or segment.start is None or segment.end is None:
            continue
        if isinstance(segment, svgelements.Arc):
            curves += _arc(segment)
            continue
        points = [
            segment.start,
            *(getattr(segment, name) for name in ("control", "control1", "control2") if hasattr(segment, name)),
            segment.end,
        ]
        if any(p != points[0] for p in points):  # a Close that goes nowhere
            curves.append(Curve([[p.x, p.y] for p in points]))
    return curves


_TOKEN = re.compile(r"(?P<command>[MmZzLlHhVvCcSsQqTtAa])|(?P<number>[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)|[\s,]+", re.ASCII)


def _refuse_other_characters(path: str) -> None:
    """svgelements ends without a word where it cannot read on."""
    at, command = 0, ""
    while at < len(path):
        token = _TOKEN.match(path, at)
        if token is None:
            raise ValueError(
                f"from_svg: found {path[at]!r} at character {at + 1}, expected one of the commands M L H V C S Q T A Z, or a number"
            )
        if token["command"] and command:
            break
        command = token["command"] or ("" if token["number"] else command)
        command = "" if command in "Zz" else command
        at = token.end()
    if command:
        raise ValueError(f"from_svg: found the command {command} without numbers, expected some behind it")


def _arc(arc: Any) -> list[Curve]:
    """Pieces whose middle control point is where the tangents at the ends meet."""
    count = max(1, int(-(-abs(arc.sweep) // (pi / 2 + 1e-9))))
    begin, step = arc.get_start_t(), arc.sweep / count
    turn = arc.get_rotation().as_radians

    def at(angle: float, stretch: float = 1.0) -> list[float]:
        x, y = arc.rx * cos(angle) * stretch, arc.ry * sin(angle) * stretch
        return [arc.center.x + x * cos(turn) - y * sin(turn), arc.center.y + x * sin(turn) + y * cos(turn)]

    half = cos(step / 2)
    pieces = []
    for k in range(count):
        a = begin + k * step
        start = [arc.start.x, arc.start.y] if k == 0 else at(a)
        end = [arc.end.x, arc.end.y] if k == count - 1 else at(a + step)
        pieces.append(Curve([start, at(a + step / 2, 1 / half), end], weights=[1, half, 1]))
    return pieces
