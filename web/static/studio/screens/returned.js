// A conversation that a reviewer sent back: one's own words can be mended, then it goes to the reviewer again.

import { el, fill } from "../../dom.js";
import { Slot, task } from "../parts.js";

/** @import { Does, Returned } from "../../../studio.js" */
/** @typedef {{ form: HTMLFormElement, field: HTMLTextAreaElement, key: string, does: () => Does | string, changed: () => boolean }} Mending */

/** @param {import("../desk.js").Desk} desk */
export function returned(desk) {
  const part = el("div", { class: "sheet" });
  const slot = new Slot(part);
  const update = (/** @type {Returned} */ screen) => {
    slot.show(screen, () => {
      const turns = screen.turns.map((turn) => turnForm(desk, screen, turn));
      const problem = el("p", { class: "problem", role: "alert" });
      const again = el("button", { type: "button", class: "button primary large" }, "Send it to the reviewer again");
      again.addEventListener("click", () => void send(desk, turns, again, problem));
      return [
        task("Please look at this conversation once more"),
        el("blockquote", { class: "note" }, el("p", { class: "label" }, "The reviewer wrote"), el("p", { dir: "auto" }, screen.note)),
        ...turns.map(({ form }) => form),
        problem,
        again,
      ];
    });
  };
  return { part, update };
}

/**
 * What was changed and not saved goes with it: whoever sends it means what they see.
 * @param {import("../desk.js").Desk} desk
 * @param {Mending[]} turns
 * @param {HTMLElement} button
 * @param {HTMLElement} problem
 */
async function send(desk, turns, button, problem) {
  fill(problem);
  const changed = turns.filter((turn) => turn.changed()).map(({ field, key, does }) => ({ field, key, doing: does() }));
  for (const { field, doing } of changed) {
    if (typeof doing !== "string") continue;
    fill(problem, doing);
    field.focus();
    return;
  }
  for (const { key, doing } of changed) {
    if (typeof doing === "string" || !(await desk.act(doing, { drafts: [key], problem, button }))) return;
  }
  await desk.act({ kind: "resubmit" }, { problem, button });
}

/**
 * @param {import("../desk.js").Desk} desk
 * @param {Returned} screen
 * @param {Returned["turns"][number]} turn
 * @returns {Mending}
 */
function turnForm(desk, { mine, session }, turn) {
  const id = `amend-${turn.number}`;
  const key = `amend-${session}-${turn.number}`;
  const saved = turn[mine] ?? "";
  const field = el("textarea", { id, name: "text", rows: 3, maxlength: 4000, dir: "auto" });
  field.value = saved;
  const other = mine === "question" ? turn.reply : turn.question;
  const theirs = el("p", { class: "hint", dir: "auto" }, other);
  const own = [el("label", { for: id }, `Your ${mine} in turn ${turn.number + 1}`), field];
  const does = () => (field.value.trim() ? /** @type {Does} */ ({ kind: "amend", turn: turn.number, text: field.value.trim() }) : "It can't be empty.");
  const form = desk.form({
    key,
    class: "card",
    submit: "Save the change",
    does,
    children: mine === "question" ? [...own, theirs] : [theirs, ...own],
  });
  return { form, field, key, does, changed: () => field.value.trim() !== saved.trim() };
}
