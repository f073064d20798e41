#include "roots/real_line/isolation.hpp"

#ifdef VIETA_HAVE_ARB

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace vieta::real_line {
namespace {

// A leaf with a root is to give it to 2^-52 of its distance from 0, and some bits are lost on the way.
constexpr double bits_at_root = 60;
// Below that, halves need the big numbers again.
constexpr double least_bits_in_double = 12;
constexpr std::size_t longest_in_double = 80;
constexpr int deepest_in_double = 14;

class isolation {
 public:
  explicit isolation(const work_order& order) : order_(order) {}

  /// Roots that lie very close together are tens of thousands of halves away: no function calls itself.
  void visit(const std::shared_ptr<local_model>& whole, const target* from, const target* to,
             std::vector<std::vector<leaf>>& found) {
    enum class part { all, left, right };
    struct branch {
      std::shared_ptr<local_model> of;
      part which;
      const target *first, *last;
    };
    const auto growth = [](const target* first, const target* last) {
      double most = 1;
      for (; first != last; ++first) most = std::max(most, first->growth);
      return most;
    };
    std::vector<branch> open{{whole, part::all, from, to}};
    while (!open.empty()) {
      const branch at = std::move(open.back());
      open.pop_back();
      const target *const first = at.first, *const last = at.last;
      if (first == last) continue;
      const std::shared_ptr<local_model> model =
          at.which == part::all ? at.of
                                : half_of(*at.of, at.which == part::right, order_.most_bits, growth(first, last));
      if (last - first == 1 && first->interval.level == model->level) {
        leaves_ = &found.emplace_back();
        growth_ = first->growth;
        look_at(model);
        continue;
      }
      const target* middle = std::find_if(first, last, [&](const target& t) {
        return fmpz_tstbit(t.interval.index.n, static_cast<ulong>(t.interval.level - model->level - 1)) != 0;
      });
      open.push_back({model, part::right, middle, last});
      open.push_back({model, part::left, first, middle});
    }
  }

  std::optional<std::vector<leaf>> look_at_octave_in_double(const std::shared_ptr<local_model>& model) {
    if (static_cast<std::size_t>(model->c.size()) > longest_in_double) return std::nullopt;
    std::vector<leaf> leaves;
    leaves_ = &leaves;
    auto octave = std::make_shared<dyadic>();
    octave->level = 2;
    fmpz_set_ui(octave->index.n, 3);
    double_model doubles = half_of(half_of(to_doubles(*model), true), true);
    if (!look_in_double(model, std::move(doubles), 0.75, 0.25, octave, 0)) return std::nullopt;
    return leaves;
  }

 private:
  using interval_name = std::shared_ptr<const dyadic>;

  static interval_name name_of(const local_model& model) {
    return std::make_shared<const dyadic>(model.level, model.index.n);
  }

  void leave_open(const std::shared_ptr<local_model>& model) {
    leaf open;
    open.interval = name_of(*model);
    open.growth = model->trimmed ? 2 * growth_ : growth_;
    open.needs_more = !model->trimmed;
    leaves_->push_back(std::move(open));
  }

  void add_leaf(const judgement& known, const std::shared_ptr<local_model>& model, double_model doubles, double place,
                double reach, interval_name interval) {
    leaf one;
    one.known = known;
    one.interval = std::move(interval);
    one.growth = model->trimmed ? 2 * growth_ : growth_;
    one.needs_more = !model->trimmed;
    if (known.is == verdict::univalent) {
      one.model = model;
      one.doubles = std::move(doubles);
    }
    one.place = place;
    one.reach = reach;
    leaves_->push_back(std::move(one));
  }

  /// What is still to be put in order: leaves, or a model to be halved.
  struct pending {
    std::vector<leaf> leaves;
    std::shared_ptr<local_model> model;
    double_model doubles;
  };

  // Both halves of a model are looked at before it is given up: two roots that lie 10^-10,000 apart are tens of
  // thousands of halves away, of which each is as long as the polynomial.
  void look_at(const std::shared_ptr<local_model>& whole) {
    std::vector<leaf>* const out = leaves_;
    std::vector<pending> open;
    open.push_back(decide(whole));
    while (!open.empty()) {
      pending now = std::move(open.back());
      open.pop_back();
      out->insert(out->end(), std::make_move_iterator(now.leaves.begin()), std::make_move_iterator(now.leaves.end()));
      if (!now.model) continue;
      pending left = look_at_half(now, false), right = look_at_half(now, true);
      open.push_back(std::move(right));
      open.push_back(std::move(left));
    }
    leaves_ = out;
  }

  pending look_at_half(const pending& whole, bool right) {
    const std::shared_ptr<local_model>& model = whole.model;
    if (whole.doubles.c.size() <= longest_in_double) {
      pending half;
      leaves_ = &half.leaves;
      if (look_in_double(model, half_of(whole.doubles, right), right ? 0.5 : -0.5, 0.5, nullptr, 1)) {
        // They are one leaf without a root, or parts of an interval that has to have a name.
        if (half.leaves.size() == 1 && half.leaves[0].known.is == verdict::no_root) return half;
        auto name = std::make_shared<dyadic>(model->level + 1, model->index.n);
        fmpz_mul_2exp(name->index.n, name->index.n, 1);
        if (right) fmpz_add_ui(name->index.n, name->index.n, 1);
        for (leaf& l : half.leaves) l.interval = name;
        return half;
      }
    }
    return decide(half_of(*model, right, order_.most_bits, growth_));
  }

  /// A leaf, or a model to be halved.
  pending decide(const std::shared_ptr<local_model>& model) {
    pending out;
    leaves_ = &out.leaves;
    if (order_.must_stop()) {
      leave_open(model);
      return out;
    }
    double_model doubles = to_doubles(*model);
    const judgement known = judge(doubles, order_.degree);
    const double share = known_bits(*model);
    if (known.is == verdict::no_root || (known.is == verdict::univalent && share > bits_at_root)) {
      add_leaf(known, model, std::move(doubles), 0, 1, known.is == verdict::no_root ? nullptr : name_of(*model));
    } else if (share < bits_at_root) {
      leave_open(model);
    } else {
      out.model = model;
      out.doubles = std::move(doubles);
    }
    return out;
  }

  // log2 of what is known about the model beside its error.
  static double known_bits(const local_model& model) {
    return static_cast<double>(std::abs(_fmpz_vec_max_bits(model.c.begin(), model.c.size()))) -
           std::log2(model.error + 1);
  }

  bool look_in_double(const std::shared_ptr<local_model>& model, double_model doubles, double place, double reach,
                      const interval_name& interval, int depth) {
    const judgement known = judge(doubles, order_.degree);
    if (known.is != verdict::undecided) {
      add_leaf(known, model, std::move(doubles), place, reach, interval);
      return true;
    }
    if (!(known.log2_share > least_bits_in_double) || depth == deepest_in_double) return false;
    const double half = reach / 2;
    return look_in_double(model, half_of(doubles, false), place - half, half, interval, depth + 1) &&
           look_in_double(model, half_of(doubles, true), place + half, half, interval, depth + 1);
  }

  const work_order& order_;
  std::vector<leaf>* leaves_ = nullptr;
  double growth_ = 1;
};

}  // namespace

void isolate(const std::shared_ptr<local_model>& model, const std::vector<target>& targets, const work_order& order,
             std::vector<std::vector<leaf>>& found) {
  isolation(order).visit(model, targets.data(), targets.data() + targets.size(), found);
}

std::optional<std::vector<leaf>> isolate_in_doubles(const std::shared_ptr<local_model>& model,
                                                    const work_order& order) {
  return isolation(order).look_at_octave_in_double(model);
}

}  // namespace vieta::real_line

#endif
