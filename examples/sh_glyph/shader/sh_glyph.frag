// Ray traces a glyph of spherical harmonics, one polynomial of degree 2 L + 2 for each pixel, in float alone.
//
// For Shadertoy paste into "Common": the output of `vieta real-roots --emit glsl --degree 26` and that of
// `sh_glyph --shader` (L, the coefficients and tables; their degrees have to agree: 2 L + 2). This file is "Image".
// The mathematics, and why no pixel is wrong, is in docs/method/sh_glyph.md; names are those of ray_polynomial.hpp.

#if __VERSION__ >= 400
#define EXACTLY precise  // compilers may not reorder what follows
#else
#define EXACTLY
#endif

const float eye_distance = 5.0;
const float no_hit = 1e30;

// Always zero, but compilers cannot know it and leave loops as they are: unrolled they take minutes to compile.
int nothing = 0;

// ---- double-float: about 48 bits in the unevaluated sum x.x + x.y (Dekker 1971; see vieta/core/dd.hpp) ----

vec2 exact_sum(float a, float b) {
  EXACTLY float s = a + b;
  EXACTLY float from_b = s - a;
  EXACTLY float from_a = s - from_b;
  EXACTLY float error = (a - from_a) + (b - from_b);
  return vec2(s, error);
}
vec2 exact_product(float a, float b) {
  EXACTLY float p = a * b;
  EXACTLY float a_split = 4097.0 * a;
  EXACTLY float b_split = 4097.0 * b;
  EXACTLY float a_high = a_split - (a_split - a);
  EXACTLY float b_high = b_split - (b_split - b);
  EXACTLY float a_low = a - a_high;
  EXACTLY float b_low = b - b_high;
  EXACTLY float error = ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low;
  return vec2(p, error);
}
vec2 sum(vec2 a, vec2 b) {
  vec2 s = exact_sum(a.x, b.x);
  vec2 t = exact_sum(a.y, b.y);
  EXACTLY float low = s.y + t.x;
  s = exact_sum(s.x, low);
  EXACTLY float rest = s.y + t.y;
  return exact_sum(s.x, rest);
}
vec2 product(vec2 a, vec2 b) {
  vec2 p = exact_product(a.x, b.x);
  EXACTLY float low = p.y + (a.x * b.y + a.y * b.x);
  return exact_sum(p.x, low);
}
vec2 reciprocal_root(vec2 a) {
  vec2 y = vec2(inversesqrt(a.x), 0.0);
  for (int i = 0; i < 2 + nothing; i++) {  // Newton's iteration: y + y (1 - a y^2) / 2
    vec2 rest = sum(vec2(1.0, 0.0), -product(a, product(y, y)));
    y = sum(y, product(y, 0.5 * rest));
  }
  return y;
}

// ---- f at a unit vector: the recurrence of spherical_harmonics.hpp, in float and in double-float ----

float evaluate(vec3 v) {
  float f = 0.0, cosine = 1.0, sine = 0.0, z_square = v.z * v.z;
  for (int m = 0; m <= bands + nothing; m++) {
    float before = 0.0, p = m % 2 == 0 ? harmonic_first[m].x : v.z * harmonic_first[m].x;
    float with_cosine = 0.0, with_sine = 0.0;
    for (int l = m + m % 2, i = 3 * m * (largest_band / 2); l <= bands + nothing; l += 2, i += 3) {
      int middle = l * (l + 1) / 2;
      with_cosine += p * coefficients[middle + m];
      if (m > 0) with_sine += p * coefficients[middle - m];
      float next = (harmonic_step[i].x * z_square - harmonic_step[i + 1].x) * p - harmonic_step[i + 2].x * before;
      before = p;
      p = next;
    }
    f += with_cosine * cosine + with_sine * sine;
    float turned = cosine * v.x - sine * v.y;
    sine = cosine * v.y + sine * v.x;
    cosine = turned;
  }
  return f;
}
vec2 evaluate(vec2 x, vec2 y, vec2 z) {
  vec2 f = vec2(0.0), cosine = vec2(1.0, 0.0), sine = vec2(0.0), z_square = product(z, z);
  for (int m = 0; m <= bands + nothing; m++) {
    vec2 before = vec2(0.0), p = m % 2 == 0 ? harmonic_first[m] : product(z, harmonic_first[m]);
    vec2 with_cosine = vec2(0.0), with_sine = vec2(0.0);
    for (int l = m + m % 2, i = 3 * m * (largest_band / 2); l <= bands + nothing; l += 2, i += 3) {
      int middle = l * (l + 1) / 2;
      with_cosine = sum(with_cosine, product(p, vec2(coefficients[middle + m], 0.0)));
      if (m > 0) with_sine = sum(with_sine, product(p, vec2(coefficients[middle - m], 0.0)));
      vec2 factor = sum(product(harmonic_step[i], z_square), -harmonic_step[i + 1]);
      vec2 next = sum(product(factor, p), -product(harmonic_step[i + 2], before));
      before = p;
      p = next;
    }
    f = sum(f, sum(product(with_cosine, cosine), product(with_sine, sine)));
    vec2 turned = sum(product(cosine, x), -product(sine, y));
    sine = sum(product(cosine, y), product(sine, x));
    cosine = turned;
  }
  return f;
}

