#include "shaders/vulkan_runner.hpp"

#include <vulkan/vulkan.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace vieta::test {
namespace {

void check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string(what) + ": VkResult " + std::to_string(result));
}

VkPhysicalDeviceProperties properties_of(VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(device, &properties);
  return properties;
}

// "NVIDIA H200 (NVIDIA 580.159.04)": the device and, where Vulkan can say it, the driver.
std::string name_of(VkPhysicalDevice device) {
  if (properties_of(device).apiVersion < VK_API_VERSION_1_2) return properties_of(device).deviceName;
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 all{};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  all.pNext = &driver;
  vkGetPhysicalDeviceProperties2(device, &all);
  return std::string(all.properties.deviceName) + " (" + driver.driverName + " " + driver.driverInfo + ")";
}

bool is_software(VkPhysicalDevice device) { return properties_of(device).deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

// A GPU of its own before one that shares the CPU's memory, and both before software.
int preference(VkPhysicalDevice device) {
  if (is_software(device)) return 0;
  return properties_of(device).deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU ? 2 : 1;
}

// A buffer that the host and the device share, mapped for good.
struct shared_buffer {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void* data = nullptr;
  VkDeviceSize bytes = 0;
};

class runner final : public vulkan_runner {
 public:
  explicit runner(VkInstance instance, VkPhysicalDevice chosen) : instance_(instance), physical_(chosen) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
    while (family_ < count && !(families[family_].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++family_;
    if (family_ == count) throw std::runtime_error("the device has no compute queue");

    const float priority = 1;
    VkDeviceQueueCreateInfo queue_info{};
    queue_info.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue_info.queueFamilyIndex = family_;
    queue_info.queueCount = 1;
    queue_info.pQueuePriorities = &priority;
    VkDeviceCreateInfo device_info{};
    device_info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    device_info.queueCreateInfoCount = 1;
    device_info.pQueueCreateInfos = &queue_info;
    check(vkCreateDevice(physical_, &device_info, nullptr, &device_), "vkCreateDevice");
    vkGetDeviceQueue(device_, family_, 0, &queue_);
    make_layouts();
  }

  ~runner() override {
    vkDestroyCommandPool(device_, commands_, nullptr);
    vkDestroyDescriptorPool(device_, descriptors_, nullptr);
    vkDestroyPipelineLayout(device_, pipeline_layout_, nullptr);
    vkDestroyDescriptorSetLayout(device_, set_layout_, nullptr);
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
  }

  std::string device() const override { return name_of(physical_); }

  std::vector<std::uint32_t> run(const std::vector<std::uint32_t>& spirv, const std::vector<float>& inputs,
                                 std::size_t outputs, std::uint32_t workgroups) override {
    std::vector<std::uint32_t> result(outputs);
    with_buffers(spirv, inputs, outputs, [&](VkPipeline pipeline, VkDescriptorSet set, const shared_buffer& out) {
      submit(pipeline, set, workgroups);
      std::memcpy(result.data(), out.data, outputs * sizeof(std::uint32_t));
    });
    return result;
  }

  double seconds(const std::vector<std::uint32_t>& spirv, const std::vector<float>& inputs, std::size_t outputs,
                 std::uint32_t workgroups) override {
    double median = 0;
    with_buffers(spirv, inputs, outputs, [&](VkPipeline pipeline, VkDescriptorSet set, const shared_buffer&) {
      // A card that idles has a slow clock, and a driver may go on to compile a large text: a second is over both.
      // Launches cost 10 to 20 us, so that several dispatches share one of 2 ms or more.
      constexpr double warm_up = 1, at_least = 0.002;
      double spent = 0, one = 0;
      do spent += one = submit(pipeline, set, workgroups);
      while (spent < warm_up);
      const int dispatches = std::clamp(static_cast<int>(at_least / one), 1, 200);
      std::vector<double> runs;
      for (spent = 0; runs.size() < 3 || (runs.size() < 15 && spent < 1);) {
        runs.push_back(submit(pipeline, set, workgroups, dispatches));
        spent += runs.back();
      }
      std::sort(runs.begin(), runs.end());
      median = runs[runs.size() / 2] / dispatches;
    });
    return median;
  }

 private:
  template <class Use>
  void with_buffers(const std::vector<std::uint32_t>& spirv, const std::vector<float>& inputs, std::size_t outputs,
                    const Use& use) {
    const VkPipeline pipeline = make_pipeline(spirv);
    shared_buffer in = make_buffer(inputs.size() * sizeof(float));
    shared_buffer out = make_buffer(outputs * sizeof(std::uint32_t));
    std::memcpy(in.data, inputs.data(), inputs.size() * sizeof(float));
    std::memset(out.data, 0, outputs * sizeof(std::uint32_t));
    use(pipeline, make_set(in, out), out);
    vkDestroyPipeline(device_, pipeline, nullptr);
    check(vkResetDescriptorPool(device_, descriptors_, 0), "vkResetDescriptorPool");
    destroy(in);
    destroy(out);
  }

  void make_layouts() {
    std::array<VkDescriptorSetLayoutBinding, 2> bindings{};
    for (std::uint32_t i = 0; i < 2; ++i) {
      bindings[i].binding = i;
      bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      bindings[i].descriptorCount = 1;
      bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
    }
    VkDescriptorSetLayoutCreateInfo set_info{};
    set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set_info.bindingCount = 2;
    set_info.pBindings = bindings.data();
    check(vkCreateDescriptorSetLayout(device_, &set_info, nullptr, &set_layout_), "vkCreateDescriptorSetLayout");

    VkPipelineLayoutCreateInfo layout_info{};
    layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    layout_info.setLayoutCount = 1;
    layout_info.pSetLayouts = &set_layout_;
    check(vkCreatePipelineLayout(device_, &layout_info, nullptr, &pipeline_layout_), "vkCreatePipelineLayout");

    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
    VkDescriptorPoolCreateInfo pool_info{};
    pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 1;
    pool_info.pPoolSizes = &size;
    check(vkCreateDescriptorPool(device_, &pool_info, nullptr, &descriptors_), "vkCreateDescriptorPool");

    VkCommandPoolCreateInfo commands_info{};
    commands_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    commands_info.queueFamilyIndex = family_;
    check(vkCreateCommandPool(device_, &commands_info, nullptr, &commands_), "vkCreateCommandPool");
  }

  shared_buffer make_buffer(std::size_t bytes) {
    shared_buffer b;
    b.bytes = bytes;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    check(vkCreateBuffer(device_, &info, nullptr, &b.buffer), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, b.buffer, &needs);
    const std::uint32_t type = memory_type(needs.memoryTypeBits);
    VkMemoryAllocateInfo allocation{};
    allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = type;
    check(vkAllocateMemory(device_, &allocation, nullptr, &b.memory), "vkAllocateMemory");
    check(vkBindBufferMemory(device_, b.buffer, b.memory, 0), "vkBindBufferMemory");
    check(vkMapMemory(device_, b.memory, 0, VK_WHOLE_SIZE, 0, &b.data), "vkMapMemory");
    return b;
  }

  // Memory that the host sees; that of the device itself, if there is any.
  std::uint32_t memory_type(std::uint32_t allowed) const {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    constexpr VkMemoryPropertyFlags visible =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (const VkMemoryPropertyFlags wanted : {visible | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, visible}) {
      for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type) {
        if ((allowed >> type & 1) && (memory.memoryTypes[type].propertyFlags & wanted) == wanted) return type;
      }
    }
    throw std::runtime_error("the device shares no memory with the host");
  }

  void destroy(shared_buffer& b) {
    vkDestroyBuffer(device_, b.buffer, nullptr);
    vkFreeMemory(device_, b.memory, nullptr);
  }

  VkDescriptorSet make_set(const shared_buffer& in, const shared_buffer& out) {
    VkDescriptorSetAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
    info.descriptorPool = descriptors_;
    info.descriptorSetCount = 1;
    info.pSetLayouts = &set_layout_;
    VkDescriptorSet set = VK_NULL_HANDLE;
    check(vkAllocateDescriptorSets(device_, &info, &set), "vkAllocateDescriptorSets");
    const std::array<VkDescriptorBufferInfo, 2> buffers = {VkDescriptorBufferInfo{in.buffer, 0, in.bytes},
                                                           VkDescriptorBufferInfo{out.buffer, 0, out.bytes}};
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.descriptorCount = 2;  // goes on to binding 1
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = buffers.data();
    vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
    return set;
  }

  VkPipeline make_pipeline(const std::vector<std::uint32_t>& spirv) {
    VkShaderModuleCreateInfo module_info{};
    module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    module_info.codeSize = spirv.size() * sizeof(std::uint32_t);
    module_info.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    check(vkCreateShaderModule(device_, &module_info, nullptr, &module), "vkCreateShaderModule");
    VkComputePipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = pipeline_layout_;
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(vkCreateComputePipelines(device_, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline), "vkCreateComputePipelines");
    vkDestroyShaderModule(device_, module, nullptr);
    return pipeline;
  }

  // Returns the seconds from submission to the end.
  double submit(VkPipeline pipeline, VkDescriptorSet set, std::uint32_t workgroups, int dispatches = 1) {
    VkCommandBufferAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    info.commandPool = commands_;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    VkCommandBuffer buffer = VK_NULL_HANDLE;
    check(vkAllocateCommandBuffers(device_, &info, &buffer), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    check(vkBeginCommandBuffer(buffer, &begin), "vkBeginCommandBuffer");
    vkCmdBindPipeline(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_layout_, 0, 1, &set, 0, nullptr);
    for (int k = 0; k < dispatches; ++k) vkCmdDispatch(buffer, workgroups, 1, 1);
    VkMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(buffer, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                         nullptr, 0, nullptr);
    check(vkEndCommandBuffer(buffer), "vkEndCommandBuffer");
    VkSubmitInfo submission{};
    submission.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submission.commandBufferCount = 1;
    submission.pCommandBuffers = &buffer;
    const auto start = std::chrono::steady_clock::now();
    check(vkQueueSubmit(queue_, 1, &submission, VK_NULL_HANDLE), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue_), "vkQueueWaitIdle");
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    vkFreeCommandBuffers(device_, commands_, 1, &buffer);
    return taken.count();
  }

  VkInstance instance_;
  VkPhysicalDevice physical_;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint32_t family_ = 0;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
  VkDescriptorPool descriptors_ = VK_NULL_HANDLE;
  VkCommandPool commands_ = VK_NULL_HANDLE;
};

}  // namespace

