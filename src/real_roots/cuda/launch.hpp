#pragma once

#include <array>

#include "real_roots/cuda/problem.cuh"

struct CUstream_st;

namespace vieta::cuda {

/// Puts the kernels for one degree on the stream. Without cells the derivative chain solves everything, or what is
/// listed as left over where there is such a list. `processors` is the number of multiprocessors of the device.
template <class T>
using launcher = void (*)(const problem<T>& given, const cells<T>* where, int processors, CUstream_st* stream);

/// By degree. Compiled in several files, so that they compile side by side.
template <class T>
using launcher_table = std::array<launcher<T>, largest_degree + 1>;
void add_low_degrees(launcher_table<float>& table);
void add_low_degrees(launcher_table<double>& table);
void add_middle_degrees(launcher_table<float>& table);
void add_middle_degrees(launcher_table<double>& table);
void add_high_degrees(launcher_table<float>& table);
void add_high_degrees(launcher_table<double>& table);

}  // namespace vieta::cuda
