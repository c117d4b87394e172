// The pages a teacher or answerer reads: back, forward, links, pages seen before, and choosing words.

import { Problem } from "../api.js";
import { setDocument } from "../document.js";
import { el, fill, icon, put } from "../dom.js";
import { announce } from "../notice.js";
import { Caret } from "./caret.js";
import { NotTaken, PageText } from "./spans.js";

/** @import { SourceDocument } from "../../types.js" */
/** @import { PageName, Span } from "../../studio.js" */
/** @typedef {{ page: PageName | null, back: PageName | null, forward: PageName | null, visited: PageName[] }} Open */

export class PageBrowser {
  /**
   * @param {import("./desk.js").Desk} desk
   * @param {{ chosen: (span: Span | null, remark: string) => void, add: () => void }} listener
   *   `chosen` hears of every selection, with why it can't be taken or what was left out
   */
  constructor(desk, listener) {
    this.desk = desk;
    this.listener = listener;
    /** @type {Map<string, SourceDocument>} */
    this.read = new Map();
    /** @type {PageText | null} */
    this.text = null;
    /** @type {Span | null} */
    this.pending = null;
    /** @type {Caret | null} */
    this.caret = null;
    this.open = "";
    this.back = this.tool("left", "Back", () => this.go({ how: "back" }));
    this.forward = this.tool("right", "Forward", () => this.go({ how: "forward" }));
    this.title = el("h2", { class: "page-title" });
    this.visited = el("details", { class: "visited" });
    this.keyboard = el("button", { type: "button", class: "quiet by-keyboard", "aria-pressed": "false", onclick: () => this.byKeyboard() }, "Choose by keyboard");
    this.problem = el("p", { class: "problem", role: "alert" });
    this.document = el("div", { class: "page-words", tabindex: 0, "aria-label": "The page" });
    this.body = el("div", { class: "page-body" }, this.document);
    const bar = el("div", { class: "page-bar" }, this.back, this.forward, this.title, this.visited, this.keyboard);
    this.part = el("section", { class: "browser", "aria-label": "Page" }, bar, this.problem, this.body);
    this.part.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("selectionchange", () => this.part.isConnected && this.selected());
  }

