// Where questions are written. Nothing that was typed is lost: it is kept until it was answered.

import { byId, fill, icon } from "./dom.js";

/** Marks what an earlier press on a topic put before the question. */
const ABOUT = /^About [^:]{1,120}: /;

export class Composer {
  /** @param {{ ask: (text: string) => void, stop: () => void, last: () => void }} links */
  constructor(links) {
    this.form = /** @type {HTMLFormElement} */ (byId("composer"));
    this.field = /** @type {HTMLTextAreaElement} */ (byId("ask"));
    this.button = byId("send");
    this.key = "";
    this.busy = false;
    this.links = links;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.field.addEventListener("input", () => this.changed());
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        if (!this.busy) this.send();
      } else if (event.key === "ArrowUp" && this.field.value === "") {
        event.preventDefault();
        links.last();
      }
    });
    this.setBusy(false);
  }

  send() {
    if (this.busy) {
      this.links.stop();
      return;
    }
    const text = this.field.value.trim();
    if (!text) {
      this.field.focus();
      return;
    }
    this.field.value = "";
    this.links.ask(text);
    this.changed();
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    const label = busy ? "Stop (Esc)" : "Ask (Enter)";
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
    this.form.classList.toggle("busy", busy);
    fill(this.button, icon(busy ? "stop" : "send"));
  }

  changed() {
    this.field.style.height = "auto";
    this.field.style.height = `${this.field.scrollHeight}px`;
    keep(`grice.draft.${this.key}`, this.field.value);
  }

  /**
   * Goes on with the draft of a conversation.
   * @param {string} key
   * @param {string} lastQuestion a question that was answered is no draft
   */
  resume(key, lastQuestion) {
    this.key = key;
    const asked = recall(`grice.asked.${key}`);
    const unanswered = asked === lastQuestion ? "" : asked;
    this.field.value = recall(`grice.draft.${key}`) || unanswered;
    keep(`grice.asked.${key}`, "");
    this.changed();
  }

  /**
   * A conversation has begun: what was its draft belongs to it now.
   * @param {string} key
   */
  moveTo(key) {
    keep(`grice.draft.${this.key}`, "");
    keep(`grice.asked.${this.key}`, "");
    this.key = key;
    this.changed();
  }

  /** @param {string} text what was asked and is not answered yet */
  asked(text) {
    keep(`grice.asked.${this.key}`, text);
  }

  answered() {
    keep(`grice.asked.${this.key}`, "");
  }

  /**
   * Begins a question about a page, or a section of it.
   * @param {string} title
   * @param {string} [section]
   */
  about(title, section = "") {
    const subject = section ? `${title} (${section})` : title;
    const rest = this.field.value.replace(ABOUT, "");
    this.field.value = `About ${subject}: ${rest}`;
    this.changed();
    this.focus();
  }

  focus() {
    this.field.focus();
    this.field.setSelectionRange(this.field.value.length, this.field.value.length);
  }
}

/**
 * @param {string} key
 * @param {string} text
 */
function keep(key, text) {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the text stands in the field alone.
  }
}

/** @param {string} key */
function recall(key) {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
