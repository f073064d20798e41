#include "roots/near_linear/devices/join_parts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel_for.hpp"
#include "roots/near_linear/devices/told_twice.hpp"

namespace vieta::near_linear {
namespace {

located_root root_at(const device_roots& part, std::size_t place) {
  located_root root;
  root.centre = {dd(part.re[place]), dd(part.im[place])};
  root.exponent = part.exponent[place];
  root.radius = part.radius[place];
  root.alone = part.alone[place];
  return root;
}

/// Places of each part that another part tells of, too, ascending. Only discs at borders of cells can be such, unless
/// some disc is so large that it may reach anywhere.
std::vector<std::vector<std::uint32_t>> gone_of(std::vector<device_roots>& parts, int threads) {
  std::int64_t wide = 0;
  for (const device_roots& part : parts) wide += part.border.wide;
  std::vector<std::vector<located_root>> candidates(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    std::vector<std::uint32_t>& at = parts[p].border.at;
    if (wide > 0) {
      at.resize(parts[p].re.size());
      std::iota(at.begin(), at.end(), 0U);
    }
    for (const std::uint32_t place : at) candidates[p].push_back(root_at(parts[p], place));
  }
  std::vector<std::vector<std::uint32_t>> gone = told_twice(candidates, threads);
  for (std::size_t p = 0; p < parts.size(); ++p)
    for (std::uint32_t& place : gone[p]) place = parts[p].border.at[place];
  return gone;
}

/// Where a stretch of the answer begins in each part.
using cut = std::vector<std::size_t>;

/// Before the first disc with this key or a larger one, in each part.
cut cut_at(const std::vector<device_roots>& parts, std::uint64_t key) {
  cut result;
  for (const device_roots& part : parts) {
    if (part.re.empty()) {
      result.push_back(0);
      continue;
    }
    const std::uint64_t *const first = &part.border.keys[0], *const last = first + part.re.size();
    result.push_back(static_cast<std::size_t>(std::lower_bound(first, last, key) - first));
  }
  return result;
}

/// Whether the next disc of part a comes before that of b; of one modulus by |argument|, the upper one first.
bool goes_before(const device_roots& a, std::size_t i, const device_roots& b, std::size_t k) {
  if (a.border.keys[i] != b.border.keys[k]) return a.border.keys[i] < b.border.keys[k];
  const double left = std::atan2(a.im[i], a.re[i]), right = std::atan2(b.im[k], b.re[k]);
  return std::abs(left) != std::abs(right) ? std::abs(left) < std::abs(right) : left > right;
}

}  // namespace

device_roots join_parts(std::vector<device_roots> parts, std::int64_t degree, int threads, device_roots room) {
  device_roots result = std::move(room);
  std::int64_t missing = 0;  // roots that are told twice
  std::size_t size = 0;
  for (const device_roots& part : parts) {
    result.count += part.count;
    result.upper_half = result.upper_half || part.upper_half;
    add_told(result, part);
    size += part.re.size();
  }
  if (result.lost > 0) {
    device_roots none;
    none.lost = result.lost;
    return none;
  }
  const std::vector<std::vector<std::uint32_t>> gone = gone_of(parts, threads);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    size -= gone[p].size();
    for (const std::uint32_t place : gone[p]) missing += parts[p].upper_half && parts[p].im[place] != 0 ? 2 : 1;
  }
  result.count -= missing;

  // Stretches of one length or so, cut where the largest part has equal shares of its discs.
  constexpr std::size_t least_stretch = 1 << 14;
  const device_roots& largest =
      *std::max_element(parts.begin(), parts.end(),
                        [](const device_roots& a, const device_roots& b) { return a.re.size() < b.re.size(); });
  const std::size_t stretches = largest.re.size() / least_stretch + 1;
  std::vector<cut> cuts(stretches + 1, cut(parts.size(), 0));
  for (std::size_t k = 1; k < stretches; ++k)
    cuts[k] = cut_at(parts, largest.border.keys[largest.re.size() * k / stretches]);
  for (std::size_t p = 0; p < parts.size(); ++p) cuts[stretches][p] = parts[p].re.size();
  for (plain_array<double>* const column : {&result.re, &result.im, &result.radius}) column->cut_or_resize(size);
  result.exponent.cut_or_resize(size);
  const bool is_whole = result.count == degree;  // then nobody asks how far they are alone
  if (!is_whole) result.alone.resize(size);
  const auto gone_before = [&](std::size_t p, std::size_t place) {
    return std::lower_bound(gone[p].begin(), gone[p].end(), place) - gone[p].begin();
  };
  parallel_for(stretches, 1, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t stretch = first; stretch < last; ++stretch) {
      cut at = cuts[stretch];
      const cut& end = cuts[stretch + 1];
      std::size_t to = 0;
      std::vector<std::vector<std::uint32_t>::const_iterator> next_gone;
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const auto before = gone_before(p, at[p]);
        to += at[p] - static_cast<std::size_t>(before);
        next_gone.push_back(gone[p].begin() + before);
      }
      while (true) {
        std::size_t least = parts.size();
        for (std::size_t p = 0; p < parts.size(); ++p) {
          for (; at[p] < end[p] && next_gone[p] != gone[p].end() && *next_gone[p] == at[p]; ++at[p]) ++next_gone[p];
          if (at[p] < end[p] && (least == parts.size() || goes_before(parts[p], at[p], parts[least], at[least])))
            least = p;
        }
        if (least == parts.size()) break;
        const device_roots& part = parts[least];
        const std::size_t from = at[least]++;
        result.re.data()[to] = part.re[from];
        result.im.data()[to] = part.im[from];
        result.radius.data()[to] = part.radius[from];
        if (!is_whole) result.alone.data()[to] = part.alone[from];
        result.exponent.data()[to] = part.exponent[from];
        ++to;
      }
    }
  });
  return result;
}

}  // namespace vieta::near_linear