std::unique_ptr<vulkan_runner> vulkan_runner::open(std::string& why_not) {
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_2;  // the oldest that names drivers
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  if (vkCreateInstance(&info, nullptr, &instance) != VK_SUCCESS) {
    why_not = "no Vulkan driver (Debian: mesa-vulkan-drivers)";
    return nullptr;
  }
  std::uint32_t count = 0;
  vkEnumeratePhysicalDevices(instance, &count, nullptr);
  std::vector<VkPhysicalDevice> devices(count);
  vkEnumeratePhysicalDevices(instance, &count, devices.data());
  if (devices.empty()) {
    vkDestroyInstance(instance, nullptr);
    why_not = "no Vulkan device (Debian: mesa-vulkan-drivers)";
    return nullptr;
  }
  const VkPhysicalDevice chosen =
      *std::max_element(devices.begin(), devices.end(),
                        [](VkPhysicalDevice a, VkPhysicalDevice b) { return preference(a) < preference(b); });
  if (is_software(chosen) && std::getenv("VIETA_EXPECT_GPU")) {
    why_not = "Vulkan has no GPU here, only " + name_of(chosen);
    vkDestroyInstance(instance, nullptr);
    return nullptr;
  }
  return std::make_unique<runner>(instance, chosen);
}

}  // namespace vieta::test
