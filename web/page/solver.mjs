// Questions to the library in its worker.

let worker = null;
let next = 1;
const waiting = new Map();

function start() {
  worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    const question = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fatal) restart();
    if (data.problem !== undefined) question.refuse(new Error(data.problem));
    else question.take({ answer: data.answer, milliseconds: data.milliseconds });
  };
  worker.onerror = (event) => {
    event.preventDefault();
    restart(event.message || "the library could not be loaded");
  };
}

function restart(reason = "the library was started again") {
  worker.terminate();
  worker = null;
  for (const question of waiting.values()) question.refuse(new Error(reason));
  waiting.clear();
}

/** A promise of { answer, milliseconds }. */
export function ask(verb, question) {
  if (worker === null) start();
  return new Promise((take, refuse) => {
    waiting.set(next, { take, refuse });
    worker.postMessage({ id: next++, verb, question });
  });
}

/**
 * A function that asks, and calls `show(answer, milliseconds, question)` or `complain(error)`. While one question is being
 * answered only the newest of those that follow is kept: a picture that is dragged never lags behind.
 */
export function newest(verb, show, complain) {
  let busy = false;
  let kept = null;
  async function put(question) {
    if (busy) {
      kept = question;
      return;
    }
    busy = true;
    try {
      const { answer, milliseconds } = await ask(verb, question);
      show(answer, milliseconds, question);
    } catch (problem) {
      complain(problem);
    }
    busy = false;
    if (kept !== null) {
      const again = kept;
      kept = null;
      put(again);
    }
  }
  return put;
}
