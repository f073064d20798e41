#include "solve/tape/tape.hpp"

#include <algorithm>

#include "solve/runs.hpp"

namespace vieta::tracking {

namespace {

void put(std::vector<double>& out, const complex<qd>& z) {
  for (const qd& x : {z.re, z.im}) out.insert(out.end(), {x.x0, x.x1, x.x2, x.x3});
}

}  // namespace

/// The node of a product of two nodes; a new one when there is none yet.
homotopy_tape::node homotopy_tape::product(node a, node b) {
  if (a == 0) return b;
  if (b == 0) return a;
  const auto [at, is_new] = known_.try_emplace({std::min(a, b), std::max(a, b)}, 0);
  if (is_new) {
    at->second = static_cast<node>(1 + variables_ + left_.size());
    left_.push_back(a), right_.push_back(b);
  }
  return at->second;
}

/// The derivatives of a monomial: pairs of an unknown and a node, and what the node is to be multiplied with.
void homotopy_tape::add_derivatives(const systems::product_graph& g, node m,
                                    std::vector<std::pair<std::uint32_t, node>>& out, std::vector<double>& factors) {
  const std::size_t k = g.length[m];
  for (std::size_t i = 0; i < k; ++i) {
    const node atom = k == 1 ? m : g.path_atom[g.prefixes[m] + i];
    const node before = i == 0 ? 0 : g.prefix_path[g.prefixes[m] + i - 1];
    const node after = i + 1 < k ? g.suffix_path[g.suffixes[m] + k - 2 - i] : 0;
    const node lower = g.exponent[atom] > 1 ? g.lower[atom] : 0;
    out.emplace_back(g.base[atom] - 1, product(product(before, after), lower));
    factors.push_back(g.exponent[atom]);
  }
}

homotopy_tape::homotopy_tape(std::uint32_t variables, const std::vector<std::vector<homotopy_term>>& equations,
                             bool toric, std::uint32_t parameters)
    : coefficients_(parameters), variables_(variables), toric_(toric) {
  systems::product_graph_builder builder(variables);
  std::vector<node> nodes, number;
  term_begin_.push_back(0);
  for (const auto& equation : equations) {
    for (const homotopy_term& t : equation) {
      nodes.push_back(builder.product(t.factors));
      put(target_, t.target), put(change_, t.change);
      if (parameters > 0) coefficients_.add(t.coefficient);
    }
    term_begin_.push_back(nodes.size());
  }
  coefficients_.finish();
  const systems::product_graph g = builder.finish(number);
  for (const node k : nodes) term_node_.push_back(number[k]);
  left_ = g.left, right_ = g.right;
  products_ = static_cast<std::uint32_t>(left_.size());
  run_begin_ = g.level_begin;
  product_runs_ = run_begin_.size() - 1;
  for (std::size_t p = 0; p < left_.size(); ++p)
    known_.try_emplace({std::min(left_[p], right_[p]), std::max(left_[p], right_[p])},
                       static_cast<node>(1 + variables_ + p));

  struct entry {
    std::uint32_t column, term;
    node at;
    double factor;
  };
  std::vector<entry> row;
  std::vector<std::pair<std::uint32_t, node>> derivatives;
  std::vector<double> factors;
  for (std::size_t e = 0; e < equations.size(); ++e) {
    row.clear();
    for (std::size_t j = term_begin_[e]; j < term_begin_[e + 1]; ++j) {
      derivatives.clear(), factors.clear();
      add_derivatives(g, term_node_[j], derivatives, factors);
      for (std::size_t i = 0; i < derivatives.size(); ++i)
        row.push_back({derivatives[i].first, static_cast<std::uint32_t>(j), derivatives[i].second, factors[i]});
    }
    std::stable_sort(row.begin(), row.end(), [](const entry& a, const entry& b) { return a.column < b.column; });
    std::size_t at = 0;
    for (std::uint32_t v = 0; v < variables_; ++v) {
      entry_begin_.push_back(entry_term_.size());
      for (; at < row.size() && row[at].column == v; ++at) {
        entry_term_.push_back(row[at].term), entry_node_.push_back(row[at].at);
        entry_factor_.push_back(row[at].factor);
      }
    }
  }
  entry_begin_.resize(entry_begin_.size() + 1 + variables_, entry_term_.size());
  const std::vector<node> renamed = sort_into_runs(left_, right_, 1 + variables_, products_, run_begin_);
  for (node& at : entry_node_)
    if (at > variables_ + products_) at = renamed[at - 1 - variables_ - products_];
  known_.clear();
}

tape_view homotopy_tape::view() const {
  tape_view v;
  v.variables = variables_, v.equations = static_cast<std::uint32_t>(term_begin_.size() - 1);
  v.products = products_, v.derivatives = static_cast<std::uint32_t>(left_.size()) - products_;
  v.toric = toric_;
  v.left = left_.data(), v.right = right_.data();
  v.run_begin = run_begin_.data(), v.product_runs = product_runs_;
  v.derivative_runs = run_begin_.size() - 1 - product_runs_;
  v.terms = term_node_.size();
  v.term_begin = term_begin_.data(), v.term_node = term_node_.data();
  v.target = target_.data(), v.change = change_.data();
  v.entry_begin = entry_begin_.data();
  v.entry_term = entry_term_.data(), v.entry_node = entry_node_.data(), v.entry_factor = entry_factor_.data();
  coefficients_.view(v);
  return v;
}

}  // namespace vieta::tracking
