// A whole document: its passages under the headings they stand under.

import { setPassage } from "./blocks.js";
import { el, put } from "./dom.js";
import { counted } from "./text.js";

/** @import { Placed } from "./blocks.js" */
/** @import { Evidence, Passage, SourceDocument } from "../types.js" */

/** The most passages that are set at once; books have thousands. */
const WINDOW = 240;

/**
 * @typedef {object} Setting
 * @property {Pick<Evidence, "passage" | "start" | "end">[]} marks what is marked
 * @property {number} current the number of the mark that is looked at, or -1
 * @property {string | null} [at] the passage that is looked at, where nothing is marked
 * @property {(document: string) => string} follow the address of a linked document
 * @property {(section: string) => void} [ask] asks about a section
 * @property {2 | 3} level the level of the first headings
 * @property {Placed} [placed] is told where each text stands
 */

/** @typedef {{ heading: string, depth: number, id: string, ordinal: number }} Entry */

/**
 * The headings above a passage, outermost first, without the document's own title.
 * @param {Passage} passage
 */
export function sectionPath(passage) {
  const path = passage.section.split(" › ").filter(Boolean);
  return path[0] === passage.title ? path.slice(1) : path;
}

/** @param {string} id */
export function passageAnchor(id) {
  return `passage-${encodeURIComponent(id)}`;
}

/**
 * Every heading of a document, with the first passage below it.
 * @param {SourceDocument} source
 * @returns {Entry[]}
 */
export function contents(source) {
  const entries = [];
  /** @type {string[]} */
  let before = [];
  for (const passage of source.passages) {
    const path = sectionPath(passage);
    const same = path.findIndex((heading, depth) => heading !== before[depth]);
    for (let depth = same < 0 ? path.length : same; depth < path.length; depth += 1) {
      entries.push({ heading: path[depth], depth, id: `section-${passage.ordinal}-${depth}`, ordinal: passage.ordinal });
    }
    before = path;
  }
  return entries;
}

/**
 * Sets a document, or the part of a long one around what is looked at.
 * @param {SourceDocument} source
 * @param {Setting} setting
 */
export function setDocument(source, setting) {
  const wanted = setting.marks[setting.current]?.passage ?? setting.at ?? "";
  const number = Math.max(0, source.passages.findIndex((passage) => passage.id === wanted));
  const from = source.passages.length > WINDOW ? Math.max(0, number - WINDOW / 2) : 0;
  const to = Math.min(source.passages.length, from + WINDOW);
  const text = el("div", { class: "document", dir: "auto" });
  const headings = contents(source);
  const set = (/** @type {number} */ start, /** @type {number} */ end) => {
    const part = document.createDocumentFragment();
    for (const passage of source.passages.slice(start, end)) {
      const above = headings.filter((entry) => entry.ordinal === passage.ordinal);
      put(part, ...above.map((entry) => heading(entry, setting)), setOne(passage, setting));
    }
    return part;
  };
  put(text, rest("above", from), set(from, to), rest("below", source.passages.length - to));
  return text;

  /**
   * @param {"above" | "below"} where
   * @param {number} count
   */
  function rest(where, count) {
    if (count <= 0) return null;
    const button = el("button", { type: "button", class: "quiet rest" }, `Show ${counted(count, "passage")} ${where}`);
    button.addEventListener("click", () => {
      const part = where === "above" ? set(0, from) : set(to, source.passages.length);
      const first = part.firstElementChild;
      button.replaceWith(part);
      first?.scrollIntoView({ block: where === "above" ? "end" : "start" });
    });
    return button;
  }
}

/**
 * @param {Passage} passage
 * @param {Setting} setting
 */
function setOne(passage, setting) {
  const marks = setting.marks.flatMap((mark, number) =>
    mark.passage === passage.id ? [{ start: mark.start, end: mark.end, current: number === setting.current }] : [],
  );
  const looked = setting.current < 0 && setting.at === passage.id;
  const props = { class: looked ? "passage looked-at" : "passage", id: passageAnchor(passage.id) };
  return el("section", props, setPassage(passage, { marks, follow: setting.follow, placed: setting.placed }));
}

/**
 * @param {Entry} entry
 * @param {Setting} setting
 */
function heading(entry, setting) {
  const tag = /** @type {"h2" | "h3" | "h4" | "h5" | "h6"} */ (`h${Math.min(6, setting.level + entry.depth)}`);
  const { ask } = setting;
  const label = `Ask about this section: ${entry.heading}`;
  return el(
    "div",
    { class: `heading depth-${Math.min(3, entry.depth)}` },
    el(tag, { id: entry.id, tabindex: -1 }, entry.heading),
    ask && el("button", { type: "button", class: "quiet ask-section", "aria-label": label, onclick: () => ask(entry.heading) }, "Ask about this section"),
  );
}

/**
 * Brings what is looked at into view, and the reading cursor with it.
 * @param {HTMLElement} text
 */
export function lookAt(text) {
  const found = text.querySelector("mark.current") ?? text.querySelector(".looked-at");
  if (!(found instanceof HTMLElement)) return false;
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: found.matches("mark") ? "center" : "start" });
  return true;
}
