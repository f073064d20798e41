#if !defined(_WIN32)
#include <fcntl.h>
#include <unistd.h>
#endif

#include <barrier>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "vieta/error.hpp"
#include "vieta/team.hpp"

namespace vieta {

std::int64_t team::sum(std::int64_t own) {
  bytes message(sizeof own);
  std::memcpy(message.data(), &own, sizeof own);
  std::int64_t all = 0;
  for (const bytes& from : all_gather(message)) {
    std::int64_t one = 0;
    std::memcpy(&one, from.data(), sizeof one);
    all += one;
  }
  return all;
}

#if !defined(_WIN32)
namespace {

void write_at(const std::string& path, std::uint64_t offset, const team::bytes& slice) {
  const auto fail = [&] { throw error(path + ": cannot write: " + std::strerror(errno)); };
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0) fail();
  for (std::size_t at = 0; at < slice.size();) {
    const ssize_t count = ::pwrite(file, slice.data() + at, slice.size() - at, static_cast<off_t>(offset + at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int problem = errno;
      ::close(file);
      errno = problem;
      fail();
    }
    at += static_cast<std::size_t>(count);
  }
  if (::close(file) != 0) fail();
}

}  // namespace
#endif

struct thread_team::state {
  class member : public team {
   public:
    member(state& all, int rank) : all_(all), rank_(rank) {}
    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return static_cast<int>(all_.members.size()); }
    void broadcast(bytes& data) override {
      if (rank_ == 0) all_.common = &data;
      all_.barrier.arrive_and_wait();
      if (rank_ != 0) data = *all_.common;
      all_.barrier.arrive_and_wait();
    }
    std::vector<bytes> all_to_all(std::vector<bytes> messages) override {
      all_.messages[static_cast<std::size_t>(rank_)] = std::move(messages);
      all_.barrier.arrive_and_wait();
      std::vector<bytes> own;
      for (std::vector<bytes>& from : all_.messages) own.push_back(std::move(from[static_cast<std::size_t>(rank_)]));
      all_.barrier.arrive_and_wait();
      return own;
    }
    void end(int) override {}
    bool write_slices(const std::string& path, std::uint64_t offset, const bytes& slice) override {
#if defined(_WIN32)
      return team::write_slices(path, offset, slice);
#else
      std::string problem;
      try {
        write_at(path, offset, slice);
      } catch (const error& failed) {
        problem = failed.what();
      }
      const bytes own(reinterpret_cast<const std::byte*>(problem.data()),
                      reinterpret_cast<const std::byte*>(problem.data()) + problem.size());
      for (const bytes& other : all_gather(own))
        if (!other.empty()) throw error(std::string(reinterpret_cast<const char*>(other.data()), other.size()));
      return true;
#endif
    }

   private:
    state& all_;
    int rank_;
  };

  explicit state(int size) : barrier(size), messages(static_cast<std::size_t>(size)) {
    for (int rank = 0; rank < size; ++rank) members.push_back(std::make_unique<member>(*this, rank));
  }

  std::barrier<> barrier;
  std::vector<std::vector<team::bytes>> messages;  ///< from each member
  team::bytes* common = nullptr;
  std::vector<std::unique_ptr<member>> members;
};

thread_team::thread_team(int size) {
  if (size < 1) throw error("thread_team: found " + std::to_string(size) + " members, expected at least 1");
  state_ = std::make_unique<state>(size);
}
thread_team::~thread_team() = default;

team& thread_team::member(int rank) {
  if (rank < 0 || rank >= static_cast<int>(state_->members.size()))
    throw error("thread_team: found rank " + std::to_string(rank) + ", expected 0 to " +
                std::to_string(state_->members.size() - 1));
  return *state_->members[static_cast<std::size_t>(rank)];
}

}  // namespace vieta
