#include "shaders/shader_runner.hpp"

#include <bit>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "shaders/scratch_folder.hpp"
#include "shaders/shader_programs.hpp"
#include "shaders/wgpu_runner.hpp"
#ifdef VIETA_HAVE_VULKAN
#include "shaders/vulkan_runner.hpp"
#endif

namespace vieta::test {
namespace {

std::vector<float> pack(const std::vector<shader_problem>& problems) {
  std::vector<float> numbers;
  for (const shader_problem& p : problems) {
    numbers.insert(numbers.end(), p.a.begin(), p.a.end());
    numbers.insert(numbers.end(), {p.lo, p.hi, p.absolute_tolerance, p.relative_tolerance});
  }
  return numbers;
}

std::vector<listed_roots> unpack(const std::vector<std::uint32_t>& words, int degree, std::size_t count) {
  std::vector<listed_roots> answers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t* word = words.data() + i * numbers_out(degree);
    answers[i] = {{}, static_cast<int>(word[0]), static_cast<real_roots_status>(word[1]), word[2]};
    for (int k = 0; k < degree; ++k) {
      answers[i].roots.push_back(static_cast<double>(std::bit_cast<float>(word[3 + k])));
    }
  }
  return answers;
}

std::uint32_t workgroups(std::size_t count) {
  return static_cast<std::uint32_t>((count + workgroup_size - 1) / workgroup_size);
}

#ifdef VIETA_HAVE_VULKAN
class by_vulkan final : public shader_runner {
 public:
  by_vulkan(std::unique_ptr<vulkan_runner> device, std::vector<std::uint32_t> spirv, int degree)
      : device_(std::move(device)), spirv_(std::move(spirv)), degree_(degree) {}
  std::string device() const override { return device_->device(); }
  std::vector<listed_roots> solve(const std::vector<shader_problem>& problems) override {
    const std::size_t words = problems.size() * numbers_out(degree_);
    return unpack(device_->run(spirv_, pack(problems), words, workgroups(problems.size())), degree_, problems.size());
  }
  double seconds(const std::vector<shader_problem>& problems) override {
    const std::size_t words = problems.size() * numbers_out(degree_);
    return device_->seconds(spirv_, pack(problems), words, workgroups(problems.size()));
  }

 private:
  std::unique_ptr<vulkan_runner> device_;
  std::vector<std::uint32_t> spirv_;
  int degree_;
};
#endif

class by_wgpu final : public shader_runner {
 public:
  by_wgpu(std::string device, int degree) : device_(std::move(device)), degree_(degree) {}
  std::string device() const override { return device_; }
  std::vector<listed_roots> solve(const std::vector<shader_problem>& problems) override {
    const std::size_t words = problems.size() * numbers_out(degree_);
    const std::string text = compute_program(shader_language::wgsl, degree_);
    return unpack(run_by_wgpu(text, pack(problems), words, workgroups(problems.size())), degree_, problems.size());
  }
  double seconds(const std::vector<shader_problem>&) override { throw std::logic_error("wgpu: no times"); }

 private:
  std::string device_;
  int degree_;
};

// The header for C, as a program of its own.
class by_c final : public shader_runner {
 public:
  by_c(int degree, shader_language language) : program_(folder_ / "solve"), degree_(degree), language_(language) {
    build("");
  }
  std::string device() const override { return "the CPU, by cc"; }
  std::vector<listed_roots> first(const std::vector<shader_problem>& problems) override {
    return solve_as(" -DFIRST", problems);
  }
  std::vector<listed_roots> first_quick(const std::vector<shader_problem>& problems) override {
    return solve_as(" -DQUICK", problems);
  }
  std::vector<listed_roots> without_subnormals(const std::vector<shader_problem>& problems) override {
    return solve_as(" -DFLUSHED", problems);
  }
  std::vector<listed_roots> solve(const std::vector<shader_problem>& problems) override {
    const std::vector<float> given = pack(problems);
    const std::string in = folder_ / "given", out = folder_ / "found";
    std::ofstream(in, std::ios::binary)
        .write(reinterpret_cast<const char*>(given.data()), static_cast<std::streamsize>(given.size() * sizeof(float)));
    if (std::system(("'" + program_ + "' <'" + in + "' >'" + out + "'").c_str()) != 0)
      throw std::runtime_error("the program in C fails");
    const std::string bytes = read_bytes(out);
    std::vector<std::uint32_t> words(problems.size() * numbers_out(degree_));
    if (bytes.size() != words.size() * sizeof(std::uint32_t)) throw std::runtime_error("the program in C ends early");
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return unpack(words, degree_, problems.size());
  }
  double seconds(const std::vector<shader_problem>&) override { throw std::logic_error("C: no times"); }

 private:
  std::vector<listed_roots> solve_as(const std::string& option, const std::vector<shader_problem>& problems) {
    build(option);
    const std::vector<listed_roots> answers = solve(problems);
    build("");
    return answers;
  }
  void build(const std::string& option) {
    const std::string by = language_ == shader_language::c ? "cc -std=c99" : "c++ -std=c++14";
    const std::string complaint =
        compile_by(by + " -O1 -ffp-contract=off -Wall -Wextra -Wno-unused-function -Werror" + option,
                   compute_program(language_, degree_), language_ == shader_language::c ? "c" : "cpp", program_);
    if (!complaint.empty()) throw std::runtime_error(complaint);
  }

  scratch_folder folder_;
  std::string program_;
  int degree_;
  shader_language language_;
};

}  // namespace

std::vector<listed_roots> shader_runner::first(const std::vector<shader_problem>&) {
  throw std::logic_error("the first roots are for C alone");
}

std::vector<listed_roots> shader_runner::first_quick(const std::vector<shader_problem>&) {
  throw std::logic_error("the first roots are for C alone");
}

std::vector<listed_roots> shader_runner::without_subnormals(const std::vector<shader_problem>&) {
  throw std::logic_error("the processor is told to flush subnormal numbers in C alone");
}

std::unique_ptr<shader_runner> shader_runner::open(shader_language language, int degree, std::string& why_not) {
  if (language == shader_language::c || language == shader_language::ispc) {
    why_not = "no compilers cc and c++";
    return is_installed("cc") && is_installed("c++") ? std::make_unique<by_c>(degree, language) : nullptr;
  }
  if (language == shader_language::wgsl) {
    const std::string device = find_wgpu(why_not);
    return device.empty() ? nullptr : std::make_unique<by_wgpu>(device, degree);
  }
#ifdef VIETA_HAVE_VULKAN
  if (!is_installed("glslangValidator")) {
    why_not = "no glslangValidator (Debian: glslang-tools)";
    return nullptr;
  }
  auto device = vulkan_runner::open(why_not);
  if (!device) return nullptr;
  std::vector<std::uint32_t> spirv;
  const std::string complaint = compile_compute(language, degree, &spirv);
  if (!complaint.empty()) throw std::runtime_error(complaint);
  return std::make_unique<by_vulkan>(std::move(device), std::move(spirv), degree);
#else
  static_cast<void>(degree);
  why_not = "built without Vulkan (Debian: libvulkan-dev)";
  return nullptr;
#endif
}

}  // namespace vieta::test
