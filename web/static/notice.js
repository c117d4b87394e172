// What is told in passing: to the eye at the bottom of the page, to screen readers in a live region.

import { Problem } from "./api.js";
import { byId, el, fill, iconButton, put } from "./dom.js";

/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const region = byId("announcer");
  // The same words said twice are only read twice if the region changed in between.
  fill(region);
  setTimeout(() => fill(region, text), 50);
}

/**
 * Shows a message until it is closed, or for a while where nothing is asked of the reader.
 * @param {string} text
 * @param {{ hint?: string | null, bad?: boolean }} [options]
 */
export function notify(text, { hint = null, bad = false } = {}) {
  const place = byId("notices");
  const box = el("div", { class: bad ? "notice bad" : "notice" });
  const words = el("p", {}, text);
  if (hint) put(words, " ", el("span", { class: "hint" }, hint));
  put(box, words, iconButton("close", "Dismiss", () => box.remove()));
  place.append(box);
  while (place.children.length > 3) place.firstElementChild?.remove();
  announce(hint ? `${text} ${hint}` : text);
  if (!bad) setTimeout(() => box.remove(), 6000);
}

/**
 * Shows what went wrong.
 * @param {unknown} error
 */
export function report(error) {
  const problem = Problem.of(error);
  if (problem.type === "authentication") return;
  notify(problem.message, { hint: problem.hint, bad: true });
}
