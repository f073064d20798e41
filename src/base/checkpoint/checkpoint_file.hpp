#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/checkpoint/digest.hpp"
#include "base/team/archive.hpp"
#include "vieta/checkpoint.hpp"

namespace vieta::checkpoints {

/// What a checkpoint belongs to.
struct identity {
  std::string work;  ///< "roots"
  std::string of;    ///< "polynomial": what `input` is the digest of
  /// What changes the answer, by the names that users know.
  std::vector<std::pair<std::string, std::string>> options;
  digest::value input{};
};

/// Blocks of bytes in a file that is whole at any time (docs/method/ranks.md).
class checkpoint_file {
 public:
  /// Reads what is there, block by block. Throws vieta::error where that is no whole checkpoint of the same work,
  /// before `block` has seen any, or where no file can be written there.
  checkpoint_file(checkpoint_options options, identity of, const std::function<void(const shared::bytes&)>& block);
  checkpoint_file(const checkpoint_file&) = delete;
  checkpoint_file& operator=(const checkpoint_file&) = delete;

  /// What is to be kept; from any thread. Writes the file where that is due.
  void add(shared::bytes block);
  /// Writes what was not written yet.
  void save();
  /// How long work may go on until it is worth while to hand in blocks.
  [[nodiscard]] double seconds_between() const;

 private:
  using stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  [[nodiscard]] static stream opened(const std::string& path, const char* mode);
  void read(const std::function<void(const shared::bytes&)>& block);
  void write_locked();

  checkpoint_options options_;
  identity identity_;
  std::mutex lock_;
  std::vector<shared::bytes> added_;                 ///< since it was written
  std::uint64_t blocks_ = 0, size_ = 0, begin_ = 0;  ///< in the file: blocks, their bytes, and where these begin
  digest digest_;                                    ///< of them
  double seconds_of_writing_ = 0;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
};

}  // namespace vieta::checkpoints
