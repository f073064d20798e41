// Stand-in for builds without CUDA.
#include "cuda/no_cuda.hpp"
#include "roots/cuda/ladder_device.hpp"

namespace vieta {

struct ladder_device::state {
  std::string name;
};

ladder_device::ladder_device(const target& /*on*/) { refuse_cuda(); }
ladder_device::~ladder_device() = default;

const std::string& ladder_device::name() const { return state_->name; }
void ladder_device::horner(const std::vector<device_chart>& /*charts*/, const std::vector<device_point>& /*points*/,
                           std::vector<device_sum>& /*sums*/) {}
void ladder_device::hold(const kernel_nodes& /*sources*/, const double* /*weight_re*/, const double* /*weight_im*/) {}
void ladder_device::secular_walk(const secular_rest& /*rest*/, const std::vector<std::uint32_t>& /*self*/,
                                 double* /*step_re*/, double* /*step_im*/) {}
void ladder_device::difference_products(const std::vector<std::uint32_t>& /*self*/, const double* /*close_distance*/,
                                        double* /*re*/, double* /*im*/, std::int64_t* /*exponent*/,
                                        std::vector<close_pair>& /*pairs*/) {}

}  // namespace vieta
