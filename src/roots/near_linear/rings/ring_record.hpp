#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/checkpoint/checkpoint_file.hpp"
#include "roots/near_linear/device_roots.hpp"
#include "roots/near_linear/rings/ring_search.hpp"
#include "roots/session.hpp"

namespace vieta::near_linear {

/// The checkpoint of one search of all rings: passes, or groups of them from a device, each as it was found. What was
/// kept is found again without work; what comes after it, which discs tell of one root and the like, is done anew.
class ring_record {
 public:
  /// `on`: where the rings are searched. Throws vieta::error where the file is of other work.
  ring_record(const coefficients& a, const std::vector<ring>& rings, const std::string& on, const session& context);

  /// What was kept of a search; once.
  std::vector<pass_searched> take_passes(std::uint32_t search) { return taken(passes_, search); }
  std::map<std::uint32_t, device_roots> take_groups(std::uint32_t search) { return taken(groups_, search); }
  /// From any thread.
  void add(std::uint32_t search, const pass_searched& pass);
  void add(std::uint32_t search, std::uint32_t group, const device_roots& found);
  void save() { file_.save(); }
  [[nodiscard]] double seconds_between() const { return file_.seconds_between(); }

 private:
  void read(const shared::bytes& block, const std::vector<ring>& rings);
  template <class Kept>
  static Kept taken(std::map<std::uint32_t, Kept>& from, std::uint32_t search) {
    auto node = from.extract(search);
    return node ? std::move(node.mapped()) : Kept();
  }
  std::map<std::uint32_t, std::vector<pass_searched>> passes_;
  std::map<std::uint32_t, std::map<std::uint32_t, device_roots>> groups_;
  checkpoints::checkpoint_file file_;
};

}  // namespace vieta::near_linear
