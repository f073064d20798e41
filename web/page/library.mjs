// The C interface of vieta (include/vieta.h) for JavaScript: plain objects go in and come out, and what went wrong is an
// Error with the library's own words. web/layout.cpp holds the offsets of the structures to those of the compiler.

const mostDegree = 40; // of an approximation whose degree is looked for; higher ones take long in a browser
const codes = { solved: 0, misuse: 1, partial: 2, outOfMemory: 3 };
export const rootStatuses = ["isolated", "cluster", "wide", "unproven", "at border", "multiple"];
export const realStatuses = ["ok", "touching", "unresolved", "zero polynomial", "bad input"];
export const minimaxStatuses = ["optimal", "stalled", "not proven", "not optimal"];

export class Library {
  /** `module`: what the function of vieta_roots.mjs, vieta_boxes.mjs or another of them made. */
  constructor(module) {
    this.m = module;
  }

  version() {
    return this.m.UTF8ToString(this.m._vieta_version());
  }

  /** Of { text } or { re, im }; `uncertainty` and `digits` as in vieta_roots_options. */
  roots({ text, re, im, uncertainty = 0, digits = 0, seconds = 20 }) {
    return this.#inMemory((memory) => {
      const options = memory.room(48);
      const mostDigits = this.m._vieta_page_most_digits();
      digits = Math.min(digits, mostDigits);
      this.m.HEAP32[options / 4] = digits;
      this.m.HEAPF64[options / 8 + 1] = uncertainty;
      const run = this.#run(memory, seconds);
      const place = memory.room(8);
      const code =
        text !== undefined
          ? this.m._vieta_roots_of_text(memory.text(text), options, run, place)
          : this.m._vieta_roots_of(re.length, memory.doubles(re), memory.doubles(im), options, run, place);
      const result = this.#result(code, place);
      try {
        const count = this.m._vieta_roots_count(result);
        const first = this.m._vieta_roots_discs(result);
        const decimal = (k, part) => {
          const pointer = this.m._vieta_roots_decimal(result, k, part);
          return pointer === 0 ? undefined : this.m.UTF8ToString(pointer);
        };
        const discs = [];
        for (let k = 0; k < count; ++k) {
          const d = first / 8 + 6 * k;
          const i = first / 4 + 12 * k;
          discs.push({
            re: this.m.HEAPF64[d],
            im: this.m.HEAPF64[d + 1],
            radius: this.m.HEAPF64[d + 2],
            multiplicity: this.m.HEAP32[i + 6],
            status: rootStatuses[this.m.HEAP32[i + 8]],
            real: this.m.HEAP32[i + 9] !== 0,
            // Where doubles do not hold all digits that were asked for: the disc in decimal.
            ...(digits > 15 ? { decimals: [0, 1, 2].map((part) => decimal(k, part)) } : {}),
          });
        }
        return { discs, complete: code === codes.solved, mostDigits };
      } finally {
        this.m._vieta_roots_free(result);
      }
    });
  }

  /** The real roots in [lo, hi] of each of `rows`: coefficients, ascending, all of one degree from 0 to 64. */
  real_roots({ rows, lo, hi, seconds = 20 }) {
    return this.#inMemory((memory) => {
      const m = this.m;
      const degree = rows[0].length - 1;
      const [roots, counts, statuses] = [8 * rows.length * degree, rows.length, rows.length].map((bytes) => memory.room(bytes));
      const code = m._vieta_real_roots(
        rows.length, degree, memory.doubles(rows.flat()), lo, hi, 0, this.#run(memory, seconds), roots, counts, statuses, 0,
      );
      if (code === codes.misuse || code === codes.outOfMemory) throw new Error(this.#complaint());
      return rows.map((_, row) => {
        const first = roots / 8 + row * degree;
        return {
          roots: Array.from(m.HEAPF64.slice(first, first + m.HEAPU8[counts + row])),
          status: realStatuses[m.HEAPU8[statuses + row]],
        };
      });
    });
  }

  /** Of a system in the JSON of docs/reference/boxes.md; the answer is the program's JSON. */
  boxes({ system, seconds = 20 }) {
    return this.#inMemory((memory) => {
      const place = memory.room(8);
      const code = this.m._vieta_boxes_of_text(memory.text(system), 0, this.#run(memory, seconds), place);
      const result = this.#result(code, place);
      try {
        return JSON.parse(this.#take(this.m._vieta_boxes_json(result)));
      } finally {
        this.m._vieta_boxes_free(result);
      }
    });
  }

  /** All isolated complex solutions of a system; the answer is the program's JSON. */
  solve({ system, seconds = 20 }) {
    return this.#inMemory((memory) => {
      const place = memory.room(8);
      const result = this.#result(this.m._vieta_solve_of(memory.text(system), 0, this.#run(memory, seconds), place), place);
      try {
        return JSON.parse(this.#take(this.m._vieta_points_json(result)));
      } finally {
        this.m._vieta_points_free(result);
      }
    });
  }

  /**
   * The best polynomial or quotient, and its code in each of `languages`. With `within` in the place of the degree: of the
   * least degree with no error above this one, found as the program's --error finds it (cli/verbs/minimax_within.cpp).
   */
  minimax({ within = 0, ...question }) {
    if (!(within > 0)) return this.#minimax(question);
    const reaches = (degree) => this.#minimax({ ...question, degree, format: "f64", languages: [], quick: true }).optimum <= within;
    let [fails, holds] = [0, 1];
    while (holds <= mostDegree && !reaches(holds)) [fails, holds] = [holds, holds === mostDegree ? holds + 1 : Math.min(2 * holds + 1, mostDegree)];
    while (holds <= mostDegree && holds - fails > 1) {
      const middle = (fails + holds) >> 1;
      if (reaches(middle)) holds = middle;
      else fails = middle;
    }
    for (let degree = holds; degree <= mostDegree; ++degree) {
      const found = this.#minimax({ ...question, degree });
      if (found.maxError <= within) return found;
      // Where rounding alone costs much more than what is wanted, no higher degree makes up for it.
      if (found.optimum <= within / 16 || found.maxError > 1e3 * within)
        throw new Error(
          `largest error: found ${within}, expected one that coefficients in ${question.format} reach: degree ${degree}, the least whose best p does, has ${found.maxError.toPrecision(4)} with them`,
        );
    }
    throw new Error(`largest error: found ${within}, expected one that a degree up to ${mostDegree} reaches; a shorter interval, or a denominator, may do`);
  }

  #minimax({ f, lo, hi, degree, denominator = 0, form = "", error = "absolute", format = "f64", languages = [], seconds = 30, quick = false }) {
    // To the C interface 0 is the usual degree.
    for (const [name, value, least] of [["degree", degree, 1], ["degree of the denominator", denominator, 0]])
      if (!Number.isInteger(value) || value < least || value > 500) throw new Error(`${name}: found '${value}', expected a whole number from ${least} to 500`);
    return this.#inMemory((memory) => {
      const options = memory.room(40);
      const text = (value) => (value ? memory.text(value) : 0);
      const fields = [text(lo), text(hi), degree, denominator, text(form), text(error), text(format), Number(quick), Number(quick)];
      fields.forEach((value, k) => (this.m.HEAP32[options / 4 + k] = value));
      const place = memory.room(8);
      const code = this.m._vieta_minimax_of(memory.text(f), options, this.#run(memory, seconds), place);
      const result = this.#result(code, place);
      try {
        const told = memory.room(40);
        this.m._vieta_minimax_told(told, result);
        const number = (k) => this.m.HEAPF64[told / 8 + k];
        const status = minimaxStatuses[this.m.HEAP32[told / 4]];
        const [optimum, lowerBound, maxError, provenBound] = [number(1), number(2), number(3), number(4)];
        const arrays = memory.room(8);
        const count = this.m._vieta_minimax_coefficients(result, arrays, arrays + 4);
        const exponents = Array.from(this.#slice(this.m.HEAP32, arrays, 4, count));
        const coefficients = Array.from(this.#slice(this.m.HEAPF64, arrays + 4, 8, count));
        const below = this.m._vieta_minimax_denominator(result, arrays);
        const divisor = Array.from(this.#slice(this.m.HEAPF64, arrays, 8, below));
        const codeTexts = {};
        for (const language of languages) {
          const source = this.m._vieta_minimax_code(result, memory.text(language), 0);
          codeTexts[language] = source ? this.#take(source) : `// ${this.#complaint()}`;
        }
        return { degree, status, optimum, lowerBound, maxError, provenBound, exponents, coefficients, divisor, code: codeTexts };
      } finally {
        this.m._vieta_minimax_free(result);
      }
    });
  }

  #complaint() {
    return this.m.UTF8ToString(this.m._vieta_error_text());
  }

  #result(code, place) {
    if (code === codes.misuse || code === codes.outOfMemory) throw new Error(this.#complaint());
    return this.m.HEAPU32[place / 4];
  }

  #run(memory, seconds) {
    const run = memory.room(32);
    this.m.HEAP32[run / 4 + 1] = 1; // thread
    this.m.HEAPF64[run / 8 + 1] = seconds;
    return run;
  }

  #slice(heap, place, bytes, count) {
    const first = this.m.HEAPU32[place / 4] / bytes;
    return heap.slice(first, first + count);
  }

  /** A text that the library made, which is freed here. */
  #take(pointer) {
    if (pointer === 0) throw new Error(this.#complaint());
    const text = this.m.UTF8ToString(pointer);
    this.m._vieta_text_free(pointer);
    return text;
  }

  /** Memory of the library for the time of one call. */
  #inMemory(work) {
    const taken = [];
    const m = this.m;
    const memory = {
      room(bytes) {
        const pointer = m._malloc(Math.max(8, bytes));
        if (pointer === 0) throw new Error("out of memory");
        taken.push(pointer);
        m.HEAPU8.fill(0, pointer, pointer + bytes);
        return pointer;
      },
      text(value) {
        const bytes = m.lengthBytesUTF8(value) + 1;
        const pointer = memory.room(bytes);
        m.stringToUTF8(value, pointer, bytes);
        return pointer;
      },
      doubles(values) {
        const pointer = memory.room(8 * values.length);
        m.HEAPF64.set(values, pointer / 8);
        return pointer;
      },
    };
    try {
      return work(memory);
    } finally {
      taken.forEach((pointer) => m._free(pointer));
    }
  }
}
