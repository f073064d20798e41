// Surfaces hit by rays in WebGL 2: for each pixel the shader finds the real roots of a polynomial in t with the text that
// `vieta real-roots --emit glsl` writes (real_roots.glsl).
import { choice, copyButton, labelled, part, say, writeAddress } from "./parts.mjs";

// Each surface is a polynomial on the ray o + t d: the linear polynomials x, y, z in t are multiplied out.
const surfaces = {
  torus: {
    name: "torus, degree 4",
    degree: 4,
    code: `
  Poly r2 = add(add(mul(x, x), mul(y, y)), mul(z, z));
  Poly s = plus(r2, 1.0 - 0.16);
  return add(mul(s, s), scale(add(mul(x, x), mul(y, y)), -4.0));`,
  },
  clebsch: {
    name: "Clebsch's diagonal cubic, degree 3",
    degree: 3,
    code: `
  Poly x2 = mul(x, x), y2 = mul(y, y), z2 = mul(z, z);
  Poly c = add(add(mul(x2, x), mul(y2, y)), mul(z2, z));
  Poly s = plus(add(add(x, y), z), 1.0);
  return add(plus(c, 1.0), scale(mul(mul(s, s), s), -1.0));`,
  },
  barth: {
    name: "Barth's sextic, degree 6",
    degree: 6,
    code: `
  const float g = 2.618033988749895;
  Poly x2 = mul(x, x), y2 = mul(y, y), z2 = mul(z, z);
  Poly a = add(scale(x2, g), scale(y2, -1.0)), b = add(scale(y2, g), scale(z2, -1.0)), c = add(scale(z2, g), scale(x2, -1.0));
  Poly s = plus(add(add(x2, y2), z2), -1.0);
  return add(scale(mul(mul(a, b), c), 4.0), scale(mul(s, s), -4.2360679775));`,
  },
  goursat: {
    name: "Goursat's rounded cube, degree 4",
    degree: 4,
    code: `
  Poly x2 = mul(x, x), y2 = mul(y, y), z2 = mul(z, z);
  Poly s = add(add(x2, y2), z2);
  return plus(add(add(add(mul(x2, x2), mul(y2, y2)), mul(z2, z2)), scale(s, -1.0)), 0.35);`,
  },
};

const vertex = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }`;

function fragment(surface, realRoots) {
  return `#version 300 es