// ---- the ray ----

// The ray through `point` of the plane z = 0, seen from (0, 0, eye_distance). In its plane with the centre, at the angle
// whose tangent is s, it is at sigma (1, s) in the basis (closest, towards).
struct Ray {
  vec2 point;
  float sigma;
  vec3 closest, towards;
  float g[bands + 1];  // f at (c, s) is sum g[k] c^(bands - k) s^k / (c^2 + s^2)^(bands / 2)
};

Ray make_ray(vec2 point) {
  nothing = abs(point.x) > 1e30 ? 1 : 0;
  Ray ray;
  ray.point = point;
  float square = dot(point, point);
  ray.sigma = sqrt(square) * eye_distance / sqrt(square + eye_distance * eye_distance);
  ray.towards = normalize(vec3(point, -eye_distance));
  ray.closest = square > 0.0 ? normalize(vec3(point, square / eye_distance)) : vec3(1.0, 0.0, 0.0);
  for (int k = 0; k <= bands + nothing; k++) ray.g[k] = 0.0;
  for (int j = 0; j <= bands + nothing; j++) {
    float value = evaluate(sampled_cosine[j] * ray.closest + sampled_sine[j] * ray.towards);
    for (int k = 0; k <= bands + nothing; k++) ray.g[k] += to_form[k * (bands + 1) + j] * value;
  }
  return ray;
}

// The distance from the surface along the line to the centre, r - |f|, times cos(angle): sigma - |cos(angle) f|. And its
// derivative by the angle.
vec2 gap(Ray ray, float angle) {
  float c = cos(angle), s = sin(angle), f = 0.0, by_c = 0.0, by_s = 0.0;
  bool steep = abs(s) > abs(c);  // Horner's scheme in the smaller of tangent and cotangent
  float x = steep ? c / s : s / c, scale = 1.0, slope = 0.0;
  for (int k = bands; k >= nothing; k--) {
    slope = slope * x + f;
    f = f * x + (steep ? ray.g[bands - k] : ray.g[k]);
  }
  for (int k = 0; k < bands + nothing; k++) scale *= steep ? s : c;
  // With F = w^L f(x), w = c or s: dF/dangle = w^L (f'(x) x' + L f w' / w).
  float turn = steep ? -1.0 / (s * s) : 1.0 / (c * c), stretch = steep ? c / s : -s / c;
  slope = scale * (slope * turn + float(bands) * f * stretch);
  f *= scale;
  float sign_of_f = f < 0.0 ? -1.0 : 1.0;
  return vec2(ray.sigma - c * abs(f), s * abs(f) - c * sign_of_f * slope);
}

// The same value in double-float, for rays so near to the silhouette that float cannot tell hit from miss.
float exact_gap(Ray ray, float angle) {
  float length_of_d = sqrt(dot(ray.point, ray.point) + eye_distance * eye_distance);
  float t = (eye_distance * eye_distance / length_of_d + ray.sigma * tan(angle)) / length_of_d;
  vec2 x = exact_product(ray.point.x, t), y = exact_product(ray.point.y, t);
  vec2 z = exact_product(eye_distance, 1.0 - t);  // 1 - t is exact for t in [1/2, 2]
  vec2 square = sum(sum(product(x, x), product(y, y)), product(z, z));
  vec2 inverse = reciprocal_root(square);
  vec2 f = evaluate(product(x, inverse), product(y, inverse), product(z, inverse));
  if (f.x < 0.0) f = -f;
  return cos(angle) * sum(product(square, inverse), -f).x;
}

// One of the two charts of the ray: p(s) = sigma^2 (1 + s^2)^(L + 1) - g(s)^2 for the tangent s, or, reversed, for the
// cotangent. Both are needed in [-1, 1] only. Lowered by what float may have got wrong, so that its zeros come first.
const float margin = 1.0 / 32768.0;
void lowered_polynomial(Ray ray, bool reversed, out float p[2 * bands + 3]) {
  float size[2 * bands + 3];
  for (int k = 0; k <= 2 * bands + 2 + nothing; k++) {
    p[k] = 0.0;
    size[k] = 0.0;
  }
  float binomial = ray.sigma * ray.sigma;
  for (int i = 0; i <= bands + 1 + nothing; i++) {
    p[2 * i] = binomial;
    size[2 * i] = binomial;
    binomial = binomial * float(bands + 1 - i) / float(i + 1);
  }
  for (int i = 0; i <= bands + nothing; i++) {
    for (int j = 0; j <= bands + nothing; j++) {
      // The reversed form has w^2 in front: |x|^2 of the ray's point is sigma^2 (1 + 1 / w^2).
      int k = reversed ? 2 * bands + 2 - i - j : i + j;
      float term = ray.g[i] * ray.g[j];
      p[k] -= term;
      size[k] += abs(term);
    }
  }
  for (int k = 0; k <= 2 * bands + 2 + nothing; k += 2) {
    float around = size[k];
    if (k > 0) around += 0.5 * size[k - 1];
    if (k < 2 * bands + 2) around += 0.5 * size[k + 1];
    p[k] -= margin * around;
  }
}

