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


def occ_arrays():
    """Arrays of points in the plane, points in space, doubles and integers, by OCP's newer or older names."""
    try:
        from OCP import collections as found

        return found.Array1_gp_Pnt2d, found.Array1_gp_Pnt, found.Array1_double, found.Array1_int
    except ImportError:
        from OCP.TColgp import TColgp_Array1OfPnt, TColgp_Array1OfPnt2d
        from OCP.TColStd import TColStd_Array1OfInteger, TColStd_Array1OfReal

        return TColgp_Array1OfPnt2d, TColgp_Array1OfPnt, TColStd_Array1OfReal, TColStd_Array1OfInteger


def spline(draw, axes):
    """A random rational cubic of three spans, as vieta's curve and as that of Open CASCADE."""
    from OCP.Geom import Geom_BSplineCurve
    from OCP.Geom2d import Geom2d_BSplineCurve
    from OCP.gp import gp_Pnt, gp_Pnt2d

    def filled(kind, items):
        array = kind(1, len(items))
        for k, item in enumerate(items):
            array.SetValue(k + 1, item)
        return array

    flat, in_space, doubles, integers = occ_arrays()
    control, weights = draw.uniform(-1.3, 1.3, (6, axes)), draw.uniform(0.5, 2, 6)
    kind, point, poles = (Geom2d_BSplineCurve, gp_Pnt2d, flat) if axes == 2 else (Geom_BSplineCurve, gp_Pnt, in_space)
    theirs = kind(
        filled(poles, [point(*map(float, p)) for p in control]),
        filled(doubles, weights.tolist()),
        filled(doubles, [0.0, 1.0, 2.0, 3.0]),
        filled(integers, [4, 1, 1, 4]),
        3,
    )
    return g.Curve(control, [0, 0, 0, 0, 1, 2, 3, 3, 3, 3], weights), theirs


def are_among(theirs, ours):
    """Whether each of their points is one of ours, but for 1e-5."""
    ours = np.asarray(ours).reshape(-1, len(theirs[0]) if theirs else 2)
    return all(np.linalg.norm(ours - p, axis=-1).min(initial=np.inf) < 1e-5 for p in theirs)


def test_curves_beside_open_cascade():
    pytest.importorskip("OCP")  # cadquery-ocp
    from OCP.Geom2dAPI import Geom2dAPI_InterCurveCurve

    draw, found, overlooked = np.random.default_rng(11), 0, 0
    for _ in range(25):
        (a, one), (b, other) = spline(draw, 2), spline(draw, 2)
        ours = g.intersect(a, b)
        theirs = Geom2dAPI_InterCurveCurve(one, other, 1e-9)
        places = [theirs.Point(k + 1) for k in range(theirs.NbPoints())]
        assert ours.complete and are_among([(p.X(), p.Y()) for p in places], ours.points)
        for t, u in ours.parameters:  # these are crossings of their curves, too: Open CASCADE 8 overlooks one in the first pair
            assert one.Value(t).Distance(other.Value(u)) < 1e-9
        found, overlooked = found + len(ours), overlooked + len(ours) - len(places)
    assert found > 25 and overlooked < 5


def test_a_sphere_cut_by_a_cylinder(tmp_path):
    pytest.importorskip("OCP")
    from OCP.BRep import BRep_Tool
    from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut
    from OCP.BRepBuilderAPI import BRepBuilderAPI_NurbsConvert
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeCylinder, BRepPrimAPI_MakeSphere
    from OCP.GeomAPI import GeomAPI_IntCS
    from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt
    from OCP.STEPControl import STEPControl_Reader, STEPControl_StepModelType, STEPControl_Writer
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    hole = BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0.2, 0.1, -2), gp_Dir(0, 0, 1)), 0.5, 4.0).Shape()
    path = str(tmp_path / "bead.step")
    writer = STEPControl_Writer()
    cut = BRepAlgoAPI_Cut(BRepPrimAPI_MakeSphere(1.0).Shape(), hole).Shape()
    writer.Transfer(cut, STEPControl_StepModelType.STEPControl_AsIs)
    writer.Write(path)
    surfaces = g.from_step(path)
    reader = STEPControl_Reader()
    reader.ReadFile(path)
    reader.TransferRoots()
    faces = TopExp_Explorer(BRepBuilderAPI_NurbsConvert(reader.OneShape()).Shape(), TopAbs_ShapeEnum.TopAbs_FACE)
    theirs = []
    while faces.More():
        face = (getattr(TopoDS, "Face_s", None) or TopoDS.Face)(faces.Current())
        theirs.append((getattr(BRep_Tool, "Surface_s", None) or BRep_Tool.Surface)(face))
        faces.Next()
    assert len(surfaces) == len(theirs) == 2
    draw, found = np.random.default_rng(12), [0, 0]
    for _ in range(6):
        curve, other = spline(draw, 3)
        for k, surface in enumerate(surfaces):
            ours, points = g.intersect(curve, surface), GeomAPI_IntCS(other, theirs[k])
            places = [points.Point(i + 1) for i in range(points.NbPoints())]
            assert ours.complete and len(ours) == len(places) and are_among([(p.X(), p.Y(), p.Z()) for p in places], ours.points)
            found[k] += len(places)
    assert min(found) > 3


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
