// All isolated solutions of a small system of polynomials, by homotopy continuation, each certified.
import { choice, copyButton, labelled, milliseconds, part, plainDecimal, quoted, say, upward, writeAddress } from "./parts.mjs";
import { pathsOf } from "./paths.mjs";
import { Plane } from "./plane.mjs";
import { newest } from "./solver.mjs";

const examples = [
  ["x^2 + y^2 - 4\nx*y - 1", "a circle and a hyperbola"],
  ["a + b + c\na*b + b*c + c*a\na*b*c - 1", "cyclic-3"],
  ["x^2 + y + z - 1\nx + y^2 + z - 1\nx + y + z^2 - 1", "three quadrics"],
  ["x^3 - 3*x*y^2 - 1\n3*x^2*y - y^3", "the cube roots of 1 as a real system"],
];
const shapes = ["dot", "square", "ring", "cross"]; // beside their colours
const colours = ["blue", "orange", "pink", "green"];

export function open(room, values) {
  let text = values.get("s") ?? examples[0][0];
  let solutions = [];
  let variables = [];
  let paths = [];
  let along = Math.min(1, Math.max(0, Number(values.get("along") ?? 1))) || 0; // the part of the paths that is drawn
  let turn = 0; // which question is the newest
  let fitNext = true;
  let later = 0;

  const canvas = part("canvas", { "aria-label": "The complex plane with the coordinates of all solutions. Arrows move it, + and - zoom." });
  const input = part("textarea", { id: "system", rows: 5, spellcheck: "false", autocapitalize: "off" });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const legend = part("p", { class: "note" });
  const told = part("p", { class: "note" });
  const slider = part("input", { type: "range", min: 0, max: 100, value: String(100 * along), id: "along" });
  const head = part("tr");
  const rows = part("tbody");
  const plane = new Plane(canvas, { draw, looked: remember, names: ["real part", "imaginary part"] });
  const solve = newest("solve", show, complain);

  input.addEventListener("input", () => type(input.value));
  slider.addEventListener("input", () => {
    along = Number(slider.value) / 100;
    remember();
    plane.redraw();
  });
  const sliderRow = labelled("Along the paths, from the start to the solutions", slider);
  sliderRow.hidden = true;
  room.append(
    canvas,
    part(
      "aside",
      {},
      labelled("Equations, one in each line", input),
      labelled("Examples", choice([["", "choose an example ..."], ...examples], "", (chosen) => chosen && type(chosen))),
      said,
      legend,
      sliderRow,
      told,
      part("div", { class: "row" }, part("span", {}, "Copy:"), copyButton("Python", pythonText), copyButton("command", commandText), copyButton("link", () => location.href)),
      part("div", { class: "row" }, part("span", {}, "Picture:"), part("button", { type: "button", onclick: fit }, "show all solutions")),
      part("div", { class: "scroll" }, part("table", { class: "texts" }, part("thead", {}, head), rows)),
      part("p", { class: "note" }, "Exactly one true solution lies within the radius of each certified one, in every coordinate."),
    ),
  );
  const seen = plane.see(values.get("at"));
  type(text);
  fitNext = !seen;

  function remember() {
    writeAddress("systems", { s: text, along: along === 1 ? "" : along, at: plane.view() });
  }

  function type(typed) {
    text = typed;
    paths = [];
    ++turn;
    if (input.value !== typed) input.value = typed;
    fitNext = true;
    remember();
    clearTimeout(later); // a system may take seconds: while someone types nothing is solved
    later = setTimeout(() => solve({ system: oneLine() }), 300);
  }

  function oneLine() {
    return text.split("\n").map((line) => line.trim()).filter(Boolean).join("; ");
  }

  /** The lines that lead to the solutions. */
  async function follow(system) {
    const mine = turn;
    sliderRow.hidden = true;
    told.textContent = "";
    const found = await pathsOf(system.split(";").map((line) => line.trim()).filter(Boolean), variables, () => mine !== turn);
    if (mine !== turn) return;
    paths = found?.paths ?? [];
    if (found === null) {
      told.textContent = "No paths are drawn: this page draws up to 200, of as many equations as unknowns.";
      return;
    }
    sliderRow.hidden = false;
    const [arrived, away] = ["arrived", "away"].map((end) => paths.filter((path) => path[end]).length);
    const rest = paths.length - arrived - away;
    const starts = variables.map((name, v) => `${name}^${found.degrees[v]} = 1`.replace("^1 ", " ")).join(", ");
    told.textContent = `The thin lines are paths from the solutions of ${starts}: ${paths.length} begin, ${arrived} end at solutions${away > 0 ? `, ${away} go to infinity` : ""}${rest > 0 ? `, ${rest} were left on the way` : ""}. This page follows them in doubles, for the eye; the library chooses its own, often fewer, and what it finds is proven.`;
    plane.redraw();
  }

  function show(answer, time, question) {
    ({ solutions, variables } = answer);
    if (question.system === oneLine()) follow(question.system);
    const certified = solutions.filter((s) => s.certified).length;
    const real = solutions.filter((s) => s.real === true).length;
    const all = answer.report.complete === "proven" ? ", and proven that there is no other" : "";
    say(said, `${solutions.length} ${solutions.length === 1 ? "solution" : "solutions"}, ${certified === solutions.length && certified > 1 ? "all" : certified} certified, ${real} real${all}, in ${milliseconds(time)}`);
    legend.textContent = variables.map((name, v) => `${name}: ${colours[v % 4]} ${shapes[v % 4]}`).join(", ");
    head.replaceChildren(...["", "solution", "radius"].map((name) => part("th", {}, name)));
    rows.replaceChildren(
      ...solutions.slice(0, 200).map((s, k) => part("tr", {}, ...[k + 1, s.x.map((value, v) => `${variables[v]} = ${numberText(value)}`).join("\n"), s.certified ? upward(s.radius) : "not proven"].map((cell) => part("td", {}, String(cell))))),
    );
    if (fitNext) fit();
    fitNext = false;
    plane.redraw();
  }

  function complain(problem) {
    solutions = [];
    paths = [];
    ++turn;
    sliderRow.hidden = true;
    told.textContent = legend.textContent = "";
    rows.replaceChildren();
    say(said, problem.message, true);
    plane.redraw();
  }

  function fit() {
    plane.fit([[0, 0], ...solutions.flatMap((s) => s.x.map(([re, im]) => [Number(re), Number(im)]))]);
  }

  function draw(p) {
    const g = p.context;
    g.globalAlpha = 0.55;
    for (const { points } of paths) {
      const shown = points.filter(({ s }) => s <= along);
      for (let v = 0; v < variables.length; ++v) {
        const line = shown.map(({ x }) => x[v]);
        p.line(line, p.colour(colours[v % 4]), 1);
        if (along < 1) p.dot(...line[line.length - 1], 2.5, p.colour(colours[v % 4]));
      }
    }
    g.globalAlpha = 1;
    for (const s of solutions)
      s.x.forEach(([re, im], v) => {
        const [x, y, colour] = [Number(re), Number(im), p.colour(colours[v % 4])];
        const shape = shapes[v % 4];
        if (shape === "dot") p.dot(x, y, 4, colour);
        else {
          g.strokeStyle = colour;
          g.lineWidth = 2;
          g.beginPath();
          if (shape === "square") g.rect(p.x(x) - 6, p.y(y) - 6, 12, 12);
          else if (shape === "ring") g.arc(p.x(x), p.y(y), 11, 0, 2 * Math.PI);
          else for (const side of [-1, 1]) g.moveTo(p.x(x) - 8, p.y(y) - 8 * side), g.lineTo(p.x(x) + 8, p.y(y) + 8 * side);
          g.stroke();
        }
      });
  }

  function pythonText() {
    return `import vieta\n\nr = vieta.solve(${JSON.stringify(oneLine().split("; "))})\nprint(r.x, r.radii, r.certified)\n`;
  }

  function commandText() {
    return `vieta solve --system ${quoted(oneLine())}\n`;
  }

  room.studio = { plane, state: () => ({ text, solutions, variables, paths }) };
  return {
    close() {
      ++turn;
      clearTimeout(later);
      delete room.studio;
    },
  };
}

/** With all digits: the radius is about these. */
function numberText([re, im]) {
  const [a, b] = [plainDecimal(re), plainDecimal(im)];
  return im === "0" ? a : `${a}${b.startsWith("-") ? "" : "+"}${b}i`;
}
