// SPDX-License-Identifier: 0BSD
// degree 10
// A glyph as medicine draws them: r = |f(direction)| with f of spherical harmonics of degree 4. With f as a form of degree 4,
// |x|^5 = |f(x)|, squared: a polynomial of degree 10 along a ray, the square of the ray's |x|^2 to the fifth against f squared.
const float lobes = 0.9;

// products of polynomials of degree 2
void multiply(vec3 p, vec3 q, out float c[5]) {
  c[0] = p.x * q.x;
  c[1] = p.x * q.y + p.y * q.x;
  c[2] = p.x * q.z + p.y * q.y + p.z * q.x;
  c[3] = p.y * q.z + p.z * q.y;
  c[4] = p.z * q.z;
}

vec3 square(float u, float du) { return vec3(u * u, 2.0 * u * du, du * du); }

// f = (8 z^4 - 24 z^2 (x^2 + y^2) + 3 (x^2 + y^2)^2) / 8 + lobes (x^4 - 6 x^2 y^2 + y^4)
void form(vec3 o, vec3 d, out float f[5]) {
  vec3 x = square(o.x, d.x), y = square(o.y, d.y), z = square(o.z, d.z), s = x + y;
  float zz[5], zs[5], ss[5], xy[5];
  multiply(z, z, zz);
  multiply(z, s, zs);
  multiply(s, s, ss);
  multiply(x, y, xy);
  for (int k = 0; k < 5; ++k) f[k] = zz[k] - 3.0 * zs[k] + 0.375 * ss[k] + lobes * (ss[k] - 8.0 * xy[k]);
}

float value(vec3 x) {
  float f[5];
  form(x, vec3(0.0), f);
  return f[0];
}

void mainImage(out vec4 color, in vec2 pixel) {
  Ray ray = camera_ray(pixel, iResolution, 0.3 * iTime, 4.3, 0.5);
  vec3 o = ray.origin, d = ray.direction;
  color = vec4(background(pixel, iResolution.xyz), 1.0);
  float k = dot(o, o);
  if (k > 1.7) return;
  float f[5];
  form(o, d, f);
  // (k + t^2)^5 - f^2
  float a[11];
  a[0] = k * k * k * k * k;
  a[2] = 5.0 * k * k * k * k;
  a[4] = 10.0 * k * k * k;
  a[6] = 10.0 * k * k;
  a[8] = 5.0 * k;
  a[10] = 1.0;
  a[1] = 0.0;
  a[3] = 0.0;
  a[5] = 0.0;
  a[7] = 0.0;
  a[9] = 0.0;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) a[i + j] -= f[i] * f[j];
  RealRoots hits = real_roots_first(a, -1.4, 1.4, 0.0, 0.0);
  if (hits.count > 0) {
    vec3 x = o + hits.roots[0] * d, normal;
    // The gradient of |x|^5 - |f| by differences of f.
    float sign_of_f = value(x) < 0.0 ? -1.0 : 1.0, e = 1e-3;
    normal = 5.0 * pow(dot(x, x), 1.5) * x - sign_of_f / (2.0 * e) * vec3(value(x + vec3(e, 0, 0)) - value(x - vec3(e, 0, 0)),
        value(x + vec3(0, e, 0)) - value(x - vec3(0, e, 0)), value(x + vec3(0, 0, e)) - value(x - vec3(0, 0, e)));
    color.rgb = lit(0.25 + 0.75 * abs(normalize(x)), normalize(normal), d);
  }
}
