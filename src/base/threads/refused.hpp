#pragma once

#include <string>

namespace vieta {

/// What the system refused of threads since this was made, for the report of a call. Calls at the same time may tell of
/// each other's.
class refused_threads {
 public:
  refused_threads();
  /// "cpu avx512, 8 threads" becomes "cpu avx512, 8 threads (of which 3 could be had)" where it did.
  /// Once: a call within the call may have told of it.
  void tell(std::string& target) const;

 private:
  unsigned before_;
};

}  // namespace vieta
