// The best polynomial or quotient for a function, its error curve, and its code.
import { compile } from "./expression.mjs";
import { choice, copyButton, downward, labelled, milliseconds, part, quoted, say, upward, writeAddress } from "./parts.mjs";
import { niceStep } from "./plane.mjs";
import { newest } from "./solver.mjs";

const languages = ["glsl", "hlsl", "wgsl", "metal", "cuda", "c", "cpp", "ispc", "rust", "python"];
const examples = [
  ["exp(x)", "-1", "1", 5],
  ["sin(x)", "-pi/2", "pi/2", 7],
  ["log(1 + x)", "0", "1", 5],
  ["atan(x)", "-1", "1", 9],
  ["1/(1 + 25*x^2)", "-1", "1", 10],
  ["sqrt(x)", "1/4", "1", 4],
];

export function open(room, values) {
  const state = {
    f: values.get("f") ?? examples[0][0],
    lo: values.get("lo") ?? examples[0][1],
    hi: values.get("hi") ?? examples[0][2],
    degree: values.get("degree") ?? "5",
    within: values.get("within") ?? "",
    denominator: values.get("denominator") ?? "0",
    error: values.get("error") === "relative" ? "relative" : "absolute",
    format: ["f64", "f32"].includes(values.get("format")) ? values.get("format") : "f32",
    language: languages.includes(values.get("language")) ? values.get("language") : "glsl",
  };
  let result = null;

  const canvas = part("canvas", { "aria-label": "The error of the approximation over the interval", tabindex: 0 });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const facts = part("ul", { class: "note" });
  const code = part("pre", { tabindex: 0 });
  const solve = newest("minimax", show, complain);
  const inputs = {};

  const field = (key, label, type = "text") => {
    const input = part("input", { id: key, type, spellcheck: "false", autocapitalize: "off", ...(type === "number" ? { min: key === "degree" ? 1 : 0, max: 40 } : {}) });
    input.value = state[key];
    input.addEventListener("input", () => ((state[key] = input.value), ask()));
    inputs[key] = input;
    return labelled(label, input);
  };
  const list = (key, label, options, changed = ask) => labelled(label, choice(options.map((o) => (Array.isArray(o) ? o : [o, o])), state[key], (chosen) => ((state[key] = chosen), changed())));
  const example = choice([["", "choose an example ..."], ...examples.map(([f, lo, hi], k) => [String(k), `${f} on [${lo}, ${hi}]`])], "", (chosen) => {
    if (chosen === "") return;
    const [f, lo, hi, degree] = examples[Number(chosen)];
    Object.assign(state, { f, lo, hi, degree: String(degree), within: "", denominator: "0" });
    for (const key of Object.keys(inputs)) inputs[key].value = state[key];
    ask();
  });

  room.append(
    canvas,
    part(
      "aside",
      {},
      field("f", "Function of x"),
      part("div", { class: "row" }, field("lo", "From"), field("hi", "To")),
      part("div", { class: "row" }, field("degree", "Degree", "number"), field("within", "Or error at most"), field("denominator", "Denominator's degree", "number")),
      part("div", { class: "row" }, list("error", "Error", ["absolute", "relative"]), list("format", "Coefficients", [["f32", "float"], ["f64", "double"]])),
      labelled("Examples", example),
      said,
      facts,
      list("language", "Code in", languages, () => (remember(), showCode())),
      part("div", { class: "row" }, part("span", {}, "Copy:"), copyButton("code", () => code.textContent), copyButton("Python", pythonText), copyButton("command", commandText), copyButton("link", () => location.href)),
      code,
      part("p", { class: "note" }, "The error of the best polynomial swings between equal peaks, one more than it has coefficients, which proves that no other has a smaller largest error."),
    ),
  );
  const watched = new ResizeObserver(draw);
  watched.observe(canvas);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", draw);
  ask();

  function remember() {
    const { denominator, degree, ...others } = state;
    writeAddress("functions", { ...others, degree: state.within === "" ? degree : "", denominator: denominator === "0" ? "" : denominator });
  }

  function question() {
    const d = Number(state.denominator);
    return { f: state.f, lo: state.lo, hi: state.hi, degree: Number(state.degree), within: state.within === "" ? 0 : Number(state.within), denominator: d, error: state.error, format: state.format, languages };
  }

  function ask() {
    remember();
    inputs.degree.disabled = state.within !== "";
    if (state.within !== "" && !(Number(state.within) > 0)) complain(new Error(`error at most: found '${state.within}', expected a number above 0`));
    else solve(question());
  }

  function show(answer, time) {
    result = answer;
    // The degree that was found; what someone types meanwhile stays.
    if (state.within !== "") inputs.degree.value = state.degree = String(answer.degree);
    const proven = Number.isFinite(answer.provenBound);
    const bound = proven ? `largest error at most ${upward(answer.provenBound, 4)}, proven` : `largest error ${answer.maxError.toExponential(3)}, measured`;
    say(said, `${bound}, degree ${answer.degree}, in ${milliseconds(time)}`);
    const cost = /Cost: ([^;\n]*)/.exec(answer.code.c ?? "");
    const told = [
      `With coefficients that are not rounded the best one has ${answer.optimum.toExponential(3)}; none of this form has less than ${downward(answer.lowerBound, 4)}.`,
      proven
        ? "Proven on the whole interval, in real arithmetic."
        : "Not proven between points: the error was measured at many points of the interval. The program proves it on all of the interval: copy the command.",
      ...(["stalled", "not optimal"].includes(answer.status) ? [`The search says: ${answer.status}. A better one may be there.`] : []),
      ...(cost ? [`Cost: ${cost[1]}, on a graphics card.`] : []),
    ];
    facts.replaceChildren(...told.map((text) => part("li", {}, text)));
    showCode();
    draw();
  }

  function showCode() {
    if (result !== null) code.textContent = result.code[state.language];
  }

  function complain(problem) {
    result = null;
    code.textContent = "";
    facts.replaceChildren();
    say(said, problem.message, true);
    draw();
  }

  function pythonText() {
    const text = JSON.stringify;
    const degree = state.within === "" ? state.degree : result?.degree;
    const quotient = Number(state.denominator) > 0 ? `, denominator_degree=${state.denominator}` : "";
    return `import vieta\n\nr = vieta.minimax(${text(state.f)}, (${text(state.lo)}, ${text(state.hi)}), degree=${degree}${quotient}, error=${text(state.error)}, format=${text(state.format)})\nprint(r.coefficients, r.proven_bound)\n`;
  }

  function commandText() {
    const quotient = Number(state.denominator) > 0 ? ` --denominator-degree ${state.denominator}` : "";
    return `vieta minimax ${quoted(state.f)} --in ${quoted(`${state.lo},${state.hi}`)} ${state.within === "" ? `--degree ${state.degree}` : `--error ${state.within}`}${quotient} --${state.error} --format ${state.format} --emit ${state.language}\n`;
  }

  /** The error at `count` points, in double arithmetic: for the eye. */
  function samples(count) {
    const f = compile(state.f, ["x"]);
    const [lo, hi] = [compile(state.lo, ["x"])(0), compile(state.hi, ["x"])(0)];
    const p = (x) => result.coefficients.reduce((sum, c, k) => sum + c * x ** result.exponents[k], 0);
    const q = (x) => (result.divisor.length ? result.divisor.reduceRight((sum, c) => sum * x + c, 0) : 1);
    return Array.from({ length: count }, (_, k) => {
      const x = lo + ((hi - lo) * k) / (count - 1);
      const value = f(x);
      const error = p(x) / q(x) - value;
      return [x, state.error === "relative" ? error / value : error];
    }).filter(([, y]) => Number.isFinite(y));
  }

  function draw() {
    const g = canvas.getContext("2d");
    const scale = devicePixelRatio || 1;
    const [w, h] = [canvas.clientWidth, canvas.clientHeight];
    [canvas.width, canvas.height] = [Math.round(w * scale), Math.round(h * scale)];
    g.setTransform(scale, 0, 0, scale, 0, 0);
    const colour = (name) => getComputedStyle(canvas).getPropertyValue(`--${name}`).trim();
    if (result === null) return;
    let points;
    try {
      points = samples(Math.max(200, Math.round(w)));
    } catch {
      points = []; // a function that only the library knows
    }
    if (points.length < 2) {
      g.font = "13px system-ui, sans-serif";
      g.fillStyle = colour("faint");
      g.fillText("No curve: the library knows this function, the page does not.", 12, 24, w - 24);
      return;
    }
    const most = Math.max(result.maxError, ...points.map(([, y]) => Math.abs(y))) * 1.15;
    const [x0, x1] = [points[0][0], points[points.length - 1][0]];
    const px = (x) => 60 + ((w - 80) * (x - x0)) / (x1 - x0);
    const py = (y) => h / 2 - ((h / 2 - 30) * y) / most;
    g.font = "11px system-ui, sans-serif";
    g.lineWidth = 1;
    const mark = (text, x, y) => ((g.fillStyle = colour("faint")), g.fillText(text, x, y));
    const stepX = niceStep(((x1 - x0) * 80) / (w - 80));
    for (let k = Math.ceil(x0 / stepX); k * stepX <= x1; ++k) {
      g.strokeStyle = colour("grid");
      g.beginPath();
      g.moveTo(px(k * stepX), 20);
      g.lineTo(px(k * stepX), h - 20);
      g.stroke();
      mark(String(Number((k * stepX).toPrecision(8))), px(k * stepX) - 8, h - 6);
    }
    for (const [y, name] of [[0, "axis"], [result.maxError, "orange"], [-result.maxError, "orange"]]) {
      g.strokeStyle = colour(name);
      g.setLineDash(y === 0 ? [] : [6, 4]);
      g.beginPath();
      g.moveTo(60, py(y));
      g.lineTo(w - 20, py(y));
      g.stroke();
      mark(y === 0 ? "0" : y.toExponential(1), 4, py(y) + 4);
    }
    g.setLineDash([]);
    g.strokeStyle = colour("blue");
    g.lineWidth = 2;
    g.beginPath();
    points.forEach(([x, y], k) => (k === 0 ? g.moveTo(px(x), py(y)) : g.lineTo(px(x), py(y))));
    g.stroke();
    g.fillStyle = colour("orange");
    const tops = peaks(points);
    for (const [x, y] of tops) {
      g.beginPath();
      g.arc(px(x), py(y), 4, 0, 2 * Math.PI);
      g.fill();
    }
    mark(`${state.error} error, ${tops.length} peaks of alternating sign${w > 500 ? "; dashes: the largest error" : ""}`, 64, 14);
    mark("x", w - 14, h - 6);
  }

  room.studio = { state: () => ({ ...state, result }) };
  return {
    close() {
      watched.disconnect();
      dark.removeEventListener("change", draw);
      delete room.studio;
    },
  };
}

/** Where the curve alternates: of each stretch of one sign the highest point, if it is more than ripples of rounding. */
export function peaks(points) {
  const most = Math.max(...points.map(([, y]) => Math.abs(y)));
  const tops = [];
  for (const point of points) {
    if (Math.abs(point[1]) < 0.25 * most) continue;
    const last = tops[tops.length - 1];
    if (last && last[1] > 0 === point[1] > 0) {
      if (Math.abs(point[1]) > Math.abs(last[1])) tops[tops.length - 1] = point;
    } else tops.push(point);
  }
  return tops;
}
