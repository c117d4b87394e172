// Circa's writing steps: yes/no questions for a scenario, and answers that say neither word.

import { el, fill } from "../../dom.js";
import { counted } from "../../text.js";
import { task } from "../parts.js";
import { adviceLines, watch } from "./ask.js";

/** @import { CircaAnswers, CircaQuestions } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/** @param {HTMLFormElement} form @param {string} name */
function valueOf(form, name) {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value.trim() : "";
}

/** @param {string} text @param {number} done @param {string} what */
function scenario(text, done, what) {
  return [el("blockquote", { class: "scenario", dir: "auto" }, el("p", { class: "label" }, "Imagine"), el("p", {}, text)), done ? el("p", { class: "hint" }, `${counted(done, what)} done so far.`) : null];
}

/** @param {Desk} desk @param {CircaQuestions} screen */
export function questions(desk, screen) {
  const numbers = Array.from({ length: screen.count }, (_, number) => number);
  const form = desk.form({
    key: `questions-${screen.item}`,
    submit: "Send the questions",
    does: () => {
      const all = numbers.map((number) => valueOf(form, `question${number}`));
      const empty = all.findIndex((text) => !text);
      if (empty >= 0) return `Question ${empty + 1} is still empty.`;
      return { kind: "questions", item: screen.item, questions: all };
    },
    children: numbers.map((number) =>
      el("div", { class: "field" }, el("label", { for: `question${number}` }, `Question ${number + 1}`), el("input", { type: "text", id: `question${number}`, name: `question${number}`, maxlength: 400, dir: "auto", autocomplete: "off", "data-primary": number === 0 })),
    ),
  });
  const examples = screen.examples.length ? el("details", { class: "card" }, el("summary", {}, "Examples for another scenario"), el("ul", { class: "quotes" }, ...screen.examples.map((text) => el("li", {}, text)))) : null;
  const part = el("div", { class: "sheet" }, task(`Write ${screen.count} questions that could be answered with yes or no`, "Ask what you would really ask there. Each should be about something else."), ...scenario(screen.scenario.text, screen.done, "scenario"), examples, form);
  return { part, update: () => {} };
}

/** @param {Desk} desk @param {CircaAnswers} screen */
export function answers(desk, screen) {
  const form = desk.form({
    key: `answers-${screen.item}`,
    submit: "Send the answers",
    does: () => {
      /** @type {Record<string, string>} */
      const written = {};
      for (const { id } of screen.questions) written[id] = valueOf(form, id);
      const empty = screen.questions.findIndex(({ id }) => !written[id]);
      return empty >= 0 ? `The answer to “${screen.questions[empty].text}” is still empty.` : { kind: "answers", item: screen.item, answers: written };
    },
    children: screen.questions.map(({ id, text }, number) => answerField(desk, id, text, number)),
  });
  const examples = screen.examples.map(({ question, answer, meaning }) => el("li", {}, el("p", { class: "asked" }, question), el("p", {}, answer), el("p", { class: "hint" }, meaning)));
  const part = el(
    "div",
    { class: "sheet" },
    task("Answer without saying yes or no", "Answer as you would in talking, so that one understands what you mean, but without words like yes, no, sure or nope. The questions have nothing to do with each other."),
    ...scenario(screen.scenario.text, screen.done, "set"),
    examples.length ? el("details", { class: "card" }, el("summary", {}, "Examples"), el("ul", { class: "quotes" }, ...examples)) : null,
    form,
  );
  return { part, update: () => {} };
}

/** @param {Desk} desk @param {string} name @param {string} question @param {number} number */
function answerField(desk, name, question, number) {
  const id = `answer${number}`;
  const field = el("input", { type: "text", id, name, maxlength: 400, dir: "auto", autocomplete: "off", "aria-describedby": `${id}-advice`, "data-primary": number === 0 });
  const notes = el("ul", { class: "advice", id: `${id}-advice`, "aria-live": "polite" });
  watch(field, async (text) => fill(notes, ...adviceLines(text ? await desk.line.advice({ answer: text }) : [])));
  return el("div", { class: "field" }, el("label", { for: id, class: "asked", dir: "auto" }, question), field, notes);
}
