// Surfaces hit by rays on the graphics card: for each pixel the shader finds the first real root of a polynomial in t.
import { choice, copyButton, labelled, milliseconds, part, query, say, writeAddress } from "./parts.mjs";
import { drawer } from "./rays_draw.mjs";
import { glyphText } from "./surfaces.mjs";

// Name, f(x, y, z), the radius of the ball that is shown, the eye's distance.
const surfaces = {
  torus: ["torus, degree 4", "(x^2+y^2+z^2+0.84)^2 - 4*(x^2+y^2)", 2.5, 5],
  glyph: ["glyph of spherical harmonics", "", 1.7, 3.4],
  clebsch: ["Clebsch's diagonal cubic, degree 3", "x^3+y^3+z^3+1 - (x+y+z+1)^3", 2.5, 6],
  barth: ["Barth's sextic, degree 6", "4*(2.618034*x^2-y^2)*(2.618034*y^2-z^2)*(2.618034*z^2-x^2) - 4.236068*(x^2+y^2+z^2-1)^2", 2, 5],
  goursat: ["Goursat's rounded cube, degree 4", "x^4+y^4+z^4 - (x^2+y^2+z^2) + 0.35", 1.5, 3],
  heart: ["a heart, degree 6", "(x^2+9/4*y^2+z^2-1)^3 - x^2*z^3 - 9/80*y^2*z^3", 2, 4],
  chmutov: ["Chmutov's octic, degree 8", "128*(x^8+y^8+z^8) - 256*(x^6+y^6+z^6) + 160*(x^4+y^4+z^4) - 32*(x^2+y^2+z^2) + 2", 1.8, 4],
};
const bands = [2, 4, 6, 8];

