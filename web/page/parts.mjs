// Small parts that all studios share: elements, numbers as text, copying, the state in the address.

/** An element: part("p", { class: "note" }, "text", child). */
export function part(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** A control with its label. */
export function labelled(text, control) {
  return part("label", {}, part("span", {}, text), control);
}

export function choice(options, value, changed) {
  const list = part("select", { onchange: () => changed(list.value) });
  for (const [key, text] of options) list.append(part("option", { value: key, selected: key === value }, text));
  return list;
}

/** A radius or another bound, never rounded down. */
export function upward(value, digits = 2) {
  if (!Number.isFinite(value)) return "not proven";
  if (value === 0) return "0";
  let text = value.toExponential(digits - 1);
  if (Number(text) < value) {
    const [mantissa, exponent] = text.split("e");
    const next = String(Number(mantissa.replace(".", "")) + 1); // one unit of the last place more
    text = next.length > digits ? `${(1).toFixed(digits - 1)}e${Number(exponent) + 1}` : `${next[0]}.${next.slice(1)}e${exponent}`;
  }
  return text.replace("e+0", "").replace("e+", "e");
}

/** A lower bound, never rounded up. */
export function downward(value, digits) {
  const text = value.toExponential(digits - 1);
  if (!(Number(text) > value)) return text;
  const unit = 10 ** (Number(text.split("e")[1]) - digits + 1);
  return (value - unit / 2).toExponential(digits - 1);
}

/** The same decimal without its exponent, where that is short. */
export function plainDecimal(text) {
  const [, sign, whole, part = "", exponent] = /^(-?)(\d)(?:\.(\d*))?e([+-]?\d+)$/.exec(text) ?? [];
  const e = Number(exponent);
  if (exponent === undefined || e < -4 || e > 15) return text;
  const digits = whole + part;
  if (e < 0) return `${sign}0.${"0".repeat(-e - 1)}${digits}`;
  return digits.length <= e + 1 ? sign + digits + "0".repeat(e + 1 - digits.length) : `${sign}${digits.slice(0, e + 1)}.${digits.slice(e + 1)}`;
}

/** A text as one word of a shell. */
export function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A time for people. */
export function milliseconds(value) {
  return value < 10 ? `${value.toFixed(1)} ms` : value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;
}

/** A button that copies what `text()` gives, and says so. */
export function copyButton(name, text) {
  const button = part("button", { type: "button", title: "copy to the clipboard" }, name);
  button.addEventListener("click", async () => {
    const copied = text();
    try {
      await navigator.clipboard.writeText(copied);
    } catch {
      // Without a secure address the clipboard is closed; an old way is open.
      const area = part("textarea", { class: "away" });
      area.value = copied;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    button.textContent = "copied";
    setTimeout(() => (button.textContent = name), 1200);
  });
  return button;
}

/** The address: #studio?key=value&... A plus is a plus there, as people type it. */
export function readAddress() {
  const [studio, rest = ""] = location.hash.slice(1).split("?");
  return { studio, values: new URLSearchParams(rest.replaceAll("+", "%2B")) };
}

export function query(values) {
  const pairs = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "" && value !== undefined));
  return String(pairs).replaceAll("+", "%20");
}

let later = 0;
export function writeAddress(studio, values) {
  clearTimeout(later);
  later = setTimeout(() => history.replaceState(null, "", `#${studio}?${query(values)}`), 150);
}

/** The line below a picture that says what was found, or what is wrong. */
export function say(element, text, wrong = false) {
  element.textContent = text;
  element.classList.toggle("wrong", wrong);
}
