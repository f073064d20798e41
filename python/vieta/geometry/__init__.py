"""Curves and surfaces, and where they meet: all places, each with a proof.

>>> import vieta.geometry as g
>>> circle = g.Curve([[1, 0], [1, 1], [0, 1]], weights=[1, 0.5**0.5, 1])      # a quarter of one, rational
>>> line = g.Curve([[0, 0], [1, 1]])
>>> meet = g.intersect(circle, line)
>>> meet.complete, meet.points.round(12).tolist()
(True, [[0.707106781187, 0.707106781187]])

`Curve` and `Surface` are Bezier, B-spline or rational (NURBS), in the plane or in space. `intersect` takes two plane curves, a
space curve and a surface, or two surfaces; `ray` a surface and a line; `intersect_many` and `rays` do that for many at once; `self_intersections`, `closest` and `offset_cusps` one of them; `from_svg` and `from_step` read
SVG paths and STEP files. Parameters are those of the knots. Everything is a polynomial system that `vieta.solve_boxes` or a polynomial that `vieta.roots` solves, so the
answers are proven for the control points, knots and weights as the doubles that they are.
"""

from ._batches import intersect_many, rays
from ._closest import Closest, closest
from ._meet import Intersections, intersect
from ._offset import offset_cusps
from ._rays import ray
from ._self import self_intersections
from ._shapes import Curve, Surface
from ._step import from_step
from ._surfaces import SurfaceCurves
from ._svg import from_svg

__all__ = [
    "Closest",
    "Curve",
    "Intersections",
    "Surface",
    "SurfaceCurves",
    "closest",
    "from_step",
    "from_svg",
    "intersect",
    "intersect_many",
    "offset_cusps",
    "ray",
    "rays",
    "self_intersections",
]
