// All points where two plane curves meet, each proven: two Bezier curves, or two equations in a box.
import { compile } from "./expression.mjs";
import { choice, copyButton, labelled, milliseconds, part, say, upward, writeAddress } from "./parts.mjs";
import { Plane } from "./plane.mjs";
import { newest } from "./solver.mjs";

const beginning = "0,0 0.4,2 0.6,-1 1,1;0,0.8 0.5,-1 0.5,2 1,0.2";
const systems = [
  ["x^2 + y^2 = 4", "y = x^3 - x", "a circle and a cubic"],
  ["(x^2 + y^2)^2 = 4*(x^2 - y^2)", "y = x/3", "a lemniscate and a line"],
  ["x^4 + y^4 = 5", "x^3 - 3*x*y = 1/4", "two curves of degrees 4 and 3"],
  ["x^2 + y^2 = 1", "(x-1)^2 + y^2 = 4", "two circles that touch"],
];
const kinds = { unique: "one point, proven", cluster: "near points, perhaps none", curve: "a piece of a common curve", unresolved: "left open" };
const dashes = [[], [7, 4]];

export function open(room, values) {
  let mode = values.has("f") ? "equations" : "curves";
  let curves = readCurves(values.get("c") ?? beginning) ?? readCurves(beginning);
  let texts = [values.get("f") ?? systems[0][0], values.get("g") ?? systems[0][1]];
  let half = Math.min(1e6, Math.max(1e-3, Number(values.get("box")) || 3));
  let traces = [[], []];
  let items = [];
  let solved = ""; // the system that the points belong to
  let fitNext = !values.has("at");

  const canvas = part("canvas", { "aria-label": "Two curves and the points where they meet. [ and ] choose a control point, arrows move it, + and - zoom." });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const rows = part("tbody");
  const head = part("tr");
  const note = part("p", { class: "note" });
  const form = part("div");
  const plane = new Plane(canvas, { draw, handles, moved, looked: remember });
  const solve = newest("boxes", show, complain);

  const modes = choice([["curves", "two Bezier curves, to drag"], ["equations", "two equations in x and y"]], mode, (chosen) => {
    mode = chosen;
    fitNext = true;
    build();
  });
  room.append(
    canvas,
    part(
      "aside",
      {},
      labelled("Curves given by", modes),
      form,
      said,
      part(
        "div",
        { class: "row" },
        part("span", {}, "Copy:"),
        copyButton("JSON", () => `${systemText()}\n`),
        copyButton("Python", pythonText),
        copyButton("link", () => location.href),
      ),
      part("div", { class: "row" }, part("span", {}, "Picture:"), part("button", { type: "button", onclick: fit }, "show the whole curves")),
      part("div", { class: "scroll" }, part("table", { class: "stack" }, part("thead", {}, head), rows)),
      note,
    ),
  );
  if (!plane.see(values.get("at"))) fitNext = true;
  build();

  function build() {
    form.replaceChildren();
    plane.selected = -1;
    const ofCurves = mode === "curves";
    const names = ofCurves ? ["", "x\ns", "y\nt", "radius\nof s, t", ""] : ["", "x", "y", "radius", ""];
    head.replaceChildren(...names.map((name) => part("th", {}, name)));
    note.textContent = `A filled point is exactly one common point of the two curves${ofCurves ? ": one pair of parameters s and t" : ""}, within the radius of the table. Where no point is left open none is missing: boxes without one were excluded by proof.`;
    if (mode === "curves") {
      const more = (k, change) => () => {
        if (change > 0 && curves[k].length < 9) curves[k] = raised(curves[k]);
        if (change < 0 && curves[k].length > 2) curves[k].splice(-2, 1);
        ask();
      };
      for (const k of [0, 1]) {
        const name = k === 0 ? "first curve (line)" : "second curve (dashes)";
        form.append(part("div", { class: "row" }, part("button", { type: "button", onclick: more(k, 1) }, `+ point, ${name}`), part("button", { type: "button", onclick: more(k, -1) }, "- point")));
      }
    } else {
      const inputs = texts.map((text, k) => {
        const input = part("input", { id: k === 0 ? "f" : "g", spellcheck: "false", autocapitalize: "off" });
        input.value = text;
        input.addEventListener("input", () => ((texts[k] = input.value), ask()));
        return input;
      });
      const size = part("input", { type: "number", min: 0.001, step: "any" });
      size.value = String(half);
      size.addEventListener("input", () => {
        if (Number(size.value) > 0) half = Number(size.value);
        ask();
      });
      const example = choice([["", "choose an example ..."], ...systems.map(([, , name], k) => [String(k), name])], "", (chosen) => {
        if (chosen === "") return;
        texts = systems[Number(chosen)].slice(0, 2);
        inputs.forEach((input, k) => (input.value = texts[k]));
        ask();
      });
      form.append(labelled("First equation (line)", inputs[0]), labelled("Second equation (thick line)", inputs[1]), labelled("Box: from minus this to this in both", size), labelled("Examples", example));
    }
    ask();
  }

  function systemText() {
    if (mode === "curves") return JSON.stringify({ curves });
    return JSON.stringify({ vars: ["x", "y"], box: [[-half, half], [-half, half]], equations: texts });
  }

  function pythonText() {
    return `import vieta\n\nr = vieta.solve_boxes(${systemText()})\nprint(${mode === "curves" ? "r.points, " : ""}r.x, r.radii, r.kinds)\n`;
  }

  function remember() {
    const at = plane.view();
    if (mode === "curves") writeAddress("curves", { c: curves.map((c) => c.map((p) => p.join(",")).join(" ")).join(";"), at });
    else writeAddress("curves", { f: texts[0], g: texts[1], box: half === 3 ? "" : half, at });
  }

  function ask() {
    remember();
    if (mode !== "curves") traces = texts.map((text) => trace(text, half));
    solve({ system: systemText() });
    plane.redraw();
  }

  function show(answer, time, question) {
    solved = question.system;
    if (solved !== systemText()) return;
    items = answer.systems[0].items.map((item) => ({ ...item, at: mode === "curves" ? item.point ?? item.x : item.x }));
    const proven = items.filter((item) => item.kind === "unique").length;
    const others = items.length - proven;
    const status = answer.systems[0].status;
    const rest = status === "complete" ? "no other" : `${others} left open: ${[...new Set(items.filter((item) => item.kind !== "unique").map((item) => kinds[item.kind]))].join(", ") || status}`;
    say(said, `${proven} proven common ${proven === 1 ? "point" : "points"}, ${rest}, in ${milliseconds(time)}`);
    rows.replaceChildren(
      ...items.slice(0, 200).map((item, k) => {
        const radius = item.kind === "unique" ? upward(item.radius) : "";
        // Of two curves the parameters stand below the point.
        const numbers = mode === "curves" ? item.at.map((value, j) => `${value}\n${item.x[j]}`) : item.x.map(String);
        return part("tr", {}, ...[k + 1, ...numbers, radius, kinds[item.kind]].map((cell) => part("td", {}, String(cell))));
      }),
    );
    if (fitNext) fit();
    fitNext = false;
    plane.redraw();
  }

  function complain(problem) {
    items = [];
    rows.replaceChildren();
    say(said, problem.message.replace(/^json: /, ""), true); // the page writes the JSON, nobody sees it
    plane.redraw();
  }

  function fit() {
    plane.fit(mode === "curves" ? curves.flat() : [[-half, -half], [half, half]]);
  }

  function handles() {
    return mode === "curves" ? curves.flatMap((curve) => curve.map(([x, y]) => ({ x, y, name: "" }))) : [];
  }

  function moved(k, x, y) {
    const first = curves[0].length;
    const [curve, place] = k < first ? [0, k] : [1, k - first];
    curves[curve][place] = [plane.rounded(x), plane.rounded(y)];
    ask();
  }

  function draw(p) {
    const g = p.context;
    const colours = [p.colour("blue"), p.colour("green")];
    if (mode === "curves") {
      curves.forEach((curve, k) => {
        g.setLineDash([]);
        p.line(curve, p.colour("axis"), 1);
        g.setLineDash(dashes[k]);
        p.line(Array.from({ length: 129 }, (_, i) => pointOf(curve, i / 128)), colours[k], 2.5);
        g.setLineDash([]);
        for (const [x, y] of curve) p.square(x, y, 4, colours[k]);
      });
    } else {
      g.setLineDash([]);
      p.line([[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]], p.colour("axis"), 1);
      traces.forEach((pieces, k) => {
        // Pieces are shorter than a dash: the second curve is drawn thicker and lighter instead.
        g.globalAlpha = k === 0 ? 1 : 0.65;
        g.strokeStyle = colours[k];
        g.lineWidth = k === 0 ? 2 : 4;
        g.beginPath();
        for (const [x0, y0, x1, y1] of pieces) g.moveTo(p.x(x0), p.y(y0)), g.lineTo(p.x(x1), p.y(y1));
        g.stroke();
        g.globalAlpha = 1;
      });
    }
    for (const item of items) {
      if (item.kind === "unique") p.dot(item.at[0], item.at[1], 6, p.colour("orange"));
      else {
        g.strokeStyle = p.colour("red");
        g.lineWidth = 2;
        g.strokeRect(p.x(item.at[0]) - 6, p.y(item.at[1]) - 6, 12, 12);
      }
    }
  }

  room.studio = { plane, state: () => ({ items, solved, system: systemText() }) };
  return { close: () => delete room.studio };
}