// Between two zeros of the lowered polynomial: the angle at which the ray enters the glyph, or no_hit.
float resolve(Ray ray, float begin, float end) {
  float angle = begin, last = 1.0 / 64.0;
  for (int i = 0; i < 6 + nothing; i++) {  // Newton's iteration, as long as it runs downhill with shrinking steps
    vec2 at = gap(ray, angle);
    if (at.y > -0.1) break;
    float move = -at.x / at.y;
    if (abs(move) > last) break;
    angle += move;
    if (abs(move) < 1e-6) return angle;
    last = 0.5 * abs(move) + 1e-7;
  }
  // Nearly a tangent: the lowest point, where double-float decides.
  float low = begin, high = end;
  for (int i = 0; i < 24 + nothing; i++) {
    float middle = 0.5 * (low + high);
    if (gap(ray, middle).y < 0.0)
      low = middle;
    else
      high = middle;
  }
  float depth = exact_gap(ray, low);
  if (depth > 0.0) return no_hit;
  float correction = depth - gap(ray, low).x;  // what float misses here, it misses nearby as well
  high = low;
  low = begin;
  for (int i = 0; i < 24 + nothing; i++) {
    float middle = 0.5 * (low + high);
    if (gap(ray, middle).x + correction > 0.0)
      low = middle;
    else
      high = middle;
  }
  return high;
}

// The angle of the first hit. In front of 45 degrees before the closest point, around it, behind it.
float first_hit(Ray ray) {
  if (ray.sigma >= 1.0) return no_hit;
  for (int part = 0; part < 3 + nothing; part++) {
    float p[2 * bands + 3];
    lowered_polynomial(ray, part != 1, p);
    RealRoots found = real_roots(p, part == 2 ? 0.0 : -1.0, part == 0 ? 0.0 : 1.0, 6e-5, 0.0);
    // Angles ascend with the tangent, and descend with the cotangent.
    float angles[2 * bands + 4];
    float first = part == 0 ? -1.57079633 : part == 1 ? -0.78539816 : 0.78539816;
    int count = 0;
    float at_first = 0.0;  // a lowered glyph that already is there where this part begins
    for (int k = 2 * bands + 2; k >= nothing; k--) at_first = at_first * (part == 0 ? 0.0 : part == 1 ? -1.0 : 1.0) + p[k];
    if (at_first < 0.0) angles[count++] = first;
    for (int i = 0; i < found.count; i++) {
      float root = found.roots[part == 1 ? i : found.count - 1 - i];
      if (part == 1)
        angles[count++] = atan(root);
      else if (root != 0.0)
        angles[count++] = (root < 0.0 ? -1.57079633 : 1.57079633) - atan(root);
    }
    for (int i = 0; i < count; i++) {
      float hit = resolve(ray, angles[i], i + 1 < count ? angles[i + 1] : first + (part == 1 ? 1.57079633 : 0.78539816));
      if (hit < no_hit) return hit;
    }
  }
  return no_hit;
}

// ---- the picture ----

vec3 colour_at(vec2 point) {
  Ray ray = make_ray(point);
  float angle = first_hit(ray);
  if (angle == no_hit) return vec3(1.0);
  vec3 direction = cos(angle) * ray.closest + sin(angle) * ray.towards;
  float f = evaluate(direction), r = abs(f), h = 0.01;
  vec3 a = normalize(abs(direction.z) < 0.7 ? cross(direction, vec3(0, 0, 1)) : cross(direction, vec3(1, 0, 0)));
  vec3 b = cross(direction, a);
  float along_a = (evaluate(normalize(direction + h * a)) - evaluate(normalize(direction - h * a))) / (2.0 * h);
  float along_b = (evaluate(normalize(direction + h * b)) - evaluate(normalize(direction - h * b))) / (2.0 * h);
  vec3 normal = normalize(direction * r - sign(f) * (along_a * a + along_b * b));
  vec3 to_eye = -ray.towards, to_light = normalize(to_eye + vec3(0.3, 0.6, 0.2));
  vec3 base = f < 0.0 ? vec3(0.45) : 0.15 + 0.85 * abs(direction);
  vec3 colour = base * (0.18 + 0.8 * max(dot(normal, to_light), 0.0)) +
                0.25 * pow(max(dot(normal, normalize(to_eye + to_light)), 0.0), 60.0);
  return pow(min(colour, vec3(1.0)), vec3(1.0 / 2.2));
}

#ifndef SH_GLYPH_WITHOUT_IMAGE
void mainImage(out vec4 colour, in vec2 pixel) {
  colour = vec4(colour_at(1.05 * (2.0 * pixel - iResolution.xy) / iResolution.y), 1.0);
}
#endif
