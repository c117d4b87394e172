// The field for a question, with advice while it is typed.

import { el, fill } from "../../dom.js";

/** @import { Note } from "../../../studio.js" */

/**
 * @param {import("../desk.js").Desk} desk
 * @param {{ key: string, label: string, given?: string | null, checks?: boolean }} options
 */
export function askForm(desk, { key, label, given = null, checks = false }) {
  const field = el("textarea", { id: "ask-field", name: "text", rows: 2, maxlength: 4000, dir: "auto", "data-primary": true, "aria-describedby": checks ? "advice" : null });
  if (given) field.value = given;
  const notes = el("ul", { class: "advice", id: "advice", "aria-live": "polite" });
  const form = desk.form({
    key,
    class: "asking",
    submit: "Send the question",
    does: () => (field.value.trim() ? { kind: "ask", question: field.value.trim() } : "Please write a question first."),
    children: [el("label", { for: "ask-field" }, label), field, checks ? notes : null],
  });
  enterSends(field, form);
  if (checks) watch(field, async (text) => fill(notes, ...adviceLines(text ? await desk.line.advice({ question: text }) : [])));
  return form;
}

/** @param {Note[]} notes */
export function adviceLines(notes) {
  return notes.map(({ text, words }) => el("li", {}, text, words.length ? el("span", { class: "words" }, ...words.map((word) => el("q", {}, word))) : null));
}

/**
 * Enter sends, Shift+Enter begins a new line.
 * @param {HTMLTextAreaElement} field
 * @param {HTMLFormElement} form
 */
export function enterSends(field, form) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
}

/**
 * Tells what is typed when there is a moment's rest.
 * @param {HTMLTextAreaElement | HTMLInputElement} field
 * @param {(text: string) => Promise<unknown>} tell
 */
export function watch(field, tell) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let rest;
  const later = () => {
    clearTimeout(rest);
    rest = setTimeout(() => void tell(field.value.trim()), 500);
  };
  field.addEventListener("input", later);
  if (field.value) later();
}
