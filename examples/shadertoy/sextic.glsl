// SPDX-License-Identifier: 0BSD
// degree 6
// Barth's sextic with its 65 double points, inside of a ball: 4 (g^2 x^2 - y^2)(g^2 y^2 - z^2)(g^2 z^2 - x^2) =
// (1 + 2 g)(|x|^2 - 1)^2 with the golden ratio g. Rays beside a double point have two roots close to each other.
const float g = 1.618033988749895, ball = 1.9;

// g^2 u^2 - v^2 along the ray
vec3 pair_of(float u, float du, float v, float dv) {
  return vec3(g * g * u * u - v * v, 2.0 * (g * g * u * du - v * dv), g * g * du * du - dv * dv);
}

void mainImage(out vec4 color, in vec2 pixel) {
  Ray ray = camera_ray(pixel, iResolution, 0.3 * iTime, 7.0, 0.35);
  vec3 o = ray.origin, d = ray.direction;
  color = vec4(background(pixel, iResolution.xyz), 1.0);
  float inside = ball * ball - dot(o, o);
  if (inside <= 0.0) return;
  vec3 p = pair_of(o.x, d.x, o.y, d.y), q = pair_of(o.y, d.y, o.z, d.z), s = pair_of(o.z, d.z, o.x, d.x);
  float pq[5];
  pq[0] = p.x * q.x;
  pq[1] = p.x * q.y + p.y * q.x;
  pq[2] = p.x * q.z + p.y * q.y + p.z * q.x;
  pq[3] = p.y * q.z + p.z * q.y;
  pq[4] = p.z * q.z;
  float k = dot(o, o) - 1.0, w = 1.0 + 2.0 * g;  // |x|^2 - 1 = k + t^2
  float a[7];
  a[0] = 4.0 * pq[0] * s.x - w * k * k;
  a[1] = 4.0 * (pq[0] * s.y + pq[1] * s.x);
  a[2] = 4.0 * (pq[0] * s.z + pq[1] * s.y + pq[2] * s.x) - 2.0 * w * k;
  a[3] = 4.0 * (pq[1] * s.z + pq[2] * s.y + pq[3] * s.x);
  a[4] = 4.0 * (pq[2] * s.z + pq[3] * s.y + pq[4] * s.x) - w;
  a[5] = 4.0 * (pq[3] * s.z + pq[4] * s.y);
  a[6] = 4.0 * pq[4] * s.z;
  RealRoots hits = real_roots_first(a, -sqrt(inside), sqrt(inside), 0.0, 0.0);
  if (hits.count > 0) {
    vec3 x = o + hits.roots[0] * d, xx = x * x;
    float u = g * g * xx.x - xx.y, v = g * g * xx.y - xx.z, t = g * g * xx.z - xx.x;
    vec3 normal = 8.0 * x * vec3(g * g * v * t - u * v, g * g * u * t - v * t, g * g * u * v - u * t) - 4.0 * w * (dot(x, x) - 1.0) * x;
    color.rgb = lit(mix(vec3(0.85, 0.25, 0.35), vec3(0.95, 0.80, 0.35), length(x) / ball), normalize(normal), d);
  }
}
