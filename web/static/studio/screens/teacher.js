// The teacher reads, chooses the literal answer, then what the student will want to know next, then writes.

import { el } from "../../dom.js";
import { announce } from "../../notice.js";
import { spanList } from "../browser.js";
import { Clock, Slot, keepAtEnd, progressWords, task, transcript } from "../parts.js";
import { money } from "../words.js";
import { enterSends } from "./ask.js";
import { Choosing } from "./choosing.js";

/** @import { Span, Teacher, View, Word } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/** @type {Record<Word, string>} */
const WORDS = { yes: "Yes", no: "No", unknown: "I don’t know" };

/** @param {Desk} desk */
export function teacher(desk) {
  const choosing = new Choosing(desk);
  const history = new Slot(el("div", { class: "history", tabindex: 0, role: "region", "aria-label": "Conversation" }));
  const toEnd = keepAtEnd(history.part);
  const head = new Slot(el("div", { class: "head" }));
  const work = new Slot(el("div", { class: "work" }));
  const clock = new Clock();
  const part = el("div", { class: "desk" }, choosing.browser.part, history.part, el("div", { class: "tray" }, head.part, work.part, clock.part));
  const update = (/** @type {Teacher} */ screen, /** @type {View} */ view) => {
    const turns = screen.turns.map(({ question, reply }) => ({ question, reply }));
    if (history.show(turns, () => [turns.length ? transcript(turns, "reply") : null])) toEnd();
    const done = progressWords(screen, (amount) => money(amount, view.you.currency));
    if (head.show([screen.phase, screen.turns.length, done], () => [heading(screen), el("p", { class: "hint" }, done)])) announce(head.part.querySelector("h1")?.textContent ?? "");
    part.dataset.phase = screen.phase;
    choosing.browser.update(screen);
    work.show([screen.phase, screen.turns.length, screen.draft], () => step(desk, choosing, screen));
    clock.update(screen, view);
  };
  return { part, update };
}

/** @param {Teacher} screen */
function heading({ phase, turns, topic }) {
  if (phase === "question" && !turns.length) return task(`You teach about ${topic.title}`, "Your partner is writing the first question. Look around in the pages meanwhile.");
  if (phase === "question") return task("Your partner is writing the next question", "You can read on meanwhile.");
  if (phase === "literal") return task("1. Select the literal answer", "Select the words that answer exactly what was asked. Where one word is enough, say it.");
  if (phase === "pragmatic") return task("2. Select what helps further", "Select what your partner will probably want to know next, now that the question is answered.");
  return task("3. Write the reply", "Say it as you would to a friend, in your own words, from what you chose.");
}

/**
 * @param {Desk} desk
 * @param {Choosing} choosing
 * @param {Teacher} screen
 */
function step(desk, choosing, screen) {
  const number = screen.turns.length;
  const literal = screen.draft?.literal ?? null;
  const pragmatic = screen.draft?.pragmatic ?? [];
  choosing.part.remove();
  switch (screen.phase) {
    case "literal":
      choosing.begin({ kind: "literal", key: `literal-${number}`, before: literal?.spans ?? [] });
      return [literalForm(desk, choosing, number)];
    case "pragmatic":
      choosing.begin({ kind: "pragmatic", key: `pragmatic-${number}`, taken: literal?.spans ?? [], before: pragmatic });
      return [chosenLiteral(choosing, screen), pragmaticForm(desk, choosing, number)];
    case "reply":
      choosing.begin({ kind: "pragmatic", key: "", taken: literal?.spans ?? [], before: pragmatic });
      return [chosenLiteral(choosing, screen), pragmatic.length ? quotes(choosing, "Helps further", pragmatic, "pragmatic") : null, replyForm(desk, number)];
    default:
      choosing.browser.mark();
      return [];
  }
}

/**
 * @param {Desk} desk
 * @param {Choosing} choosing
 * @param {number} number
 */
function literalForm(desk, choosing, number) {
  const word = (/** @type {Word} */ value) => el("label", { class: "pill" }, el("input", { type: "radio", name: "word", value }), el("span", {}, WORDS[value]));
  const none = el("label", { class: "pill" }, el("input", { type: "radio", name: "word", value: "" }), el("span", {}, "The words say it"));
  const form = desk.form({
    key: `word-${number}`,
    drafts: [`literal-${number}`],
    submit: "Next: what helps further",
    does: () => {
      const chosen = form.querySelector("input[name=word]:checked");
      const value = chosen instanceof HTMLInputElement ? chosen.value : "";
      if (!value && !choosing.spans.length) return "Select words of the page that answer the question, or say Yes, No or I don’t know.";
      return { kind: "literal", ...(value ? { word: value } : {}), spans: choosing.spans };
    },
    children: [choosing.part, el("fieldset", { class: "pills" }, el("legend", {}, "In a word"), none, word("yes"), word("no"), word("unknown"))],
  });
  return form;
}

/**
 * @param {Desk} desk
 * @param {Choosing} choosing
 * @param {number} number
 */
function pragmaticForm(desk, choosing, number) {
  return desk.form({
    key: `further-${number}`,
    drafts: [`pragmatic-${number}`],
    submit: "Next: write the reply",
    does: () => ({ kind: "pragmatic", spans: choosing.spans }),
    children: [choosing.part],
    beside: [backTo(desk, "literal", "Choose the literal answer again")],
  });
}

/**
 * @param {Desk} desk
 * @param {number} number
 */
function replyForm(desk, number) {
  const field = el("textarea", { id: "reply-field", name: "text", rows: 4, maxlength: 4000, dir: "auto", "data-primary": true });
  const form = desk.form({
    key: `reply-${number}`,
    submit: "Send the reply",
    does: () => (field.value.trim() ? { kind: "reply", text: field.value.trim() } : "Please write the reply first."),
    children: [el("label", { for: "reply-field" }, "Your reply"), field],
    beside: [backTo(desk, "pragmatic", "Choose again")],
  });
  enterSends(field, form);
  return form;
}

/** @param {Desk} desk @param {string} phase @param {string} text */
function backTo(desk, phase, text) {
  const button = el("button", { type: "button", class: "quiet" }, text);
  button.addEventListener("click", () => void desk.act({ kind: "back_to", phase }, { button }));
  return button;
}

/** @param {Choosing} choosing @param {Teacher} screen */
function chosenLiteral(choosing, { draft }) {
  const { word, spans } = draft?.literal ?? { word: null, spans: [] };
  return quotes(choosing, word ? `Literal answer: ${WORDS[word]}` : "Literal answer", spans, "literal");
}

/** @param {Choosing} choosing @param {string} title @param {Span[]} spans @param {string} kind */
function quotes(choosing, title, spans, kind) {
  return el("div", { class: "chosen-before" }, el("h2", { class: "label" }, title), spanList(spans, { look: (span) => void choosing.browser.lookAt(span), remove: null }, kind));
}
