#pragma once

#include <cstddef>
#include <vector>

#include "roots/answer/certificate.hpp"
#include "roots/session.hpp"
#include "vieta/polynomial.hpp"

namespace vieta {

/// Real roots of a real square-free polynomial take the place of discs of several roots that hold no others: Descartes'
/// rule tells nested clusters on the axis apart where simultaneous iteration takes long. Whether no disc of several
/// roots is left. Nothing happens for high degrees and for other polynomials.
bool part_by_real_line(const polynomial& p, std::vector<proven_disc>& discs, const session& context);

/// Which of the `open` discs, each of one root and no other one, have a real root: its disc takes their place.
void take_real_roots(const polynomial& p, std::vector<proven_disc>& discs, const std::vector<std::size_t>& open,
                     const session& context);

/// The discs of all roots where all of them are real; else none.
std::vector<proven_disc> discs_if_all_real(const polynomial& p, const session& context);

}  // namespace vieta
