// Expressions, for what the page itself has to know: coefficients that can be dragged, curves to be drawn. The library reads
// the same text by itself, exactly. What this reader does not know it refuses, and the page then does without.

const functions = {
  exp: Math.exp, log: Math.log, ln: Math.log, log2: Math.log2, log10: Math.log10, log1p: Math.log1p, expm1: Math.expm1,
  sqrt: Math.sqrt, cbrt: Math.cbrt, abs: Math.abs, sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin,
  acos: Math.acos, atan: Math.atan, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, asinh: Math.asinh,
  acosh: Math.acosh, atanh: Math.atanh,
};

function words(text) {
  const found = text.match(/\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|[A-Za-z][A-Za-z0-9_]*|\*\*|[-+*/^()=]|\S/g);
  return found ?? [];
}

/** A tree: numbers, names, { op, args }. Throws where the text is none that it knows. */
export function parse(text) {
  const list = words(text);
  let at = 0;
  const fail = () => {
    throw new Error(`found '${list[at] ?? "the end"}', expected a part of an expression`);
  };
  const node = (op, ...args) => ({ op, args });
  function sum() {
    let left = product();
    while (list[at] === "+" || list[at] === "-") left = node(list[at++], left, product());
    return left;
  }
  const startsFactor = (word) => word !== undefined && (/^[A-Za-z(]/.test(word) || /^[\d.]/.test(word));
  function product() {
    let left = signed();
    for (;;) {
      if (list[at] === "*" || list[at] === "/") left = node(list[at++], left, signed());
      else if (startsFactor(list[at]) && !/^[\d.]/.test(list[at])) left = node("*", left, power());
      else return left;
    }
  }
  function signed() {
    if (list[at] === "-") return ++at, node("-", 0, signed());
    if (list[at] === "+") return ++at, signed();
    return power();
  }
  function power() {
    const base = atom();
    if (list[at] !== "^" && list[at] !== "**") return base;
    ++at;
    return node("^", base, list[at] === "-" ? (++at, node("-", 0, atom())) : atom());
  }
  function atom() {
    const word = list[at];
    if (word === "(") {
      ++at;
      const inside = sum();
      if (list[at++] !== ")") --at, fail();
      return inside;
    }
    if (word !== undefined && /^[\d.]/.test(word)) return ++at, Number(word);
    if (word !== undefined && /^[A-Za-z]/.test(word)) {
      ++at;
      if (word in functions && list[at] === "(") return node("call", word, atom());
      return word;
    }
    return fail();
  }
  let tree = sum();
  if (list[at] === "=") ++at, (tree = node("-", tree, sum()));
  if (at !== list.length) fail();
  return tree;
}

/** A function of the variables `names` for numbers. */
export function compile(text, names) {
  const tree = parse(text);
  const build = (t) => {
    if (typeof t === "number") return () => t;
    if (typeof t === "string") {
      const place = names.indexOf(t);
      if (place >= 0) return (values) => values[place];
      if (t === "pi") return () => Math.PI;
      if (t === "e") return () => Math.E;
      throw new Error(`found '${t}', expected one of ${names.join(", ")}`);
    }
    if (t.op === "call") {
      const inner = build(t.args[1]);
      const f = functions[t.args[0]];
      return (values) => f(inner(values));
    }
    const [a, b] = t.args.map(build);
    if (t.op === "+") return (v) => a(v) + b(v);
    if (t.op === "-") return (v) => a(v) - b(v);
    if (t.op === "*") return (v) => a(v) * b(v);
    if (t.op === "/") return (v) => a(v) / b(v);
    return (v) => a(v) ** b(v);
  };
  const f = build(tree);
  return (...values) => f(values);
}

const trim = (p) => {
  while (p.length > 1 && p[p.length - 1][0] === 0 && p[p.length - 1][1] === 0) p.pop();
  return p;
};
const sumOf = (p, q, sign) =>
  trim(
    Array.from({ length: Math.max(p.length, q.length) }, (_, k) => {
      const [a, b] = [p[k] ?? [0, 0], q[k] ?? [0, 0]];
      return [a[0] + sign * b[0], a[1] + sign * b[1]];
    }),
  );

export function productOf(p, q) {
  const out = Array.from({ length: p.length + q.length - 1 }, () => [0, 0]);
  p.forEach(([a, b], i) =>
    q.forEach(([c, d], j) => {
      out[i + j][0] += a * c - b * d;
      out[i + j][1] += a * d + b * c;
    }),
  );
  return trim(out);
}

/** The coefficients [re, im] of a polynomial in one variable, ascending. */
export function coefficientsOf(text, mostDegree = 2000) {
  let variable = null;
  const of = (t) => {
    if (typeof t === "number") return [[t, 0]];
    if (typeof t === "string") {
      if (/^(i|I|j|im)$/.test(t)) return [[0, 1]];
      if (t === "pi") return [[Math.PI, 0]];
      variable ??= t;
      if (t !== variable) throw new Error(`found '${t}' beside '${variable}', expected one variable`);
      return [[0, 0], [1, 0]];
    }
    if (t.op === "call") throw new Error(`found '${t.args[0]}', expected a polynomial`);
    const a = of(t.args[0]);
    if (t.op === "^") {
      const n = t.args[1];
      if (!Number.isInteger(n) || n < 0 || n * (a.length - 1) > mostDegree) throw new Error("an exponent that is not known here");
      if (a.length === 2 && a[0][0] === 0 && a[0][1] === 0 && a[1][0] === 1 && a[1][1] === 0)
        return [...Array.from({ length: n }, () => [0, 0]), [1, 0]];
      let power = [[1, 0]];
      for (let k = 0; k < n; ++k) power = productOf(power, a);
      return power;
    }
    const b = of(t.args[1]);
    if (t.op === "*") return productOf(a, b);
    if (t.op !== "/") return sumOf(a, b, t.op === "+" ? 1 : -1);
    const [re, im] = b[0];
    const size = re * re + im * im;
    if (b.length > 1 || size === 0) throw new Error("a division that is not known here");
    return productOf(a, [[re / size, -im / size]]);
  };
  return of(parse(text));
}

const plain = (x) => (Object.is(x, -0) ? "0" : String(x));

/** A coefficient as the library reads it. */
export function complexText([re, im]) {
  if (im === 0) return plain(re);
  if (re === 0) return `${plain(im)}i`;
  return `(${plain(re)}${im < 0 ? "-" : "+"}${plain(Math.abs(im))}i)`;
}

/** A polynomial as the library and people read it. */
export function polynomialText(coefficients, variable = "x") {
  const terms = [];
  for (let k = coefficients.length - 1; k >= 0; --k) {
    const [re, im] = coefficients[k];
    if (re === 0 && im === 0) continue;
    const negative = im === 0 ? re < 0 : re === 0 && im < 0;
    const size = complexText(negative ? [-re, -im] : [re, im]);
    const power = k === 0 ? "" : k === 1 ? variable : `${variable}^${k}`;
    const factor = k > 0 && size === "1" ? "" : k > 0 && /[ie]/.test(size) ? `${size}*` : size;
    terms.push(`${terms.length === 0 ? (negative ? "-" : "") : negative ? " - " : " + "}${factor}${power}`);
  }
  return terms.join("") || "0";
}
