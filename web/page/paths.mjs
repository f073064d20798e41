// The paths of a homotopy, for the eye: from the solutions of x_k^d_k = 1 to those of a small system, in double arithmetic.
// Nothing is proven here; the library follows paths of its own choice, and proves what it finds.
import { parse } from "./expression.mjs";

const mostPaths = 200;
const turn = [Math.cos(2.1), Math.sin(2.1)]; // a number in no special position: paths then do not meet
const far = 1e4; // who is beyond this goes to infinity

const times = ([a, b], [c, d]) => [a * c - b * d, a * d + b * c];

/** Terms { c: [re, im], e: exponents } of an expression in these variables. */
function termsOf(text, variables) {
  const product = (p, q) => {
    const sum = new Map();
    for (const a of p) for (const b of q) put(sum, times(a.c, b.c), a.e.map((x, v) => x + b.e[v]));
    if (sum.size > 2000) throw new Error("too many terms to draw paths");
    return [...sum.values()];
  };
  const put = (sum, c, e) => {
    const key = e.join();
    const there = sum.get(key);
    if (there) there.c = [there.c[0] + c[0], there.c[1] + c[1]];
    else sum.set(key, { c, e });
  };
  const none = variables.map(() => 0);
  const of = (t) => {
    if (typeof t === "number") return [{ c: [t, 0], e: none }];
    if (typeof t === "string") {
      const place = variables.indexOf(t);
      if (place >= 0) return [{ c: [1, 0], e: none.map((_, v) => (v === place ? 1 : 0)) }];
      if (/^(i|I)$/.test(t)) return [{ c: [0, 1], e: none }];
      if (t === "pi") return [{ c: [Math.PI, 0], e: none }];
      throw new Error(`found '${t}'`);
    }
    if (t.op === "call") throw new Error("a function");
    const a = of(t.args[0]);
    if (t.op === "^") {
      const n = t.args[1];
      if (!Number.isInteger(n) || n < 0 || n > 60) throw new Error("an exponent");
      let power = [{ c: [1, 0], e: none }];
      for (let k = 0; k < n; ++k) power = product(power, a);
      return power;
    }
    const b = of(t.args[1]);
    if (t.op === "*") return product(a, b);
    if (t.op === "/") {
      if (b.length !== 1 || b[0].e.some((k) => k > 0)) throw new Error("a quotient");
      const [re, im] = b[0].c;
      const size = re * re + im * im;
      return a.map(({ c, e }) => ({ c: times(c, [re / size, -im / size]), e }));
    }
    const sum = new Map();
    for (const { c, e } of a) put(sum, c, e);
    for (const { c, e } of b) put(sum, t.op === "+" ? c : [-c[0], -c[1]], e);
    return [...sum.values()];
  };
  return of(parse(text)).filter(({ c }) => c[0] !== 0 || c[1] !== 0);
}

/** Values and Jacobian of all polynomials at x, as complex numbers. */
function evaluate(system, x) {
  const n = x.length;
  const powers = x.map((z, v) => {
    const list = [[1, 0]];
    for (let k = 1; k <= system.largest[v]; ++k) list.push(times(list[k - 1], z));
    return list;
  });
  return system.polynomials.map((terms) => {
    const value = [0, 0];
    const slopes = Array.from({ length: n }, () => [0, 0]);
    for (const { c, e } of terms) {
      let whole = c;
      for (let v = 0; v < n; ++v) if (e[v] > 0) whole = times(whole, powers[v][e[v]]);
      value[0] += whole[0];
      value[1] += whole[1];
      for (let v = 0; v < n; ++v) {
        if (e[v] === 0) continue;
        let part = [e[v] * c[0], e[v] * c[1]];
        for (let w = 0; w < n; ++w) part = times(part, powers[w][w === v ? e[w] - 1 : e[w]]);
        slopes[v][0] += part[0];
        slopes[v][1] += part[1];
      }
    }
    return { value, slopes };
  });
}

/** Gauss with pivots; null where the matrix is singular. */
function solved(matrix, right) {
  const n = right.length;
  const a = matrix.map((row, i) => [...row.map((z) => [...z]), [...right[i]]]);
  for (let k = 0; k < n; ++k) {
    let best = k;
    for (let i = k + 1; i < n; ++i) if (Math.hypot(...a[i][k]) > Math.hypot(...a[best][k])) best = i;
    [a[k], a[best]] = [a[best], a[k]];
    const size = a[k][k][0] ** 2 + a[k][k][1] ** 2;
    if (!(size > 0)) return null;
    const inverse = [a[k][k][0] / size, -a[k][k][1] / size];
    for (let i = 0; i < n; ++i) {
      if (i === k) continue;
      const factor = times(a[i][k], inverse);
      for (let j = k; j <= n; ++j) {
        const taken = times(factor, a[k][j]);
        a[i][j] = [a[i][j][0] - taken[0], a[i][j][1] - taken[1]];
      }
    }
    for (let j = k; j <= n; ++j) a[k][j] = times(a[k][j], inverse);
  }
  return a.map((row) => row[n]);
}

