#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "vieta/boxes.hpp"
#include "vieta/export.hpp"

namespace vieta {

/// Solutions of slices as polylines (one sampled variable) or a surface of quadrilaterals (two).
struct sampled_mesh {
  std::vector<std::array<double, 3>> points;
  std::vector<std::array<std::size_t, 2>> lines;
  std::vector<std::array<std::size_t, 4>> quads;
};

/// Where a solution lies in space, from the values of the sampled variables and those of the others.
using mesh_embedding = std::function<std::array<double, 3>(std::span<const double> fixed, std::span<const double> x)>;

/// Joins solutions of neighbouring slices. `systems` are all that `slices` gave for `samples`, `result` their
/// solutions. The i-th unique solution of a slice belongs to the i-th one of its neighbours; where the numbers differ,
/// or a slice is not complete, the mesh is broken. Without an embedding the first three of all values are the
/// coordinates. Throws vieta::error unless one or two variables are sampled.
VIETA_API sampled_mesh join_slices(const std::vector<std::size_t>& samples, std::span<const box_system> systems,
                                   const boxes_result& result, const mesh_embedding& embedding = {});

/// Curves that were traced, as lines from point to point; the first three coordinates, or those of the embedding (of no
/// sampled variables). Of sampled systems each slice has its curves, and the values of the sampled variables come
/// first.
VIETA_API sampled_mesh curve_lines(std::span<const box_system> systems, const boxes_result& result,
                                   const mesh_embedding& embedding = {});

enum class mesh_format { ply, obj, vtk };

/// By the file's extension. Throws vieta::error for another one.
VIETA_API mesh_format mesh_format_of(const std::string& path);
VIETA_API void write_mesh(std::ostream& out, const sampled_mesh& mesh, mesh_format format);

}  // namespace vieta
