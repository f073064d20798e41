// SPDX-License-Identifier: 0BSD
// degree 3
// A cubic height field, z = p(x, y) of total degree 3 over the unit disc: a monkey saddle that waves. Each ray meets it in up to
// three points, and the first over the disc is seen.
void mainImage(out vec4 color, in vec2 pixel) {
  Ray ray = camera_ray(pixel, iResolution, 0.3 * iTime, 5.0, 0.8);
  vec3 o = ray.origin, d = ray.direction;
  float slope = 0.3 * sin(iTime);
  // z - (x^3 - 3 x y^2 + slope x) along the ray
  float a[4];
  a[0] = o.z - (o.x * o.x * o.x - 3.0 * o.x * o.y * o.y + slope * o.x);
  a[1] = d.z - (3.0 * o.x * o.x * d.x - 3.0 * (d.x * o.y * o.y + 2.0 * o.x * o.y * d.y) + slope * d.x);
  a[2] = -(3.0 * o.x * d.x * d.x - 3.0 * (o.x * d.y * d.y + 2.0 * d.x * o.y * d.y));
  a[3] = -(d.x * d.x * d.x - 3.0 * d.x * d.y * d.y);
  RealRoots hits = real_roots(a, ray.begin, 4.0, 0.0, 0.0);
  color = vec4(background(pixel, iResolution.xyz), 1.0);
  for (int k = 2; k >= 0; --k)
    if (k < hits.count) {
      vec3 x = o + hits.roots[k] * d;
      if (dot(x.xy, x.xy) > 1.0) continue;
      vec3 normal = normalize(vec3(-3.0 * x.x * x.x + 3.0 * x.y * x.y - slope, 6.0 * x.x * x.y, 1.0));
      float rings = step(0.5, fract(6.0 * length(x.xy)));
      color.rgb = lit(mix(vec3(0.35, 0.65, 0.45), vec3(0.45, 0.75, 0.55), rings), normal, d);
    }
}
