// SPDX-License-Identifier: 0BSD
// A ray through this pixel towards the origin, from a camera that turns about the z axis, and light.
struct Ray {
  vec3 origin;     // where the ray comes nearest to the origin of coordinates: there the coefficients are small
  vec3 direction;  // of length 1
  float begin;     // the camera's parameter on the ray, negative
};

Ray camera_ray(vec2 pixel, vec3 resolution, float angle, float distance_of_camera, float height) {
  vec2 at = (2.0 * pixel - resolution.xy) / resolution.y;
  vec3 ahead = -normalize(vec3(cos(angle), sin(angle), height));
  vec3 right = normalize(cross(ahead, vec3(0.0, 0.0, 1.0)));
  vec3 direction = normalize(3.0 * ahead + at.x * right + at.y * cross(right, ahead));
  vec3 eye = -distance_of_camera * ahead;
  float forward = -dot(eye, direction);
  return Ray(eye + forward * direction, direction, -forward);
}

vec3 lit(vec3 colour, vec3 normal, vec3 direction) {
  if (dot(normal, direction) > 0.0) normal = -normal;
  vec3 light = normalize(vec3(-0.4, -0.7, 0.8)) - 0.6 * direction;
  float diffuse = max(dot(normal, normalize(light)), 0.0);
  float shine = pow(max(dot(normal, normalize(normalize(light) - direction)), 0.0), 40.0);
  return colour * (0.15 + 0.85 * diffuse) + 0.25 * shine;
}

vec3 background(vec2 pixel, vec3 resolution) { return mix(vec3(0.93, 0.94, 0.97), vec3(0.70, 0.76, 0.85), pixel.y / resolution.y); }
