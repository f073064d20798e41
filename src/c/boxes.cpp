#include "vieta/boxes.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "c/common.hpp"
#include "vieta/boxes_io.hpp"
#include "vieta/json.hpp"

struct vieta_boxes {
  std::vector<vieta::box_system> systems;
  vieta::boxes_result result;
  std::vector<vieta_box_item> items;
};

namespace vieta::c {
namespace {

vieta_code solve_all(std::vector<box_system> systems, const vieta_boxes_options* given, const vieta_run* run,
                     vieta_boxes** result) {
  const running work(run);
  boxes_options options;
  options.on = work.on();
  options.max_seconds = work.max_seconds();
  options.cancel = work.flag();
  if (given != nullptr && given->tolerance != 0) options.tolerance = given->tolerance;
  if (given != nullptr && given->max_boxes != 0) options.max_boxes = given->max_boxes;
  auto answer = std::make_unique<vieta_boxes>();
  answer->systems = std::move(systems);
  answer->result = solve_boxes(answer->systems, options);
  merge_pieces(answer->systems, answer->result);
  const boxes_result& r = answer->result;
  if (!r.messages.empty())
    throw error("system " + std::to_string(r.messages.front().system + 1) + ", " + r.messages.front().message);
  for (std::size_t s = 0; s < answer->systems.size(); ++s)
    for (const box_item& item : r.of(s)) {
      // The kinds of C have the numbers of those of C++.
      vieta_box_item plain{s,
                           static_cast<vieta_box_kind>(item.kind),
                           item.on_border ? 1 : 0,
                           {},
                           {},
                           {},
                           item.radius,
                           item.residual,
                           item.condition_undecided ? 1 : 0};
      std::copy(item.x.begin(), item.x.end(), plain.x);
      std::copy(item.lower.begin(), item.lower.end(), plain.lower);
      std::copy(item.upper.begin(), item.upper.end(), plain.upper);
      answer->items.push_back(plain);
    }
  const bool solved = r.report.complete == answer->systems.size();
  *result = answer.release();
  return solved ? VIETA_SOLVED : VIETA_PARTIAL;
}

}  // namespace
}  // namespace vieta::c

extern "C" {

using vieta::c::guarded;
using vieta::c::required;

vieta_code vieta_boxes_of_text(const char* json, const vieta_boxes_options* options, const vieta_run* run,
                               vieta_boxes** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    return vieta::c::solve_all(vieta::read_boxes(std::string_view(required(json, "json")), "json"), options, run,
                               result);
  });
}

vieta_code vieta_boxes_of(size_t count, size_t variables, const int* degrees, const double* coefficients,
                          const double* box, const vieta_boxes_options* options, const vieta_run* run,
                          vieta_boxes** result) {
  return guarded([&] {
    *required(result, "result") = nullptr;
    if (variables < 1 || variables > 4)
      throw vieta::error("variables: found " + std::to_string(variables) + ", expected 1 to 4");
    required(degrees, "degrees"), required(coefficients, "coefficients");
    std::size_t numbers = 1;
    for (size_t v = 0; v < variables; ++v) {
      if (degrees[v] < 0 || degrees[v] > 64)
        throw vieta::error("degrees: found " + std::to_string(degrees[v]) + ", expected numbers from 0 to 64");
      numbers *= static_cast<std::size_t>(degrees[v]) + 1;
    }
    std::vector<vieta::box_system> systems(count);
    for (vieta::box_system& system : systems) {
      for (size_t v = 0; box != nullptr && v < variables; ++v) system.box.push_back({box[2 * v], box[2 * v + 1]});
      for (size_t q = 0; q < variables; ++q, coefficients += numbers)
        system.equations.push_back({std::vector<int>(degrees, degrees + variables),
                                    std::vector<double>(coefficients, coefficients + numbers)});
    }
    return vieta::c::solve_all(std::move(systems), options, run, result);
  });
}

size_t vieta_boxes_count(const vieta_boxes* result) { return result == nullptr ? 0 : result->items.size(); }

const vieta_box_item* vieta_boxes_items(const vieta_boxes* result) {
  return result == nullptr ? nullptr : result->items.data();
}

char* vieta_boxes_json(const vieta_boxes* result) {
  return vieta::c::text_for_c([&] {
    const vieta_boxes& solved = *required(result, "result");
    return vieta::to_json(solved.systems, solved.result);
  });
}

vieta_box_curve vieta_boxes_curve(const vieta_boxes* result, size_t k) {
  if (k >= vieta_boxes_count(result)) return {};
  const vieta::boxes_result& r = result->result;
  const vieta::box_item& item = r.items[k];
  if (item.kind != vieta::box_kind::curve) return {};
  vieta_box_curve told{
      item.points,      item.points > 0 ? r.polylines[item.first_point].data() : nullptr, 0, 0, 0, VIETA_END_STOPPED,
      VIETA_END_STOPPED};
  if (item.trace < 0) return told;
  const vieta::traced_curve& traced = r.traced[static_cast<std::size_t>(item.trace)];
  told.proven = 1;
  told.least_length = traced.least_length, told.most_length = traced.most_length;
  // The ends of C have the numbers of those of C++.
  told.begins = static_cast<vieta_curve_end>(traced.begins), told.ends = static_cast<vieta_curve_end>(traced.ends);
  return told;
}

void vieta_boxes_free(vieta_boxes* result) { delete result; }

}  // extern "C"
