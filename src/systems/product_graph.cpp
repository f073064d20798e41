#include "systems/product_graph.hpp"

#include <algorithm>
#include <numeric>

namespace vieta::systems {

namespace {

// Sequences of atoms are told apart by two hashes of 61 bits: sum h(atom_i) B^i modulo 2^61 - 1, with fixed random
// numbers h and B. Two different sequences of length k agree in both with a probability of about (k / 2^61)^2.

__extension__ typedef unsigned __int128 wide;  // NOLINT(modernize-use-using): pedantic GCC knows no other way
constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;

std::uint64_t reduced(std::uint64_t x) { return x >= prime ? x - prime : x; }
std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return reduced(a + b); }
std::uint64_t product_of(std::uint64_t a, std::uint64_t b) {
  const wide p = static_cast<wide>(a) * b;
  return reduced(static_cast<std::uint64_t>(p & prime) + static_cast<std::uint64_t>(p >> 61));
}

/// Steele, Lea, Flood: SplitMix (2014).
std::uint64_t random_number(std::uint64_t seed) {
  seed += 0x9e3779b97f4a7c15;
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111eb;
  return (seed ^ (seed >> 31)) % prime;
}

const std::uint64_t base_a = random_number(1), base_b = random_number(2);

}  // namespace

product_graph_builder::product_graph_builder(std::uint32_t variables) : variables_(variables) {
  base_powers_.push_back({1, 1});
  entries_.resize(1 + variables);
  for (node v = 1; v <= variables; ++v) {
    entry& e = entries_[v];
    e.base = v, e.lower = 0, e.exponent = 1, e.length = 1;
    e.hash = {random_number(2 * v + 1000), random_number(2 * v + 1001)};
    by_sequence_.emplace(e.hash, v);
  }
}

const product_graph_builder::hash_value& product_graph_builder::base_power(std::uint32_t k) const {
  while (base_powers_.size() <= k)
    base_powers_.push_back({product_of(base_powers_.back().a, base_a), product_of(base_powers_.back().b, base_b)});
  return base_powers_[k];
}

product_graph_builder::hash_value product_graph_builder::extended(const hash_value& h, std::uint32_t length,
                                                                  node atom) const {
  const hash_value& x = entries_[atom].hash;
  const hash_value& b = base_power(length);
  return {sum(h.a, product_of(x.a, b.a)), sum(h.b, product_of(x.b, b.b))};
}

product_graph_builder::hash_value product_graph_builder::preceded(const hash_value& h, node atom) const {
  const hash_value& x = entries_[atom].hash;
  return {sum(x.a, product_of(h.a, base_a)), sum(x.b, product_of(h.b, base_b))};
}

node product_graph_builder::find(const hash_value& h) const {
  const auto found = by_sequence_.find(h);
  return found == by_sequence_.end() ? no_node : found->second;
}

node product_graph_builder::add(const entry& e) {
  const node n = static_cast<node>(entries_.size());
  entries_.push_back(e);
  by_sequence_.emplace(e.hash, n);
  return n;
}

/// x^e = x^(e/2) x^(e - e/2): for all exponents of a variable together a table with few gaps.
node product_graph_builder::power(std::uint32_t variable, std::uint32_t exponent) {
  if (exponent == 0) return 0;
  if (exponent == 1) return variable + 1;
  const std::uint64_t key = static_cast<std::uint64_t>(variable) << 32 | exponent;
  if (const auto found = powers_.find(key); found != powers_.end()) return found->second;
  entry e;
  e.left = power(variable, exponent - exponent / 2);
  e.right = power(variable, exponent / 2);
  e.base = variable + 1, e.exponent = exponent, e.length = 1;
  const std::uint64_t seed = key * 0x2545f4914f6cdd1d;
  e.hash = {random_number(seed), random_number(seed + 1)};
  const node n = add(e);
  powers_.emplace(key, n);
  return n;
}

node product_graph_builder::atom(const factor& f) {
  const node n = power(f.first, f.second);
  if (entries_[n].lower == no_node) {
    const node below = power(f.first, f.second - 1);
    entries_[n].lower = below;
  }
  return n;
}

/// Makes the nodes for all prefixes, from the longest one that is there already. hashes[i] is that of the first i + 1.
void product_graph_builder::make_prefixes(const std::vector<node>& atoms, const std::vector<hash_value>& hashes) {
  std::size_t have = atoms.size();
  node before = no_node;
  for (; have > 1; --have) {
    before = find(hashes[have - 1]);
    if (before != no_node && entries_[before].prefix != no_node) break;
  }
  if (have == 1) before = atoms[0];
  for (; have < atoms.size(); ++have) {
    node next = find(hashes[have]);
    if (next == no_node) {
      entry e;
      e.left = before, e.right = atoms[have];
      e.length = static_cast<std::uint32_t>(have + 1), e.hash = hashes[have];
      next = add(e);
    }
    entries_[next].prefix = before;
    entries_[next].last_atom = atoms[have];
    before = next;
  }
}

/// The same for suffixes: hashes[i] is that of the last i + 1 atoms.
void product_graph_builder::make_suffixes(const std::vector<node>& atoms, const std::vector<hash_value>& hashes) {
  const std::size_t k = atoms.size();
  std::size_t have = k;
  node before = no_node;
  for (; have > 1; --have) {
    before = find(hashes[have - 1]);
    if (before != no_node && entries_[before].suffix != no_node) break;
  }
  if (have == 1) before = atoms[k - 1];
  for (; have < k; ++have) {
    const node first = atoms[k - 1 - have];
    node next = find(hashes[have]);
    if (next == no_node) {
      entry e;
      e.left = first, e.right = before;
      e.length = static_cast<std::uint32_t>(have + 1), e.hash = hashes[have];
      next = add(e);
    }
    entries_[next].suffix = before;
    entries_[next].first_atom = first;
    before = next;
  }
}

