#include <sstream>

#include "check_reader.hpp"
#include "io/roots_json_reader.hpp"
#include "report/json/json.hpp"

// What `verify` reads: only vieta::error, with a message of one printable line, may come out. What is read is a result
// that the writer can write, and it comes back the same.
namespace {

std::string written(const vieta::roots_result& result) {
  std::ostringstream out;
  vieta::report::write_json(out, result);
  return out.str();
}

vieta::roots_result read(const std::string& text) {
  std::istringstream in(text);
  return vieta::io::read_roots_json(in, "input");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using vieta::fuzz::require;
  if (size > vieta::fuzz::longest_input) return -1;
  vieta::roots_result result;
  try {
    result = read({reinterpret_cast<const char*>(bytes), size});
  } catch (const vieta::error& refused) {
    vieta::fuzz::check_message(refused.what());
    return 0;
  }
  require(result.decimal.empty() || result.decimal.size() == result.roots.size());
  for (const vieta::root& z : result.roots) require(z.radius >= 0 && z.multiplicity >= 0);
  const vieta::roots_result again = read(written(result));
  require(again.roots.size() == result.roots.size() && again.status == result.status);
  require(again.decimal.size() == result.decimal.size());
  return 0;
}
