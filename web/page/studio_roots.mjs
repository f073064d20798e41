// All roots of one polynomial, each in a disc that provably holds it, while coefficients or roots are dragged.
import { coefficientsOf, complexText, polynomialText, productOf } from "./expression.mjs";
import { choice, copyButton, labelled, milliseconds, part, plainDecimal, quoted, say, upward, writeAddress } from "./parts.mjs";
import { Plane } from "./plane.mjs";
import { newest } from "./solver.mjs";

const examples = [
  ["x^12 - 3x^7 + 2x^3 - x + 1", "a polynomial of degree 12"],
  ["x^5 - x - 1", "a quintic that no radicals solve"],
  ["(x-1)(x-2)(x-3)(x-4)(x-5)(x-6)(x-7)(x-8)(x-9)(x-10)", "Wilkinson's, degree 10"],
  ["(x-1)^3*(x^2+1)^2", "multiple roots"],
  ["x^30 + x^29 - 1", "degree 30"],
  ["x^4 - (1+2i)x^2 + 0.5i*x - 1", "complex coefficients"],
];
const mostRows = 300;
const mostDraggedRoots = 100; // more of them say little about the coefficients that they make
const mostDraggedCoefficients = 1001;
const mostNames = 60; // beside coefficients: more of them cover each other
const rowsEvery = 120; // ms: while points are dragged, the table and the text would take more time than the picture
const mostRowsInDrag = 30;

const digitsOf = (text) => Math.max(15, Math.round(Number(text)) || 15);

/** 0 where the slider is at its left end, else 1e-16 to 0.3, in the three digits that the address holds. */
const uncertaintyOf = (slider) => (slider <= 0 ? 0 : Number(Math.min(0.3, 10 ** (-16 + (15.5 * slider) / 100)).toPrecision(3)));
const sliderOf = (value) => (value > 0 ? Math.max(1, Math.round(((Math.log10(value) + 16) * 100) / 15.5)) : 0);

