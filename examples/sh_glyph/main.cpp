// Ray traces glyphs given by spherical harmonics: one polynomial of degree up to 26 for each pixel. See --help, and
// docs/method/sh_glyph.md for the mathematics.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

#include "camera.hpp"
#include "check.hpp"
#include "glyph_polynomials.hpp"
#include "png.hpp"
#include "shade.hpp"
#include "shader/shader_tables.hpp"
#include "trace/trace.hpp"

namespace {

using namespace sh_glyph;

constexpr const char* help =
    "sh_glyph [OPTIONS]: ray traces a glyph r = |f(direction)|, f in spherical harmonics of even bands\n"
    "  --kind random|lobes|top   coefficients: all bands, three narrow peaks, the highest band alone (lobes)\n"
    "  --bands L                 2, 4, ..., 12 (12)\n"
    "  --seed N                  (1)\n"
    "  --size N                  pixels in a row (512)\n"
    "  --view X,Y,H              the window: its middle and half its width, in radii (0,0,1.05)\n"
    "  --on cpu|cuda             (cpu)\n"
    "  -o FILE.png               the picture\n"
    "  --export FILE.npy         the polynomials of the picture in float, one in a row, to be solved in [-1, 1]\n"
    "  --check                   count wrong pixels of many glyphs against a double-double reference; --size is 256\n"
    "  --bench                   time for each polynomial\n"
    "  --shader                  print what sh_glyph.frag needs before itself\n";

struct arguments {
  std::string kind = "lobes", picture, polynomials;
  int bands = 12, size = 0;
  unsigned seed = 1;
  view window;
  bool cuda = false, check = false, bench = false, shader = false;
};

arguments parse(int count, char** values) {
  arguments a;
  for (int i = 1; i < count; ++i) {
    const std::string name = values[i];
    const auto next = [&]() -> std::string {
      if (i + 1 == count) throw std::invalid_argument(name + ": a value is missing");
      return values[++i];
    };
    if (name == "--kind") {
      a.kind = next();
      if (a.kind != "random" && a.kind != "lobes" && a.kind != "top")
        throw std::invalid_argument("--kind " + a.kind + ": expected random, lobes or top");
    } else if (name == "--bands") {
      a.bands = std::stoi(next());
      if (a.bands < 2 || a.bands > largest_band || a.bands % 2 != 0)
        throw std::invalid_argument("--bands " + std::to_string(a.bands) + ": expected 2, 4, ..., 12");
    } else if (name == "--seed") {
      a.seed = static_cast<unsigned>(std::stoul(next()));
    } else if (name == "--size") {
      a.size = std::stoi(next());
      if (a.size < 1 || a.size > 16384)
        throw std::invalid_argument("--size " + std::to_string(a.size) + ": expected 1 to 16384");
    } else if (name == "--view") {
      const std::string text = next();
      if (std::sscanf(text.c_str(), "%lf,%lf,%lf", &a.window.x, &a.window.y, &a.window.half_width) != 3)
        throw std::invalid_argument("--view " + text + ": expected X,Y,H");
    } else if (name == "--on") {
      const std::string place = next();
      if (place != "cpu" && place != "cuda") throw std::invalid_argument("--on " + place + ": expected cpu or cuda");
      a.cuda = place == "cuda";
    } else if (name == "-o") {
      a.picture = next();
    } else if (name == "--export") {
      a.polynomials = next();
    } else if (name == "--check") {
      a.check = true;
    } else if (name == "--bench") {
      a.bench = true;
    } else if (name == "--shader") {
      a.shader = true;
    } else {
      throw std::invalid_argument(name + ": unknown; see --help");
    }
  }
  return a;
}

trace_result trace(const arguments& a, const glyph& g, const std::vector<ray>& rays, unsigned threads = 0) {
  return a.cuda ? trace_on_cuda(g, rays) : trace_on_cpu(g, rays, true, threads);
}

void bench(const arguments& a) {
  const int size = a.size > 0 ? a.size : 512;
  std::cout << "nanoseconds for each polynomial (" << size << " x " << size << " pixels, median of 9"
            << (a.cuda ? "" : "; on one thread: from the ray to its coefficients, from there to the hit") << ")\n"
            << "degree  polynomials  doubtful  " << (a.cuda ? "both\n" : "coefficients  hit\n");
  for (int bands = 2; bands <= largest_band; bands += 2) {
    const glyph g = make_glyph(a.kind, bands, a.seed);
    const std::vector<ray> rays = rays_of(a.window, size);
    std::vector<double> forming, solving;
    trace_result r;
    for (int i = 0; i < 9; ++i) {
      r = trace(a, g, rays, 1);
      forming.push_back(r.seconds_forming * 1e9 / static_cast<double>(r.polynomials));
      solving.push_back(r.seconds_solving * 1e9 / static_cast<double>(r.polynomials));
    }
    std::sort(forming.begin(), forming.end());
    std::sort(solving.begin(), solving.end());
    std::cout << 2 * bands + 2 << "  " << r.polynomials << "  " << r.doubtful << "  ";
    if (!a.cuda) std::cout << forming[4] << "  ";
    std::cout << solving[4] << std::endl;
  }
}

int run(const arguments& a) {
  if (a.cuda && !have_cuda()) {
    std::cout << "SKIPPED: no CUDA device\n";
    return 0;
  }
  if (a.check) return check({a.size > 0 ? a.size : 256, a.cuda, a.seed}, std::cout) == 0 ? 0 : 2;
  if (a.bench) {
    bench(a);
    return 0;
  }
  const int size = a.size > 0 ? a.size : 512;
  const glyph g = make_glyph(a.kind, a.bands, a.seed);
  if (a.shader) std::cout << shader_tables(g);
  const std::vector<ray> rays = rays_of(a.window, size);
  if (!a.polynomials.empty()) {
    const std::size_t rows = write_polynomials(a.polynomials, g, rays);
    std::cout << a.polynomials << ": " << rows << " polynomials of degree " << 2 * a.bands + 2 << "\n";
  }
  if (!a.picture.empty()) {
    const trace_result r = trace(a, g, rays);
    write_png(a.picture, shade(g, rays, r.u), size);
    std::cout << a.picture << ": " << r.polynomials << " polynomials of degree " << 2 * a.bands + 2 << ", "
              << r.doubtful << " of them solved again in double\n";
  }
  return 0;
}

}  // namespace

int main(int count, char** values) {
  try {
    if (count == 1 || std::strcmp(values[1], "--help") == 0) {
      std::cout << help;
      return 0;
    }
    return run(parse(count, values));
  } catch (const std::exception& e) {
    std::cerr << "sh_glyph: " << e.what() << "\n";
    return 1;
  }
}