node product_graph_builder::product(const std::vector<factor>& factors) {
  if (factors.empty()) return 0;
  std::vector<node> atoms;
  atoms.reserve(factors.size());
  for (const factor& f : factors) atoms.push_back(atom(f));
  if (atoms.size() == 1) return atoms[0];
  const std::size_t k = atoms.size();
  std::vector<hash_value> hashes(k);
  hashes[0] = entries_[atoms[0]].hash;
  for (std::size_t i = 1; i < k; ++i) hashes[i] = extended(hashes[i - 1], static_cast<std::uint32_t>(i), atoms[i]);
  const hash_value whole = hashes[k - 1];
  if (const node n = find(whole); n != no_node && entries_[n].prefix != no_node && entries_[n].suffix != no_node)
    return n;
  make_prefixes(atoms, hashes);
  hashes[0] = entries_[atoms[k - 1]].hash;
  for (std::size_t i = 1; i < k; ++i) hashes[i] = preceded(hashes[i - 1], atoms[k - 1 - i]);
  make_suffixes(atoms, hashes);
  return find(whole);
}

node product_graph_builder::joined(node prefix, node suffix) {
  const entry &p = entries_[prefix], &s = entries_[suffix];
  const node first = p.length == 1 ? prefix : p.first_atom, last = s.length == 1 ? suffix : s.last_atom;
  const hash_value hash = extended(p.hash, p.length, last);
  const std::uint32_t length = p.length + 1;
  node n = find(hash);
  if (n == no_node) {
    entry e;
    e.left = prefix, e.right = last, e.length = length, e.hash = hash;
    n = add(e);
  }
  entries_[n].prefix = prefix, entries_[n].last_atom = last;
  entries_[n].suffix = suffix, entries_[n].first_atom = first;
  return n;
}

product_graph product_graph_builder::finish(std::vector<node>& number) const {
  const std::size_t first = 1 + variables_, count = entries_.size() - first;

  // The level of a product is one above its factors'; nodes come in the order of creation, factors first.
  std::vector<std::uint32_t> level(entries_.size(), 0);
  std::uint32_t levels = 0;
  for (std::size_t n = first; n < entries_.size(); ++n) {
    level[n] = 1 + std::max(level[entries_[n].left], level[entries_[n].right]);
    levels = std::max(levels, level[n]);
  }
  product_graph graph;
  graph.variables = variables_;
  graph.level_begin.assign(levels + 1, 0);
  for (std::size_t n = first; n < entries_.size(); ++n) ++graph.level_begin[level[n]];
  std::partial_sum(graph.level_begin.begin(), graph.level_begin.end(), graph.level_begin.begin());
  std::vector<std::size_t> next(graph.level_begin.begin(), graph.level_begin.end());
  number.resize(entries_.size());
  for (node n = 0; n < first; ++n) number[n] = n;
  for (std::size_t n = first; n < entries_.size(); ++n) number[n] = static_cast<node>(first + next[level[n] - 1]++);

  const auto renamed = [&](node n) { return n == no_node ? no_node : number[n]; };
  graph.left.resize(count), graph.right.resize(count);
  graph.length.resize(entries_.size()), graph.exponent.resize(entries_.size());
  graph.base.resize(entries_.size()), graph.lower.resize(entries_.size());
  graph.prefixes.assign(entries_.size(), 0), graph.suffixes.assign(entries_.size(), 0);
  for (std::size_t n = 0; n < entries_.size(); ++n) {
    const entry& e = entries_[n];
    const node m = number[n];
    if (n >= first) graph.left[m - first] = number[e.left], graph.right[m - first] = number[e.right];
    graph.length[m] = e.length, graph.exponent[m] = e.exponent;
    graph.base[m] = renamed(e.base), graph.lower[m] = renamed(e.lower);
  }

  // Paths: the longest first, so that the path of a prefix is the beginning of a path that is there.
  std::vector<node> by_length(entries_.size());
  std::iota(by_length.begin(), by_length.end(), node{0});
  std::stable_sort(by_length.begin(), by_length.end(),
                   [&](node a, node b) { return entries_[a].length > entries_[b].length; });
  std::vector<bool> has_prefixes(entries_.size()), has_suffixes(entries_.size());
  for (const node n : by_length) {
    const std::size_t k = entries_[n].length;
    if (k < 2) break;
    if (!has_prefixes[n] && entries_[n].prefix != no_node) {
      const std::size_t at = graph.prefix_path.size();
      graph.prefix_begin.push_back(at);
      graph.prefix_path.resize(at + k), graph.path_atom.resize(at + k);
      node m = n;
      for (std::size_t i = k; i-- > 0; m = entries_[m].prefix) {
        graph.prefix_path[at + i] = number[m];
        graph.path_atom[at + i] = number[i == 0 ? m : entries_[m].last_atom];
        graph.prefixes[number[m]] = at;
        has_prefixes[m] = true;
      }
    }
    if (!has_suffixes[n] && entries_[n].suffix != no_node) {
      const std::size_t at = graph.suffix_path.size();
      graph.suffix_begin.push_back(at);
      graph.suffix_path.resize(at + k);
      node m = n;
      for (std::size_t i = k; i-- > 0; m = entries_[m].suffix) {
        graph.suffix_path[at + i] = number[m];
        graph.suffixes[number[m]] = at;
        has_suffixes[m] = true;
      }
    }
  }
  graph.prefix_begin.push_back(graph.prefix_path.size());
  graph.suffix_begin.push_back(graph.suffix_path.size());
  return graph;
}

}  // namespace vieta::systems
