#pragma once

#include "roots/session.hpp"
#include "vieta/roots.hpp"

namespace vieta::values {

/// Why an answer is partial, and how long it took.
inline void finish_report(roots_result& result, const session& context) {
  roots_report& report = result.report;
  if (result.status == roots_status::partial && report.stopped_by.empty()) {
    const bool only_border = report.at_border > 0 && report.unproven == 0 && report.wide == 0;
    report.stopped_by = context.cancelled()     ? "cancelled"
                        : context.out_of_time() ? "time"
                        : only_border           ? "border"
                                                : "precision";
  }
  report.seconds = context.seconds();
}

}  // namespace vieta::values
