// What a reader thinks of a reply: a verdict, and a note if they like.

import * as api from "./api.js";
import { el, fill, put } from "./dom.js";
import { announce, report } from "./notice.js";

/** @import { Feedback, Turn, Verdict } from "../types.js" */

/** @type {[Verdict, string][]} */
const VERDICTS = [["useful", "Useful"], ["wrong", "Wrong"], ["not-in-source", "Not in the source"]];

/**
 * @param {string} conversation
 * @param {Turn} turn
 */
export function feedback(conversation, turn) {
  const row = el("div", { class: "verdicts", role: "group", "aria-label": "What do you think of this reply?" });
  const note = el("div", { class: "note-place" });
  const buttons = VERDICTS.map(([verdict, label]) =>
    el("button", { type: "button", class: "quiet", "aria-pressed": "false", "data-verdict": verdict, onclick: () => choose(verdict) }, label),
  );
  put(row, ...buttons);
  show();
  return { row, note };

  function show() {
    for (const button of buttons) button.setAttribute("aria-pressed", String(turn.feedback?.verdict === button.dataset.verdict));
  }

  /** @param {Verdict} verdict */
  async function choose(verdict) {
    const same = turn.feedback?.verdict === verdict;
    const kept = await save(same ? null : { verdict, note: turn.feedback?.note ?? null });
    if (kept && !same) askNote(verdict);
    if (kept && same) fill(note);
  }

  /** @param {Feedback | null} given */
  async function save(given) {
    const before = turn.feedback;
    turn.feedback = given;
    show();
    try {
      await api.giveFeedback(conversation, turn.number, given);
      announce(given ? "Noted." : "Taken back.");
      return true;
    } catch (error) {
      turn.feedback = before;
      show();
      report(error);
      return false;
    }
  }

  /** @param {Verdict} verdict */
  function askNote(verdict) {
    const label = verdict === "useful" ? "Anything to add? (optional)" : "What should it have said? (optional)";
    const id = `note-${turn.number}`;
    const field = el("input", { type: "text", id, maxlength: 2000, autocomplete: "off" });
    field.value = turn.feedback?.note ?? "";
    const form = el("form", { class: "note-form" }, el("label", { for: id }, label), el("div", { class: "field-row" }, field, el("button", { type: "submit", class: "button" }, "Save"), el("button", { type: "button", class: "quiet", onclick: () => fill(note) }, "No note")));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await save({ verdict, note: field.value.trim() || null })) fill(note, el("p", { class: "thanks" }, "Noted. Thank you."));
    });
    fill(note, form);
  }
}
