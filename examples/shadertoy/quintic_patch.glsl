// SPDX-License-Identifier: 0BSD
// degree 5
// A quintic height field over the unit disc: z = (x^5 - 10 x^3 y^2 + 5 x y^4) h, a saddle of five valleys, as the real part of
// h (x + i y)^5. Along a ray (x + i y) is linear, so the fifth power is multiplied out in complex numbers.
vec2 times(vec2 u, vec2 v) { return vec2(u.x * v.x - u.y * v.y, u.x * v.y + u.y * v.x); }

void mainImage(out vec4 color, in vec2 pixel) {
  Ray ray = camera_ray(pixel, iResolution, 0.3 * iTime, 5.0, 0.9);
  vec3 o = ray.origin, d = ray.direction;
  float h = 0.6 + 0.3 * sin(iTime);
  vec2 u = o.xy, v = d.xy, u2 = times(u, u), v2 = times(v, v), u4 = times(u2, u2), v4 = times(v2, v2);
  float a[6];
  a[0] = o.z - h * times(u4, u).x;
  a[1] = d.z - 5.0 * h * times(u4, v).x;
  a[2] = -10.0 * h * times(times(u2, u), v2).x;
  a[3] = -10.0 * h * times(u2, times(v2, v)).x;
  a[4] = -5.0 * h * times(u, v4).x;
  a[5] = -h * times(v4, v).x;
  RealRoots hits = real_roots(a, ray.begin, 4.0, 0.0, 0.0);
  color = vec4(background(pixel, iResolution.xyz), 1.0);
  for (int k = 4; k >= 0; --k)
    if (k < hits.count) {
      vec3 x = o + hits.roots[k] * d;
      if (dot(x.xy, x.xy) > 1.0) continue;
      vec2 power = times(times(x.xy, x.xy), times(x.xy, x.xy));  // the derivative is 5 h (x + i y)^4
      vec3 normal = normalize(vec3(-5.0 * h * power.x, 5.0 * h * power.y, 1.0));
      float rays = step(0.5, fract(10.0 * atan(x.y, x.x) / 6.283185307));
      color.rgb = lit(mix(vec3(0.60, 0.45, 0.80), vec3(0.70, 0.58, 0.88), rays), normal, d);
    }
}
