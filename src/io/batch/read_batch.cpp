#include "io/batch/read_batch.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/float_environment.hpp"
#include "base/message.hpp"
#include "base/plain_text.hpp"
#include "exact/arithmetic.hpp"
#include "io/read_file.hpp"

namespace vieta {

namespace {

/// "[1 -3 2; 1 0 -1]", as MATLAB writes a matrix: what stands between the brackets; nothing where it may be JSON.
std::string_view matrix_in(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  if (first == last || text[first] != '[' || text[last] != ']') return {};
  const std::string_view inside = text.substr(first + 1, last - first - 1);
  const bool may_be_json = inside.find(';') == inside.npos && inside.find(',') != inside.npos;
  return may_be_json || inside.find_first_of("[]{}\"") != inside.npos ? std::string_view{} : inside;
}

polynomial_rows read_content(const io::file_content& content, const std::string& name, bool scales) {
  const std::string_view bytes = content.bytes();
  if (bytes.starts_with("\x93NUMPY")) return io::read_row_array(bytes, name, content.memory);
  const std::string_view text = io::without_mark(bytes);
  const auto first = text.find_first_not_of(" \t\r\n\v\f");
  if (first == std::string_view::npos) throw error(name + ":1: found nothing, expected rows of coefficients");
  const std::string_view matrix = matrix_in(text);
  if (matrix.empty() && (text[first] == '[' || text[first] == '{')) return io::read_row_json(text, name, scales);
  std::string plain;
  return io::read_row_lines(io::in_plain_characters(matrix.empty() ? text : matrix, plain), name, scales);
}

}  // namespace

namespace io {

void scale_to_one(std::vector<exact::real>& numbers) {
  constexpr std::int64_t widest = 900, highest = 1000;
  std::optional<std::int64_t> most, least;
  for (const exact::real& x : numbers) {
    if (x.is_zero()) continue;
    const std::int64_t exponent = exact::to_expansion(x).exponent;
    most = std::max(most.value_or(exponent), exponent);
    least = std::min(least.value_or(exponent), exponent);
  }
  if (!most) return;
  // The smallest is not to be lost, where that can be.
  const std::int64_t down = *most - *least <= widest ? *most : std::max(*least + (*most - *least) / 2, *most - highest);
  for (exact::real& x : numbers)
    if (!x.is_zero()) x.binary_exponent -= down;
}

// From its words. Left alone where one is no number.
void row_collector::scale_row() {
  std::vector<exact::real> numbers(words_.size());
  for (std::size_t k = 0; k < words_.size(); ++k) {
    const double value = values_[begin_ + k];
    if (words_[k].is_printed && std::isfinite(value) && value != 0)
      numbers[k] = exact::from_double(value);
    else if (!exact::parse_real(words_[k].word, numbers[k]))
      return;
  }
  scale_to_one(numbers);
  rests_.resize(values_.size());
  for (std::size_t k = 0; k < words_.size(); ++k) {
    values_[begin_ + k] = nearest_double(numbers[k]);
    rests_[begin_ + k] = rest_of(numbers[k]);
  }
  printed_ = false;
}

void row_collector::end_row() {
  if (is_extreme_) scale_row();
  is_extreme_ = false;
  words_.clear();
  if (printed_ && rests_.size() > begin_) rests_.resize(begin_);  // then all of the row are doubles
  printed_ = false;
  lengths_.push_back(static_cast<std::uint8_t>(length()));
  longest_ = std::max(longest_, length());
  begin_ = values_.size();
}

polynomial_rows row_collector::take() {
  const auto fill_up = [&](std::vector<double> numbers) {
    auto all = std::make_shared<std::vector<double>>(std::move(numbers));
    if (all->size() == lengths_.size() * longest_) return all;
    auto padded = std::make_shared<std::vector<double>>(lengths_.size() * longest_);
    auto from = all->cbegin();
    auto to = padded->begin();
    for (const std::uint8_t length : lengths_) {
      std::copy_n(from, length, to);
      from += length;
      to += static_cast<std::ptrdiff_t>(longest_);
    }
    return padded;
  };
  if (!rests_.empty()) rests_.resize(values_.size());
  auto values = fill_up(std::move(values_));
  polynomial_rows rows;
  rows.rest = rests_.empty() ? std::make_shared<std::vector<double>>() : fill_up(std::move(rests_));
  rows.count = lengths_.size();
  rows.degree = static_cast<int>(longest_) - 1;
  rows.batch = polynomial_batch<double>{values->data(), rows.count, rows.degree};
  rows.memory = std::move(values);
  return rows;
}

polynomial_rows read_rows_as_written(std::string_view bytes, const std::string& name) {
  const float_environment floats;
  return read_content(copy_of(bytes), name, false);
}

}  // namespace io

polynomial_rows read_rows(const std::string& path) {
  const float_environment floats;
  return read_content(io::read_file(path, "rows of coefficients"), io::name_of_input(path), true);
}

polynomial_rows read_rows(std::string_view bytes, const std::string& name) {
  const float_environment floats;
  return read_content(io::copy_of(bytes), name, true);
}

}  // namespace vieta
