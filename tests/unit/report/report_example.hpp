#pragma once

#include <limits>

#include "vieta/roots.hpp"

namespace vieta {

/// A result with one root of every status, made by hand.
inline roots_result example_result() {
  roots_result r;
  r.roots = {{{1.1673039782614187, 0}, 1.3e-16, 1, root_status::isolated, true},
             {{-0.7648844336005847, 0.35247154603172626}, 2e-16, 1, root_status::isolated, false},
             {{0.1, 1.0839541013177107}, 0.1, 3, root_status::cluster, false},
             {{0.1, -1.0839541013177107}, 0.2, 1, root_status::wide, false},
             {{0.5, 0.1}, std::numeric_limits<double>::infinity(), 1, root_status::unproven, false}};
  r.status = roots_status::partial;
  r.report = {7, 2, 1, 1, 1, "ehrlich-aberth", "cpu avx512, 2 threads", 7, 5.5, 53, 2, 0, 4.1234e-4, "time"};
  return r;
}

}  // namespace vieta
