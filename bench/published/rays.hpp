#pragma once

// The rays of a frame as sh_glyph --export writes them: NumPy's format (NEP 1), rows of float32. For
// published_loops.cu and tests/shaders/throughput.cpp.
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace published {

struct rays {
  unsigned count = 0;
  int degree = 0;
  std::vector<float> columns;  ///< coefficient k of ray i at [k * count + i]
};

/// No rays where the file is another. A count that is no multiple of `multiple` is filled up with the last ray.
inline rays read_rays(const char* path, unsigned multiple = 1) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  rays r;
  if (bytes.size() < 10) return r;
  const std::size_t begin =
      10 + static_cast<unsigned char>(bytes[8]) + 256 * std::size_t{static_cast<unsigned char>(bytes[9])};
  const std::string head(bytes.data() + 10, bytes.data() + begin);
  unsigned columns = 0, given = 0;
  const std::size_t shape = head.find("'shape': (");
  if (shape == std::string::npos || std::sscanf(head.c_str() + shape, "'shape': (%u, %u)", &given, &columns) != 2 ||
      given == 0)
    return r;
  r.count = (given + multiple - 1) / multiple * multiple;
  r.degree = static_cast<int>(columns) - 1;
  r.columns.resize(std::size_t{columns} * r.count);
  const float* const rows = reinterpret_cast<const float*>(bytes.data() + begin);
  for (unsigned i = 0; i < r.count; ++i)
    for (unsigned k = 0; k < columns; ++k)
      r.columns[std::size_t{k} * r.count + i] = rows[std::size_t{i < given ? i : given - 1} * columns + k];
  return r;
}

}  // namespace published
