// The student asks, and rates the reply before while the teacher works on the next one.

import { el } from "../../dom.js";
import { announce } from "../../notice.js";
import { Clock, Slot, keepAtEnd, progressWords, ratingForm, task, transcript } from "../parts.js";
import { money } from "../words.js";
import { askForm } from "./ask.js";

/** @import { Student, View } from "../../../studio.js" */

/** @param {import("../desk.js").Desk} desk */
export function student(desk) {
  const history = new Slot(el("div", { class: "history", tabindex: 0, role: "region", "aria-label": "Conversation" }));
  const toEnd = keepAtEnd(history.part);
  const head = new Slot(el("div", { class: "head" }));
  const ask = new Slot(el("div"));
  const rate = new Slot(el("div"));
  const clock = new Clock();
  const tray = el("div", { class: "tray" }, head.part, ask.part, clock.part, rate.part);
  const part = el("div", { class: "talk" }, history.part, tray);
  const update = (/** @type {Student} */ screen, /** @type {View} */ view) => {
    const turns = screen.turns.map(({ question, reply }) => ({ question, reply }));
    if (history.show(turns, () => [turns.length ? transcript(turns, "question") : null])) toEnd();
    const done = progressWords(screen, (amount) => money(amount, view.you.currency));
    if (head.show([screen.phase, screen.topic.title, screen.rating?.turn, screen.can.includes("ask"), done], () => [heading(screen), el("p", { class: "hint" }, done)])) announce(head.part.querySelector("h1")?.textContent ?? "");
    const number = screen.turns.length;
    const asks = screen.phase === "question" && screen.can.includes("ask");
    ask.show([asks, number], () => (asks ? [askForm(desk, { key: `ask-${number}`, label: "Your question" })] : []));
    rate.show([screen.rating], () => (screen.rating && screen.can.includes("rate") ? [el("div", { class: "card" }, el("h2", {}, "Rate the reply you got before"), ratingForm(desk, screen.rating))] : []));
    clock.update(screen, view);
  };
  return { part, update };
}

/** @param {Student} screen */
function heading({ phase, turns, topic, rating, can }) {
  if (phase === "waiting") {
    const rest = rating ? "Meanwhile, please rate the reply you got before." : "It takes a moment; the reply appears by itself.";
    return task("Your partner is working on a reply", rest);
  }
  if (rating && !can.includes("ask")) return task("First rate the reply before this one", "Then you can ask on.");
  if (!turns.length) return task(`Ask your first question about ${topic.title}`, "Ask what you really want to know. You can't see the pages; your partner can.");
  return task("Ask what you want to know next", rating ? "The rating below is still open, too." : null);
}
