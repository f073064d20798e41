// OpenCASCADE on files of systems that boxes_curves.py writes, beside bench/systems/boxes_bench.cpp with the same
// files: common points of two plane cubics (Geom2dAPI_InterCurveCurve), of a space cubic and a bicubic patch
// (GeomAPI_IntCS). The control points are read off the coefficients, up to a common translation. OpenCASCADE is not
// part of this project. Debian: libocct-modeling-algorithms-dev, libocct-modeling-data-dev.
//
//     g++ -O3 -march=native boxes_occt.cpp -isystem /usr/include/opencascade -lTKGeomAlgo -lTKGeomBase -lTKG3d -lTKG2d
//       -lTKMath -lTKernel -o boxes_occt
//     ./boxes_occt cubics.txt 1e-6 [counts.txt]         (the tolerance in space, for plane curves; 1e-6 is the default)
#include <Geom2dAPI_InterCurveCurve.hxx>
#include <Geom2d_BezierCurve.hxx>
#include <GeomAPI_IntCS.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_BezierSurface.hxx>
#include <TColgp_Array1OfPnt.hxx>
#include <TColgp_Array1OfPnt2d.hxx>
#include <TColgp_Array2OfPnt.hxx>
#include <cstdlib>

#include "boxes_systems.hpp"

namespace {

/// Coordinates of the control points: row `first` is a_i = c(i, 0), the other b_j = c(0, 0) - c(0, j).
struct pair_of_controls {
  explicit pair_of_controls(const bernstein_system& s) {
    for (const bernstein_equation& f : s) {
      const std::size_t size = f.coefficients.size() / 4;  // of the second, for one point of the first
      first.emplace_back();
      second.emplace_back();
      for (std::size_t i = 0; i < 4; ++i) first.back().push_back(f.coefficients[i * size]);
      for (std::size_t j = 0; j < size; ++j) second.back().push_back(f.coefficients[0] - f.coefficients[j]);
    }
  }
  std::vector<std::vector<double>> first, second;
};

Handle(Geom2d_BezierCurve) plane_curve(const std::vector<std::vector<double>>& x) {
  TColgp_Array1OfPnt2d points(1, 4);
  for (std::size_t i = 0; i < 4; ++i) points.SetValue(static_cast<int>(i) + 1, gp_Pnt2d(x[0][i], x[1][i]));
  return new Geom2d_BezierCurve(points);
}

Handle(Geom_BezierCurve) space_curve(const std::vector<std::vector<double>>& x) {
  TColgp_Array1OfPnt points(1, 4);
  for (std::size_t i = 0; i < 4; ++i) points.SetValue(static_cast<int>(i) + 1, gp_Pnt(x[0][i], x[1][i], x[2][i]));
  return new Geom_BezierCurve(points);
}

Handle(Geom_BezierSurface) patch(const std::vector<std::vector<double>>& x) {
  TColgp_Array2OfPnt points(1, 4, 1, 4);
  for (std::size_t k = 0; k < 16; ++k)
    points.SetValue(static_cast<int>(k / 4) + 1, static_cast<int>(k % 4) + 1, gp_Pnt(x[0][k], x[1][k], x[2][k]));
  return new Geom_BezierSurface(points);
}

}  // namespace

int main(int count, char** values) {
  const std::vector<bernstein_system> systems = count >= 3 ? read_systems(values[1]) : std::vector<bernstein_system>();
  if (systems.empty()) return std::fprintf(stderr, "boxes_occt FILE TOLERANCE [COUNTS]\n"), 1;
  for (const bernstein_system& s : systems)
    for (const bernstein_equation& f : s)
      if (f.degrees != std::vector<int>(s.size(), 3)) return std::fprintf(stderr, "not of degree 3\n"), 1;
  const char* counts = count > 3 ? values[3] : nullptr;
  const double tolerance = std::atof(values[2]);
  if (systems[0].size() == 2) {
    std::vector<Handle(Geom2d_BezierCurve)> a, b;
    for (const bernstein_system& s : systems) {
      const pair_of_controls controls(s);
      a.push_back(plane_curve(controls.first));
      b.push_back(plane_curve(controls.second));
    }
    measure(systems.size(), counts, [&](std::size_t k) {
      const Geom2dAPI_InterCurveCurve meet(a[k], b[k], tolerance);
      return static_cast<long>(meet.NbPoints() + meet.NbSegments());
    });
  } else {
    std::vector<Handle(Geom_BezierCurve)> a;
    std::vector<Handle(Geom_BezierSurface)> b;
    for (const bernstein_system& s : systems) {
      const pair_of_controls controls(s);
      a.push_back(space_curve(controls.first));
      b.push_back(patch(controls.second));
    }
    measure(systems.size(), counts, [&](std::size_t k) {
      const GeomAPI_IntCS meet(a[k], b[k]);
      return static_cast<long>(meet.NbPoints() + meet.NbSegments());
    });
  }
  return 0;
}
