// The scheme of Peters (2023) once more, for one choice of loops: included by published_loops.cu several times, each
// time with other macros, since a pragma takes no template's argument. The text that this was ported from is under CC0
// 1.0; bench/peers/published_real_roots.cuh is its best variant.
//
//   VARIANT  name of the kernel
//   EACH     before loops over the coefficients and intervals, which index arrays
//   OUTER    before the loop over degrees
//   NEWTON   before Newton's iteration
//   FACTORS  true: derivatives from a table of factorials, at computed places

template <int N>
__global__ void __launch_bounds__(128)
    VARIANT(const float* __restrict__ coefficients, float* __restrict__ roots, unsigned count, float begin, float end) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  float poly[N + 1], derivative[N + 1], out[N + 1];
  EACH for (int i = 0; i <= N; ++i) poly[i] = coefficients[static_cast<size_t>(i) * count + id];
  const float tolerance = (end - begin) * 1e-4f;
  EACH for (int i = 0; i <= N; ++i) {
    derivative[i] = 0;
    out[i] = begin;
  }
  derivative[0] = poly[N - 2];
  derivative[1] = static_cast<float>(N - 1) * poly[N - 1];
  derivative[2] = 0.5f * static_cast<float>((N - 1) * N) * poly[N];
  out[N] = end;
  const float discriminant = fmaf(derivative[1], derivative[1], -4 * derivative[0] * derivative[2]);
  if (discriminant >= 0) {
    const float s = sqrtf(discriminant);
    const float scaled = derivative[1] + (derivative[1] > 0 ? s : -s);
    const float root_0 = fminf(fmaxf(-2 * derivative[0] / scaled, begin), end);
    const float root_1 = fminf(fmaxf(-0.5f * scaled / derivative[2], begin), end);
    out[N - 2] = fminf(root_0, root_1);
    out[N - 1] = fmaxf(root_0, root_1);
  }
  OUTER
  for (int degree = 3; degree <= N; ++degree) {
    if (FACTORS) {
      const int k = N - degree;
      EACH for (int j = 0; j < degree + 1; ++j) derivative[j] = factorial[j + k] / factorial[j] * poly[j + k];
    } else {
      const float order = static_cast<float>(N + 1 - degree);
      EACH for (int i = N; i > 0; --i) derivative[i] = derivative[i - 1] * (order * (1.0f / static_cast<float>(i)));
      EACH for (int i = 0; i < N - 2; ++i) derivative[0] = degree == N - i ? poly[i] : derivative[0];
    }
    float begin_value = derivative[N];
    EACH for (int i = N - 1; i >= 0; --i) begin_value = fmaf(begin_value, begin, derivative[i]);
    EACH for (int i = 0; i < N; ++i) {
      if (i < N - degree) continue;
      float from = out[i], to = out[i + 1], found = 0, end_value = begin_value;
      bool has_root = false;
      if (from != to) {
        end_value = derivative[N];
        EACH for (int j = N - 1; j >= 0; --j) end_value = fmaf(end_value, to, derivative[j]);
        has_root = !(begin_value * end_value > 0);
      }
      if (has_root) {
        found = 0.5f * (from + to);
        NEWTON
        for (int step = 0; step < 90; ++step) {
          float value = fmaf(derivative[N], found, derivative[N - 1]), slope = derivative[N];
          EACH for (int j = N - 2; j >= 0; --j) {
            slope = fmaf(slope, found, value);
            value = fmaf(value, found, derivative[j]);
          }
          const bool right = begin_value * value > 0;
          from = right ? found : from;
          to = right ? to : found;
          const float guess = found - __fdividef(value, slope), middle = 0.5f * (from + to);
          const float next = guess >= from && guess <= to ? guess : middle;
          const bool done = fabsf(next - found) < tolerance;
          found = next;
          if (done) break;
        }
      }
      if (has_root)
        out[i] = found;
      else if (degree < N)
        out[i] = i > 0 ? out[i - 1] : begin;
      else
        out[i] = no_root;
      begin_value = end_value;
    }
  }
  EACH for (int i = 0; i < N; ++i) roots[static_cast<size_t>(i) * count + id] = out[i];
}

#undef VARIANT
#undef EACH
#undef OUTER
#undef NEWTON
#undef FACTORS
