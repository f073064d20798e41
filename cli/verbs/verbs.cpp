#include "verbs/verbs.hpp"

namespace vieta::cli {

std::span<const verb_entry> all_verbs() {
  static constexpr verb_entry verbs[] = {
      {"roots", "all complex roots of a polynomial, or of many, each in a disc", add_roots},
      {"real-roots", "the real roots in an interval, of each of many small polynomials", add_real_roots},
      {"minimax", "the polynomial of least largest error for a function, as code", add_minimax},
      {"newton", "solutions of a system near given starts, to 60 digits", add_newton},
      {"solve", "all complex solutions of a system, no start needed", add_solve},
      {"components", "solution sets of any dimension: curves, surfaces, points", add_components},
      {"boxes", "all solutions of small systems in a box", add_boxes},
      {"verify", "proves a result of roots, newton or solve once more", add_verify},
      {"info", "version, build, processor, GPUs", add_info},
  };
  return verbs;
}

}  // namespace vieta::cli
