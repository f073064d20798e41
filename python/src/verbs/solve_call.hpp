#pragma once

#include <cmath>

#include "bind.hpp"
#include "call.hpp"
#include "vieta/solve.hpp"

namespace vieta::python {

// What the bindings of `solve` and `solve_parameters` share.

/// Ctrl-C and the progress callback.
inline void watch(python_call& call, solve_options& options) {
  options.cancel = call.cancel();
  if (call.has_progress())
    options.progress = [&call](const solve_progress& now) {
      if (!now.proving) call.report(static_cast<std::int64_t>(now.done), static_cast<std::int64_t>(now.total));
    };
}

inline nb::dict paths_of(const path_account& account) {
  nb::dict paths;
  paths["total"] = account.total;
  paths["regular"] = account.regular;
  paths["singular"] = account.singular;
  paths["infinite"] = account.infinite;
  paths["failed"] = account.failed;
  paths["stopped"] = account.stopped;
  return paths;
}

/// Of solutions that paths began at; None where they began elsewhere.
inline nb::object from_of(const solve_report& r) {
  if (r.start != start_kind::monodromy && r.start != start_kind::given) return nb::none();
  nb::dict from;
  from["given"] = r.from.given;
  from["proven"] = r.from.proven;
  from["found"] = r.from.found;
  from["loops"] = r.from.loops;
  from["trace"] = std::isnan(r.from.trace) ? nb::object(nb::none()) : nb::object(nb::float_(r.from.trace));
  from["traced"] = r.from.traced;
  from["one_family"] = r.from.one_family;
  return from;
}

/// What became of the paths, and what was found: of both reports.
template <class Report>
void add_outcome(nb::dict& report, const Report& r) {
  report["paths"] = paths_of(r.paths);
  report["regular"] = r.regular;
  report["certified"] = r.certified;
  report["singular"] = r.singular;
  report["on_a_set"] = r.on_a_set;
  report["real"] = r.real;
  report["steps"] = r.steps;
  report["rejected"] = r.rejected;
  report["higher_precision"] = r.higher_precision;
  report["tracked_again"] = r.tracked_again;
  report["seconds_tracking"] = r.seconds_tracking;
}

}  // namespace vieta::python
