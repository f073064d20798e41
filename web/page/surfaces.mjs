// A surface f(x, y, z) = 0, typed as people type it, as text for shaders: the coefficients of the polynomial in t that f is
// on a ray o + t d, multiplied out by one line for each coefficient, and the gradient of f at a point.
import { parse } from "./expression.mjs";

export const mostDegree = 32; // of shaders/real_roots.*
const mostLines = 6000;

/** A glyph r = |f(direction)|, f a sum of zonal harmonics of this even degree along a few axes: degree 2 L + 2 in t. */
export function glyphText(degree) {
  const axes = [[0, 0, 1, 1], [0.8, 0.6, 0, 0.8], [-0.48, 0.64, 0.6, 0.7]];
  // Legendre's polynomial, made homogeneous by powers of x^2 + y^2 + z^2.
  let [before, here] = [[1], [0, 1]];
  for (let n = 1; n < degree; ++n) {
    const next = Array.from({ length: n + 2 }, (_, k) => ((2 * n + 1) * (here[k - 1] ?? 0) - n * (before[k] ?? 0)) / (n + 1));
    [before, here] = [here, next];
  }
  const number = (value) => String(Number(value.toPrecision(7)));
  const r2 = "(x^2+y^2+z^2)";
  const lobes = axes.map(([a, b, c, weight]) => {
    const parts = [[a, "x"], [b, "y"], [c, "z"]].filter(([v]) => v !== 0).map(([v, name]) => (v === 1 ? name : `${number(v)}*${name}`));
    const along = parts.length === 1 && parts[0].length === 1 ? parts[0] : `(${parts.join("+").replaceAll("+-", "-")})`;
    const terms = [];
    for (let k = degree; k >= 0; k -= 2) {
      const rest = (degree - k) / 2;
      const factors = [number(weight * here[k])];
      if (k > 0) factors.push(`${along}^${k}`);
      if (rest > 0) factors.push(rest === 1 ? r2 : `${r2}^${rest}`);
      terms.push(factors.join("*"));
    }
    return terms.join("+").replaceAll("+-", "-");
  });
  return `${r2}^${degree + 1} - (${lobes.join("+").replaceAll("+-", "-")})^2`;
}

const literal = (value) => {
  const near = Math.fround(value);
  if (!Number.isFinite(near)) throw new Error(`found ${value}, expected a number in the range of float`);
  const text = String(Number(value.toPrecision(9)));
  return /[.e]/.test(text) ? text : `${text}.0`;
};

/** Lines of code, each a scalar or a vector with a name; numbers are folded. */
class Lines {
  constructor(type, wgsl) {
    [this.type, this.wgsl, this.list] = [type, wgsl, []];
  }
  put(expression) {
    if (this.list.length >= mostLines) throw new Error("found a surface with too many terms, expected a shorter one");
    const name = `${this.type === "float" ? "c" : "g"}${this.list.length}`;
    this.list.push(`  ${this.wgsl ? "let" : this.type} ${name} = ${expression};`);
    return name;
  }
  text(value) {
    return typeof value === "number" ? (value < 0 ? `(${literal(value)})` : literal(value)) : value;
  }
  sum(a, b, sign) {
    if (typeof a === "number" && typeof b === "number") return a + sign * b;
    if (b === 0) return a;
    if (a === 0 && sign > 0) return b;
    return `${this.text(a)} ${sign > 0 ? "+" : "-"} ${this.text(b)}`;
  }
  product(a, b) {
    if (typeof a === "number" && typeof b === "number") return a * b;
    if (a === 0 || b === 0) return 0;
    if (a === 1) return b;
    if (b === 1) return a;
    return `${this.text(a)} * ${this.text(b)}`;
  }
  /** A value that later lines may use: a number or a name. */
  kept(expression) {
    return typeof expression === "number" || /^\w+$/.test(expression) ? expression : this.put(expression);
  }
}

/** What both readings of the tree share: powers by squaring, each part once. */
function walk(tree, leaf, combine) {
  const known = new Map();
  const once = (key, make) => {
    if (!known.has(key)) known.set(key, make());
    return known.get(key);
  };
  const key = (t) => (typeof t === "object" ? `(${t.args.map(key).join(t.op)})` : String(t));
  const power = (base, name, n) =>
    once(`${name}^${n}`, () => {
      if (n === 1) return base;
      const half = power(base, name, n >> 1);
      const square = combine("*", half, half);
      return n % 2 ? combine("*", square, base) : square;
    });
  const of = (t) =>
    once(key(t), () => {
      if (typeof t === "number") return leaf(t);
      if (typeof t === "string") {
        if (t === "pi") return leaf(Math.PI);
        if (!["x", "y", "z"].includes(t)) throw new Error(`found '${t}', expected x, y or z`);
        return leaf(t);
      }
      if (t.op === "call") throw new Error(`found '${t.args[0]}', expected a polynomial in x, y and z`);
      if (t.op === "^") {
        const n = t.args[1];
        if (!Number.isInteger(n) || n < 0 || n > mostDegree) throw new Error(`an exponent: expected a whole number from 0 to ${mostDegree}`);
        return n === 0 ? leaf(1) : power(of(t.args[0]), key(t.args[0]), n);
      }
      return combine(t.op, of(t.args[0]), of(t.args[1]));
    });
  return of(tree);
}

