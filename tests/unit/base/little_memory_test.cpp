// Calls of a process whose address space is used up: an error, never its end.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <new>
#include <string>

#include "vieta/roots.hpp"
#ifdef __linux__
#include <sys/resource.h>
#endif

namespace vieta {
namespace {

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// So many bytes more than are in use, as long as it lives.
class address_limit {
 public:
  explicit address_limit(std::size_t more) {
    getrlimit(RLIMIT_AS, &before_);
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit now = before_;
    now.rlim_cur = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more;
    setrlimit(RLIMIT_AS, &now);
  }
  ~address_limit() { setrlimit(RLIMIT_AS, &before_); }
  address_limit(const address_limit&) = delete;
  address_limit& operator=(const address_limit&) = delete;

 private:
  rlimit before_{};
};

TEST(LittleMemory, IsAnErrorAndNoEnd) {
  roots_options options;
  options.on.threads = 1;
  options.digits = 3000;
  const polynomial p = polynomial::parse("(x^7-2)^3*(x^60-x-1)"), small = polynomial::parse("x^2-2");
  const std::size_t all = roots(small).roots.size();
  int solved = 0, refused = 0;
  for (const std::size_t kilobytes : {0, 20, 100, 200, 300, 500, 800, 1500, 100'000}) {
    {
      const address_limit limit(kilobytes << 10);
      try {
        solved += roots(p, options).status == roots_status::complete;
      } catch (const std::bad_alloc&) {
        ++refused;
      }
    }
    EXPECT_EQ(roots(small).roots.size(), all) << kilobytes;
  }
  EXPECT_EQ(solved + refused, 9);
  EXPECT_GT(solved, 0);
}

/// Steps that take more at once than is kept in reserve: the exception comes from within GMP or FLINT, and nothing of
/// what they were about is left behind.
TEST(LittleMemory, LargeStepsAreErrorsToo) {
  roots_options options;
  options.on.threads = 1;
  options.digits = 200'000;
  const polynomial p = polynomial::parse("x^5-x-1");
  const roots_result known = roots(p, options);
  ASSERT_EQ(known.status, roots_status::complete);
  for (const std::size_t megabytes : {0, 1, 2, 4, 6, 8, 12, 16, 24, 32, 48}) {
    bool is_refused = false;
    {
      const address_limit limit(megabytes << 20);
      try {
        (void)roots(p, options);
      } catch (const std::bad_alloc&) {
        is_refused = true;
      }
    }
    if (!is_refused) continue;
    const roots_result again = roots(p, options);
    ASSERT_EQ(again.decimal.size(), known.decimal.size());
    for (std::size_t k = 0; k < known.decimal.size(); ++k)
      EXPECT_EQ(again.decimal[k].re, known.decimal[k].re) << megabytes;
  }
}

#endif

}  // namespace
}  // namespace vieta
