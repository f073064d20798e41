// The library runs here, so that the page never waits for it.
// Each verb is a module of its own, loaded when it is first asked for.
import { Library } from "./library.mjs";

const loaded = {};
function library(verb) {
  loaded[verb] ??= import(`./vieta_${verb}.mjs`).then(async (file) => new Library(await file.default()));
  return loaded[verb];
}

onmessage = async ({ data: { id, verb, question } }) => {
  try {
    const here = await library(verb);
    const begin = performance.now();
    const answer = here[verb](question);
    postMessage({ id, answer, milliseconds: performance.now() - begin });
  } catch (problem) {
    // A fault of the machine (memory that ran out) leaves the library in no state that could be trusted.
    const fatal = problem instanceof WebAssembly.RuntimeError;
    postMessage({ id, problem: fatal ? `the library stopped: ${problem.message}` : problem.message, fatal });
  }
};
