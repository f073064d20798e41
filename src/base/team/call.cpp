#include "base/team/call.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <thread>
#include <utility>

#include "base/float_environment.hpp"
#ifdef VIETA_HAVE_ARB
#include <flint/flint.h>
#endif

namespace vieta::shared {
namespace {

constexpr double patience_after_failure = 3;

/// How a share ended.
struct outcome {
  bool failed = false;
  bytes result;
  std::string message;
  error_kind kind = error_kind::misuse;
};

outcome attempt(const std::function<bytes()>& share) {
  outcome done;
  try {
    done.result = share();
  } catch (const error& problem) {
    done = {true, {}, problem.what(), problem.kind()};
  } catch (const std::bad_alloc&) {
    done = {true, {}, "out of memory", error_kind::misuse};
  } catch (const std::exception& problem) {
    done = {true, {}, problem.what(), error_kind::misuse};
  }
  return done;
}

/// Its own failure is what a member tells, if the others no longer answer.
template <class Exchange>
auto exchanged(team& ranks, const outcome& own, const Exchange& exchange) {
  if (!own.failed) return exchange();
  if (ranks.is_given_up()) throw error(own.message, own.kind);  // within the share already
  ranks.set_patience(patience_after_failure);
  try {
    auto all = exchange();
    ranks.set_patience(0);
    return all;
  } catch (const error&) {
    ranks.give_up();
    throw error(own.message, own.kind);
  }
}

}  // namespace

void maybe_fail(const char* stage, int rank) {
  const char* const wish = std::getenv("VIETA_TEST_FAULT");
  if (wish == nullptr) return;
  const std::string text = std::string(",") + wish + ',', begin = std::string(stage) + ':' + std::to_string(rank);
  const std::size_t at = text.find(',' + begin + ':');
  if (at == std::string::npos) return;
  const std::size_t from = at + begin.size() + 2;
  const std::string fault = text.substr(from, text.find(',', from) - from);
  if (fault == "throw") throw error("VIETA_TEST_FAULT: found a fault at " + begin);
#ifdef SIGKILL
  if (fault == "kill") std::raise(SIGKILL);
#else
  if (fault == "kill") std::abort();  // Windows
#endif
  if (fault == "sleep") std::this_thread::sleep_for(std::chrono::seconds(60));
}

std::vector<bytes> deal(team& ranks, work kind, const bytes& common, std::vector<bytes> parts,
                        const std::function<bytes()>& own) {
  const auto size = static_cast<std::size_t>(ranks.size());
  bytes call = packed(kind, common);
  ranks.broadcast(call);
  ranks.all_to_all(std::move(parts));
  outcome mine = attempt([&] {
    maybe_fail("share", 0);
    return own();
  });
  std::vector<bytes> arrived = exchanged(ranks, mine, [&] { return ranks.all_to_all(std::vector<bytes>(size)); });
  if (mine.failed) throw error(mine.message, mine.kind);
  std::vector<bytes> results(size);
  results[0] = std::move(mine.result);
  for (std::size_t rank = 1; rank < size; ++rank) {
    auto other = unpacked<outcome>(arrived[rank]);
    arrived[rank] = {};
    if (other.failed) throw error(other.message, other.kind);
    results[rank] = std::move(other.result);
  }
  return results;
}

void with_devices(const target& on, const std::atomic<bool>* cancel, const std::function<void(const target&)>& call) {
#ifdef __EMSCRIPTEN__
  // There is one thread and no device; what calls `help` has the shares of all verbs, which no module of one verb
  // wants.
  static_cast<void>(cancel);
  call(on);
#else
  if (on.devices.size() < 2 || on.ranks != nullptr) return call(on);
  thread_team team(static_cast<int>(on.devices.size()));
  std::vector<std::jthread> others;
  for (int rank = 1; rank < static_cast<int>(on.devices.size()); ++rank)
    others.emplace_back([&team, rank, cancel] {
      const float_environment floats;
      help(team.member(rank), cancel);
#ifdef VIETA_HAVE_ARB
      flint_cleanup();  // FLINT keeps memory for each thread, which nobody else would free
#endif
    });
  target shared = on;
  shared.ranks = &team.member(0);
  try {
    call(shared);
  } catch (...) {
    dismiss(team.member(0));
    throw;
  }
  dismiss(team.member(0));
#endif
}

bool serve(team& ranks, const std::vector<service>& services, const std::atomic<bool>* cancel) {
  bytes call;
  ranks.broadcast(call);
  reader in(call);
  const work kind = in.get<work>();
  if (kind == work::dismissed) return false;
  const auto common = in.get<bytes>();
  call = {};
  const std::vector<bytes> arrived = ranks.all_to_all(std::vector<bytes>(static_cast<std::size_t>(ranks.size())));
  const outcome mine = attempt([&]() -> bytes {
    const float_environment floats;
    maybe_fail("share", ranks.rank());
    for (const service& one : services)
      if (one.kind == kind) return one.share({common, arrived[0], ranks.rank(), cancel, &ranks});
    throw error("ranks: found a kind of work that is not known here, expected members of one version");
  });
  std::vector<bytes> messages(static_cast<std::size_t>(ranks.size()));
  messages[0] = packed(mine);
  exchanged(ranks, mine, [&] { return ranks.all_to_all(std::move(messages)); });
  return true;
}

}  // namespace vieta::shared

namespace vieta {

void dismiss(team& ranks) {
  if (ranks.size() < 2) return;
  team::bytes call = shared::packed(shared::work::dismissed);
  ranks.broadcast(call);
}

}  // namespace vieta
