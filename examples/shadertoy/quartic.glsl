// SPDX-License-Identifier: 0BSD
// degree 4
// A quartic surface, x^4 + y^4 + z^4 - 5 (x^2 + y^2 + z^2) + 11.8 = 0, clipped by nothing: the tangle cube.
void mainImage(out vec4 color, in vec2 pixel) {
  Ray ray = camera_ray(pixel, iResolution, 0.3 * iTime, 11.0, 0.6);
  vec3 o = ray.origin, d = ray.direction, oo = o * o, dd = d * d;
  float a[5];
  a[0] = dot(oo, oo) - 5.0 * dot(o, o) + 11.8;
  a[1] = 4.0 * dot(oo * o, d) - 10.0 * dot(o, d);
  a[2] = 6.0 * dot(oo, dd) - 5.0;
  a[3] = 4.0 * dot(o * d, dd);
  a[4] = dot(dd, dd);
  RealRoots hits = real_roots_first(a, ray.begin, 8.0, 0.0, 0.0);
  color = vec4(background(pixel, iResolution.xyz), 1.0);
  if (hits.count > 0) {
    vec3 x = o + hits.roots[0] * d;
    color.rgb = lit(vec3(0.20, 0.55, 0.85), normalize(4.0 * x * x * x - 10.0 * x), d);
  }
}
