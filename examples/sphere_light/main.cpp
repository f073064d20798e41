// Which acos and atan are good enough for the diffuse light of a sphere? An image decides, not a norm.
//
// A white sphere is lit by a spherical light of radius 1 m and of 10 cm. Near the horizon of a surface point its
// irradiance takes one acos and one atan (Lagarde and de Rousiers, "Moving Frostbite to physically based rendering",
// SIGGRAPH course 2014, listing 7; after Snyder, Microsoft research report, 1996). Each pair of stand-ins is rendered
// and compared with the exact functions in 8 bits.
//
//   sphere_light                      pairs that vieta makes; exit code 0: what the course says of them holds
//   sphere_light --published FOLDER   pairs that Lagarde (2014) prints, and pictures of them in FOLDER (.pgm)
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>
#include <vieta/minimax_code.hpp>

#include "picture.hpp"

namespace {

using namespace sphere_light;

std::vector<double> coefficients(const char* function, int degree, vieta::minimax_error error, bool slope, int& cost) {
  vieta::minimax_problem problem = vieta::minimax_short_form(function, degree);
  problem.error = error;
  if (slope) problem.constraints = {"c0=1"};
  vieta::minimax_options options;
  options.format = vieta::coefficient_format::float32;
  const vieta::minimax_result result = vieta::minimax(problem, options);
  vieta::code_options code;
  code.most_floats = 1000;
  code.full_range = function;
  const vieta::minimax_code text = vieta::emit_code(result, code);
  cost += text.full_rate + 4 * text.quarter_rate;
  return result.coefficients;
}

void write(const std::string& path, const std::vector<float>& image, float brightest) {
  std::ofstream out(path, std::ios::binary);
  out << "P5 " << size << ' ' << size << " 255\n";
  for (int j = size; j-- > 0;)  // upwards
    for (int i = 0; i < size; ++i)
      out.put(static_cast<char>(eight_bits(image[static_cast<std::size_t>(j * size + i)], brightest)));
}

/// Coefficients that S. Lagarde prints ("Inverse trigonometric functions GPU optimization for AMD GCN architecture",
/// 2014), D. Eberly's among them, and those of Unreal Engine 4.5.
int published(const std::string& folder) {
  const std::vector<functions> acos_of = {{"acos P1", {1.56467, -0.155972}, {}},
                                          {"acos P2", {1.57018, -0.201877, 0.0464619}, {}},
                                          {"acos P3", {1.57073, -0.212053, 0.0740935, -0.0186166}, {}}};
  const std::vector<functions> atan_of = {{"exact atan", {}, {}},
                                          {"atan P2 absolute", {}, {0, 1.05863, -0.269408}, 0, false},
                                          {"atan OP3 absolute", {}, {0.970592, -0.190604}},
                                          {"atan OP3 Eberly", {}, {1, -0.214602}},
                                          {"atan P3 absolute", {}, {0, 1.0307, -0.17239, -0.0745631}, 0, false},
                                          {"atan UE4", {}, {-0.00001203333, 1.00712, -0.0954105, -0.130234}, 0, false},
                                          {"atan OP5 absolute", {}, {0.994792, -0.287946, 0.079271}},
                                          {"atan OP5 Eberly", {}, {1, -0.301895, 0.0872929}}};
  for (const float radius : {1.0F, 0.1F}) {
    const std::vector<float> exact = render({}, radius);
    const float brightest = *std::max_element(exact.begin(), exact.end());
    const std::string end = radius < 1 ? "-10cm.pgm" : "-1m.pgm";
    write(folder + "/exact" + end, exact, brightest);
    for (const functions& acos : acos_of)
      for (const functions& atan : atan_of) {
        const functions both{acos.name + ", " + atan.name, acos.acos, atan.atan, 0, atan.odd};
        const std::vector<float> image = render(both, radius);
        const comparison c = compare(exact, image);
        std::printf("%s; %s; %d; %d; %d; %.2f\n", both.name.c_str(), radius < 1 ? "10 cm" : "1 m", c.largest, c.black,
                    c.spurious, static_cast<double>(c.seam));
        std::string name = both.name;
        std::replace(name.begin(), name.end(), ' ', '_');
        write(folder + "/" + name + end, image, brightest);
      }
  }
  return 0;
}

}  // namespace

int main(int count, char** values) {
  using vieta::minimax_error;
  if (count == 3 && values[1] == std::string("--published")) return published(values[2]);
  std::vector<functions> all;
  for (int acos_degree = 1; acos_degree <= 3; ++acos_degree)
    for (int atan_degree = 1; atan_degree <= 4; ++atan_degree)
      for (const minimax_error error : {minimax_error::relative, minimax_error::absolute})
        for (const bool slope : {false, true}) {
          functions f;
          f.acos = coefficients("acos", acos_degree, minimax_error::relative, false, f.cost);
          f.atan = coefficients("atan", atan_degree, error, slope, f.cost);
          f.name = "acos P" + std::to_string(acos_degree) + ", atan OP" + std::to_string(2 * atan_degree + 1) + ' ' +
                   vieta::name(error) + (slope ? ", c1=1" : "");
          all.push_back(std::move(f));
        }
  std::stable_sort(all.begin(), all.end(), [](const functions& a, const functions& b) { return a.cost < b.cost; });

  const std::vector<float> large = render({}, 1), small = render({}, 0.1F);
  std::printf("%-38s cost |  1 m: steps black spurious seam | 10 cm: steps black spurious seam\n", "");
  const functions* cheapest = nullptr;
  bool absolute_goes_black = false, slope_saves_it = true;
  for (const functions& f : all) {
    const comparison a = compare(large, render(f, 1)), b = compare(small, render(f, 0.1F));
    std::printf("%-38s %4d | %11d %5d %8d %4.2f | %12d %5d %8d %4.2f\n", f.name.c_str(), f.cost, a.largest, a.black,
                a.spurious, static_cast<double>(a.seam), b.largest, b.black, b.spurious, static_cast<double>(b.seam));
    if (!cheapest && a.largest <= 1 && b.largest <= 1) cheapest = &f;
    if (f.name == "acos P1, atan OP3 absolute") absolute_goes_black = b.black > 1000;
    if (f.name.ends_with("relative, c1=1")) slope_saves_it = slope_saves_it && b.black == 0;
  }
  std::printf("\nan odd cubic of least absolute error turns the small light black: %s\n",
              absolute_goes_black ? "yes" : "no");
  std::printf("c1=1 (least relative error) never does: %s\n", slope_saves_it ? "yes" : "no");
  std::printf("cheapest within one step: %s\n", cheapest ? cheapest->name.c_str() : "none");
  return cheapest && absolute_goes_black && slope_saves_it ? 0 : 1;
}