/** The coefficients on a ray: an array of numbers and names, ascending. */
function onRay(tree, lines) {
  const trim = (p) => {
    while (p.length > 1 && p[p.length - 1] === 0) p.pop();
    return p;
  };
  const leaf = (t) => (typeof t === "number" ? [t] : [`o.${t}`, `d.${t}`].map((name) => lines.put(name)));
  return walk(tree, leaf, (op, a, b) => {
    if (op === "/") {
      if (b.length > 1 || typeof b[0] !== "number" || b[0] === 0) throw new Error("a quotient: expected a number other than 0 below");
      return a.map((c) => lines.kept(lines.product(c, 1 / b[0])));
    }
    if (op !== "*") return trim(Array.from({ length: Math.max(a.length, b.length) }, (_, k) => lines.kept(lines.sum(a[k] ?? 0, b[k] ?? 0, op === "+" ? 1 : -1))));
    if (a.length + b.length - 2 > mostDegree) throw new Error(`found degree ${a.length + b.length - 2}, expected at most ${mostDegree}`);
    return trim(
      Array.from({ length: a.length + b.length - 1 }, (_, k) => {
        let sum = 0;
        for (let i = Math.max(0, k - b.length + 1); i <= Math.min(k, a.length - 1); ++i) sum = lines.sum(sum, lines.product(a[i], b[k - i]), 1);
        return lines.kept(sum);
      }),
    );
  });
}

/** The value and the gradient at p: a number, or the name of a vector (value, d/dx, d/dy, d/dz). */
function gradient(tree, lines) {
  const units = { x: "1.0, 0.0, 0.0", y: "0.0, 1.0, 0.0", z: "0.0, 0.0, 1.0" };
  const vector = lines.wgsl ? "vec4<f32>" : "vec4";
  const whole = (v) => (typeof v === "number" ? `${vector}(${literal(v)}, 0.0, 0.0, 0.0)` : v);
  const leaf = (t) => (typeof t === "number" ? t : lines.put(`${vector}(p.${t}, ${units[t]})`));
  return walk(tree, leaf, (op, a, b) => {
    if (typeof a === "number" && typeof b === "number") return op === "+" ? a + b : op === "-" ? a - b : op === "*" ? a * b : a / b;
    if (op === "/") return lines.put(`${a} * ${lines.text(1 / b)}`);
    if (op === "+" || op === "-") return lines.put(`${whole(a)} ${op} ${whole(b)}`);
    if (typeof a === "number") return lines.put(`${lines.text(a)} * ${b}`);
    if (typeof b === "number") return lines.put(`${a} * ${lines.text(b)}`);
    return lines.put(`${vector}(${a}.x * ${b}.x, ${a}.x * ${b}.yzw + ${b}.x * ${a}.yzw)`);
  });
}

/** { degree, N, text } for GLSL or WGSL; N is the degree that real_roots is compiled for. */
export function surfaceCode(typed, wgsl) {
  const tree = parse(typed);
  const rays = new Lines("float", wgsl);
  const coefficients = onRay(tree, rays);
  const slopes = new Lines("vec4", wgsl);
  const slope = gradient(tree, slopes);
  const degree = coefficients.length - 1;
  if (degree < 1) throw new Error("found a number, expected a polynomial in x, y and z");
  const N = Math.max(3, degree);
  const values = Array.from({ length: N + 1 }, (_, k) => rays.text(coefficients[k] ?? 0));
  const text = wgsl
    ? `fn on_ray(o: vec3<f32>, d: vec3<f32>) -> array<f32, ${N + 1}> {
${rays.list.join("\n")}
  return array<f32, ${N + 1}>(${values.join(", ")});
}
fn slope(p: vec3<f32>) -> vec3<f32> {
${slopes.list.join("\n")}
  return ${slope}.yzw;
}`
    : `float[${N + 1}] onRay(vec3 o, vec3 d) {
${rays.list.join("\n")}
  return float[${N + 1}](${values.join(", ")});
}
vec3 slope(vec3 p) {
${slopes.list.join("\n")}
  return ${slope}.yzw;
}`;
  return { degree, N, text };
}
