#include "report/text/real_roots_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

#include "report/json/real_roots_json.hpp"

namespace vieta::report {
namespace {

constexpr std::size_t longest_line = 110;

/// Three digits, rounded up.
template <class T>
std::string bound_text(T bound) {
  if (!std::isfinite(bound)) return "inf";
  char buffer[40];
  const double up = static_cast<double>(bound) * 1.0051;
  const char* const end = std::to_chars(std::begin(buffer), std::end(buffer), up, std::chars_format::general, 3).ptr;
  return {buffer, static_cast<std::size_t>(end - buffer)};
}

template <class T>
std::string roots_text(const real_roots_result<T>& result, std::size_t i, bool all_digits) {
  std::string text;
  for (std::size_t k = 0; k < result.counts[i]; ++k) {
    const T root = result.roots(i)[k];
    char buffer[40];
    const char* end =
        all_digits ? std::to_chars(std::begin(buffer), std::end(buffer), root).ptr
                   : std::to_chars(std::begin(buffer), std::end(buffer), root, std::chars_format::general, 6).ptr;
    if (k > 0) text += "  ";
    text.append(buffer, static_cast<std::size_t>(end - buffer));
    if (result.touches(i, k)) text += '*';
    if (!result.bounds.empty()) text += " +- " + bound_text(printed_bound(root, result.bound(i, k)));
  }
  if (!text.empty()) return text;
  const bool solved = result.statuses[i] == real_roots_status::ok;
  return solved ? "none" : result.statuses[i] == real_roots_status::zero_polynomial ? "every number" : "-";
}

struct row {
  std::string index, status, roots;
};

void pad(std::string& text, std::size_t width) { text.append(width - std::min(width, text.size()), ' '); }

void print_rows(std::ostream& out, std::vector<row> rows) {
  row head{"#", "status", "roots"};
  std::size_t index_width = 1, status_width = head.status.size();
  for (const row& r : rows) {
    index_width = std::max(index_width, r.index.size());
    status_width = std::max(status_width, r.status.size());
  }
  rows.insert(rows.begin(), std::move(head));
  for (row& r : rows) {
    std::string line(index_width - r.index.size(), ' ');
    pad(r.status, status_width);
    line += r.index + "  " + r.status + "  " + r.roots + '\n';
    out.write(line.data(), static_cast<std::streamsize>(line.size()));
  }
}

}  // namespace

template <class T>
void print_table(std::ostream& out, const real_roots_result<T>& result, std::size_t rows) {
  const std::size_t shown = rows == 0 ? result.count : std::min(rows, result.count);
  std::size_t longest = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(shown, 1000); ++i)
    longest = std::max(longest, roots_text(result, i, true).size());
  constexpr std::size_t portion = 10000;  // columns are as wide as the portion needs
  bool touching = false, solved = false, clustered = false;
  for (std::size_t from = 0; from < shown; from += portion) {
    std::vector<row> part;
    for (std::size_t i = from; i < std::min(from + portion, shown); ++i) {
      part.push_back({std::to_string(i + 1), name(result.statuses[i]),
                      roots_text(result, i, longest <= longest_line || !result.bounds.empty())});
      touching = touching || result.touching[i] != 0;
      clustered = clustered || result.statuses[i] == real_roots_status::clustered;
      solved =
          solved || result.statuses[i] == real_roots_status::ok || result.statuses[i] == real_roots_status::touching;
    }
    print_rows(out, std::move(part));
  }
  if (shown < result.count) out << "... and " << result.count - shown << " more\n";
  if (touching) out << "* touches zero without a change of sign\n";
  if (clustered) out << "clustered: a root there is three or more as far as rounding can tell, and less accurate\n";
  if (!result.bounds.empty() && shown > 0)
    out << "+- proven: a real root is as near as that, and beside a touch (*) one that may be complex\n";
  // What the statuses promise, beside them: no proof is among it, unlike the answers of other verbs.
  if (solved)
    out << "ok, touching: all roots that " << (sizeof(T) == 4 ? "float" : "double")
        << " can tell apart from rounding; not proven (`vieta roots --real-only` proves)\n";
  if (shown > 0) out << '\n';
}

template void print_table(std::ostream&, const real_roots_result<float>&, std::size_t);
template void print_table(std::ostream&, const real_roots_result<double>&, std::size_t);

}  // namespace vieta::report
