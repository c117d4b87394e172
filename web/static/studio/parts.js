// Parts that several screens show: what to do now, the conversation so far, scales, the clock.

import { el, fill, put } from "../dom.js";

/** @import { Partner, Rating, View } from "../../studio.js" */

/** A place in the page that is made anew only where what it shows has changed. */
export class Slot {
  /** @param {HTMLElement} part */
  constructor(part) {
    this.part = part;
    this.key = "";
  }

  /**
   * @param {unknown} shows what it depends on
   * @param {() => import("../dom.js").Child[]} make
   */
  show(shows, make) {
    const key = JSON.stringify(shows);
    if (key === this.key) return false;
    this.key = key;
    fill(this.part, ...make());
    return true;
  }
}

/**
 * What is to be done now, in a heading and a sentence.
 * @param {string} title
 * @param {...(import("../dom.js").Child)} text
 */
export function task(title, ...text) {
  const words = text.filter(Boolean);
  return el("div", { class: "task" }, el("h1", {}, title), words.length ? el("p", {}, ...words) : null);
}

/** @param {Partner} partner */
export function partnerWords(partner) {
  if (partner.grice) return "Your partner is Grice";
  return partner.present ? "Your partner is here" : "Your partner is away for a moment";
}

/**
 * @typedef {{ question: string, reply: string | null, note?: string | null }} Said
 * @param {Said[]} turns
 * @param {"question" | "reply" | null} mine which side is one's own; null where others talked
 */
export function transcript(turns, mine) {
  const others = { question: "Question", reply: "Answer" };
  const who = (/** @type {"question" | "reply"} */ side) => (mine === null ? others[side] : side === mine ? "You" : "Partner");
  const list = el("ol", { class: "transcript", "aria-label": "The conversation so far" });
  for (const { question, reply, note } of turns) {
    const turn = el("li", {}, said(who("question"), question));
    if (reply !== null) put(turn, said(who("reply"), reply, note));
    put(list, turn);
  }
  return list;
}

/** @param {string} who @param {string} text @param {string | null} [note] */
function said(who, text, note = null) {
  return el("div", { class: who === "You" ? "said mine" : "said" }, el("span", { class: "label" }, who), el("p", { dir: "auto" }, text), note ? el("p", { class: "hint" }, note) : null);
}

/**
 * Shows the newest words of a conversation, also when what stands below it grows.
 * @param {HTMLElement} history
 */
export function keepAtEnd(history) {
  let end = true;
  history.addEventListener("scroll", () => (end = history.scrollTop + history.clientHeight > history.scrollHeight - 40));
  const toEnd = () => void (history.scrollTop = history.scrollHeight);
  new ResizeObserver(() => end && toEnd()).observe(history);
  return () => {
    end = true;
    toEnd();
  };
}

/**
 * One question on a scale.
 * @param {{ name: string, text: string, scale: number[], low: string, high: string }} question
 */
export function scale({ name, text, scale: steps, low, high }) {
  const options = steps.map((step, number) => {
    const end = number === 0 ? `, ${low}` : number === steps.length - 1 ? `, ${high}` : "";
    const input = el("input", { type: "radio", name, value: step, "aria-label": `${step}${end}` });
    return el("label", { class: "step" }, input, el("span", { "aria-hidden": "true" }, step));
  });
  return el(
    "fieldset",
    { class: "scale" },
    el("legend", {}, text),
    el("div", { class: "steps" }, el("span", { class: "end", "aria-hidden": "true" }, low), ...options, el("span", { class: "end", "aria-hidden": "true" }, high)),
  );
}

/**
 * Reads the scales of a form; null where one is missing, which then gets the focus.
 * @param {HTMLFormElement} form
 * @param {string[]} names
 * @returns {Record<string, number> | null}
 */
export function readScales(form, names) {
  /** @type {Record<string, number>} */
  const answers = {};
  for (const name of names) {
    const chosen = form.querySelector(`input[name="${CSS.escape(name)}"]:checked`);
    if (!(chosen instanceof HTMLInputElement)) {
      const first = form.querySelector(`input[name="${CSS.escape(name)}"]`);
      if (first instanceof HTMLElement) first.focus();
      return null;
    }
    answers[name] = Number(chosen.value);
  }
  return answers;
}

/**
 * The rating of a reply: what was said, what it was made from, five questions.
 * @param {import("./desk.js").Desk} desk
 * @param {Rating} rating
 */
export function ratingForm(desk, rating) {
  const names = rating.questions.map((question) => question.id);
  const spans = (/** @type {string} */ title, /** @type {string[]} */ all) =>
    all.length ? el("div", {}, el("h3", { class: "label" }, title), el("ul", { class: "quotes" }, ...all.map((text) => el("li", { dir: "auto" }, text)))) : null;
  const form = desk.form({
    key: `rate-${rating.turn}`,
    class: "rating",
    submit: "Send the rating",
    does: () => {
      const answers = readScales(form, names);
      return answers ? { kind: "rate", turn: rating.turn, answers } : "One question is still open.";
    },
    children: [
      el("blockquote", { class: "rated" }, el("p", { class: "asked", dir: "auto" }, rating.question), el("p", { dir: "auto" }, rating.reply)),
      spans("What your partner chose as the literal answer", rating.literal),
      spans("What your partner added, expecting your next questions", rating.pragmatic),
      ...rating.questions.map(({ id, text }) => scale({ name: id, text, scale: rating.scale, low: rating.low, high: rating.high })),
    ],
  });
  return form;
}

/** Tells how long there still is, by the server's clock. */
export class Clock {
  constructor() {
    this.part = el("p", { class: "clock hint" });
    this.deadline = 0;
    this.late = false;
    /** Whether it is the partner who is late. */
    this.theirs = false;
    this.ahead = 0;
    setInterval(() => this.part.isConnected && this.show(), 5000);
  }

  /**
   * @param {{ deadline: number | null, late: boolean, partner: Partner }} screen
   * @param {View} view
   */
  update({ deadline, late, partner }, view) {
    this.ahead = Date.now() - view.now;
    this.deadline = deadline && !partner.acting ? deadline : 0;
    this.late = late;
    this.theirs = late && partner.acting;
    this.show();
  }

  show() {
    const left = Math.max(0, this.deadline - (Date.now() - this.ahead));
    const minutes = Math.ceil(left / 60_000);
    if (this.theirs) fill(this.part, "Your partner is past the time. You can wait on, or end the conversation above; all turns that are done are paid.");
    else if (!this.deadline || minutes > 5) fill(this.part);
    else if (left === 0 || this.late) fill(this.part, "The time for this is over, but you can still send it. Your partner may end the conversation now.");
    else fill(this.part, minutes > 1 ? `About ${minutes} minutes left for this.` : "Less than a minute left for this.");
  }
}

/**
 * How far a conversation has come.
 * @param {{ finished: number, minimum: number, pay: { so_far: number, next: number } | null }} screen
 * @param {(amount: number) => string} money
 */
export function progressWords({ finished, minimum, pay }, money) {
  const next = pay && pay.next > 0 ? ` The next one is worth ${money(pay.next)}.` : "";
  if (finished < minimum) return `${finished} of ${minimum} turns done.${next}`;
  return `${finished} turns done. You can finish now, or go on.${next}`;
}
