// shader_throughput [--published FILE] [--misses COUNT] [--count COUNT] [DEGREE...]: polynomials per second of the GLSL
// on the GPU that Vulkan finds, in [-1,1], for the sets "all real" (roots uniform in [-1,1]) and "random" (coefficients
// uniform in [-1,1]), beside the listing of Peters (2023), whose text is read from FILE or from
// real_roots_peters_2023.txt in the folder $VIETA_PAPERS; and how many polynomials in a million miss a root that float
// can see.
// shader_throughput --variant NAME [--listing FILE] DEGREE...: one variant of the listing's loops alone (tuned,
// spilling, undirected, not-unrolled, not-looped, unrolled; or text, vieta's own), or with NAME laguerre the text of
// --listing.
// shader_throughput --rays FILE.npy --variant NAME [--listing FILE] [--roots OUT]: the same for the rays of a frame
// that sh_glyph --export wrote; NAME may be last-bit (vieta's text, as exact as float is), first (its least root alone)
// or quick (the same, without a slow way), too. Prints milliseconds for all rays and how many have another first root
// than in double; OUT gets the first roots.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>

#include "rays.hpp"
#include "shaders/clear_misses.hpp"
#include "shaders/scratch_folder.hpp"
#include "shaders/shader_programs.hpp"
#include "shaders/vulkan_runner.hpp"
#include "vieta/real_roots.hpp"

using namespace vieta;
using namespace vieta::test;