function readCurves(text) {
  const curves = text.split(";").map((curve) => curve.trim().split(/\s+/).map((point) => point.split(",").map(Number)));
  const good = curves.length === 2 && curves.every((c) => c.length >= 2 && c.length <= 21 && c.every((p) => p.length === 2 && p.every(Number.isFinite)));
  return good ? curves : null;
}

/** De Casteljau. */
function pointOf(curve, t) {
  let points = curve;
  while (points.length > 1) points = points.slice(1).map(([x, y], k) => [(1 - t) * points[k][0] + t * x, (1 - t) * points[k][1] + t * y]);
  return points[0];
}

/** The same curve with one control point more. */
function raised(curve) {
  const n = curve.length;
  return Array.from({ length: n + 1 }, (_, k) => {
    const share = k / n;
    const before = curve[k - 1] ?? [0, 0];
    const here = curve[k] ?? [0, 0];
    return [share * before[0] + (1 - share) * here[0], share * before[1] + (1 - share) * here[1]];
  });
}

/** f(x, y) = 0 as short pieces, for the eye: signs on a grid, linear between. Nothing is proven here. */
function trace(text, half, cells = 160) {
  let f;
  try {
    f = compile(text, ["x", "y"]);
  } catch {
    return [];
  }
  const at = (k) => -half + (2 * half * k) / cells;
  const value = Array.from({ length: cells + 1 }, (_, i) => Float64Array.from({ length: cells + 1 }, (_, j) => f(at(i), at(j))));
  const pieces = [];
  for (let i = 0; i < cells; ++i)
    for (let j = 0; j < cells; ++j) {
      const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const cuts = [];
      for (let e = 0; e < 4; ++e) {
        const [a, b] = [corners[e], corners[(e + 1) % 4]];
        const [fa, fb] = [value[a[0]][a[1]], value[b[0]][b[1]]];
        if (fa < 0 === fb < 0) continue;
        const s = fa / (fa - fb);
        cuts.push([at(a[0]) + s * (at(b[0]) - at(a[0])), at(a[1]) + s * (at(b[1]) - at(a[1]))]);
      }
      for (let c = 0; c + 1 < cuts.length; c += 2) pieces.push([...cuts[c], ...cuts[c + 1]]);
    }
  return pieces;
}