  /** @param {"left" | "right"} sign @param {string} label @param {() => void} click */
  tool(sign, label, click) {
    return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: click }, icon(sign));
  }

  /** @param {Open} open */
  update(open) {
    const step = (/** @type {HTMLButtonElement} */ button, /** @type {string} */ name, /** @type {PageName | null} */ page) => {
      button.disabled = page === null;
      button.title = page ? `${name}: ${page.title}` : name;
    };
    step(this.back, "Back", open.back);
    step(this.forward, "Forward", open.forward);
    this.list(open);
    const id = open.page?.document ?? "";
    if (id && id !== this.open) void this.show(id);
  }

  /** @param {Open} open */
  list({ visited, page }) {
    this.visited.hidden = visited.length < 2;
    const entries = visited.map(({ document: id, title }) =>
      el("li", {}, el("button", { type: "button", class: "quiet", "data-document": id, "aria-current": id === page?.document ? "page" : null }, title)),
    );
    fill(this.visited, el("summary", {}, "Pages seen"), el("ul", {}, ...entries));
  }

  /** @param {string} id */
  async show(id) {
    this.open = id;
    fill(this.problem);
    try {
      const source = this.read.get(id) ?? (await this.desk.line.page(id));
      this.read.set(id, source);
      if (this.open !== id) return;
      this.caret?.stop();
      this.text = new PageText(source);
      const words = setDocument(source, { marks: [], current: -1, follow: (target) => `#${encodeURIComponent(target)}`, level: 3, placed: this.text.placed });
      fill(this.title, source.title);
      fill(this.document, words);
      this.body.scrollTop = 0;
      this.take(null, "");
      this.paint();
      this.part.dataset.open = id;
    } catch (error) {
      if (this.open !== id) return;
      this.open = "";
      const { message } = Problem.of(error);
      const again = el("button", { type: "button", class: "quiet", onclick: () => void this.show(id) }, "Try again");
      fill(this.problem, message, " ", again);
    }
  }

  /** @param {{ how: string, document?: string }} where */
  go(where) {
    void this.desk.act({ kind: "browse", ...where }, { problem: this.problem });
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const link = event.target instanceof Element ? event.target.closest("[data-document]") : null;
    if (!link) return;
    event.preventDefault();
    // Whoever drags across a link wants its words, not its page.
    if (link.matches("a") && this.pending && !document.getSelection()?.isCollapsed) return;
    this.visited.open = false;
    const id = link.getAttribute("data-document") ?? "";
    if (id !== this.open) this.go({ how: "link", document: id });
  }

  byKeyboard() {
    if (!this.text) return;
    if (this.caret) {
      this.caret.stop();
      return;
    }
    this.keyboard.setAttribute("aria-pressed", "true");
    announce("Arrow keys move: left and right by words, up and down by sentences. Hold Shift to choose more. Enter adds, Escape ends.");
    this.caret = new Caret(this.document, this.text, {
      add: () => this.listener.add(),
      end: () => {
        this.caret = null;
        this.keyboard.setAttribute("aria-pressed", "false");
      },
    });
  }

  selected() {
    const selection = document.getSelection();
    if (!selection || !this.text || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    if (!range.intersectsNode(this.document)) return;
    if (selection.isCollapsed) {
      // A click into the page lets go of the words; one elsewhere keeps them.
      if (this.document.contains(range.startContainer)) this.take(null, "");
      return;
    }
    try {
      const { span, cut } = this.text.span(range, this.document);
      this.take(span, cut ? "Your selection went beyond the page; only its words are taken." : "");
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      if (this.document.contains(range.startContainer)) this.take(null, error.message);
    }
  }

  /** @param {Span | null} span @param {string} remark */
  take(span, remark) {
    this.pending = span;
    this.listener.chosen(span, remark);
    this.paint();
  }

  /** Lets go of what is selected. */
  release() {
    this.take(null, "");
    if (!this.caret) document.getSelection()?.removeAllRanges();
  }

  /**
   * Marks spans on the page.
   * @param {Record<string, Span[]>} [marked] by kind: `literal`, `pragmatic`
   */
  mark(marked = {}) {
    this.marked = marked;
    this.paint();
  }

  paint() {
    if (!("highlights" in CSS)) return;
    const kinds = { literal: [], pragmatic: [], ...this.marked, pending: this.pending ? [this.pending] : [] };
    for (const [kind, spans] of Object.entries(kinds)) {
      CSS.highlights.set(`studio-${kind}`, new Highlight(...spans.flatMap((/** @type {Span} */ span) => this.text?.ranges(span) ?? [])));
    }
  }

  /**
   * Shows where a span stands, on its page.
   * @param {Span} span
   */
  async lookAt(span) {
    if (span.document !== this.open) {
      this.go({ how: "link", document: span.document });
      await this.show(span.document);
    }
    const [first] = this.text?.ranges(span) ?? [];
    first?.startContainer.parentElement?.scrollIntoView({ block: "center" });
  }
}

/**
 * A list of chosen spans, each with a way to see it and to take it away.
 * @param {Span[]} spans
 * @param {{ look: (span: Span) => void, remove: ((span: Span) => void) | null }} acts
 * @param {string} kind
 */
export function spanList(spans, { look, remove }, kind) {
  const list = el("ul", { class: `spans ${kind}` });
  for (const span of spans) {
    const drop = remove && el("button", { type: "button", class: "icon-button", "aria-label": `Remove: ${span.text.slice(0, 60)}`, title: "Remove", onclick: () => remove(span) }, icon("close"));
    put(list, el("li", {}, el("button", { type: "button", class: "span-text", dir: "auto", title: "Show on the page", onclick: () => look(span) }, span.text), drop));
  }
  return list;
}
