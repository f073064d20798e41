#include <algorithm>
#include <ostream>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "vieta/error.hpp"
#include "vieta/sampled_mesh.hpp"

namespace vieta {

sampled_mesh join_slices(const std::vector<std::size_t>& samples, std::span<const box_system> systems,
                         const boxes_result& result, const mesh_embedding& embedding) {
  const float_environment floats;
  std::vector<std::size_t> counts;
  for (const std::size_t s : samples)
    if (s > 0) counts.push_back(s);
  if (counts.empty() || counts.size() > 2)
    throw error("join_slices: found " + std::to_string(counts.size()) + " sampled variables, expected 1 or 2");
  const std::size_t rows = counts.size() == 2 ? counts[0] : 1, columns = counts.back();
  if (rows * columns != systems.size() || result.status.size() != systems.size())
    throw error("join_slices: found " + std::to_string(systems.size()) + " systems, expected " +
                std::to_string(rows * columns));
  sampled_mesh mesh;
  std::vector<std::size_t> first, number;  // of each slice's points
  for (std::size_t s = 0; s < systems.size(); ++s) {
    first.push_back(mesh.points.size());
    std::vector<double> fixed;
    for (const auto& [name, value] : systems[s].fixed) fixed.push_back(value);
    const std::size_t n = systems[s].equations.size();
    for (const box_item& item : result.of(s)) {
      if (item.kind != box_kind::unique) continue;
      if (embedding) {
        mesh.points.push_back(embedding(fixed, std::span(item.x.data(), n)));
        continue;
      }
      std::vector<double> all = fixed;
      all.insert(all.end(), item.x.begin(), item.x.begin() + static_cast<std::ptrdiff_t>(n));
      all.resize(3, 0.0);
      mesh.points.push_back({all[0], all[1], all[2]});
    }
    const bool whole = result.status[s] == boxes_status::complete;
    number.push_back(whole ? mesh.points.size() - first.back() : static_cast<std::size_t>(-1));
  }
  const auto joined = [&](std::size_t a, std::size_t b) {
    return number[a] == number[b] && number[a] != static_cast<std::size_t>(-1);
  };
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j + 1 < columns; ++j) {
      const std::size_t a = i * columns + j, b = a + 1, c = b + columns, d = a + columns;
      if (counts.size() == 1) {
        for (std::size_t k = 0; joined(a, b) && k < number[a]; ++k) mesh.lines.push_back({first[a] + k, first[b] + k});
      } else if (i + 1 < rows && joined(a, b) && joined(a, c) && joined(a, d)) {
        for (std::size_t k = 0; k < number[a]; ++k)
          mesh.quads.push_back({first[a] + k, first[b] + k, first[c] + k, first[d] + k});
      }
    }
  return mesh;
}

sampled_mesh curve_lines(std::span<const box_system> systems, const boxes_result& result,
                         const mesh_embedding& embedding) {
  const float_environment floats;
  if (result.status.size() != systems.size())
    throw error("curve_lines: found " + std::to_string(systems.size()) + " systems, expected " +
                std::to_string(result.status.size()));
  sampled_mesh mesh;
  for (std::size_t s = 0; s < systems.size(); ++s) {
    std::vector<double> fixed;
    for (const auto& [name, value] : systems[s].fixed) fixed.push_back(value);
    for (const box_item& item : result.of(s)) {
      if (item.trace < 0) continue;
      for (std::size_t k = 0; k < item.points; ++k) {
        const std::array<double, 4>& x = result.polylines[item.first_point + k];
        const std::span<const double> own(x.data(), systems[s].dimension());
        if (k > 0) mesh.lines.push_back({mesh.points.size() - 1, mesh.points.size()});
        if (embedding) {
          mesh.points.push_back(embedding(fixed, own));
          continue;
        }
        std::vector<double> all = fixed;
        all.insert(all.end(), own.begin(), own.end());
        all.resize(3, 0.0);
        mesh.points.push_back({all[0], all[1], all[2]});
      }
    }
  }
  return mesh;
}

mesh_format mesh_format_of(const std::string& path) {
  for (const auto& [ending, format] :
       {std::pair(".ply", mesh_format::ply), std::pair(".obj", mesh_format::obj), std::pair(".vtk", mesh_format::vtk)})
    if (path.ends_with(ending)) return format;
  throw error("--mesh: found '" + path + "', expected a file name that ends in .ply, .obj or .vtk");
}

void write_mesh(std::ostream& out, const sampled_mesh& mesh, mesh_format format) {
  const auto number = [](std::size_t k) { return std::to_string(k); };
  const auto list = [&](const auto& indices, std::size_t base) {
    std::string text;
    for (const std::size_t k : indices) text += ' ' + number(k + base);
    return text;
  };
  std::string head, middle;
  if (format == mesh_format::ply) {
    out << "ply\nformat ascii 1.0\nelement vertex " << number(mesh.points.size())
        << "\nproperty double x\nproperty double y\nproperty double z\n"
        << "element face " << number(mesh.quads.size()) << "\nproperty list uchar int vertex_indices\n"
        << "element edge " << number(mesh.lines.size()) << "\nproperty int vertex1\nproperty int vertex2\nend_header\n";
  } else if (format == mesh_format::vtk) {
    out << "# vtk DataFile Version 3.0\nvieta\nASCII\nDATASET POLYDATA\nPOINTS " << number(mesh.points.size())
        << " double\n";
  }
  for (const auto& p : mesh.points)
    out << (format == mesh_format::obj ? "v " : "") << report::shortest(p[0]) << ' ' << report::shortest(p[1]) << ' '
        << report::shortest(p[2]) << '\n';
  if (format == mesh_format::ply) {
    for (const auto& q : mesh.quads) out << '4' << list(q, 0) << '\n';
    for (const auto& l : mesh.lines) out << list(l, 0).substr(1) << '\n';
  } else if (format == mesh_format::obj) {
    for (const auto& q : mesh.quads) out << 'f' << list(q, 1) << '\n';
    for (const auto& l : mesh.lines) out << 'l' << list(l, 1) << '\n';
  } else {
    if (!mesh.lines.empty()) {
      out << "LINES " << number(mesh.lines.size()) << ' ' << number(3 * mesh.lines.size()) << '\n';
      for (const auto& l : mesh.lines) out << '2' << list(l, 0) << '\n';
    }
    if (!mesh.quads.empty()) {
      out << "POLYGONS " << number(mesh.quads.size()) << ' ' << number(5 * mesh.quads.size()) << '\n';
      for (const auto& q : mesh.quads) out << '4' << list(q, 0) << '\n';
    }
  }
}

}  // namespace vieta
