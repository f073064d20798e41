#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vieta/shaders.hpp"

namespace vieta::test {

/// A compute shader around the emitted text: polynomial i is read from binding 0 (degree + 1 coefficients, lo, hi,
/// absolute and relative tolerance), its answer written to binding 1 (count, status, touching, bits of the roots). In C
/// a program that reads and writes the same from its standard input to its output.
std::string compute_program(shader_language language, int degree);

/// A fragment shader of WebGL 2, as Shadertoy makes them.
std::string fragment_program(int degree, bool plain = false);

constexpr std::size_t numbers_in(int degree) { return static_cast<std::size_t>(degree) + 5; }
constexpr std::size_t numbers_out(int degree) { return static_cast<std::size_t>(degree) + 3; }
constexpr std::uint32_t workgroup_size = 64;

/// Whether a program of that name can be run.
bool is_installed(const std::string& program);

/// Compiles by a command such as "cc -std=c99", to a program if its path is given. Returns what it complains about.
std::string compile_by(const std::string& compiler, const std::string& text, const std::string& extension,
                       const std::string& program = "");

/// Compiles by glslangValidator. `options` as on its command line; the module goes to `spirv` and past spirv-val if
/// that is installed. Returns what the compilers complain about: nothing when all is well.
std::string compile(const std::string& text, const std::string& stage, const std::string& options,
                    std::vector<std::uint32_t>* spirv = nullptr);

/// What compute_program needs.
std::string compile_compute(shader_language language, int degree, std::vector<std::uint32_t>* spirv);

}  // namespace vieta::test
