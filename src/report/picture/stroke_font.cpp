#include "report/picture/stroke_font.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace vieta::report {
namespace {

// Strokes are separated by spaces; two digits are one point: x from 0, y from 0 (descenders) over 2 (base line) and 6
// (small letters) to 8 (capitals). Strokes of more than two points are rounded off; sharp corners are two strokes.
constexpr std::pair<char, const char*> glyphs[] = {
    {'0', "183847433212030718"},
    {'1', "0628 2822"},
    {'2', "06071838474602 0242"},
    {'3', "071838474635 1525 25354443321203"},
    {'4', "3804 0444 3832"},
    {'5', "4808 0805 0516364543321203"},
    {'6', "473818070312324344351504"},
    {'7', "0848 4812"},
    {'8', "251506071838474635251504031232434435 3525"},
    {'9', "031232434738180706153546"},
    {'a', "4642 4536160503123243"},
    {'b', "0802 0516364543321203"},
    {'c', "4536160503123243"},
    {'d', "4842 4536160503123243"},
    {'e', "0444 444536160503123243"},
    {'f', "38281712 0636"},
    {'g', "4641301001 4536160503123243"},
    {'h', "0802 0516364542"},
    {'i', "0602 0808"},
    {'j', "161100 1818"},
    {'k', "0802 3604 1532"},
    {'l', "0802"},
    {'m', "0602 0516263532 3546566562"},
    {'n', "0602 0516364542"},
    {'o', "163645433212030516"},
    {'p', "0600 0516364543321203"},
    {'q', "4640 4536160503123243"},
    {'r', "0602 04152636"},
    {'s', "45361605143443321203"},
    {'t', "18132232 0636"},
    {'u', "0603123243 4642"},
    {'v', "0622 2246"},
    {'w', "0612 1236 3652 5266"},
    {'x', "0642 4602"},
    {'y', "0622 4610"},
    {'z', "0646 4602 0242"},
    {'A', "0228 2842 1434"},
    {'B', "0802 082837362505 053544433202"},
    {'C', "4738180703123243"},
    {'D', "0802 082847432202"},
    {'E', "4808 0802 0242 0535"},
    {'F', "4808 0802 0535"},
    {'G', "473818070312324345 4525"},
    {'H', "0802 4842 0545"},
    {'I', "0802"},
    {'J', "3833221203"},
    {'K', "0802 4804 1542"},
    {'L', "0802 0242"},
    {'M', "0208 0825 2548 4842"},
    {'N', "0208 0842 4248"},
    {'O', "183847433212030718"},
    {'P', "0802 083847463505"},
    {'Q', "183847433212030718 2442"},
    {'R', "0802 083847463505 2542"},
    {'S', "473818070615354443321203"},
    {'T', "0848 2822"},
    {'U', "080312324348"},
    {'V', "0822 2248"},
    {'W', "0812 1237 3752 5268"},
    {'X', "0842 4802"},
    {'Y', "0825 4825 2522"},
    {'Z', "0848 4802 0242"},
    {'+', "0545 2723"},
    {'-', "0535"},
    {'.', "0202"},
    {',', "1201"},
    {'(', "18070312"},
    {')', "08171302"},
    {'[', "1808 0802 0212"},
    {']', "0818 1812 1202"},
    {'=', "0646 0444"},
    {':', "0505 0202"},
    {';', "1515 1201"},
    {'/', "0238"},
    {'\\', "0832"},
    {'^', "0628 2846"},
    {'*', "2723 0644 4604"},
    {'|', "0801"},
    {'_', "0141"},
    {'<', "3704 0431"},
    {'>', "0734 3401"},
    {'\'', "0807"},
    {'"', "0807 1817"},
    {'!', "0804 0202"},
    {'?', "071838474625 2524 2222"},
    {'#', "1812 3832 0646 0444"},
    {'%', "0248 0808 4242"},
    {'~', "05163445"},
    {'$', "473818070615354443321203 2921"},
    {'@', "3436161434 3446473818070312"},
    {'&', "420618272604031232 3244"},
    {'{', "18160502 1812"},
    {'}', "08061502 0812"},
    {'`', "0817"},
};

constexpr double space = 3, gap = 2.2;

/// The multiplication sign is the one letter beyond ASCII that pictures use; other letters show as '?'.
std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    if (byte < 128)
      out += text[k];
    else if (byte >= 0xC0)
      out += text.compare(k, 2, "\xC3\x97") == 0 ? 'x' : '?';
  }
  return out;
}

std::string_view glyph(char letter) {
  for (const auto& [c, strokes] : glyphs)
    if (c == letter) return strokes;
  return "";
}

double glyph_width(std::string_view strokes) {
  char widest = '0';
  bool x = true;
  for (const char c : strokes) {
    if (c == ' ') continue;
    if (x) widest = std::max(widest, c);
    x = !x;
  }
  return widest - '0';
}

/// Chaikin's corner cutting; ends stay, closed curves stay closed.
std::vector<point> rounded(std::vector<point> line) {
  if (line.size() < 3) return line;
  const bool closed = line.front().x == line.back().x && line.front().y == line.back().y;
  for (int round = 0; round < 3; ++round) {
    std::vector<point> next;
    if (!closed) next.push_back(line.front());
    for (std::size_t k = 1; k < line.size(); ++k) {
      const point a = line[k - 1], b = line[k];
      next.push_back({0.75 * a.x + 0.25 * b.x, 0.75 * a.y + 0.25 * b.y});
      next.push_back({0.25 * a.x + 0.75 * b.x, 0.25 * a.y + 0.75 * b.y});
    }
    next.push_back(closed ? next.front() : line.back());
    line = std::move(next);
  }
  return line;
}

constexpr double unit(double size) { return 0.118 * size; }

}  // namespace

std::vector<std::vector<point>> letter_strokes(const std::string& text, double size) {
  std::vector<std::vector<point>> out;
  double from = 0;
  for (const char letter : plain(text)) {
    if (letter == ' ') {
      from += space;
      continue;
    }
    const std::string_view strokes = glyph(letter);
    std::vector<point> line;
    const auto finish = [&] {
      if (!line.empty()) out.push_back(rounded(std::move(line)));
      line.clear();
    };
    for (std::size_t k = 0; k + 1 < strokes.size();) {
      if (strokes[k] == ' ') {
        finish();
        ++k;
        continue;
      }
      line.push_back({(from + (strokes[k] - '0')) * unit(size), (2 - (strokes[k + 1] - '0')) * unit(size)});
      k += 2;
    }
    finish();
    from += glyph_width(strokes) + gap;
  }
  return out;
}

double text_width(const std::string& text, double size) {
  double width = 0;
  for (const char letter : plain(text)) width += letter == ' ' ? space : glyph_width(glyph(letter)) + gap;
  return std::max(0.0, width - gap) * unit(size);
}

}  // namespace vieta::report