export function open(room, values) {
  let chosen = values.get("surface") in surfaces ? values.get("surface") : values.has("f") ? "" : "torus";
  let band = bands.includes(Number(values.get("band"))) ? Number(values.get("band")) : 4;
  const textOf = (key) => (key === "glyph" ? glyphText(band) : surfaces[key][1]);
  let text = chosen === "" ? values.get("f") : textOf(chosen);
  let [ball, away] = surfaces[chosen || "torus"].slice(2);
  const between = (value, least, most, usual) => (Number(value) > 0 ? Math.min(most, Math.max(least, Number(value))) : usual);
  ball = between(values.get("ball"), 0.1, 100, ball);
  away = between(values.get("away"), 0.5, 500, away);
  let turn = [Number(values.get("lon") ?? -1.2) || 0, Math.min(1.55, Math.max(-1.55, Number(values.get("lat") ?? 0.5) || 0))];
  let closed = false;
  let drawn = null; // who draws
  let degree = 0;
  let wrong = "";
  const frames = [];

  const canvas = part("canvas", { tabindex: 0, "aria-label": "A surface; drag or use the arrows to turn it, + and - to come nearer." });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const facts = part("p", { class: "note" });
  const code = part("pre", { tabindex: 0 });
  const input = part("textarea", { id: "surface", rows: 4, spellcheck: "false", autocapitalize: "off" });
  const size = part("input", { type: "number", min: 0.1, max: 100, step: "any" });
  const list = choice([["", "the one that is typed below"], ...Object.entries(surfaces).map(([key, s]) => [key, s[0]])], chosen, (key) => key && take(key));
  const ofGlyph = choice(bands.map((b) => [String(b), `harmonics of degree ${b}: degree ${2 * b + 2} on a ray`]), String(band), (b) => {
    band = Number(b);
    take("glyph");
  });
  const glyphRow = labelled("Glyph", ofGlyph);
  let later = 0;
  input.addEventListener("input", () => {
    text = input.value;
    chosen = list.value = "";
    glyphRow.hidden = true;
    clearTimeout(later);
    later = setTimeout(build, 250);
  });
  size.addEventListener("input", () => {
    ball = between(size.value, 0.1, 100, ball);
    frames.length = 0;
    redraw();
  });

  room.append(
    canvas,
    part(
      "aside",
      {},
      labelled("Surface", list),
      glyphRow,
      labelled("f(x, y, z) = 0, up to degree 32", input),
      labelled("Radius of the ball that is shown", size),
      said,
      facts,
      part("div", { class: "row" }, part("span", {}, "Copy:"), copyButton("shader", () => code.textContent), copyButton("link", () => location.href)),
      part("p", { class: "note" }, "Each pixel solves one polynomial in its shader. Orange is seen from the side where f is positive, blue from the other. In a shader roots are fast, not proven: they are the places where the polynomial, computed in floats, changes its sign."),
      part("h2", {}, "The whole shader"),
      code,
    ),
  );
  show();

  let graphics = values.get("graphics");
  const begin = () =>
    drawer(canvas, graphics, () => {
      const name = drawn?.name;
      drawn = null;
      if (closed) return;
      // A canvas keeps its kind of graphics: the studio is opened anew with the other one.
      if (name === "WebGPU" && graphics !== "webgpu") location.hash = `rays?${query({ ...state(), graphics: "webgl" })}`;
      else say(said, "The graphics card was lost; loading the page anew may bring it back.", true);
    });
  begin().then((found) => {
    if (closed) return found?.close();
    drawn = found;
    if (drawn === null) say(said, graphics === "webgpu" ? "This browser has no WebGPU here." : "This browser has no WebGL 2, which the rays need.", true);
    else build();
  });

  function show() {
    input.value = text;
    size.value = String(ball);
    glyphRow.hidden = chosen !== "glyph";
  }

  function take(key) {
    chosen = key;
    text = textOf(key);
    [ball, away] = surfaces[key].slice(2);
    show();
    build();
  }

  let builds = 0;
  async function build() {
    if (closed || drawn === null) return;
    const mine = ++builds;
    try {
      const built = await drawn.build(text);
      if (closed || mine !== builds) return;
      degree = built.degree;
      code.textContent = built.text;
      wrong = "";
    } catch (problem) {
      wrong = problem.message;
      say(said, wrong, true);
      facts.textContent = "";
    }
    frames.length = 0;
    redraw();
  }

  let pending = false;
  function redraw() {
    if (pending || closed) return;
    pending = true;
    requestAnimationFrame(async () => {
      if (!closed && drawn !== null && degree > 0) {
        const scale = devicePixelRatio || 1;
        const [w, h] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
        if (w > 0 && h > 0) {
          if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
          const start = performance.now();
          again = false;
          const done = await drawn.draw({ size: [w, h], turn, away, ball, paper: paper() }).then(
            () => true,
            () => false, // the card was lost, which is told elsewhere
          );
          if (done && wrong === "" && !closed && drawn !== null) tell(w, h, performance.now() - start);
        }
      }
      pending = false;
      if (again) redraw();
    });
  }
  let again = false; // something changed while the picture was drawn

  function tell(w, h, time) {
    frames.push(time);
    if (frames.length > 20) frames.shift();
    const middle = [...frames].sort((a, b) => a - b)[frames.length >> 1];
    say(said, `degree ${degree}: ${((w * h) / 1e6).toFixed(2)} million rays in ${milliseconds(middle)}`);
    facts.textContent = `${drawn.name}, ${w} x ${h} pixels; the time of a whole frame${frames.length > 1 ? `, the median of the last ${frames.length}` : ", with what is done once"}`;
    writeAddress("rays", state());
  }

  /** What the address holds. */
  function state() {
    const place = { lon: turn[0].toFixed(3), lat: turn[1].toFixed(3), away: away.toFixed(2), ball: ball === (surfaces[chosen] ?? surfaces.torus)[2] ? "" : ball, graphics: graphics ?? "" };
    return chosen === "" ? { f: text, ...place } : { surface: chosen, band: chosen === "glyph" ? band : "", ...place };
  }

  function paper() {
    const colour = getComputedStyle(canvas).getPropertyValue("--page").trim();
    return [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16) / 255);
  }

  function changed() {
    again = pending;
    redraw();
  }
  const turnBy = (dx, dy) => {
    turn = [turn[0] - 0.008 * dx, Math.min(1.55, Math.max(-1.55, turn[1] + 0.008 * dy))];
    changed();
  };
  const nearer = (factor) => {
    away = Math.min(500, Math.max(0.5, away * factor));
    changed();
  };
  // One finger turns, two come nearer.
  const held = new Map();
  const apart = () => {
    const [a, b] = [...held.values()];
    return Math.max(10, Math.hypot(a[0] - b[0], a[1] - b[1]));
  };
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    held.set(e.pointerId, [e.offsetX, e.offsetY]);
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = held.get(e.pointerId);
    if (!before) return;
    const was = held.size === 2 ? apart() : 0;
    held.set(e.pointerId, [e.offsetX, e.offsetY]);
    if (held.size === 2) nearer(was / apart());
    else if (held.size === 1) turnBy(e.offsetX - before[0], e.offsetY - before[1]);
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (e) => held.delete(e.pointerId));
  canvas.addEventListener("wheel", (e) => (e.preventDefault(), nearer(e.deltaY > 0 ? 1.1 : 1 / 1.1)), { passive: false });
  canvas.addEventListener("keydown", (e) => {
    const arrows = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, 10], ArrowDown: [0, -10] };
    const far = e.shiftKey ? 5 : 1;
    if (e.key in arrows) turnBy(...arrows[e.key].map((step) => step * far));
    else if (e.key === "+" || e.key === "=") nearer(1 / 1.1);
    else if (e.key === "-") nearer(1.1);
    else return;
    e.preventDefault();
  });
  const watched = new ResizeObserver(changed);
  watched.observe(canvas);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", changed);

  room.studio = {
    state: () => ({ surface: chosen, text, degree, drawn: frames.length, by: drawn?.name }),
    /** The colours at places, as parts of the width and the height from below; drawn anew, since a canvas forgets. */
    async pixels(places) {
      await drawn.draw({ size: [canvas.width, canvas.height], turn, away, ball, paper: paper() });
      const copy = part("canvas", { width: canvas.width, height: canvas.height });
      const g = copy.getContext("2d");
      g.drawImage(canvas, 0, 0);
      return places.map(([x, y]) => Array.from(g.getImageData(Math.floor(x * copy.width), copy.height - 1 - Math.floor(y * copy.height), 1, 1).data));
    },
  };
  return {
    close() {
      closed = true;
      clearTimeout(later);
      watched.disconnect();
      dark.removeEventListener("change", changed);
      drawn?.close();
      delete room.studio;
    },
  };
}
