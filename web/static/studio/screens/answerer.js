// The answerer reads the pages, marks the words that hold the answer, and writes it; so do those who answer once more.

import { el } from "../../dom.js";
import { announce } from "../../notice.js";
import { counted } from "../../text.js";
import { Clock, Slot, keepAtEnd, progressWords, task, transcript } from "../parts.js";
import { money } from "../words.js";
import { enterSends } from "./ask.js";
import { Choosing } from "./choosing.js";
import { answeredTurns } from "./questioner.js";

/** @import { Additional, Answerer, View } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/** @param {Desk} desk */
export function answerer(desk) {
  const made = frame(desk);
  const { part, choosing, head, work, clock } = made;
  const update = (/** @type {Answerer} */ screen, /** @type {View} */ view) => {
    showHistory(made, answeredTurns(screen.turns), "reply");
    const answers = screen.can.includes("answer");
    const done = progressWords({ ...screen, minimum: screen.leave_from }, (amount) => money(amount, view.you.currency));
    if (head.show([screen.phase, screen.turns.length, done], () => [heading(answers, screen.turns.length), el("p", { class: "hint" }, done)])) announce(head.part.querySelector("h1")?.textContent ?? "");
    part.dataset.phase = screen.phase;
    choosing.browser.update(screen);
    work.show([answers, screen.turns.length], () => (answers ? answering(desk, choosing, String(screen.turns.length), {}) : nothing(choosing)));
    clock.update(screen, view);
  };
  return { part, update };
}

/** @param {Desk} desk @param {Additional} first */
export function additional(desk, first) {
  const made = frame(desk);
  const { part, choosing, head, work } = made;
  const update = (/** @type {Additional} */ screen) => {
    showHistory(made, [...answeredTurns(screen.turns), { question: screen.question, reply: null }], null);
    head.show(screen.item, () => [task("Answer the last question", "The conversation was held by others. Mark the words that hold the answer, then write it."), el("p", { class: "hint" }, `${counted(screen.done, "answer")} done.`)]);
    const known = screen.visited.length ? screen.visited : screen.documents;
    choosing.browser.update({ ...screen, visited: [...new Map([...screen.documents, ...known].map((page) => [page.document, page])).values()] });
    work.show(screen.item, () => {
      const skip = el("button", { type: "button", class: "quiet" }, "Skip");
      skip.addEventListener("click", () => void desk.act({ kind: "skip", item: screen.item }, { button: skip }));
      return answering(desk, choosing, first.item, { item: screen.item }, screen.can.includes("skip") ? skip : null);
    });
  };
  return { part, update };
}

/** @param {Desk} desk */
function frame(desk) {
  const choosing = new Choosing(desk);
  const history = new Slot(el("div", { class: "history", tabindex: 0, role: "region", "aria-label": "Conversation" }));
  const toEnd = keepAtEnd(history.part);
  const head = new Slot(el("div", { class: "head" }));
  const work = new Slot(el("div", { class: "work" }));
  const clock = new Clock();
  const part = el("div", { class: "desk" }, choosing.browser.part, history.part, el("div", { class: "tray" }, head.part, work.part, clock.part));
  return { part, choosing, history, toEnd, head, work, clock };
}

/** @param {ReturnType<typeof frame>} frame @param {import("../parts.js").Said[]} turns @param {"reply" | null} mine */
function showHistory({ history, toEnd }, turns, mine) {
  if (history.show(turns, () => [turns.length ? transcript(turns, mine) : null])) toEnd();
}

/** @param {Choosing} choosing */
function nothing(choosing) {
  choosing.part.remove();
  choosing.browser.mark();
  return [];
}

/** @param {boolean} answers @param {number} turns */
function heading(answers, turns) {
  if (answers) return task("Find the answer", "Follow links if it stands on another page. Select the words that hold it, then say it in a short sentence of your own.");
  return task(turns ? "Your partner is writing the next question" : "Your partner is writing the first question", "You can read meanwhile.");
}

/**
 * @param {Desk} desk
 * @param {Choosing} choosing
 * @param {string} key
 * @param {{ item?: string }} item
 * @param {HTMLElement | null} [more]
 */
function answering(desk, choosing, key, item, more = null) {
  const spans = `rationale-${key}`;
  choosing.part.remove();
  choosing.begin({ kind: "literal", key: spans, most: 1 });
  const field = el("textarea", { id: "answer-field", name: "text", rows: 2, maxlength: 4000, dir: "auto" });
  const problem = el("p", { class: "problem", role: "alert" });
  const none = el("button", { type: "button", class: "quiet" }, "The pages don’t say");
  none.addEventListener("click", () => void desk.act({ kind: "unanswerable", ...item }, { button: none, problem, drafts: [spans, `answer-${key}`] }));
  const form = desk.form({
    key: `answer-${key}`,
    drafts: [spans],
    submit: "Send the answer",
    does: () => {
      if (!choosing.spans.length) return "First select the words of the page that hold the answer.";
      if (!field.value.trim()) return "Please write the answer, too.";
      return { kind: "answer", ...item, rationale: choosing.spans[0], answer: field.value.trim() };
    },
    children: [choosing.part, el("label", { for: "answer-field" }, "Your answer"), field],
    beside: [none, more],
  });
  enterSends(field, form);
  return [form, problem];
}
