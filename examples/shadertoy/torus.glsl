// SPDX-License-Identifier: 0BSD
// degree 4
// A torus, (|x|^2 + R^2 - r^2)^2 = 4 R^2 (x^2 + y^2), of which a ray sees up to four points.
const float R = 1.0, r = 0.42;

void mainImage(out vec4 color, in vec2 pixel) {
  Ray ray = camera_ray(pixel, iResolution, 0.3 * iTime, 5.0, 0.7);
  vec3 o = ray.origin, d = ray.direction;
  float k = dot(o, o) + R * R - r * r, s = 4.0 * R * R;
  float a[5];
  a[0] = k * k - s * dot(o.xy, o.xy);
  a[1] = -2.0 * s * dot(o.xy, d.xy);
  a[2] = 2.0 * k - s * dot(d.xy, d.xy);
  a[3] = 0.0;
  a[4] = 1.0;
  RealRoots hits = real_roots_first_quick(a, ray.begin, 4.0, 0.0, 0.0);
  color = vec4(background(pixel, iResolution.xyz), 1.0);
  if (hits.count > 0) {
    vec3 x = o + hits.roots[0] * d;
    vec3 normal = normalize((dot(x, x) + R * R - r * r) * x - 2.0 * R * R * vec3(x.xy, 0.0));
    color.rgb = lit(vec3(0.95, 0.55, 0.15), normal, d);
  }
}
