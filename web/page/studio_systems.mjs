// All isolated solutions of a small system of polynomials, by homotopy continuation, each certified.
import { choice, copyButton, labelled, milliseconds, part, say, upward, writeAddress } from "./parts.mjs";
import { Plane } from "./plane.mjs";
import { newest } from "./solver.mjs";

const examples = [
  ["x^2 + y^2 - 4\nx*y - 1", "a circle and a hyperbola"],
  ["a + b + c\na*b + b*c + c*a\na*b*c - 1", "cyclic-3"],
  ["x^2 + y + z - 1\nx + y^2 + z - 1\nx + y + z^2 - 1", "three quadrics"],
  ["x^3 - 3*x*y^2 - 1\n3*x^2*y - y^3", "the cube roots of 1 as a real system"],
];
const shapes = ["dot", "square", "ring"]; // beside their colours, for three variables
const colours = ["blue", "orange", "pink", "green"];

export function open(room, values) {
  let text = values.get("s") ?? examples[0][0];
  let solutions = [];
  let variables = [];
  let fitNext = true;
  let later = 0;

  const canvas = part("canvas", { "aria-label": "The complex plane with the coordinates of all solutions. Arrows move it, + and - zoom." });
  const input = part("textarea", { id: "system", rows: 5, spellcheck: "false", autocapitalize: "off" });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const legend = part("p", { class: "note" });
  const head = part("tr");
  const rows = part("tbody");
  const plane = new Plane(canvas, { draw });
  const solve = newest("solve", show, complain);

  input.addEventListener("input", () => type(input.value));
  room.append(
    canvas,
    part(
      "aside",
      {},
      labelled("Equations, one in each line", input),
      labelled("Examples", choice([["", "choose an example ..."], ...examples], "", (chosen) => chosen && type(chosen))),
      said,
      legend,
      part("div", { class: "row" }, copyButton("command", commandText), copyButton("link", () => location.href), part("button", { type: "button", onclick: fit }, "show all")),
      part("div", { class: "scroll" }, part("table", {}, part("thead", {}, head), rows)),
      part("p", { class: "note" }, "Exactly one true solution lies within the radius of each certified one, in every coordinate. Paths lead to them from a system whose solutions are known."),
    ),
  );
  type(text);

  function type(typed) {
    text = typed;
    if (input.value !== typed) input.value = typed;
    fitNext = true;
    writeAddress("systems", { s: text });
    clearTimeout(later); // a system may take seconds: while someone types nothing is solved
    later = setTimeout(() => solve({ system: oneLine() }), 300);
  }

  function oneLine() {
    return text.split("\n").map((line) => line.trim()).filter(Boolean).join("; ");
  }

  function show(answer, time) {
    ({ solutions, variables } = answer);
    const certified = solutions.filter((s) => s.certified).length;
    const real = solutions.filter((s) => s.real === true).length;
    const all = answer.report.complete === "proven" ? ", none is missing: proven" : "";
    say(said, `${solutions.length} solutions, ${certified} certified, ${real} real${all}, in ${milliseconds(time)}`);
    legend.textContent = variables.map((name, v) => `${name}: ${colours[v % 4]} ${shapes[v % 3]}`).join(", ");
    head.replaceChildren(...["", ...variables, "radius"].map((name) => part("th", {}, name)));
    rows.replaceChildren(
      ...solutions.slice(0, 200).map((s, k) => part("tr", {}, ...[k + 1, ...s.x.map(numberText), s.certified ? upward(s.radius) : "not proven"].map((cell) => part("td", {}, String(cell))))),
    );
    if (fitNext) fit();
    fitNext = false;
    plane.redraw();
  }

  function complain(problem) {
    solutions = [];
    rows.replaceChildren();
    say(said, problem.message, true);
    plane.redraw();
  }

  function fit() {
    plane.fit([[0, 0], ...solutions.flatMap((s) => s.x.map(([re, im]) => [Number(re), Number(im)]))]);
  }

  function draw(p) {
    for (const s of solutions)
      s.x.forEach(([re, im], v) => {
        const [x, y, colour] = [Number(re), Number(im), p.colour(colours[v % 4])];
        if (shapes[v % 3] === "dot") p.dot(x, y, 4, colour);
        else if (shapes[v % 3] === "square") p.square(x, y, 4, colour);
        else {
          p.context.strokeStyle = colour;
          p.context.lineWidth = 2;
          p.context.beginPath();
          p.context.arc(p.x(x), p.y(y), 6, 0, 2 * Math.PI);
          p.context.stroke();
        }
      });
  }

  function commandText() {
    return `vieta solve --system '${oneLine()}'\n`;
  }

  room.studio = { plane, state: () => ({ text, solutions, variables }) };
  return {
    close() {
      clearTimeout(later);
      delete room.studio;
    },
  };
}

/** With all digits: the radius is about these. */
function numberText([re, im]) {
  return im === "0" ? re : `${re}${im.startsWith("-") ? "" : "+"}${im}i`;
}
