// SPDX-License-Identifier: 0BSD
// degree 5
// The distance to a cubic Bezier curve: where the curve's derivative is perpendicular to the way there, a quintic. All real roots
// in [0, 1] are tried, and both ends.
void mainImage(out vec4 color, in vec2 pixel) {
  vec2 x = (2.0 * pixel - iResolution.xy) / iResolution.y;
  vec2 p0 = vec2(-1.2, -0.5), p1 = vec2(-0.6, 1.6 + 0.4 * sin(iTime)), p2 = vec2(0.4, -1.9), p3 = vec2(1.2, 0.6);
  // B(t) - x = c0 + c1 t + c2 t^2 + c3 t^3
  vec2 c0 = p0 - x, c1 = 3.0 * (p1 - p0), c2 = 3.0 * (p2 - 2.0 * p1 + p0), c3 = p3 - p0 + 3.0 * (p1 - p2);
  float a[6];
  a[0] = dot(c0, c1);
  a[1] = dot(c1, c1) + 2.0 * dot(c0, c2);
  a[2] = 3.0 * dot(c1, c2) + 3.0 * dot(c0, c3);
  a[3] = 2.0 * dot(c2, c2) + 4.0 * dot(c1, c3);
  a[4] = 5.0 * dot(c2, c3);
  a[5] = 3.0 * dot(c3, c3);
  RealRoots at = real_roots(a, 0.0, 1.0, 0.0, 0.0);
  float best = min(dot(c0, c0), dot(p3 - x, p3 - x));
  for (int k = 0; k < 5; ++k)
    if (k < at.count) {
      float t = at.roots[k];
      vec2 way = ((c3 * t + c2) * t + c1) * t + c0;
      best = min(best, dot(way, way));
    }
  float distance_there = sqrt(best), line = abs(fract(10.0 * distance_there + 0.5) - 0.5) / 10.0;
  float width = 2.0 / iResolution.y;
  color = vec4(mix(vec3(0.15, 0.35, 0.60), vec3(0.95, 0.95, 0.90), min(distance_there, 1.0)), 1.0);
  color.rgb *= mix(0.75, 1.0, smoothstep(0.0, width, line - 0.3 * width));
  color.rgb = mix(vec3(0.85, 0.20, 0.15), color.rgb, smoothstep(0.012, 0.012 + width, distance_there));
}
