// What stands beside the conversation: evidence in its source, or why a turn went as it did.

import { byId, el, fill, iconButton } from "./dom.js";
import { Overlay } from "./overlay.js";

/** @import { Child } from "./dom.js" */

/**
 * @typedef {object} Shown
 * @property {string} label what the panel is to a screen reader
 * @property {string} title
 * @property {Child} [below] a line below the title
 * @property {Child[]} [tools] buttons before the one that closes
 * @property {HTMLElement} body
 */

export class Panel {
  constructor() {
    this.part = byId("panel");
    /** @type {() => void} */
    this.left = () => {};
    this.overlay = new Overlay("panel", "(min-width: 68rem)", () => {
      this.leave();
      fill(this.part);
      byId("app").classList.remove("with-panel");
    });
  }

  get isOpen() {
    return this.overlay.isOpen;
  }

  /**
   * @param {Shown} shown
   * @param {Element | null} opener
   * @param {() => void} [left] called when something else is shown, or the panel closed
   */
  show({ label, title, below, tools = [], body }, opener, left = () => {}) {
    this.leave();
    this.left = left;
    this.part.setAttribute("aria-label", label);
    const heading = el("h2", { tabindex: -1, id: "panel-title" }, title);
    const bar = el("div", { class: "panel-tools" }, ...tools, iconButton("close", "Close (Esc)", () => this.close()));
    const words = el("div", { class: "panel-words" }, heading, below ? el("p", {}, below) : null);
    fill(this.part, el("div", { class: "panel-head" }, words, bar), el("div", { class: "panel-body" }, body));
    byId("app").classList.add("with-panel");
    this.overlay.open(opener);
    return heading;
  }

  leave() {
    const left = this.left;
    this.left = () => {};
    left();
  }

  close() {
    this.overlay.close();
  }
}
