#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "vieta/export.hpp"

namespace vieta {

/// Who shares the work of a call: the processes of an MPI program, or threads with a device each. Every member makes
/// the same calls of these functions in the same order; each of them waits for the others.
///
/// Rank 0 leads: it calls the verbs of this library with `target::ranks`, and has the answers. All others call `help`,
/// which does their share of whatever rank 0 begins, until rank 0 calls `dismiss`. Answers do not depend on the number
/// of members.
class team {
 public:
  using bytes = std::vector<std::byte>;

  team() = default;
  team(const team&) = delete;
  team& operator=(const team&) = delete;
  virtual ~team() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  /// `data` of rank 0 for everybody.
  virtual void broadcast(bytes& data) = 0;
  /// One message for each rank; returns those of all ranks for this one.
  virtual std::vector<bytes> all_to_all(std::vector<bytes> messages) = 0;
  /// Ends all members at once, where others can no longer be waited for. Does nothing where members are threads.
  virtual void end(int exit_code) = 0;
  /// All members together: writes the bytes of each into one file, from `offset` on; the file is made where there is
  /// none. False, and nothing is done, where members have no way to do so. Throws vieta::error where a member cannot
  /// write.
  virtual bool write_slices(const std::string& path, std::uint64_t offset, const bytes& slice) {
    static_cast<void>(path), static_cast<void>(offset), static_cast<void>(slice);
    return false;
  }

  /// What follows is made of these.
  std::vector<bytes> all_gather(const bytes& own) { return all_to_all(std::vector<bytes>(count(), own)); }
  VIETA_API std::int64_t sum(std::int64_t own);
  void wait() { all_to_all(std::vector<bytes>(count())); }

  /// How long the others may keep this member waiting in all that follows, in seconds (0: for ever). Then a call throws
  /// vieta::error. A member that has failed is not to wait for hours until the others hear of it.
  void set_patience(double seconds) { patience_ = seconds; }
  /// That others no longer answer: nothing but `end` makes sense then.
  void give_up() { given_up_ = true; }
  [[nodiscard]] bool is_given_up() const { return given_up_; }

  /// What a member keeps from one call of rank 0 to the next: its range of an answer that stays distributed.
  [[nodiscard]] std::shared_ptr<void>& kept() { return kept_; }

 protected:
  [[nodiscard]] double patience() const { return patience_; }

 private:
  [[nodiscard]] std::size_t count() const { return static_cast<std::size_t>(size()); }
  double patience_ = 0;
  bool given_up_ = false;
  std::shared_ptr<void> kept_;
};

/// For ranks other than 0: does a share of each call that rank 0 makes, until rank 0 dismisses the team. A share that
/// fails is told to rank 0, whose call throws its error. `cancel` ends shares early, as in the options of the verbs.
/// Throws vieta::error where rank 0 does not take notice of a failure within three seconds.
VIETA_API void help(team& ranks, const std::atomic<bool>* cancel = nullptr);

/// For rank 0: ends `help` of all others.
VIETA_API void dismiss(team& ranks);

/// The part of `count` items that is `rank`'s: contiguous, in the order of ranks, sizes differ by one at most.
struct team_share {
  std::size_t begin = 0, end = 0;
};
[[nodiscard]] inline team_share share_of(std::size_t count, int rank, int size) {
  const auto r = static_cast<std::size_t>(rank), n = static_cast<std::size_t>(size);
  const std::size_t least = count / n, more = count % n;
  const std::size_t begin = r * least + (r < more ? r : more);
  return {begin, begin + least + (r < more ? 1 : 0)};
}

/// Members of one process, one for each thread that takes part.
class VIETA_API thread_team {
 public:
  explicit thread_team(int size);
  ~thread_team();
  thread_team(const thread_team&) = delete;
  thread_team& operator=(const thread_team&) = delete;
  [[nodiscard]] team& member(int rank);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace vieta