export function open(room, values) {
  let text = values.get("p") || examples[0][0];
  let uncertainty = Math.min(0.3, Math.max(0, Number(values.get("u")) || 0));
  let digits = digitsOf(values.get("digits"));
  let drag = values.get("drag") === "coefficients" ? "coefficients" : "roots";
  let coefficients = null; // [re, im], ascending; null where only the library can read the text
  let discs = [];
  let complete = false;
  let mostDigits = Infinity; // that the library has here, as it tells with its answers
  let solved = ""; // the text that the discs belong to
  let targets = null; // where the roots of a drag are to be
  let dragging = false;
  let fitNext = true;

  const canvas = part("canvas", { "aria-label": "The complex plane with the roots. [ and ] choose a point, arrows move it, + and - zoom." });
  const input = part("textarea", { id: "polynomial", rows: 3, spellcheck: "false", autocapitalize: "off" });
  const slider = part("input", { type: "range", min: 0, max: 100, id: "uncertainty" });
  const places = part("input", { type: "number", min: 15, id: "digits" });
  const told = part("output", { class: "note" });
  const said = part("p", { class: "said", id: "said", role: "status" });
  const rows = part("tbody");
  const head = ["", "real part", "imaginary part", "radius", ""].map((name) => part("th", {}, name));
  const table = part("table", { class: "stack" }, part("thead", {}, part("tr", {}, ...head)), rows);

  const plane = new Plane(canvas, { draw, handles, moved, looked: remember, names: ["real part", "imaginary part"] });
  const solve = newest("roots", show, complain);

  const example = choice([["", "choose an example ..."], ...examples], "", (chosen) => chosen && type(chosen, true));
  const mode = choice([["roots", "roots"], ["coefficients", "coefficients"]], drag, (chosen) => {
    drag = chosen;
    plane.selected = -1;
    remember();
    plane.redraw();
  });
  input.addEventListener("input", () => type(input.value, true));
  places.addEventListener("input", () => {
    digits = digitsOf(places.value);
    ask();
  });
  slider.addEventListener("input", () => {
    uncertainty = uncertaintyOf(Number(slider.value));
    tellUncertainty();
    ask();
  });

  room.append(
    canvas,
    part(
      "aside",
      {},
      labelled("Polynomial", input),
      labelled("Examples", example),
      labelled("Uncertainty of each coefficient, relative", slider),
      told,
      part("div", { class: "row" }, labelled("Points to drag", mode), labelled("Digits of each root", places)),
      said,
      part(
        "div",
        { class: "row" },
        part("span", {}, "Copy:"),
        copyButton("C++", cppText),
        copyButton("Python", pythonText),
        copyButton("LaTeX", latexText),
        copyButton("command", commandText),
        copyButton("link", () => location.href),
      ),
      part("div", { class: "row" }, part("span", {}, "Picture:"), part("button", { type: "button", onclick: fit }, "show all roots")),
      part("div", { class: "scroll" }, table),
      part(
        "p",
        { class: "note" },
        "Each disc provably holds one root, or as many as the table says; all rounding errors are counted. The disc's centre is what other programs call the root. With an uncertainty the discs hold the roots of all polynomials whose coefficients are no further off than that: as it grows, discs grow and merge. The grey circle has radius 1.",
      ),
    ),
  );
  slider.value = String(sliderOf(uncertainty));
  places.value = String(digits);
  tellUncertainty();
  input.value = text;
  type(text, !plane.see(values.get("at")));

  function tellUncertainty() {
    told.textContent = uncertainty === 0 ? "coefficients are exact, as they are written" : `each may be off by ${uncertainty.toExponential()} of its size`;
    slider.setAttribute("aria-valuetext", told.textContent);
  }

  function remember() {
    writeAddress("roots", { p: text, u: uncertainty === 0 ? "" : uncertainty, digits: digits === 15 ? "" : digits, drag: drag === "roots" ? "" : drag, at: plane.view() });
  }

  /** A new text, by hand. */
  function type(typed, all) {
    text = typed;
    if (input.value !== typed) input.value = typed;
    targets = null;
    dragging = false;
    fitNext = all;
    try {
      coefficients = coefficientsOf(text);
    } catch {
      coefficients = null;
    }
    ask();
  }

  function ask() {
    remember();
    solve({ text, uncertainty, digits });
  }

  /** New coefficients, by dragging: the text says exactly what is solved; where it is shown it is written with the table. */
  function take(next) {
    coefficients = next;
    text = polynomialText(next);
    ask();
    showRows();
  }

  function show(answer, time, question) {
    ({ discs, complete, mostDigits } = answer);
    solved = question.text;
    // The library has no roots of constants to tell of; the program asks for a polynomial.
    if (discs.length === 0 && answer.complete)
      return complain(new Error(`${solved}: found a constant, expected a polynomial in a variable such as x, or a list of coefficients such as 1 -3 2`));
    const count = discs.reduce((sum, disc) => sum + disc.multiplicity, 0);
    const open = discs.filter((disc) => disc.status === "unproven").length;
    const wide = discs.filter((disc) => disc.status === "wide").length;
    const clusters = discs.filter((disc) => disc.multiplicity > 1).length;
    const parts = [`${count} ${count === 1 ? "root" : "roots"} in ${discs.length} ${discs.length === 1 ? "disc" : "discs"}`];
    if (clusters > 0) parts.push(`${clusters} with several roots`);
    if (wide > 0 && uncertainty === 0) parts.push(`${wide} wider than ${Math.min(digits, mostDigits)} digits`);
    parts.push(open === 0 ? "all proven" : `${open} not proven`);
    const more = digits > mostDigits ? `. The page gives at most ${mostDigits} digits; the program gives ${digits}: copy the command below` : "";
    say(said, `${parts.join(", ")}, in ${milliseconds(time)}${more}`);
    showRows();
    if (fitNext) fit();
    fitNext = false;
    plane.redraw();
  }

  let rowsLater = 0;
  let rowsShown = 0;
  let rowsInDrag = mostRowsInDrag;
  /** Of the table: a browser's layout of its rows takes more time than all else in a drag. */
  function rowsInSight() {
    const { top, height } = rows.rows[0]?.getBoundingClientRect() ?? { top: 0, height: 0 };
    return height > 0 ? Math.min(mostRowsInDrag, Math.max(1, Math.ceil((innerHeight - top) / height))) : mostRowsInDrag;
  }
  function showRows() {
    clearTimeout(rowsLater);
    const wait = rowsEvery - (performance.now() - rowsShown);
    if (wait > 0) {
      rowsLater = setTimeout(showRows, wait);
      return;
    }
    if (input.value !== text) input.value = text;
    const shown = discs.slice(0, dragging ? rowsInDrag : mostRows);
    while (rows.rows.length > shown.length) rows.lastChild.remove();
    shown.forEach((disc, k) => {
      const cells = cellsOf(disc, k);
      const row = rows.rows[k] ?? rows.appendChild(part("tr", {}, ...cells.map(() => part("td"))));
      cells.forEach((cell, j) => {
        if (row.cells[j].textContent !== cell) row.cells[j].textContent = cell;
      });
    });
    rowsShown = performance.now();
  }

  function complain(problem) {
    discs = [];
    clearTimeout(rowsLater);
    rows.replaceChildren();
    say(said, problem.message, true);
    plane.redraw();
  }

  function cellsOf(disc, k) {
    const [re, im, radius] = numbersOf(disc);
    const status = [disc.status, ...(disc.multiplicity > 1 ? [`${disc.multiplicity} roots`] : []), ...(disc.real ? ["real"] : [])];
    return [k + 1, re, disc.real ? "0" : im, radius, status.join(", ")].map(String);
  }

  /** Centre and radius as they are shown: with all digits that were asked for. */
  function numbersOf(disc) {
    const [re = disc.re, im = disc.im, radius] = disc.decimals ?? [];
    return [plainDecimal(String(re)), plainDecimal(String(im)), radius ?? upward(disc.radius)];
  }

  function fit() {
    const points = discs.filter((disc) => Number.isFinite(disc.radius)).flatMap((disc) => [[disc.re - disc.radius, disc.im - disc.radius], [disc.re + disc.radius, disc.im + disc.radius]]);
    plane.fit([...points, [0, 0]]);
  }

  function degree() {
    return coefficients === null ? discs.reduce((sum, disc) => sum + disc.multiplicity, 0) : coefficients.length - 1;
  }

  function handles() {
    if (drag === "coefficients") {
      if (coefficients === null || coefficients.length > mostDraggedCoefficients) return [];
      return coefficients.map(([x, y], k) => ({ x, y, name: k === 0 ? "1" : k === 1 ? "x" : `x^${k}` }));
    }
    if (degree() > mostDraggedRoots || degree() < 1) return [];
    return (targets ?? rootList()).map(([x, y]) => ({ x, y, name: "" }));
  }

  function rootList() {
    return discs.flatMap((disc) => Array.from({ length: disc.multiplicity }, () => [disc.re, disc.im]));
  }

  function moved(k, x, y, done) {
    if (!dragging) rowsInDrag = rowsInSight();
    dragging = !done;
    if (drag === "coefficients") {
      const real = coefficients.every(([, im]) => im === 0);
      [x, y] = [plane.rounded(x), plane.rounded(y)];
      const next = coefficients.map((c) => [...c]);
      next[k] = real && Math.abs(y) < 12 * plane.perPixel ? [x, 0] : [x, y];
      take(next);
      return;
    }
    const real = coefficients !== null && coefficients.every(([, im]) => im === 0);
    if (targets === null) {
      const list = rootList();
      // Of a real polynomial a pair moves together.
      const partner = list.findIndex(([a, b], j) => j !== k && a === list[k][0] && b === -list[k][1] && b !== 0);
      targets = list;
      targets.partner = real ? partner : -1;
      // All factors but those that move.
      targets.rest = [coefficients === null ? [1, 0] : coefficients[coefficients.length - 1]];
      list.forEach(([a, b], j) => {
        if (j !== k && j !== targets.partner) targets.rest = productOf(targets.rest, [[-a, -b], [1, 0]]);
      });
    }
    const partner = targets.partner;
    targets[k] = real && partner < 0 ? [x, 0] : [x, y];
    if (partner >= 0) targets[partner] = [x, -y];
    let product = targets.rest;
    for (const j of partner >= 0 ? [k, partner] : [k]) product = productOf(product, [[-targets[j][0], -targets[j][1]], [1, 0]]);
    // What rounding leaves of imaginary parts that are zero.
    if (real) product = product.map(([re]) => [re, 0]);
    if (product.length === targets.length + 1) take(product);
    if (done) targets = null;
  }

  function draw(p) {
    const g = p.context;
    const one = 1 / p.perPixel;
    if (one < 1e5) {
      g.strokeStyle = p.colour("axis");
      g.lineWidth = 1;
      g.beginPath();
      g.arc(p.x(0), p.y(0), one, 0, 2 * Math.PI);
      g.stroke();
    }
    for (const disc of discs) {
      const size = disc.radius / p.perPixel;
      const colour = p.colour(disc.multiplicity > 1 ? "pink" : disc.status === "unproven" ? "red" : "blue");
      if (size > 1.5 && size < 1e6) {
        g.fillStyle = p.colour("disc");
        g.strokeStyle = colour;
        g.lineWidth = 1.5;
        g.beginPath();
        g.arc(p.x(disc.re), p.y(disc.im), size, 0, 2 * Math.PI);
        g.fill();
        g.stroke();
      }
      // Several roots are a square, too, for those who do not see the colour.
      if (disc.multiplicity > 1) p.square(disc.re, disc.im, 5, colour, String(disc.multiplicity));
      else p.dot(disc.re, disc.im, discs.length > 300 || (size > 1.5 && size < 12) ? 1.5 : 4, colour);
    }
    if (drag === "coefficients") {
      const points = handles();
      points.forEach(({ x, y, name }, k) => p.square(x, y, 4, p.colour("orange"), points.length <= mostNames || k === p.selected ? name : ""));
    }
  }

  const copied = () => text.trim();
  function cppText() {
    const read = `vieta::read_polynomial(std::string_view(${JSON.stringify(copied())}), "text", vieta::format::expression)`;
    const lines = [`const vieta::polynomial p = ${read};`, "vieta::roots_options how;"];
    if (digits > 15) lines.push(`how.digits = ${digits};`);
    if (uncertainty > 0) lines.push(`how.uncertainty = ${uncertainty};`);
    lines.push("const vieta::roots_result found = vieta::roots(p, how);");
    // More digits than doubles hold are texts.
    if (digits > 15) lines.push(`for (const auto& r : found.decimal) std::cout << r.re << " + " << r.im << "i within " << r.radius << '\\n';`);
    else lines.push(`for (const vieta::root& r : found.roots) std::cout << r.value << " within " << r.radius << '\\n';`);
    return `#include <iostream>\n#include <string_view>\n#include <vieta/io.hpp>\n#include <vieta/roots.hpp>\n\nint main() {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`;
  }
  function pythonText() {
    const how = (digits > 15 ? `, digits=${digits}` : "") + (uncertainty > 0 ? `, uncertainty=${uncertainty}` : "");
    return `import vieta\n\nr = vieta.roots(${JSON.stringify(copied())}${how})\nprint(${digits > 15 ? "r.decimals" : "r.values, r.radii"}, r.statuses)\n`;
  }
  function commandText() {
    const how = (digits > 15 ? ` --digits ${digits}` : "") + (uncertainty > 0 ? ` --uncertainty ${uncertainty}` : "");
    return `vieta roots --poly ${quoted(copied())}${how}\n`;
  }
  function latexText() {
    const number = (value) => String(value).replace(/e([+-]?\d+)/, (_, e) => `\\cdot 10^{${Number(e)}}`);
    const lines = discs.map((disc, k) => {
      const [re, im, radius] = numbersOf(disc);
      const value = disc.real ? number(re) : `${number(re)} ${im.startsWith("-") ? "-" : "+"} ${number(im.replace(/^-/, ""))}\\,i`;
      const several = disc.multiplicity > 1 ? ` \\quad \\text{(${disc.multiplicity} roots)}` : "";
      const bound = Number.isFinite(disc.radius) ? number(radius) : "\\infty \\quad \\text{(not proven)}";
      return `  |x_{${k + 1}} - (${value})| &\\le ${bound}${several}`;
    });
    return `\\begin{align*}\n${lines.join(" \\\\\n")}\n\\end{align*}\n`;
  }

  // For tests: what is shown, and how the plane is laid.
  room.studio = { plane, state: () => ({ text, solved, uncertainty, discs, complete, coefficients: coefficients?.map(complexText) }) };
  return {
    close() {
      clearTimeout(rowsLater);
      delete room.studio;
    },
  };
}