namespace {

struct wanted {
  std::string published;  ///< the listing, or nothing
  std::string variant;    ///< of the listing; empty: all that is compared
  std::string rays;       ///< a frame, or nothing
  std::string roots;      ///< where the first roots of its rays go
  std::size_t count = std::size_t{1} << 21, misses = 100000;
  std::vector<int> degrees;
};

// The listing stands at the end of the article, from this comment on.
std::string read_published(const std::string& file) {
  const std::string article = read_bytes(file);
  const std::size_t begins = article.find("// The degree of the polynomials for which we compute roots");
  return begins == std::string::npos ? "" : article.substr(begins);
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

// The loops of the listing as its author varied them: its directives taken away or turned round, and derivatives from a
// table of factorials at computed places, which registers cannot hold.
std::string variant_of(std::string listing, const std::string& name) {
  if (name == "undirected" || name == "not-unrolled") replace_all(listing, "[[unroll]]", "");
  if (name == "undirected" || name == "not-looped") replace_all(listing, "[[loop]]", "");
  if (name == "unrolled") replace_all(listing, "[[loop]]", "[[unroll]]");
  if (name == "spilling") {
    const std::size_t from = listing.find("float prev_derivative_order"),
                      to = listing.find("// Determine the value of this derivative at begin");
    if (from == std::string::npos || to == std::string::npos) return "";
    std::string factorials;
    double factorial = 1;
    for (int k = 0; k < 27; factorial *= ++k) factorials += (k > 0 ? ", " : "") + std::to_string(factorial);
    listing.replace(from, to - from,
                    "float factorial[27] = {" + factorials +
                        "};\n    int k = MAX_DEGREE - degree;\n    for (int j = 0; j != degree + 1; ++j)\n"
                        "      derivative[j] = factorial[j + k] / factorial[j] * poly[j + k];\n    ");
  }
  return listing;
}

wanted read_arguments(int count, char** arguments) {
  wanted w;
  std::string file, listing;
  if (const char* const folder = std::getenv("VIETA_PAPERS"))
    file = std::string(folder) + "/real_roots_peters_2023.txt";
  for (int i = 1; i < count; ++i) {
    const std::string given = arguments[i];
    if (given == "--published" && i + 1 < count)
      file = arguments[++i];
    else if (given == "--misses" && i + 1 < count)
      w.misses = std::stoul(arguments[++i]);
    else if (given == "--variant" && i + 1 < count)
      w.variant = arguments[++i];
    else if (given == "--listing" && i + 1 < count)
      listing = arguments[++i];
    else if (given == "--rays" && i + 1 < count)
      w.rays = arguments[++i];
    else if (given == "--roots" && i + 1 < count)
      w.roots = arguments[++i];
    else if (given == "--count" && i + 1 < count)
      w.count = std::stoul(arguments[++i]);
    else
      w.degrees.push_back(std::stoi(given));
  }
  if (!file.empty()) w.published = read_published(file);
  if (!w.variant.empty())
    w.published = variant_of(w.variant == "laguerre" ? read_bytes(listing) : w.published, w.variant);
  if (w.degrees.empty()) w.degrees = {3, 4, 5, 6, 8, 10, 18, 26};
  return w;
}

/// `count` polynomials, coefficient k of number i at [k * count + i].
std::vector<float> polynomials(bool all_real, int degree, std::size_t count) {
  std::mt19937 engine(static_cast<unsigned>(degree));
  std::uniform_real_distribution<double> unit(-1, 1);
  const std::size_t size = static_cast<std::size_t>(degree) + 1;
  std::vector<float> numbers(size * count);
  std::vector<double> c(size);
  for (std::size_t i = 0; i < count; ++i) {
    if (all_real) {
      std::fill(c.begin(), c.end(), 0.0);
      c[0] = 1;
      for (std::size_t n = 1; n < size; ++n) {
        const double r = unit(engine);
        for (std::size_t k = n; k > 0; --k) c[k] = c[k - 1] - r * c[k];
        c[0] *= -r;
      }
    } else {
      for (double& x : c) x = unit(engine);
    }
    for (std::size_t k = 0; k < size; ++k) numbers[k * count + i] = static_cast<float>(c[k]);
  }
  return numbers;
}

enum class solver { text, plain, first, quick, published };

bool is_first(solver which) { return which == solver::first || which == solver::quick; }

// Reads and writes beside each other what neighbouring invocations read and write. One word more holds count, status
// and touches; at degree 24 and above a further one the touches.
std::string program(solver which, const std::string& published, int degree, std::size_t count, const char* tolerance) {
  const std::string n = std::to_string(degree), many = std::to_string(count) + "u";
  std::string text =
      "#version 450\n#extension GL_EXT_control_flow_attributes : enable\n"
      "layout(local_size_x = 64) in;\n"
      "layout(std430, binding = 0) readonly buffer Given { float given[]; };\n"
      "layout(std430, binding = 1) writeonly buffer Found { uint found[]; };\n";
  if (which == solver::published) {
    std::string listing = published;
    const auto replace = [&](const std::string& what, const std::string& by) {
      const std::size_t at = listing.find(what);
      if (at != std::string::npos) listing.replace(at, what.size(), by);
    };
    replace("#define MAX_DEGREE 10", "#define MAX_DEGREE " + n);
    if (listing.find("MAX_DEGREE") == std::string::npos) text += "#define DEGREE " + n + "\n";
    if (std::string(tolerance) == "0.0") replace("1.0e-4", "1.2e-7");
    text += listing;
  } else {
    text += "#define REAL_ROOTS_UNROLL [[unroll]]\n#define REAL_ROOTS_LOOP [[dont_unroll]]\n" +
            real_roots_shader(shader_language::glsl, degree, {"real_roots", which == solver::plain});
  }
  text +=
      "\nvoid main() {\n"
      "  uint i = gl_GlobalInvocationID.x;\n"
      "  float a[" +
      n +
      " + 1];\n"
      "  [[unroll]] for (int k = 0; k <= " +
      n + "; k++) a[k] = given[uint(k) * " + many +
      " + i];\n"
      "  float lo = given[" +
      std::to_string(degree + 1) + "u * " + many + "], hi = given[" + std::to_string(degree + 1) + "u * " + many +
      " + 1u];\n";
  const std::string write = "  [[unroll]] for (int k = 0; k < " + n + "; k++) found[uint(k) * " + many + " + i] = ";
  if (which == solver::published)
    return text + "  float r[" + n + " + 1];\n  find_roots(r, a, lo, hi);\n" + write + "floatBitsToUint(r[k]);\n}\n";
  const char* const call = which == solver::first   ? "real_roots_first"
                           : which == solver::quick ? "real_roots_first_quick"
                                                    : "real_roots";
  text += std::string("  RealRoots r = ") + call + "(a, lo, hi, " + tolerance + ", 0.0);\n";
  if (is_first(which))
    text += "  found[i] = r.count > 0 ? floatBitsToUint(r.roots[0]) : 0x7fc00000u;\n";
  else
    text += write + "floatBitsToUint(r.roots[k]);\n";
  text += "  found[" + n + "u * " + many + " + i] = uint(r.count) | uint(r.status) << 6 | r.touching << 9;\n";
  if (degree >= 24) text += "  found[" + std::to_string(degree + 1) + "u * " + many + " + i] = r.touching;\n";
  return text + "}\n";
}

std::vector<std::uint32_t> module_of(const std::string& text) {
  std::vector<std::uint32_t> spirv;
  const std::string complaint = compile(text, "comp", "-V", &spirv);
  if (!complaint.empty()) throw std::runtime_error(complaint);
  return spirv;
}

std::vector<float> with_interval(std::vector<float> numbers) {
  numbers.push_back(-1);
  numbers.push_back(1);
  return numbers;
}

double millions_per_second(vulkan_runner& device, const std::string& text, const std::vector<float>& numbers,
                           int degree, std::size_t count) {
  const auto groups = static_cast<std::uint32_t>(count / workgroup_size);
  return static_cast<double>(count) * 1e-6 /
         device.seconds(module_of(text), numbers, static_cast<std::size_t>(degree + 2) * count, groups);
}

std::size_t count_misses(vulkan_runner& device, solver which, const wanted& w, int degree, bool all_real,
                         double tolerance) {
  const std::size_t count = w.misses / workgroup_size * workgroup_size;
  const std::vector<float> numbers = polynomials(all_real, degree, count);
  const std::string text = program(which, w.published, degree, count, "2.0e-4");
  const std::vector<std::uint32_t> words =
      device.run(module_of(text), with_interval(numbers), static_cast<std::size_t>(degree + 2) * count,
                 static_cast<std::uint32_t>(count / workgroup_size));
  std::size_t misses = 0;
  std::vector<float> a(static_cast<std::size_t>(degree) + 1), roots;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = numbers[k * count + i];
    roots.clear();
    const std::size_t n = static_cast<std::size_t>(degree), listed = words[n * count + i] & 63u;
    for (std::size_t k = 0; k < n; ++k) {
      const float x = std::bit_cast<float>(words[k * count + i]);
      if (which == solver::published ? x < 3e38F : k < listed) roots.push_back(x);
    }
    misses += misses_clearly(a, roots, tolerance) ? 1 : 0;
  }
  return misses;
}

// The first root in [-1, 1] of each ray, in double; 2 where there is none.
std::vector<double> first_roots_in_double(const published::rays& frame) {
  const std::vector<double> columns(frame.columns.begin(), frame.columns.end());
  const polynomial_batch<double> all{columns.data(), frame.count, frame.degree, coefficient_order::columns, 0};
  const real_roots_result<double> found = real_roots(all, real_interval<double>{-1, 1});
  std::vector<double> first(frame.count);
  for (std::size_t i = 0; i < frame.count; ++i) first[i] = found.counts[i] > 0 ? found.roots(i)[0] : 2;
  return first;
}

// What published_loops.cu measures in CUDA, and judges in the same way.
void measure_frame(vulkan_runner& device, const wanted& w) {
  const published::rays frame = published::read_rays(w.rays.c_str(), workgroup_size);
  if (frame.count == 0) throw std::runtime_error(w.rays + ": found no rays, expected those of sh_glyph --export");
  const std::size_t count = frame.count, outputs = static_cast<std::size_t>(frame.degree + 2) * count;
  const auto groups = static_cast<std::uint32_t>(count / workgroup_size);
  const solver which = w.variant == "first"                             ? solver::first
                       : w.variant == "quick"                           ? solver::quick
                       : w.variant == "text" || w.variant == "last-bit" ? solver::text
                                                                        : solver::published;
  const char* const tolerance = w.variant == "last-bit" ? "0.0" : "2.0e-4";
  const auto module = module_of(program(which, w.published, frame.degree, count, tolerance));
  const std::vector<float> numbers = with_interval(frame.columns);
  const double seconds = device.seconds(module, numbers, outputs, groups);
  const std::vector<std::uint32_t> words = device.run(module, numbers, outputs, groups);
  const std::vector<double> expected = first_roots_in_double(frame);
  std::vector<float> first(count, 2.0F);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t n = static_cast<std::size_t>(frame.degree);
    const std::size_t listed = is_first(which) ? 1 : which == solver::text ? words[n * count + i] & 63u : n;
    for (std::size_t k = 0; k < listed; ++k) {
      const float x = std::bit_cast<float>(words[k * count + i]);
      if (x >= -1 && x <= 1) first[i] = std::min(first[i], x);
    }
    if (!(std::abs(static_cast<double>(first[i]) - expected[i]) <= 0.01)) ++wrong;
  }
  std::cout << device.device() << "; " << w.variant << "; " << frame.degree << "; " << count << "; " << 1e3 * seconds
            << "; " << wrong << std::endl;
  if (w.roots.empty()) return;
  std::ofstream(w.roots, std::ios::binary)
      .write(reinterpret_cast<const char*>(first.data()), static_cast<std::streamsize>(count * sizeof(float)));
}

}  // namespace

