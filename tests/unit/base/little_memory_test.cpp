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

#endif

}  // namespace
}  // namespace vieta