#define REAL_ROOTS_DEGREE ${surface.degree}
${realRoots}
uniform vec2 size;
uniform vec2 turn;   // longitude, latitude of the eye
uniform float away;  // its distance
uniform float ball;  // the part that is shown
uniform vec3 paper;
out vec4 colour;
const int N = ${surface.degree};
struct Poly { float c[N + 1]; };
Poly line(float at, float slope) {
  Poly p;
  for (int k = 0; k <= N; k++) p.c[k] = 0.0;
  p.c[0] = at;
  p.c[1] = slope;
  return p;
}
Poly add(Poly a, Poly b) { for (int k = 0; k <= N; k++) a.c[k] += b.c[k]; return a; }
Poly scale(Poly a, float s) { for (int k = 0; k <= N; k++) a.c[k] *= s; return a; }
Poly plus(Poly a, float s) { a.c[0] += s; return a; }
Poly mul(Poly a, Poly b) {
  Poly p;
  for (int k = 0; k <= N; k++) p.c[k] = 0.0;
  for (int i = 0; i <= N; i++) for (int j = 0; i + j <= N; j++) p.c[i + j] += a.c[i] * b.c[j];
  return p;
}
Poly onRay(Poly x, Poly y, Poly z) {${surface.code}
}
// The slope of the surface's polynomial along an axis, for the light.
float along(vec3 at, vec3 axis) { return onRay(line(at.x, axis.x), line(at.y, axis.y), line(at.z, axis.z)).c[1]; }
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
  RealRoots hits = real_roots(onRay(line(o.x, d.x), line(o.y, d.y), line(o.z, d.z)).c, max(-reach, -ahead), reach, 0.0, 0.0);
  if (hits.count == 0) return;
  vec3 hit = o + hits.roots[0] * d;
  vec3 n = normalize(vec3(along(hit, vec3(1, 0, 0)), along(hit, vec3(0, 1, 0)), along(hit, vec3(0, 0, 1))));
  bool front = dot(n, d) < 0.0;
  n = front ? n : -n;
  vec3 light = normalize(0.6 * right + 0.9 * up + 0.8 * back);
  vec3 base = front ? vec3(0.90, 0.62, 0.0) : vec3(0.0, 0.45, 0.70);
  float shine = pow(max(dot(reflect(d, n), light), 0.0), 40.0);
  colour = vec4(base * (0.25 + 0.75 * max(dot(n, light), 0.0)) + 0.3 * shine, 1.0);
}`;
}

export function open(room, values) {
  let chosen = values.get("surface") in surfaces ? values.get("surface") : "torus";
  let turn = [Number(values.get("lon") ?? -1.2) || 0, Number(values.get("lat") ?? 0.5) || 0];
  let away = Math.min(20, Math.max(2, Number(values.get("away")) || 5));
  let ball = 2.5;
  let closed = false;
  let program = null;
  let realRoots = "";
  const frames = [];

  const canvas = part("canvas", { tabindex: 0, "aria-label": "A surface; drag or use the arrows to turn it, + and - to come nearer." });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const code = part("pre", { tabindex: 0 });
  room.append(
    canvas,
    part(
      "aside",
      {},
      labelled("Surface", choice(Object.entries(surfaces).map(([key, s]) => [key, s.name]), chosen, (key) => ((chosen = key), build()))),
      said,
      part("p", { class: "note" }, "Orange is seen from the side where the polynomial is positive, blue from the other. Each pixel solves one polynomial in its shader."),
      part("div", { class: "row" }, copyButton("copy the shader", () => code.textContent), copyButton("link", () => location.href)),
      part("h2", {}, "The whole fragment shader"),
      code,
    ),
  );

  const gl = canvas.getContext("webgl2", { antialias: false });
  if (gl === null) {
    say(said, "This browser has no WebGL 2, which the rays need.", true);
    return { close() {} };
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  fetch(new URL("./real_roots.glsl", import.meta.url))
    .then((file) => file.text())
    .then((text) => {
      realRoots = text;
      build();
    });

  function shaderOf(kind, text) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
  }

  function build() {
    if (realRoots === "" || closed) return;
    const text = fragment(surfaces[chosen], realRoots);
    code.textContent = text;
    program = gl.createProgram();
    gl.attachShader(program, shaderOf(gl.VERTEX_SHADER, vertex));
    const pixels = shaderOf(gl.FRAGMENT_SHADER, text);
    gl.attachShader(program, pixels);
    gl.bindAttribLocation(program, 0, "corner");
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      say(said, `the graphics driver refuses the shader: ${gl.getShaderInfoLog(pixels) || gl.getProgramInfoLog(program)}`, true);
      program = null;
      return;
    }
    frames.length = 0;
    redraw();
  }

  let pending = false;
  function redraw() {
    if (pending || closed) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      if (closed || program === null) return;
      const scale = devicePixelRatio || 1;
      const [w, h] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
      if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
      const begin = performance.now();
      gl.viewport(0, 0, w, h);
      gl.useProgram(program);
      const place = (name) => gl.getUniformLocation(program, name);
      gl.uniform2f(place("size"), w, h);
      gl.uniform2f(place("turn"), ...turn);
      gl.uniform1f(place("away"), away);
      gl.uniform1f(place("ball"), ball);
      gl.uniform3f(place("paper"), ...paper());
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      const pixel = new Uint8Array(4);
      gl.readPixels(w >> 1, h >> 1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel); // waits until all is drawn
      frames.push(performance.now() - begin);
      if (frames.length > 20) frames.shift();
      const middle = [...frames].sort((a, b) => a - b)[frames.length >> 1];
      say(said, `${((w * h) / 1e6).toFixed(2)} million rays in ${middle.toFixed(1)} ms`);
      writeAddress("rays", { surface: chosen, lon: turn[0].toFixed(3), lat: turn[1].toFixed(3), away: away.toFixed(2) });
    });
  }

  function paper() {
    const text = getComputedStyle(canvas).getPropertyValue("--page").trim();
    return [1, 3, 5].map((k) => parseInt(text.slice(k, k + 2), 16) / 255);
  }

  const turnBy = (dx, dy) => {
    turn = [turn[0] - 0.008 * dx, Math.min(1.55, Math.max(-1.55, turn[1] + 0.008 * dy))];
    redraw();
  };
  const nearer = (factor) => {
    away = Math.min(20, Math.max(2, away * factor));
    redraw();
  };
  let held = null;
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    held = [e.offsetX, e.offsetY];
  });
  canvas.addEventListener("pointermove", (e) => {
    if (held === null) return;
    turnBy(e.offsetX - held[0], e.offsetY - held[1]);
    held = [e.offsetX, e.offsetY];
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (held = null));
  canvas.addEventListener("wheel", (e) => (e.preventDefault(), nearer(e.deltaY > 0 ? 1.1 : 1 / 1.1)), { passive: false });
  canvas.addEventListener("keydown", (e) => {
    const arrows = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, 10], ArrowDown: [0, -10] };
    if (e.key in arrows) turnBy(...arrows[e.key]);
    else if (e.key === "+" || e.key === "=") nearer(1 / 1.1);
    else if (e.key === "-") nearer(1.1);
    else return;
    e.preventDefault();
  });
  const size = new ResizeObserver(redraw);
  size.observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

  room.studio = {
    state: () => ({ surface: chosen, drawn: frames.length }),
    /** The colour of a pixel, as parts of the width and the height from below; drawn anew, since a canvas forgets. */
    pixel(x, y) {
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      const pixel = new Uint8Array(4);
      gl.readPixels(Math.floor(x * canvas.width), Math.floor(y * canvas.height), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
      return Array.from(pixel);
    },
  };
  return {
    close() {
      closed = true;
      size.disconnect();
      gl.getExtension("WEBGL_lose_context")?.loseContext();
      delete room.studio;
    },
  };
}
