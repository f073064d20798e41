// Runs sh_glyph.frag's first_hit on a Vulkan device (a software driver will do) and counts the pixels whose first hit
// is not that of the double-double reference.    sh_glyph_shader_test sh_glyph.frag SIZE any|gpu
// Software drivers compile for a long time: they get the lowest degree only, and with `gpu` nothing at all.
#include <bit>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

#include "check.hpp"
#include "shader/shader_tables.hpp"
#include "shaders/shader_programs.hpp"
#include "shaders/vulkan_runner.hpp"

namespace {

using namespace sh_glyph;

constexpr const char* compute_main = R"(
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Given { float given[]; };
layout(std430, binding = 1) writeonly buffer Found { uint found[]; };
void main() {
  uint i = gl_GlobalInvocationID.x;
  if (2u * i + 1u >= uint(given.length())) return;
  Ray ray = make_ray(vec2(given[2u * i], given[2u * i + 1u]));
  float angle = first_hit(ray);
  found[i] = floatBitsToUint(angle == no_hit ? no_hit : ray.sigma * tan(angle));
}
)";

// As Shadertoy wraps it.
const std::string text_before_image = R"(
precision highp float;
uniform vec3 iResolution;
out vec4 colour_of_pixel;
)";
const std::string text_after_image = R"(
void main() { mainImage(colour_of_pixel, gl_FragCoord.xy); }
)";

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<double> trace_by_shader(vieta::test::vulkan_runner& device, const std::vector<std::uint32_t>& module,
                                    const std::vector<float>& points) {
  const std::size_t n = points.size() / 2;
  const auto found = device.run(module, points, n, static_cast<std::uint32_t>((n + 63) / 64));
  std::vector<double> hits;
  for (std::size_t i = 0; i < n; ++i) {
    const auto u = std::bit_cast<float>(found[i]);
    hits.push_back(u < 1e29F ? static_cast<double>(u) : no_hit);
  }
  return hits;
}

/// Number of wrong pixels, in all views of one glyph.
long check_glyph(vieta::test::vulkan_runner& device, const std::vector<std::uint32_t>& module, const glyph& g,
                 int size) {
  long wrong = 0;
  const reference judge(g);
  for (const place& p : places_to_look_at(trace_on_cpu(g, rays_of({}, 256)).u, 256)) {
    std::vector<float> points;
    std::vector<ray> rays = rays_of(p.window, size);
    for (ray& r : rays) {  // those that a float holds
      for (int k = 0; k < 2; ++k) {
        const auto x = static_cast<float>(r.direction[k]);
        r.direction[k] = static_cast<double>(x);
        points.push_back(x);
      }
    }
    const std::vector<double> hits = trace_by_shader(device, module, points);
    const truth t = reference_hits(judge, rays);
    long here = t.undecided;
    double largest = 0;
    for (std::size_t i = 0; i < rays.size(); ++i) {
      if (!same(hits[i], t.u[i], 1e-3)) ++here;
      if (hits[i] < no_hit && t.u[i] < no_hit) largest = std::fmax(largest, std::fabs(hits[i] - t.u[i]));
    }
    std::cout << std::left << std::setw(8) << g.name << std::right << std::setw(6) << 2 * g.bands + 2 << "  "
              << std::left << std::setw(12) << p.name << std::right << std::setw(8) << rays.size() << std::setw(7)
              << here << "  " << largest << std::endl;
    wrong += here;
  }
  return wrong;
}

void must_be_empty(const std::string& complaint) {
  if (!complaint.empty()) throw std::runtime_error(complaint);
}

int run(const std::string& path, int size) {
  const std::string frag = text_of(path);
  if (!vieta::test::is_installed("glslangValidator")) {
    std::cout << "SKIPPED: no glslangValidator\n";
    return 0;
  }
  std::string why_not;
  const auto device = size > 0 ? vieta::test::vulkan_runner::open(why_not) : nullptr;
  if (size > 0 && (!device || device->device().find("llvmpipe") != std::string::npos)) {
    std::cout << "SKIPPED: " << (device ? "no GPU but " + device->device() : why_not) << "\n";
    return 0;
  }
  if (device) std::cout << device->device() << "\nglyph   degree  view          pixels  wrong  largest error\n";
  long wrong = 0;
  for (const char* kind : {"random", "lobes", "top"}) {
    for (int bands = 2; bands <= largest_band; bands += 2) {
      const glyph g = make_glyph(kind, bands, 1);
      const std::string text = shader_tables(g) + frag;
      std::vector<std::uint32_t> module;
      must_be_empty(
          vieta::test::compile("#version 300 es\n" + text_before_image + text + text_after_image, "frag", ""));
      must_be_empty(vieta::test::compile("#version 450\n#define SH_GLYPH_WITHOUT_IMAGE\n" + text + compute_main, "comp",
                                         "-V", &module));
      if (device) wrong += check_glyph(*device, module, g, size);
    }
  }
  std::cout << (device ? "wrong pixels: " + std::to_string(wrong) : "compiled") << "\n";
  return wrong == 0 ? 0 : 2;
}

}  // namespace

int main(int count, char** values) {
  try {
    if (count != 3) throw std::invalid_argument("expected: sh_glyph.frag SIZE");
    return run(values[1], std::stoi(values[2]));
  } catch (const std::exception& e) {
    std::cerr << "sh_glyph_shader_test: " << e.what() << "\n";
    return 1;
  }
}
