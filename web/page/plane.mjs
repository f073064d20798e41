// A canvas that shows a part of the plane: moved and zoomed by pointer, wheel, two fingers and keys, with handles to drag.

const reach = 22; // pixels around a handle that a finger may miss it by

export class Plane {
  /**
   * `draw(plane)` paints; `handles()` lists { x, y, name }; `moved(k, x, y, done)` is told of handle k; `looked()` when
   * someone has chosen another part of the plane; `names` of the axes.
   */
  constructor(canvas, { draw, handles = () => [], moved = () => {}, looked = () => {}, names = ["x", "y"] }) {
    this.looked = looked;
    this.names = names;
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.paint = draw;
    this.handles = handles;
    this.moved = moved;
    this.centre = [0, 0];
    this.perPixel = 0.01;
    this.selected = -1;
    this.isChosen = false; // the part that is shown, by hand or by the address
    this.pointers = new Map();
    canvas.tabIndex = 0;
    canvas.addEventListener("pointerdown", (e) => this.#down(e));
    canvas.addEventListener("pointermove", (e) => this.#move(e));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (e) => this.#up(e));
    canvas.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    canvas.addEventListener("keydown", (e) => this.#key(e));
    new ResizeObserver(() => this.redraw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  get width() {
    return this.canvas.clientWidth;
  }
  get height() {
    return this.canvas.clientHeight;
  }
  x(value) {
    return this.width / 2 + (value - this.centre[0]) / this.perPixel;
  }
  y(value) {
    return this.height / 2 - (value - this.centre[1]) / this.perPixel;
  }
  at(px, py) {
    return [
      this.centre[0] + (px - this.width / 2) * this.perPixel,
      this.centre[1] - (py - this.height / 2) * this.perPixel,
    ];
  }

  /** Shows all of these points, with a margin. */
  fit(points) {
    const finite = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
    const [xs, ys] = [finite.map((p) => p[0]), finite.map((p) => p[1])];
    const ends = (v) => (v.length ? [Math.min(...v), Math.max(...v)] : [-1, 1]);
    const [[x0, x1], [y0, y1]] = [ends(xs), ends(ys)];
    this.centre = [(x0 + x1) / 2, (y0 + y1) / 2];
    const wide = Math.max((x1 - x0) / Math.max(1, this.width), (y1 - y0) / Math.max(1, this.height));
    this.perPixel = Math.max(1.3 * wide, 1e-12 * Math.max(1, Math.hypot(...this.centre)), 1e-300) || 0.01;
    if (wide === 0) this.perPixel = Math.max(1, Math.hypot(...this.centre)) / 200;
    this.isChosen = false;
    this.looked();
    this.redraw();
  }

  /** What is shown, for the address: the middle, and half of the shorter side. Empty where it is what `fit` chose. */
  view() {
    if (!this.isChosen) return "";
    const half = (this.perPixel * Math.min(this.width, this.height)) / 2;
    const digits = Math.min(17, Math.max(4, Math.ceil(Math.log10(Math.max(...this.centre.map(Math.abs), half) / half)) + 4));
    return [...this.centre.map((c) => Number(c.toPrecision(digits))), Number(half.toPrecision(4))].join(",");
  }

  /** Shows what `view` told; false where the text is none of that kind. */
  see(text) {
    const numbers = (text ?? "").split(",").map(Number);
    if (!text || numbers.length !== 3 || !numbers.every(Number.isFinite) || !(numbers[2] > 0)) return false;
    this.centre = numbers.slice(0, 2);
    this.perPixel = Math.min(1e300, Math.max(1e-300, (2 * numbers[2]) / Math.max(1, Math.min(this.width, this.height))));
    this.isChosen = true;
    this.redraw();
    return true;
  }

  /** The shortest number that a hand cannot tell from this one here. */
  rounded(value) {
    const unit = 10 ** Math.floor(Math.log10(this.perPixel));
    return Math.abs(value) < 1e15 * unit ? Number((Math.round(value / unit) * unit).toPrecision(15)) : value;
  }

  #look() {
    this.isChosen = true;
    this.looked();
  }

  /** Asked of the page once for each picture. */
  colour(name) {
    this.colours ??= {};
    return (this.colours[name] ??= getComputedStyle(this.canvas).getPropertyValue(`--${name}`).trim());
  }

  redraw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      if (this.width === 0) return; // asked here, as before the picture it would be one more layout of the page
      this.colours = {};
      const scale = devicePixelRatio || 1;
      const [w, h] = [Math.round(this.width * scale), Math.round(this.height * scale)];
      if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
      this.context.setTransform(scale, 0, 0, scale, 0, 0);
      this.context.clearRect(0, 0, this.width, this.height);
      this.#grid();
      this.paint(this);
      this.#ring();
    });
  }

  dot(x, y, radius, colour) {
    const g = this.context;
    g.fillStyle = colour;
    g.beginPath();
    g.arc(this.x(x), this.y(y), radius, 0, 2 * Math.PI);
    g.fill();
  }

  square(x, y, half, colour, label = "") {
    const g = this.context;
    const [px, py] = [this.x(x), this.y(y)];
    g.fillStyle = colour;
    g.fillRect(px - half, py - half, 2 * half, 2 * half);
    if (label) g.fillText(label, px + half + 3, py - half);
  }

  line(points, colour, width = 1.5) {
    const g = this.context;
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.beginPath();
    points.forEach(([x, y], k) => (k === 0 ? g.moveTo(this.x(x), this.y(y)) : g.lineTo(this.x(x), this.y(y))));
    g.stroke();
  }

  #grid() {
    const g = this.context;
    const step = niceStep(80 * this.perPixel);
    const [left, top] = this.at(0, 0);
    const [right, bottom] = this.at(this.width, this.height);
    g.lineWidth = 1;
    g.font = "11px system-ui, sans-serif";
    const text = (value) => String(Number(value.toPrecision(10)));
    for (let k = Math.ceil(left / step); k * step <= right; ++k) {
      g.strokeStyle = this.colour(k === 0 ? "axis" : "grid");
      g.beginPath();
      g.moveTo(this.x(k * step), 0);
      g.lineTo(this.x(k * step), this.height);
      g.stroke();
      g.fillStyle = this.colour("faint");
      const name = text(k * step);
      if (this.x(k * step) + 3 + g.measureText(name).width < this.width) g.fillText(name, this.x(k * step) + 3, this.height - 4);
    }
    for (let k = Math.ceil(bottom / step); k * step <= top; ++k) {
      g.strokeStyle = this.colour(k === 0 ? "axis" : "grid");
      g.beginPath();
      g.moveTo(0, this.y(k * step));
      g.lineTo(this.width, this.y(k * step));
      g.stroke();
      g.fillStyle = this.colour("faint");
      if (this.y(k * step) < this.height - 20 && this.y(k * step) > 30) g.fillText(text(k * step), 3, this.y(k * step) - 3);
    }
    g.fillStyle = this.colour("text");
    g.fillText(`${this.names[1]} \u2191`, 3, 14);
    g.textAlign = "right";
    g.fillText(`${this.names[0]} \u2192`, this.width - 4, this.height - 18);
    g.textAlign = "left";
  }

