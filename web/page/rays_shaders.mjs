// The whole shaders of the rays studio: for each pixel a ray, its polynomial (surfaces.mjs), its first real root by the text
// that `vieta real-roots --emit glsl` and `--emit wgsl` write, and light.
import { surfaceCode } from "./surfaces.mjs";

export const vertexGlsl = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }`;

/** { degree, text } of a fragment shader for WebGL 2. */
export function fragmentGlsl(typed, realRoots) {
  const surface = surfaceCode(typed, false);
  const text = `#version 300 es
#define REAL_ROOTS_DEGREE ${surface.N}
${realRoots}
uniform vec2 size;
uniform vec2 turn;   // longitude, latitude of the eye
uniform float away;  // its distance
uniform float ball;  // the part that is shown
uniform vec3 paper;
out vec4 colour;
// The polynomial of the surface on the ray o + t d, ascending.
${surface.text}
void main() {
  vec2 at = (2.0 * gl_FragCoord.xy - size) / min(size.x, size.y);
  vec3 back = vec3(cos(turn.y) * cos(turn.x), cos(turn.y) * sin(turn.x), sin(turn.y));
  vec3 right = vec3(-sin(turn.x), cos(turn.x), 0.0), up = cross(back, right);
  vec3 eye = away * back, d = normalize(0.5 * (at.x * right + at.y * up) - back);
  // t = 0 where the ray comes nearest to the centre: there the coefficients are small.
  float ahead = -dot(eye, d);
  vec3 o = eye + ahead * d;
  float inside = ball * ball - dot(o, o);
  colour = vec4(paper, 1.0);
  if (inside <= 0.0) return;
  float reach = sqrt(inside);
  RealRoots hit = real_roots_first(onRay(o, d), max(-reach, -ahead), reach, 0.0, 0.0);
  if (hit.count == 0) return;
  vec3 n = normalize(slope(o + hit.roots[0] * d));
  bool front = dot(n, d) < 0.0;
  n = front ? n : -n;
  vec3 light = normalize(0.6 * right + 0.9 * up + 0.8 * back);
  vec3 base = front ? vec3(0.90, 0.62, 0.0) : vec3(0.0, 0.45, 0.70);
  float shine = pow(max(dot(reflect(d, n), light), 0.0), 40.0);
  colour = vec4(base * (0.25 + 0.75 * max(dot(n, light), 0.0)) + 0.3 * shine, 1.0);
}`;
  return { degree: surface.degree, text };
}

/** { degree, text } of both shaders for WebGPU. */
export function shadersWgsl(typed, realRoots) {
  const surface = surfaceCode(typed, true);
  const text = `${realRoots.replace(/const REAL_ROOTS_DEGREE: i32 = \d+;/, `const REAL_ROOTS_DEGREE: i32 = ${surface.N};`)}
struct View {
  size: vec2<f32>,
  turn: vec2<f32>,   // longitude, latitude of the eye
  paper: vec3<f32>,
  away: f32,         // the eye's distance
  ball: f32,         // the part that is shown
}
@group(0) @binding(0) var<uniform> view: View;
// The polynomial of the surface on the ray o + t d, ascending.
${surface.text}
@vertex fn corners(@builtin(vertex_index) k: u32) -> @builtin(position) vec4<f32> {
  return vec4<f32>(select(-1.0, 3.0, k == 1u), select(-1.0, 3.0, k == 2u), 0.0, 1.0);
}
@fragment fn pixel(@builtin(position) place: vec4<f32>) -> @location(0) vec4<f32> {
  let at = vec2<f32>(2.0 * place.x - view.size.x, view.size.y - 2.0 * place.y) / min(view.size.x, view.size.y);
  let back = vec3<f32>(cos(view.turn.y) * cos(view.turn.x), cos(view.turn.y) * sin(view.turn.x), sin(view.turn.y));
  let right = vec3<f32>(-sin(view.turn.x), cos(view.turn.x), 0.0);
  let up = cross(back, right);
  let eye = view.away * back;
  let d = normalize(0.5 * (at.x * right + at.y * up) - back);
  // t = 0 where the ray comes nearest to the centre: there the coefficients are small.
  let ahead = -dot(eye, d);
  let o = eye + ahead * d;
  let inside = view.ball * view.ball - dot(o, o);
  if (inside <= 0.0) { return vec4<f32>(view.paper, 1.0); }
  let reach = sqrt(inside);
  let hit = real_roots_first(on_ray(o, d), max(-reach, -ahead), reach, 0.0, 0.0);
  if (hit.count == 0) { return vec4<f32>(view.paper, 1.0); }
  let normal = normalize(slope(o + hit.roots[0] * d));
  let front = dot(normal, d) < 0.0;
  let n = select(-normal, normal, front);
  let light = normalize(0.6 * right + 0.9 * up + 0.8 * back);
  let base = select(vec3<f32>(0.0, 0.45, 0.70), vec3<f32>(0.90, 0.62, 0.0), front);
  let shine = pow(max(dot(reflect(d, n), light), 0.0), 40.0);
  return vec4<f32>(base * (0.25 + 0.75 * max(dot(n, light), 0.0)) + 0.3 * shine, 1.0);
}`;
  return { degree: surface.degree, text };
}