int main(int count, char** arguments) {
  const wanted w = read_arguments(count, arguments);
  std::string why_not;
  const auto device = vulkan_runner::open(why_not);
  if (!device || !is_installed("glslangValidator")) {
    std::cout << "SKIPPED: " << (device ? "no glslangValidator" : why_not) << '\n';
    return 0;
  }
  if (!w.rays.empty()) {
    measure_frame(*device, w);
    return 0;
  }
  if (!w.variant.empty()) {
    const solver which = w.variant == "text" ? solver::text : solver::published;
    if (which == solver::published && w.published.empty())
      throw std::runtime_error("found no listing, expected --published FILE");
    for (const int degree : w.degrees)
      for (const bool all_real : {true, false}) {
        const double speed =
            millions_per_second(*device, program(which, w.published, degree, w.count, "2.0e-4"),
                                with_interval(polynomials(all_real, degree, w.count)), degree, w.count);
        std::cout << device->device() << "; " << w.variant << "; " << degree << "; "
                  << (all_real ? "all real" : "random") << "; " << speed << "; "
                  << (w.misses > 0 ? count_misses(*device, which, w, degree, all_real, 2e-4) : 0) << std::endl;
      }
    return 0;
  }
  std::cout << device->device() << ", millions of polynomials per second\n"
            << " N  set       tolerance  published       text  ratio      plain      first\n"
            << std::fixed;
  for (const int degree : w.degrees) {
    for (const bool all_real : {true, false}) {
      const std::vector<float> numbers = with_interval(polynomials(all_real, degree, w.count));
      for (const char* tolerance : {"2.0e-4", "0.0"}) {
        const auto speed = [&](solver which) {
          if (which == solver::published && w.published.empty()) return 0.0;
          return millions_per_second(*device, program(which, w.published, degree, w.count, tolerance), numbers, degree,
                                     w.count);
        };
        // In turns, since a card's clock drifts.
        std::array<double, 5> theirs{}, ours{};
        for (std::size_t k = 0; k < theirs.size(); ++k) {
          theirs[k] = speed(solver::published);
          ours[k] = speed(solver::text);
        }
        std::sort(theirs.begin(), theirs.end());
        std::sort(ours.begin(), ours.end());
        const double published = theirs[theirs.size() / 2], text = ours[ours.size() / 2];
        std::cout << std::setw(2) << degree << "  " << (all_real ? "all real" : "random  ") << "  " << std::setw(9)
                  << tolerance << std::setprecision(0) << std::setw(11) << published << std::setw(11) << text
                  << std::setprecision(2) << std::setw(7) << (published > 0 ? text / published : 0.0)
                  << std::setprecision(0) << std::setw(11) << speed(solver::plain) << std::setw(11)
                  << speed(solver::first) << std::endl;
      }
    }
  }
  if (w.misses == 0) return 0;
  std::cout << "\nclear misses in " << w.misses << " polynomials, tolerance 2.0e-4\n N  set       published  text\n";
  for (const int degree : w.degrees) {
    for (const bool all_real : {true, false}) {
      std::cout << std::setw(2) << degree << "  " << (all_real ? "all real" : "random  ");
      for (const solver which : {solver::published, solver::text}) {
        if (which == solver::published && w.published.empty()) continue;
        std::cout << std::setw(which == solver::text ? 6 : 11)
                  << count_misses(*device, which, w, degree, all_real, 2e-4);
      }
      std::cout << std::endl;
    }
  }
}
