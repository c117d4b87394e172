// A turn: the question, how it was understood, the reply, and what can be done with them.

import { copy } from "./copy.js";
import { el, fill, icon, put } from "./dom.js";
import { feedback } from "./feedback.js";
import { announce } from "./notice.js";
import { ReplyView, asText } from "./reply.js";
import { counted } from "./text.js";

/** @import { Links } from "./reply.js" */
/** @import { Problem } from "./api.js" */
/** @import { Reply, Told, Turn } from "../types.js" */

/**
 * @typedef {object} TurnLinks what a turn can reach
 * @property {() => string} conversation
 * @property {() => number} turns how many turns there are
 * @property {(utterance: string) => void} ask
 * @property {(utterance: string, number: number) => void} replace asks in place of a turn and all after it
 * @property {(number: number, opener: Element) => void} why
 */

export class TurnView {
  /**
   * @param {number} number
   * @param {string} question
   * @param {TurnLinks & Links} links
   */
  constructor(number, question, links) {
    this.number = number;
    this.question = question;
    this.links = links;
    /** @type {Turn | null} */
    this.turn = null;
    this.reply = new ReplyView(links);
    this.mark = el("div");
    this.head = el("div", { class: "question" });
    this.meant = el("div", { class: "meant" });
    this.chips = el("div", { class: "offers" });
    this.foot = el("div", { class: "foot" });
    this.part = el("article", { class: "turn", id: `turn-${number}`, tabindex: -1, "aria-labelledby": `question-${number}` }, this.mark, this.head, this.meant, this.reply.part, this.chips, this.foot);
    this.showQuestion();
  }

  showQuestion() {
    const edit = el("button", { type: "button", class: "icon-button edit", "aria-label": `Edit the question: ${this.question}`, title: "Edit the question" }, icon("edit"));
    edit.addEventListener("click", () => this.edit(this.head, this.question, () => this.showQuestion()));
    fill(this.head, el("h2", { id: `question-${this.number}`, dir: "auto" }, this.question), edit);
  }

  /**
   * Says that the topic changed.
   * @param {string} title
   * @param {boolean} again whether it was talked about before
   */
  showSwitch(title, again) {
    fill(this.mark, el("p", { class: "switch" }, el("span", {}, again ? `Back to ${title}` : title)));
  }

  /** @param {Told["found"]} found */
  found({ passages, title }) {
    const where = title ? `, first in ${title}` : "";
    this.reply.status(passages ? `Reading ${counted(passages, "passage")}${where}` : "Nothing found yet");
  }

  /**
   * Shows how the question was understood; a press makes it editable in place.
   * @param {string} understood
   * @param {string} rewrite
   */
  understood(understood, rewrite) {
    fill(this.meant);
    if (!understood) return;
    const question = understood.startsWith("about ") ? rewrite || this.question : understood;
    const show = () => this.understood(understood, rewrite);
    const button = el("button", { type: "button", class: "quiet", title: "Correct what was understood", "aria-label": `Understood as: ${understood}. Correct it` }, el("span", { dir: "auto" }, understood), icon("edit"));
    button.addEventListener("click", () => this.edit(this.meant, question, show));
    put(this.meant, el("span", { class: "meant-label" }, "Understood as"), button);
  }

  /**
   * Turns a place into a field with a question; asking replaces this turn.
   * @param {HTMLElement} place
   * @param {string} text
   * @param {() => void} restore
   */
  edit(place, text, restore) {
    const after = this.links.turns() - this.number - 1;
    const label = place === this.meant ? "What was meant" : "The question";
    const field = el("textarea", { rows: 1, "aria-label": label, dir: "auto" });
    field.value = text;
    const cancel = () => {
      restore();
      place.querySelector("button")?.focus();
    };
    const form = el(
      "form",
      { class: "edit-form" },
      field,
      el("div", { class: "field-row" }, el("button", { type: "submit", class: "button" }, "Ask again"), el("button", { type: "button", class: "quiet", onclick: cancel }, "Cancel"), after > 0 ? el("span", { class: "hint" }, `${counted(after, "turn")} after this will be dropped.`) : null),
    );
    const send = () => {
      const question = field.value.trim();
      if (question) this.links.replace(question, this.number);
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        cancel();
      } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        send();
      }
    });
    fill(place, form);
    field.focus();
    field.select();
  }

  /** @param {Turn} turn */
  done(turn) {
    this.turn = turn;
    this.part.classList.remove("failed");
    if (this.question !== turn.question) {
      this.question = turn.question;
      this.showQuestion();
    }
    this.understood(turn.reply.understood, turn.reply.rewrite);
    this.reply.show(turn.reply);
    this.actions(turn);
  }

  /** @param {Turn} turn */
  actions(turn) {
    const judged = feedback(this.links.conversation(), turn);
    const say = (/** @type {boolean} */ copied) => announce(copied ? "The reply is copied, with its sources." : "The browser did not allow copying.");
    const copied = el("button", { type: "button", class: "quiet" }, "Copy");
    copied.addEventListener("click", async () => {
      const done = await copy(asText(turn.reply));
      say(done);
      fill(copied, done ? "Copied" : "Not copied");
      setTimeout(() => fill(copied, "Copy"), 1600);
    });
    const why = el("button", { type: "button", class: "quiet", "data-why": true }, "Why this reply");
    why.addEventListener("click", () => this.links.why(this.number, why));
    const again = el("button", { type: "button", class: "quiet", onclick: () => this.links.replace(this.question, this.number) }, "Ask again");
    fill(this.foot, el("div", { class: "actions" }, judged.row, el("span", { class: "spacer" }), why, copied, again), judged.note);
  }

  /**
   * Shows why there is no reply, and how to go on.
   * @param {Problem | null} problem none where the reader stopped it
   */
  failed(problem) {
    this.part.classList.add("failed");
    fill(this.meant);
    fill(this.chips);
    const words = problem ? [el("strong", {}, problem.message), problem.hint ? el("span", {}, problem.hint) : null] : [el("strong", {}, "Stopped."), el("span", {}, "Nothing was saved.")];
    const retry = el("button", { type: "button", class: "button", onclick: () => this.links.replace(this.question, this.number) }, "Ask again");
    const edit = el("button", { type: "button", class: "quiet", onclick: () => this.edit(this.head, this.question, () => this.showQuestion()) }, "Edit the question");
    fill(this.reply.part, el("div", { class: problem ? "failure bad" : "failure" }, el("p", {}, ...words), el("div", { class: "field-row" }, retry, edit)));
    fill(this.foot);
  }

  /**
   * Shows what can be asked next; only the last turn offers it.
   * @param {Pick<Reply, "follow_ups" | "choices"> | null} offers
   */
  offer(offers) {
    fill(this.chips);
    if (!offers) return;
    const choices = offers.choices.length > 0;
    const texts = choices ? offers.choices : offers.follow_ups;
    if (!texts.length) return;
    const label = choices ? "Which one is meant" : "Ask next";
    const chips = texts.map((text, number) => {
      const key = number < 9 ? `Alt+${number + 1}` : null;
      return el("button", { type: "button", class: "chip", title: key, "aria-keyshortcuts": key, onclick: () => this.links.ask(text) }, text);
    });
    put(this.chips, el("div", { class: "chips", role: "group", "aria-label": label }, ...chips));
  }
}
