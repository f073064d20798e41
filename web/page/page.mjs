// The page: one studio at a time, named in the address.
import { part, readAddress } from "./parts.mjs";

const studios = {
  roots: ["Roots", () => import("./studio_roots.mjs")],
  curves: ["Curves", () => import("./studio_curves.mjs")],
  systems: ["Systems", () => import("./studio_systems.mjs")],
  rays: ["Rays", () => import("./studio_rays.mjs")],
  functions: ["Functions", () => import("./studio_functions.mjs")],
};

const links = document.querySelector("nav");
const room = document.getElementById("studio");
for (const [key, [name]] of Object.entries(studios)) links.append(part("a", { href: `#${key}`, id: `to-${key}` }, name));

let open = { close() {} };
async function show() {
  const { studio, values } = readAddress();
  const key = studio in studios ? studio : "roots";
  for (const link of links.children) {
    if (link.id === `to-${key}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  open.close();
  open = { close() {} };
  room.replaceChildren();
  room.dataset.studio = key;
  document.title = `${studios[key][0]} - vieta in your browser`;
  const module = await studios[key][1]();
  if (room.dataset.studio === key) open = module.open(room, values) ?? open;
}

addEventListener("hashchange", show);
show();