/**
 * { paths, degrees }: each path lists { s, x } with s from 0 to 1 and says whether it `arrived` or went `away`. Null where
 * the system is not square, has too many paths, is written as this page does not read it, or `stopped()` says so. The page
 * stays awake meanwhile.
 */
export async function pathsOf(equations, variables, stopped = () => false) {
  const n = variables.length;
  if (equations.length !== n || n === 0) return null;
  let polynomials;
  try {
    polynomials = equations.map((text) => termsOf(text, variables));
  } catch {
    return null;
  }
  const degrees = polynomials.map((terms) => Math.max(0, ...terms.map(({ e }) => e.reduce((a, b) => a + b, 0))));
  const count = degrees.reduce((a, b) => a * b, 1);
  if (count < 1 || count > mostPaths) return null;
  polynomials = polynomials.map((terms) => {
    const size = Math.max(...terms.map(({ c }) => Math.hypot(...c)));
    return terms.map(({ c, e }) => ({ c: [c[0] / size, c[1] / size], e }));
  });
  const largest = variables.map((_, v) => Math.max(1, ...polynomials.flatMap((terms) => terms.map(({ e }) => e[v]))));
  const system = { polynomials, largest };

  // (1 - s) turn (x_k^d_k - 1) + s f_k(x): its values, its Jacobian and its slope in s.
  const homotopy = (x, s) => {
    const target = evaluate(system, x);
    return target.map(({ value, slopes }, k) => {
      let power = [1, 0];
      for (let j = 1; j < degrees[k]; ++j) power = times(power, x[k]);
      const start = times(turn, [times(power, x[k])[0] - 1, times(power, x[k])[1]]);
      const startSlope = times(turn, [degrees[k] * power[0], degrees[k] * power[1]]);
      return {
        value: [(1 - s) * start[0] + s * value[0], (1 - s) * start[1] + s * value[1]],
        row: slopes.map((z, v) => (v === k ? [s * z[0] + (1 - s) * startSlope[0], s * z[1] + (1 - s) * startSlope[1]] : [s * z[0], s * z[1]])),
        inS: [value[0] - start[0], value[1] - start[1]],
      };
    });
  };
  const size = (x) => Math.max(...x.map((z) => Math.hypot(...z)));
  const move = (x, d, h) => x.map((z, v) => [z[0] - h * d[v][0], z[1] - h * d[v][1]]);
  const tangent = (x, s) => {
    const h = homotopy(x, s);
    return solved(h.map((e) => e.row), h.map((e) => e.inS));
  };
  const corrected = (x, s) => {
    for (let k = 0; k < 3; ++k) {
      const h = homotopy(x, s);
      const step = solved(h.map((e) => e.row), h.map((e) => e.value));
      if (step === null || !step.flat().every(Number.isFinite)) return null;
      x = move(x, step, 1);
      if (size(step) < 1e-9 * (1 + size(x))) return x;
    }
    return null;
  };

  const paths = [];
  let begin = performance.now();
  for (let index = 0; index < count; ++index) {
    if (performance.now() - begin > 8) {
      await new Promise((go) => setTimeout(go));
      if (stopped()) return null;
      begin = performance.now();
    }
    let rest = index;
    let x = degrees.map((d) => {
      const angle = (2 * Math.PI * (rest % d)) / d;
      rest = Math.floor(rest / d);
      return [Math.cos(angle), Math.sin(angle)];
    });
    const points = [{ s: 0, x }];
    let [s, h] = [0, 0.02];
    for (let steps = 0; s < 1 && steps < 600 && h > 1e-9 && size(x) < far; ++steps) {
      const to = Math.min(1, s + h);
      // Heun's step, then Newton's method.
      const first = tangent(x, s);
      const second = first && tangent(move(x, first, to - s), to);
      const guess = second && move(move(x, first, (to - s) / 2), second, (to - s) / 2);
      const next = guess && corrected(guess, to);
      if (!next || size(next.map((z, v) => [z[0] - guess[v][0], z[1] - guess[v][1]])) > 1e-2 * (1 + size(x))) {
        h /= 2;
        continue;
      }
      [x, s] = [next, to];
      points.push({ s, x });
      h = Math.min(0.02, h * 1.6);
    }
    // At a multiple solution the last steps are short.
    const away = size(x) > far / 100 && s > 0.99 && s < 1;
    paths.push({ points, arrived: s > 1 - 1e-4 && !away, away });
  }
  return { paths, degrees };
}
