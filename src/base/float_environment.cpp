#include "base/float_environment.hpp"

#include <cstdint>

namespace vieta {
namespace {

#if defined(__x86_64__)

constexpr std::uint32_t vector_settings = 0x1f80;       // MXCSR: all exceptions masked, nearest, no FTZ, no DAZ
constexpr std::uint32_t vector_flags = 0x3f;            // what was inexact, say: nothing depends on it
constexpr std::uint16_t scalar_settings = 0x037f;       // x87: all exceptions masked, 64 bits, nearest
constexpr std::uint16_t scalar_settings_mask = 0x0f3f;  // the other bits have no effect

std::uint32_t vector_word() {
  std::uint32_t word = 0;
  __asm__ __volatile__("stmxcsr %0" : "=m"(word));
  return word;
}

bool is_usual() {
  std::uint16_t scalar_word = 0;
  __asm__ __volatile__("fnstcw %0" : "=m"(scalar_word));
  return (vector_word() & ~vector_flags) == vector_settings &&
         (scalar_word & scalar_settings_mask) == (scalar_settings & scalar_settings_mask);
}

/// Not fesetenv(FE_DFL_ENV): whether that clears FTZ and DAZ depends on the C library.
void set_usual() {
  std::fesetenv(FE_DFL_ENV);
  const std::uint32_t word = vector_settings;
  __asm__ __volatile__("ldmxcsr %0" : : "m"(word) : "memory");
  const std::uint16_t scalar_word = scalar_settings;
  __asm__ __volatile__("fldcw %0" : : "m"(scalar_word) : "memory");
}

#elif defined(__aarch64__)

constexpr std::uint64_t settings = 0x07c89f00;  // FPCR: traps, rounding, FZ, FZ16, DN, AH and their like; 0 is usual

std::uint64_t control_word() {
  std::uint64_t word = 0;
  __asm__ __volatile__("mrs %0, fpcr" : "=r"(word));
  return word;
}

bool is_usual() { return (control_word() & settings) == 0; }

void set_usual() {
  std::fesetenv(FE_DFL_ENV);
  const std::uint64_t word = control_word() & ~settings;
  __asm__ __volatile__("msr fpcr, %0" : : "r"(word) : "memory");
}

#else

bool is_usual() { return std::fegetround() == FE_TONEAREST; }
void set_usual() { std::fesetenv(FE_DFL_ENV); }

#endif

}  // namespace

float_environment::float_environment() : changed_(!is_usual()), before_() {
  if (!changed_) return;
  std::fegetenv(&before_);
  set_usual();
}

float_environment::~float_environment() {
  if (changed_) std::fesetenv(&before_);
}

}  // namespace vieta
