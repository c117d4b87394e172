// Choosing spans on the page: what is selected now, what is chosen already, and why something is not taken.

import { el, fill } from "../../dom.js";
import { announce } from "../../notice.js";
import { short } from "../../text.js";
import { PageBrowser, spanList } from "../browser.js";
import { inside, same } from "../spans.js";

/** @import { Span } from "../../../studio.js" */

export class Choosing {
  /** @param {import("../desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Span[]} */
    this.spans = [];
    this.kind = "literal";
    this.key = "";
    this.most = Infinity;
    /** Spans that must not be chosen again. @type {Span[]} */
    this.taken = [];
    this.changed = () => {};
    this.browser = new PageBrowser(desk, { chosen: (span, remark) => this.selected(span, remark), add: () => this.add() });
    this.button = el("button", { type: "button", class: "button add", onclick: () => this.add() }, "Add the selected words");
    this.remark = el("p", { class: "hint remark", role: "status" });
    this.list = el("div", { class: "chosen" });
    this.part = el("div", { class: "choosing" }, this.list, el("div", { class: "field-row" }, this.button), this.remark);
    // Keeps the selection while the button is pressed.
    this.button.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /**
   * Begins to choose something.
   * @param {{ kind: string, key: string, taken?: Span[], before?: Span[], most?: number }} what `before`: what was chosen earlier
   */
  begin({ kind, key, taken = [], before = [], most = Infinity }) {
    this.kind = kind;
    this.key = key;
    this.taken = taken;
    this.most = most;
    this.spans = this.desk.drafts.get(key) ?? before;
    this.selected(this.browser.pending, "");
    this.show();
  }

  /** @param {Span | null} span @param {string} remark */
  selected(span, remark) {
    this.button.classList.toggle("ready", span !== null);
    this.button.setAttribute("aria-disabled", String(span === null));
    fill(this.button, this.most === 1 && this.spans.length ? "Take the selected words instead" : "Add the selected words");
    fill(this.remark, remark || (span ? `Selected: “${short(span.text, 90)}”` : ""));
  }

  add() {
    const span = this.browser.pending;
    if (!span) {
      fill(this.remark, "Nothing is selected yet. Drag across words of the page, or use “Choose by keyboard”.");
      return;
    }
    const source = this.browser.text?.source;
    const known = this.most === 1 ? undefined : this.spans.find((one) => same(one, span) || (source && inside(source, span, one)));
    const taken = this.taken.find((one) => same(one, span) || (source && inside(source, span, one)));
    if (known) fill(this.remark, "You have chosen these words already.");
    else if (taken) fill(this.remark, "These words are in the literal answer already. Choose something that goes beyond it.");
    else {
      this.spans = this.most === 1 ? [span] : [...this.spans.filter((one) => !(source && inside(source, one, span))), span];
      this.keep();
      this.browser.release();
      announce(`Added: ${short(span.text, 200)}`);
    }
  }

  /** @param {Span} span */
  remove(span) {
    this.spans = this.spans.filter((one) => one !== span);
    this.keep();
    announce("Removed.");
    this.button.focus();
  }

  keep() {
    this.desk.drafts.set(this.key, this.spans);
    this.show();
    this.changed();
  }

  show() {
    const look = (/** @type {Span} */ span) => void this.browser.lookAt(span);
    fill(this.list, spanList(this.spans, { look, remove: (span) => this.remove(span) }, this.kind));
    this.browser.mark({ literal: this.kind === "pragmatic" ? this.taken : this.spans, pragmatic: this.kind === "pragmatic" ? this.spans : [] });
  }
}
