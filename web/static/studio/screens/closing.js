// After a conversation: the rating of the last reply, and a few questions.

import { el } from "../../dom.js";
import { Slot, ratingForm, readScales, scale, task } from "../parts.js";

/** @import { Closing } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/** @param {Desk} desk */
export function closing(desk) {
  const part = el("div", { class: "sheet" });
  const slot = new Slot(part);
  const update = (/** @type {Closing} */ screen) => {
    slot.show([screen.submitted, screen.rating?.turn], () => {
      if (screen.submitted) return [task("Thank you", "Your answers are kept. Your partner is still answering.")];
      if (screen.rating) return [task("Please rate the last reply", "Then a few closing questions, and you are done."), el("div", { class: "card" }, ratingForm(desk, screen.rating))];
      return [task("A few last questions", "They are about the conversation as a whole."), form(desk, screen)];
    });
  };
  return { part, update };
}

/** @param {Desk} desk @param {Closing} screen */
function form(desk, { questions }) {
  const scaled = questions.filter((question) => question.scale !== null).map((question) => question.id);
  const made = desk.form({
    key: "closing",
    submit: "Finish",
    does: () => {
      const answers = /** @type {Record<string, number | string> | null} */ (readScales(made, scaled));
      if (!answers) return "One question is still open.";
      for (const { id } of questions.filter((question) => question.scale === null)) {
        const field = made.querySelector(`textarea[name="${CSS.escape(id)}"]`);
        if (field instanceof HTMLTextAreaElement && field.value.trim()) answers[id] = field.value.trim();
      }
      return { kind: "close", answers };
    },
    children: questions.map(({ id, text, scale: steps, low, high }) =>
      steps
        ? scale({ name: id, text, scale: steps, low: low ?? "", high: high ?? "" })
        : el("div", { class: "field" }, el("label", { for: `closing-${id}` }, `${text} (optional)`), el("textarea", { id: `closing-${id}`, name: id, rows: 3, maxlength: 4000, dir: "auto" })),
    ),
  });
  return made;
}