  #ring() {
    const handle = this.handles()[this.selected];
    if (!handle) return;
    const g = this.context;
    g.strokeStyle = this.colour("text");
    g.lineWidth = 2;
    g.beginPath();
    g.arc(this.x(handle.x), this.y(handle.y), 11, 0, 2 * Math.PI);
    g.stroke();
  }

  #nearest(px, py) {
    let best = -1;
    let least = reach * reach;
    this.handles().forEach((handle, k) => {
      const d = (this.x(handle.x) - px) ** 2 + (this.y(handle.y) - py) ** 2;
      if (d < least) [least, best] = [d, k];
    });
    return best;
  }

  #down(e) {
    this.canvas.setPointerCapture(e.pointerId);
    this.pointers.set(e.pointerId, [e.offsetX, e.offsetY]);
    if (this.pointers.size === 1) {
      this.dragged = this.#nearest(e.offsetX, e.offsetY);
      this.selected = this.dragged;
    } else {
      this.#drop([...this.pointers.values()][0]);
    }
    this.redraw();
  }

  #move(e) {
    const before = this.pointers.get(e.pointerId);
    if (!before) {
      this.canvas.style.cursor = this.#nearest(e.offsetX, e.offsetY) >= 0 ? "grab" : "default";
      return;
    }
    const now = [e.offsetX, e.offsetY];
    if (this.pointers.size === 2) {
      const other = [...this.pointers.entries()].find(([id]) => id !== e.pointerId)[1];
      const apart = (p) => Math.max(10, Math.hypot(p[0] - other[0], p[1] - other[1]));
      this.#zoom(apart(before) / apart(now), other[0], other[1]);
    } else if (this.dragged >= 0) {
      this.moved(this.dragged, ...this.at(...now), false);
    } else {
      this.centre[0] -= (now[0] - before[0]) * this.perPixel;
      this.centre[1] += (now[1] - before[1]) * this.perPixel;
      this.#look();
    }
    this.pointers.set(e.pointerId, now);
    this.redraw();
  }

  #up(e) {
    const last = this.pointers.get(e.pointerId);
    if (!this.pointers.delete(e.pointerId)) return;
    this.#drop(e.type === "pointerup" ? [e.offsetX, e.offsetY] : last);
  }

  /** Ends a drag, where there is one: however it ends (a second finger, a gesture of the browser) the studio is told. */
  #drop(place) {
    if (this.dragged >= 0) this.moved(this.dragged, ...this.at(...place), true);
    this.dragged = -1;
  }

  #wheel(e) {
    e.preventDefault();
    this.#zoom(Math.exp(Math.sign(e.deltaY) * Math.min(0.3, Math.abs(e.deltaY) / 500)), e.offsetX, e.offsetY);
  }

  #zoom(factor, px, py) {
    const fixed = this.at(px, py);
    this.perPixel = Math.min(1e300, Math.max(1e-300, this.perPixel * factor));
    const moved = this.at(px, py);
    this.centre[0] += fixed[0] - moved[0];
    this.centre[1] += fixed[1] - moved[1];
    this.#look();
    this.redraw();
  }

  #key(e) {
    const count = this.handles().length;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = (e.shiftKey ? 20 : 2) * this.perPixel;
    if (e.key in arrows) {
      const [dx, dy] = arrows[e.key];
      const handle = this.handles()[this.selected];
      if (handle) this.moved(this.selected, handle.x + dx * step, handle.y + dy * step, true);
      else {
        this.centre = [this.centre[0] + 10 * dx * step, this.centre[1] + 10 * dy * step];
        this.#look();
      }
    } else if (e.key === "]" && count > 0) this.selected = (this.selected + 1) % count;
    else if (e.key === "[" && count > 0) this.selected = (Math.max(this.selected, 0) - 1 + count) % count;
    else if (e.key === "Escape") this.selected = -1;
    else if (e.key === "+" || e.key === "=") this.#zoom(0.8, this.width / 2, this.height / 2);
    else if (e.key === "-") this.#zoom(1.25, this.width / 2, this.height / 2);
    else return;
    e.preventDefault();
    this.redraw();
  }
}

/** 1, 2 or 5 times a power of ten, at least this. */
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= least * 0.999);
}
