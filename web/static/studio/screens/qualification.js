// The test before the first task, with an explanation of each answer after it.

import { el } from "../../dom.js";
import { counted } from "../../text.js";
import { readScales, task } from "../parts.js";

/** @import { Qualification } from "../../../studio.js" */

/**
 * @param {import("../desk.js").Desk} desk
 * @param {Qualification} screen
 */
export function qualification(desk, screen) {
  const names = screen.questions.map((question) => question.id);
  const form = desk.form({
    key: "qualify",
    submit: "Send my answers",
    does: () => {
      const answers = readScales(form, names);
      return answers ? { kind: "qualify", answers } : "One question is still open.";
    },
    children: screen.questions.map(({ id, text, options }) =>
      el("fieldset", { class: "choices" }, el("legend", {}, text), ...options.map((option, number) => el("label", { class: "choice" }, el("input", { type: "radio", name: id, value: number }), el("span", {}, option)))),
    ),
  });
  const last = screen.last && screen.last.passed === false ? explained(screen) : null;
  const left = `${counted(screen.needed, "answer")} of ${screen.questions.length} must be right. You have ${counted(screen.attempts_left, "attempt")}.`;
  const part = el("div", { class: "sheet" }, task("First, a few questions", left), last, el("div", { class: "prose" }, ...screen.text.map((text) => el("p", {}, text))), form);
  return { part, update: () => {} };
}

/** @param {Qualification} screen */
function explained(screen) {
  const { last, questions } = screen;
  if (!last) return null;
  const lines = last.explained.flatMap(({ id, chosen, right, why }) => {
    const question = questions.find((one) => one.id === id);
    if (!question || chosen === right) return [];
    return [el("li", {}, el("p", {}, question.text), el("p", {}, "Better: ", el("strong", {}, question.options[right] ?? ""), ". ", why))];
  });
  return el("div", { class: "card" }, el("p", {}, `${last.right} of ${last.of} were right. Read why, and try again.`), el("ul", { class: "explained" }, ...lines));
}
