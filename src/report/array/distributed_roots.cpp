#include "vieta/distributed_roots.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <system_error>

#include "base/float_environment.hpp"
#include "base/number.hpp"
#include "base/parallel_for.hpp"
#include "report/array/npy.hpp"
#include "report/array/roots_array.hpp"
#include "roots/answer/device_answer.hpp"
#include "roots/apart.hpp"
#include "vieta/error.hpp"

namespace vieta {

struct distributed_roots::state {
  roots_options options;
  roots_result result;
  roots_apart apart;
};

namespace {

/// Removed at the end, unless it has become the file.
class temporary_file {
 public:
  explicit temporary_file(const std::string& path)
      : path_(path), name_(path + '.' + std::to_string(std::random_device{}()) + ".part") {}
  ~temporary_file() {
    std::error_code ignored;
    if (!name_.empty()) std::filesystem::remove(name_, ignored);
  }
  temporary_file(const temporary_file&) = delete;
  temporary_file& operator=(const temporary_file&) = delete;
  [[nodiscard]] const std::string& name() const { return name_; }
  void rename() {
    std::error_code problem;
    std::filesystem::rename(name_, path_, problem);
    if (problem) throw error(path_ + ": cannot write: " + problem.message());
    name_.clear();
  }

 private:
  std::string path_, name_;
};

}  // namespace

distributed_roots::distributed_roots(const polynomial& p, const roots_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
  state_->options.progress = {};
  state_->result = find_apart(p, options, state_->apart);
  if (state_->apart.ranges) return;
  near_linear::ranges_told& told = state_->apart.told;
  for (const root& r : state_->result.roots) {
    told.roots += r.multiplicity;
    told.real += r.real ? r.multiplicity : 0;
    told.largest_radius = std::max(told.largest_radius, r.radius);
  }
  told.of_rank = {told.roots};
}
distributed_roots::~distributed_roots() = default;
distributed_roots::distributed_roots(distributed_roots&&) noexcept = default;
distributed_roots& distributed_roots::operator=(distributed_roots&&) noexcept = default;

const roots_result& distributed_roots::result() const { return state_->result; }
bool distributed_roots::is_distributed() const { return state_->apart.ranges != nullptr; }
const std::vector<std::int64_t>& distributed_roots::roots_of_rank() const { return state_->apart.told.of_rank; }
double distributed_roots::largest_radius() const { return state_->apart.told.largest_radius; }

std::int64_t distributed_roots::real_roots() const { return state_->apart.told.real; }

void distributed_roots::write_npy(const std::string& path) const {
  temporary_file file(path);
  std::ostringstream head;
  if (is_distributed()) {
    report::write_npy_head(head, 'c', 2 * sizeof(double), {static_cast<std::size_t>(state_->apart.told.roots)});
    if (state_->apart.ranges->write(file.name(), head.str())) return file.rename();
  }
  std::ofstream out(file.name(), std::ios::binary);
  report::write_npy(out, is_distributed() ? gather() : state_->result);
  out.close();
  if (!out) throw error(path + ": cannot write");
  file.rename();
}

roots_result distributed_roots::gather() const {
  if (!is_distributed()) return state_->result;
  const float_environment floats;
  roots_result all = state_->result;
  const near_linear::device_roots columns = state_->apart.ranges->gather(all.report.degree);
  if (!assemble_from_device(all, columns, state_->options, thread_count(state_->options.on.threads)))
    throw error("ranks: found roots that doubles do not hold");
  return all;
}

void print(std::ostream& out, const distributed_roots& roots) {
  if (!roots.is_distributed()) return report::print_summary(out, roots.result());
  const roots_report& told = roots.result().report;
  const std::int64_t all = told.isolated + told.wide;
  report::print_summary(out, roots.result(),
                        {.roots = all,
                         .discs = all,
                         .real = roots.real_roots(),
                         .isolated = told.isolated,
                         .wide = told.wide,
                         .largest_radius = report::upward(roots.largest_radius(), 2)});
}

}  // namespace vieta
