#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vieta::systems {

using node = std::uint32_t;
inline constexpr node no_node = ~node{0};

/// All products that a system's values and derivatives need, each once.
///
/// Node 0 is the number 1, nodes 1 .. n are the variables, each further node is the product of two earlier ones. A
/// monomial is a sequence of atoms, powers x^e of distinct variables; its prefixes and its suffixes are nodes too, and
/// equal sequences are one node, whoever asks for them. With p_i, s_i the product of the first i, the last i of its k
/// atoms, the derivative for atom i is p_i s_{k-1-i}: one product. In all at most 3k - 5 products for the value and all
/// derivatives (Speelpenning 1980), and fewer when prefixes or suffixes are shared: cyclic-n has n^2 nodes for n^2
/// monomials of mean length n/2.
struct product_graph {
  std::uint32_t variables = 0;
  std::vector<node> left, right;         ///< factors of node variables + 1 + k
  std::vector<std::size_t> level_begin;  ///< products of one level do not need each other; as indices into left, right

  // For each node: how its derivatives are found.
  std::vector<std::uint32_t> length;    ///< number of atoms; 0 for the node 1
  std::vector<std::uint32_t> exponent;  ///< of an atom; 0 for other nodes
  std::vector<node> base;               ///< of an atom: the variable's node
  std::vector<node> lower;              ///< of an atom x^e: the node of x^(e-1)
  std::vector<std::size_t> prefixes;    ///< p_i is prefix_path[prefixes + i - 1], its last atom path_atom[...]
  std::vector<std::size_t> suffixes;    ///< s_i is suffix_path[suffixes + i - 1]
  std::vector<node> prefix_path, suffix_path;
  std::vector<node> path_atom;

  std::vector<std::size_t> prefix_begin, suffix_begin;  ///< where each path begins; one more for the end

  [[nodiscard]] std::size_t size() const { return 1 + variables + left.size(); }
};

/// Builds a graph, product by product.
class product_graph_builder {
 public:
  using factor = std::pair<std::uint32_t, std::uint32_t>;  ///< variable 0 .. n-1, exponent >= 1

  explicit product_graph_builder(std::uint32_t variables);

  /// The node of a product of powers of distinct variables, in this order. Takes time proportional to the number of
  /// factors.
  node product(const std::vector<factor>& factors);
  /// The same for x_1 ... x_k, k >= 2, from the nodes of x_1 ... x_{k-1} and x_2 ... x_k, in constant time.
  node joined(node prefix, node suffix);

  /// The graph; `number[k]` tells what node k of this builder is called in it.
  product_graph finish(std::vector<node>& number) const;

 private:
  struct hash_value {  // two polynomials in the atoms' random numbers, modulo the prime 2^61 - 1
    std::uint64_t a = 0, b = 0;
    friend bool operator==(const hash_value&, const hash_value&) = default;
  };
  struct hash_of_hash {
    std::size_t operator()(const hash_value& h) const { return static_cast<std::size_t>(h.a ^ (h.b << 3)); }
  };
  struct entry {
    node left = no_node, right = no_node;         // how its value is computed
    node prefix = no_node, last_atom = no_node;   // all but its last atom
    node suffix = no_node, first_atom = no_node;  // all but its first atom
    node base = no_node, lower = no_node;         // of an atom
    std::uint32_t exponent = 0, length = 0;
    hash_value hash;
  };

  node power(std::uint32_t variable, std::uint32_t exponent);
  node atom(const factor& f);
  node find(const hash_value& h) const;
  node add(const entry& e);
  hash_value extended(const hash_value& h, std::uint32_t length, node atom) const;  // h with an atom at its end
  hash_value preceded(const hash_value& h, node atom) const;                        // h with an atom at its front
  void make_prefixes(const std::vector<node>& atoms, const std::vector<hash_value>& hashes);
  void make_suffixes(const std::vector<node>& atoms, const std::vector<hash_value>& hashes);
  const hash_value& base_power(std::uint32_t k) const;

  std::vector<entry> entries_;
  std::unordered_map<hash_value, node, hash_of_hash> by_sequence_;
  std::unordered_map<std::uint64_t, node> powers_;
  mutable std::vector<hash_value> base_powers_;
  std::uint32_t variables_;
};

}  // namespace vieta::systems
