// Stands in for the folder cuda/ in a build without CUDA.
#include "solve/device_tracker.hpp"
#include "vieta/error.hpp"

namespace vieta::tracking {

void follow_on_cuda(const homotopy_tape& /*tape*/, const tracking_settings& /*settings*/, const target& /*on*/,
                    std::size_t /*count*/, int /*threads*/, const std::function<path_job(std::size_t)>& /*job*/,
                    const std::function<void(std::size_t, path_end&&)>& /*done*/,
                    const std::function<bool()>& /*must_stop*/) {
  throw error("target cuda: this build has no CUDA");
}

std::string device_name(const target& /*on*/) { throw error("target cuda: this build has no CUDA"); }

}  // namespace vieta::tracking
