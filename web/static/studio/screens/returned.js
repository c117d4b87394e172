// A conversation that a reviewer sent back: one's own words can be mended, then it goes to the reviewer again.

import { el } from "../../dom.js";
import { Slot, task } from "../parts.js";

/** @import { Returned } from "../../../studio.js" */

/** @param {import("../desk.js").Desk} desk */
export function returned(desk) {
  const part = el("div", { class: "sheet" });
  const slot = new Slot(part);
  const update = (/** @type {Returned} */ screen) => {
    slot.show(screen, () => {
      const again = el("button", { type: "button", class: "button primary large" }, "Send it to the reviewer again");
      again.addEventListener("click", () => void desk.act({ kind: "resubmit" }, { button: again }));
      return [
        task("Please look at this conversation once more"),
        el("blockquote", { class: "note" }, el("p", { class: "label" }, "The reviewer wrote"), el("p", { dir: "auto" }, screen.note)),
        ...screen.turns.map((turn) => turnForm(desk, screen, turn)),
        again,
      ];
    });
  };
  return { part, update };
}

/**
 * @param {import("../desk.js").Desk} desk
 * @param {Returned} screen
 * @param {Returned["turns"][number]} turn
 */
function turnForm(desk, { mine, session }, turn) {
  const id = `amend-${turn.number}`;
  const field = el("textarea", { id, name: "text", rows: 3, maxlength: 4000, dir: "auto" });
  field.value = turn[mine] ?? "";
  const other = mine === "question" ? turn.reply : turn.question;
  const theirs = el("p", { class: "hint", dir: "auto" }, other);
  const own = [el("label", { for: id }, `Your ${mine} in turn ${turn.number + 1}`), field];
  return desk.form({
    key: `amend-${session}-${turn.number}`,
    class: "card",
    submit: "Save the change",
    does: () => (field.value.trim() ? { kind: "amend", turn: turn.number, text: field.value.trim() } : "It can't be empty."),
    children: mine === "question" ? [...own, theirs] : [theirs, ...own],
  });
}
