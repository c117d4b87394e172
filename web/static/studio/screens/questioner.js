// The questioner sees titles and section titles, never the text, and asks.

import { el, put } from "../../dom.js";
import { announce } from "../../notice.js";
import { Clock, Slot, keepAtEnd, progressWords, task, transcript } from "../parts.js";
import { money } from "../words.js";
import { askForm } from "./ask.js";

/** @import { AnsweredTurn, Questioner, View } from "../../../studio.js" */

/** @param {AnsweredTurn[]} turns */
export function answeredTurns(turns) {
  return turns.map(({ question, answer, unanswerable, topic }) => ({
    question,
    reply: unanswerable ? "The pages don’t say." : answer,
    note: topic && !unanswerable ? `from ${topic}` : null,
  }));
}

/** @param {import("../desk.js").Desk} desk */
export function questioner(desk) {
  const history = new Slot(el("div", { class: "history", tabindex: 0, role: "region", "aria-label": "Conversation" }));
  const toEnd = keepAtEnd(history.part);
  const head = new Slot(el("div", { class: "head" }));
  const ask = new Slot(el("div"));
  const topics = new Slot(el("aside", { class: "topics", "aria-label": "Topics" }));
  const clock = new Clock();
  const part = el("div", { class: "talk with-topics" }, topics.part, history.part, el("div", { class: "tray" }, head.part, ask.part, clock.part));
  const update = (/** @type {Questioner} */ screen, /** @type {View} */ view) => {
    const turns = answeredTurns(screen.turns);
    if (history.show(turns, () => [turns.length ? transcript(turns, "question") : null])) toEnd();
    const number = screen.turns.length;
    const asks = screen.phase === "question" && screen.can.includes("ask");
    const done = progressWords({ ...screen, minimum: screen.leave_from }, (amount) => money(amount, view.you.currency));
    if (head.show([screen.phase, number, done], () => [heading(screen), el("p", { class: "hint" }, done)])) announce(head.part.querySelector("h1")?.textContent ?? "");
    topics.show(screen.topics, () => topicList(screen));
    ask.show([asks, number], () => (asks ? [askForm(desk, { key: `ask-${number}`, label: "Your question", given: number === 0 ? screen.given : null, checks: true })] : []));
    clock.update(screen, view);
  };
  return { part, update };
}

/** @param {Questioner} screen */
function heading({ phase, turns, seed, given }) {
  if (phase !== "question") return task("Your partner is looking for the answer", "It appears by itself.");
  if (!turns.length) return task(`Begin with ${seed.title}`, given ? "A first question is given. Send it as it is, or change it." : "Ask a question about it that stands by itself. You see the titles; your partner sees the text.");
  return task("Ask what you want to know next", "Refer back with it, she or there, as one does in talking. You may change to another topic whenever it suits.");
}

/** @param {Questioner} screen */
function topicList({ topics }) {
  const list = el("ul", {});
  for (const { title, sections, current } of topics) {
    const entry = el("details", { open: current }, el("summary", {}, title, current ? el("span", { class: "hint" }, " · now") : null));
    put(entry, sections.length ? el("ul", { class: "sections" }, ...sections.map((section) => el("li", {}, section))) : el("p", { class: "hint" }, "No sections"));
    put(list, el("li", {}, entry));
  }
  return [el("h2", {}, "Topics"), el("p", { class: "hint" }, "Titles and sections of pages that came up."), list];
}
