// The page of a document: its text with a table of contents, evidence marked, and a way back to asking.

import { byId, el, fill, put } from "./dom.js";
import { contents, lookAt, passageAnchor, setDocument } from "./document.js";
import { readDocument, readerPath } from "./evidence.js";

/** @import { SourceDocument } from "../types.js" */

/**
 * @typedef {object} Place
 * @property {string} collection
 * @property {string} id
 * @property {string} passage an id or a number; empty for the beginning
 * @property {{ start: number, end: number } | null} mark
 */

/**
 * What an address of the reader means.
 * @param {URL} url
 * @returns {Place}
 */
export function placeOf(url) {
  const range = /^(\d+)-(\d+)$/.exec(url.searchParams.get("mark") ?? "");
  return {
    collection: decodeURIComponent(url.pathname.slice("/read/".length)),
    id: url.searchParams.get("id") ?? "",
    passage: decodeURIComponent(url.hash.slice(1)),
    mark: range ? { start: Number(range[1]), end: Number(range[2]) } : null,
  };
}

/**
 * @param {Place} place
 * @param {{ back: string, ask: (collection: string, title: string, section: string) => void }} links
 */
export async function showReader(place, { back, ask }) {
  const source = await readDocument(place.collection, place.id);
  const number = Number(place.passage);
  const passage = source.passages.find((one) => one.id === place.passage || (place.passage !== "" && one.ordinal === number));
  const marks = passage && place.mark ? [{ passage: passage.id, ...place.mark }] : [];
  const text = setDocument(source, {
    marks,
    current: marks.length ? 0 : -1,
    at: passage?.id ?? null,
    follow: (target) => readerPath(place.collection, target),
    ask: (section) => ask(place.collection, source.title, section),
    level: 2,
  });
  const about = el("button", { type: "button", class: "button", onclick: () => ask(place.collection, source.title, "") }, "Ask about this page");
  const title = el("h1", { tabindex: -1, dir: "auto" }, source.title);
  const article = el("article", { class: "page" }, el("p", { class: "crumbs" }, el("a", { href: back, "data-route": true }, "Back to asking"), el("span", {}, place.collection)), title, origin(source), about, text);
  fill(byId("reader"), tableOfContents(source), article);
  document.title = `${source.title} · Grice`;
  if (!lookAt(text)) title.focus({ preventScroll: true });
}

/** @param {SourceDocument} source */
function origin(source) {
  const link = source.url ? el("a", { href: source.url }, source.url) : null;
  return el("p", { class: "origin" }, link?.hasAttribute("href") ? link : source.path);
}

/** @param {SourceDocument} source */
function tableOfContents(source) {
  const entries = contents(source);
  if (entries.length < 2) return el("div", { class: "toc" });
  const list = el("ol");
  for (const entry of entries) {
    const link = el("a", { href: `#${entry.id}` }, entry.heading);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const passage = source.passages.find((one) => one.ordinal === entry.ordinal);
      const heading = document.getElementById(entry.id) ?? document.getElementById(passageAnchor(passage?.id ?? ""));
      heading?.scrollIntoView({ block: "start" });
      heading?.focus({ preventScroll: true });
    });
    put(list, el("li", { class: `depth-${Math.min(3, entry.depth)}` }, link));
  }
  const roomy = matchMedia("(min-width: 68rem)").matches;
  return el("nav", { class: "toc", "aria-label": "Sections" }, el("details", { open: roomy }, el("summary", {}, "On this page"), list));
}
