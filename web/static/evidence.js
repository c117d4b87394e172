// Evidence in its source: the whole document beside the conversation, the words marked.

import * as api from "./api.js";
import { el, icon, iconButton } from "./dom.js";
import { lookAt, setDocument } from "./document.js";
import { report } from "./notice.js";

/** @import { Evidence, SourceDocument } from "../types.js" */
/** @import { Panel } from "./panel.js" */

/**
 * @typedef {object} Look
 * @property {string} collection
 * @property {Evidence[]} evidence what can be looked at, in the order of the reply
 * @property {number} current the number of the one that is
 * @property {(number: number) => void} [looked] told which one is looked at; -1 for none
 * @property {string} [document] a document that was followed to, in place of the evidence's own
 */

/** Documents that were read last. */
const KEPT = 12;
/** @type {Map<string, Promise<SourceDocument>>} */
const cache = new Map();

/**
 * A document, read once.
 * @param {string} collection
 * @param {string} id
 */
export function readDocument(collection, id) {
  const key = JSON.stringify([collection, id]);
  const known = cache.get(key);
  if (known) return known;
  const read = api.sourceDocument(collection, id);
  read.catch(() => cache.delete(key));
  cache.set(key, read);
  const oldest = cache.keys().next().value;
  if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest);
  return read;
}

/** Forgets what was read, since a collection may have changed. */
export function forgetDocuments() {
  cache.clear();
}

/**
 * The page of a document, at a passage, with words marked.
 * @param {string} collection
 * @param {string} id
 * @param {Pick<Evidence, "passage" | "start" | "end"> | null} [at]
 */
export function readerPath(collection, id, at = null) {
  const path = `/read/${encodeURIComponent(collection)}?id=${encodeURIComponent(id)}`;
  return at ? `${path}&mark=${at.start}-${at.end}#${encodeURIComponent(at.passage)}` : path;
}

export class EvidenceView {
  /**
   * @param {Panel} panel
   * @param {(title: string, section: string) => void} ask
   */
  constructor(panel, ask) {
    this.panel = panel;
    this.ask = ask;
    /** @type {Look[]} */
    this.trail = [];
  }

  /**
   * @param {Look} look
   * @param {Element | null} opener
   */
  async open(look, opener) {
    this.trail = [look];
    await this.show(opener);
  }

  /**
   * Goes to the evidence before or after.
   * @param {number} by
   */
  async step(by) {
    const look = this.trail[this.trail.length - 1];
    if (!look || look.document || !look.evidence[look.current + by]) return;
    look.current += by;
    await this.show(null);
  }

  /** @param {Element | null} opener */
  async show(opener) {
    const look = this.trail[this.trail.length - 1];
    const evidence = look.document ? null : look.evidence[look.current];
    const id = look.document ?? evidence?.document ?? "";
    let source;
    try {
      source = await readDocument(look.collection, id);
    } catch (error) {
      report(error);
      return;
    }
    if (look !== this.trail[this.trail.length - 1]) return;
    const here = look.evidence.filter((one) => one.document === id);
    const text = setDocument(source, {
      marks: here,
      current: evidence ? here.indexOf(evidence) : -1,
      follow: (target) => readerPath(look.collection, target),
      ask: (section) => this.ask(source.title, section),
      level: 3,
    });
    text.addEventListener("click", (event) => this.follow(event, look.collection));
    const left = look.looked;
    const heading = this.panel.show(
      {
        label: "Evidence in its source",
        title: source.title,
        below: evidence?.section || source.path,
        tools: this.tools(look, id, evidence),
        body: text,
      },
      opener,
      () => left?.(-1),
    );
    look.looked?.(look.document ? -1 : look.current);
    if (!lookAt(text)) heading.focus();
  }

  /**
   * @param {Look} look
   * @param {string} id
   * @param {Evidence | null} evidence
   */
  tools(look, id, evidence) {
    const open = el("a", { class: "icon-button", href: readerPath(look.collection, id, evidence), "data-route": true, "aria-label": "Open the whole page", title: "Open the whole page" }, icon("page"));
    if (this.trail.length > 1) {
      return [iconButton("back", "Back to the evidence", () => this.back()), open];
    }
    if (look.evidence.length < 2) return [open];
    const place = el("span", { class: "place" }, `${look.current + 1} of ${look.evidence.length}`);
    const first = look.current === 0;
    const last = look.current === look.evidence.length - 1;
    return [
      iconButton("left", "Evidence before ([)", () => this.step(-1), { disabled: first }),
      place,
      iconButton("right", "Evidence after (])", () => this.step(1), { disabled: last }),
      open,
    ];
  }

  async back() {
    this.trail.pop();
    await this.show(null);
  }

  /**
   * Follows a link inside the panel, unless it is to be opened elsewhere.
   * @param {MouseEvent} event
   * @param {string} collection
   */
  async follow(event, collection) {
    const link = event.target instanceof Element ? event.target.closest("a[data-document]") : null;
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const looked = this.trail[this.trail.length - 1]?.looked;
    this.trail.push({ collection, evidence: [], current: 0, looked, document: link.dataset.document ?? "" });
    await this.show(null);
  }
}
