"""Surfaces from STEP files."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np

from ._shapes import Surface


def from_step(path: Union[str, os.PathLike[str]]) -> list[Surface]:
    """The surfaces of the faces of a STEP file, in its order, as Bezier, B-spline or rational surfaces.

    Planes, cylinders, cones, spheres and tori become the rational surfaces that are equal to them. A face of STEP is a part of its
    surface, cut out by curves: these are left out, and a surface goes as far as the rectangle of parameters about the face. Read by the package OCP
    (`pip install cadquery-ocp`; ImportError without it).
    """
    from OCP.BRep import BRep_Tool
    from OCP.BRepBuilderAPI import BRepBuilderAPI_NurbsConvert
    from OCP.IFSelect import IFSelect_ReturnStatus
    from OCP.STEPControl import STEPControl_Reader
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    reader = STEPControl_Reader()
    if reader.ReadFile(os.fspath(path)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise ValueError(f"from_step: found {os.fspath(path)!r}, expected a STEP file that can be read")
    reader.TransferRoots()
    shape = BRepBuilderAPI_NurbsConvert(reader.OneShape()).Shape()
    faces = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_FACE)
    as_face = getattr(TopoDS, "Face_s", None) or TopoDS.Face  # OCP's older and newer names
    surface_of = getattr(BRep_Tool, "Surface_s", None) or BRep_Tool.Surface
    found = []
    while faces.More():
        found.append(_surface(surface_of(as_face(faces.Current()))))
        faces.Next()
    return found


def _surface(given: Any) -> Surface:
    if given.IsUPeriodic():
        given.SetUNotPeriodic()
    if given.IsVPeriodic():
        given.SetVNotPeriodic()
    m, n = given.NbUPoles(), given.NbVPoles()
    poles = [[given.Pole(i + 1, j + 1) for j in range(n)] for i in range(m)]
    weights = np.array([[given.Weight(i + 1, j + 1) for j in range(n)] for i in range(m)])
    knots = [
        np.repeat(
            [knot(k + 1) for k in range(count)],
            [multiplicity(k + 1) for k in range(count)],
        )
        for count, knot, multiplicity in (
            (given.NbUKnots(), given.UKnot, given.UMultiplicity),
            (given.NbVKnots(), given.VKnot, given.VMultiplicity),
        )
    ]
    control = [[[p.X(), p.Y(), p.Z()] for p in row] for row in poles]
    return Surface(control, knots, None if (weights == weights[0, 0]).all() else weights)
