// A question that stands before something that can't be taken back.

import { byId, el, fill } from "../dom.js";

/**
 * Asks; null where the answer is no, otherwise what was written ("" where nothing was asked for).
 * @param {string} title
 * @param {string} text
 * @param {string} yes what the button says
 * @param {{ asks?: string, needs?: boolean, bad?: boolean }} [options] `asks` labels a field; with `needs` it may not be empty
 * @returns {Promise<string | null>}
 */
export function ask(title, text, yes, { asks = "", needs = false, bad = false } = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("question"));
  const field = el("textarea", { id: "question-field", rows: 3, maxlength: 4000 });
  const problem = el("p", { class: "problem", role: "alert" });
  const no = el("button", { type: "button", class: "button" }, "Cancel");
  const form = el(
    "form",
    { class: "stage", novalidate: true },
    el("h2", { id: "question-title" }, title),
    el("p", {}, text),
    asks ? el("label", { for: "question-field" }, asks) : null,
    asks ? field : null,
    problem,
    el("div", { class: "field-row" }, el("button", { type: "submit", class: bad ? "button bad" : "button primary" }, yes), no),
  );
  fill(dialog, form);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (/** @type {string | null} */ answer) => {
      dialog.close();
      fill(dialog);
      resolve(answer);
    };
    no.addEventListener("click", () => end(null));
    dialog.addEventListener("cancel", () => resolve(null), { once: true });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (needs && !field.value.trim()) {
        fill(problem, "Please write a word on it.");
        field.focus();
      } else end(field.value.trim());
    });
  });
}

/**
 * Asks for a yes; with a field, gives what was written.
 * @type {{ (title: string, text: string, yes: string, options: { asks: string, needs?: boolean, bad?: boolean }): Promise<string | null>, (title: string, text: string, yes: string, options?: { bad?: boolean }): Promise<boolean> }}
 */
export const confirm = /** @type {any} */ (
  async (/** @type {string} */ title, /** @type {string} */ text, /** @type {string} */ yes, /** @type {any} */ options = {}) => {
    const answer = await ask(title, text, yes, options);
    return options.asks ? answer : answer !== null;
  }
);
