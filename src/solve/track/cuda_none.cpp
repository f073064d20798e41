// Stands in for the folder cuda/ in a build without CUDA.
#include "cuda/no_cuda.hpp"
#include "solve/track/device_tracker.hpp"

namespace vieta::tracking {

void follow_on_cuda(const homotopy_tape& /*tape*/, const tracking_settings& /*settings*/, const target& /*on*/,
                    std::size_t /*count*/, int /*threads*/, const std::function<path_job(std::size_t)>& /*job*/,
                    const std::function<void(std::size_t, path_end&&)>& /*done*/,
                    const std::function<bool()>& /*must_stop*/) {
  refuse_cuda();
}

std::string device_name(const target& /*on*/) { refuse_cuda(); }

}  // namespace vieta::tracking
