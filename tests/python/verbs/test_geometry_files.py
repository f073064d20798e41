"""vieta.geometry on files that other programs wrote: icons as SVG, solids as STEP, each beside what the library that reads them
says of the same shapes."""

import re
from pathlib import Path

import numpy as np
import pytest

import vieta.geometry as g


def test_icons_of_matplotlib():
    svgelements = pytest.importorskip("svgelements")
    matplotlib = pytest.importorskip("matplotlib")
    icons = sorted((Path(matplotlib.get_data_path()) / "images").glob("*.svg"))
    texts = {text for icon in icons for text in re.findall(r'\sd="([^"]+)"', icon.read_text())}
    draw, looked_at, places = np.random.default_rng(0), 0, 0
    for text in sorted(texts):
        curves = g.from_svg(text)
        segments = [s for s in svgelements.Path(text) if not isinstance(s, svgelements.Move) and s.start != s.end]
        at = np.linspace(0, 1, 501)
        if not any(isinstance(s, svgelements.Arc) for s in segments):
            for curve, segment in zip(curves, segments, strict=True):
                assert np.allclose(curve(at), segment.npoint(at), atol=1e-9)
        points = np.concatenate([c(at) for c in curves])
        low, high = points.min(axis=0), points.max(axis=0)
        if (high - low < 1e-9).any():  # a line along an axis, which the other line would lie on
            continue
        y = low[1] + draw.uniform(0.2, 0.8) * (high[1] - low[1])
        found = g.intersect_many(curves, g.Curve([[low[0] - 1, y], [high[0] + 1, y]]))
        crossings = [np.count_nonzero(np.diff(np.sign(c(at)[:, 1] - y))) for c in curves]
        assert [len(f) for f in found] == crossings and all(f.complete for f in found), text[:60]
        looked_at, places = looked_at + 1, places + sum(crossings)
    assert looked_at > 10 and places > 20


def test_step(tmp_path):
    pytest.importorskip("OCP")  # cadquery-ocp
    from OCP.BRepFilletAPI import BRepFilletAPI_MakeFillet
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCone, BRepPrimAPI_MakeTorus
    from OCP.gp import gp_Dir, gp_Lin, gp_Pnt
    from OCP.IntCurvesFace import IntCurvesFace_ShapeIntersector
    from OCP.STEPControl import STEPControl_Reader, STEPControl_StepModelType, STEPControl_Writer
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    box = BRepPrimAPI_MakeBox(gp_Pnt(-1, -1, -1), 2.0, 3.0, 1.5).Shape()
    rounded, edges = BRepFilletAPI_MakeFillet(box), TopExp_Explorer(box, TopAbs_ShapeEnum.TopAbs_EDGE)
    while edges.More():
        rounded.Add(0.25, (getattr(TopoDS, "Edge_s", None) or TopoDS.Edge)(edges.Current()))
        edges.Next()
    # Of these each face is all of its surface between the ends of its parameters, except the cone's two discs.
    shapes = [rounded.Shape(), BRepPrimAPI_MakeTorus(2.0, 0.5).Shape(), BRepPrimAPI_MakeCone(1.0, 0.3, 2.0).Shape()]
    draw, hits = np.random.default_rng(2), 0
    for k, (shape, faces) in enumerate(zip(shapes, (26, 1, 3))):
        path = tmp_path / f"{k}.step"
        writer = STEPControl_Writer()
        writer.Transfer(shape, STEPControl_StepModelType.STEPControl_AsIs)
        writer.Write(str(path))
        surfaces = g.from_step(path)
        assert len(surfaces) == faces
        reader = STEPControl_Reader()
        reader.ReadFile(str(path))
        reader.TransferRoots()
        others = IntCurvesFace_ShapeIntersector()
        others.Load(reader.OneShape(), 1e-7)
        for _ in range(6):
            origin, toward = draw.uniform(-4, 4, 3), draw.uniform(-0.5, 0.5, 3)
            others.Perform(gp_Lin(gp_Pnt(*origin), gp_Dir(*(toward - origin))), 0.0, 1e9)
            theirs = sorted(others.WParameter(i + 1) for i in range(others.NbPnt()))
            ours = []
            for surface in surfaces:
                there = g.ray(surface, origin, toward - origin)
                assert there.complete
                ours += [p for p in there.points if k < 2 or abs(p[2]) not in (0, 2) or np.hypot(p[0], p[1]) < 1 - 0.35 * p[2]]
            ours = sorted(float(np.linalg.norm(p - origin)) for p in ours)
            assert np.allclose(ours, theirs, atol=1e-6)
            hits += len(ours)
    assert hits > 20
    with pytest.raises(ValueError, match="from_step: found .*, expected a STEP file"):
        g.from_step(tmp_path / "none.step")


def test_paths_that_are_none():
    pytest.importorskip("svgelements")
    for path, problem in (
        ("M 0 0 L 1 1 X 5 5 L 2 2", "found 'X' at character 13"),
        ("M 0 0 L 1e 1", "found 'e' at character 10"),
        ("M 0 0 L 1 1 V", "the command V without numbers"),
        ("M 0 0 A 1 1 0 0", "expected an SVG path"),
    ):
        with pytest.raises(ValueError, match=problem):
            g.from_svg(path)
    assert len(g.from_svg("M0 0l1.5.5-1-1a1 1 0 01.5.5, L+1e0-.5z")) == 5
