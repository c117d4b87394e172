// Signing in with a key, where the server asks for one.

import * as api from "./api.js";
import { byId, el, fill } from "./dom.js";

/**
 * Asks for a key until one is accepted.
 * @returns {Promise<void>}
 */
export function askForKey() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("sign-in"));
  const field = el("input", { type: "password", id: "key", required: true, autocomplete: "current-password", spellcheck: "false", "aria-describedby": "key-problem" });
  const problem = el("p", { class: "remark bad", id: "key-problem", role: "alert" });
  const form = el(
    "form",
    { class: "stage" },
    el("h2", { id: "sign-in-title" }, "Sign in"),
    el("p", {}, "This server answers those who have a key. Whoever runs it can make one with ", el("code", {}, "grice keys add"), "."),
    el("label", { for: "key" }, "Key"),
    field,
    problem,
    el("div", { class: "field-row" }, el("button", { type: "submit", class: "button primary" }, "Sign in")),
  );
  fill(dialog, form);
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  if (!dialog.open) dialog.showModal();
  field.focus();
  return new Promise((resolve) => {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      fill(problem);
      try {
        await api.signIn(field.value.trim());
        dialog.close();
        resolve();
      } catch (error) {
        const { message, hint } = api.Problem.of(error);
        fill(problem, hint ? `${message} ${hint}` : message);
        field.select();
      }
    });
  });
}
