// From a selection on the rendered page to a span of the document, and back. Every text of the page says where it
// stands in its passage, so nothing depends on the elements around it: a span may begin in a link and end in a table.

import { Chars, visible } from "../text.js";

/** @import { Passage, SourceDocument } from "../../types.js" */
/** @import { Span } from "../../studio.js" */

/** @typedef {{ node: Text, passage: Passage, start: number, end: number }} Piece */
/** @typedef {{ passage: Passage, offset: number }} Point */

/** Why a selection can't be taken, as a person can read it. */
export class NotTaken extends Error {}

/** The words of one rendered page and where they stand. */
export class PageText {
  /** @param {SourceDocument} source */
  constructor(source) {
    this.source = source;
    /** @type {Map<Text, Piece>} */
    this.pieces = new Map();
    /** @type {Map<string, Chars>} */
    this.chars = new Map(source.passages.map((passage) => [passage.id, new Chars(passage.text)]));
    /** Where each passage stands. @type {Map<string, number>} */
    this.order = new Map(source.passages.map((passage, number) => [passage.id, number]));
    /** @type {Piece[] | null} */
    this.sorted = null;
    /** @type {import("../blocks.js").Placed} */
    this.placed = (node, passage, start, end) => void this.pieces.set(node, { node, passage, start, end });
  }

  /** @param {Passage} passage @param {number} start @param {number} end */
  slice(passage, start, end) {
    return this.chars.get(passage.id)?.slice(start, end) ?? "";
  }

  /** The pieces as they stand on the page. */
  get inOrder() {
    if (this.sorted?.length === this.pieces.size) return this.sorted;
    const all = [...this.pieces.values()].filter(({ node }) => node.isConnected);
    all.sort((a, b) => (a.node.compareDocumentPosition(b.node) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    // A selection asks for its pieces many times a second; they change only where more of a long page is shown.
    this.sorted = all;
    return all;
  }

  /**
   * The span of a selection.
   * @param {Range | StaticRange} range
   * @param {HTMLElement} root what the page is set in
   * @returns {{ span: Span, cut: boolean }} `cut`: a part of the selection stood outside of the page
   */
  span(range, root) {
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    const pieces = this.inOrder.filter(({ node }) => live.intersectsNode(node));
    const cuts = pieces.map((piece) => this.within(piece, live)).filter(({ from, to, passage }) => this.slice(passage, from, to).trim());
    const first = cuts[0];
    const last = cuts[cuts.length - 1];
    if (!first) throw new NotTaken("There are no words of the page in this selection. Drag across the words you mean, headings left out.");
    const start = this.trimStart(first.passage, first.from, first.to);
    const end = this.trimEnd(last.passage, last.from, last.to);
    const cut = !root.contains(range.startContainer) || !root.contains(range.endContainer);
    return { span: this.between({ passage: first.passage, offset: start }, { passage: last.passage, offset: end }), cut };
  }

  /** @param {Piece} piece @param {Range} range */
  within(piece, range) {
    const { node, passage, start, end } = piece;
    const text = this.slice(passage, start, end);
    const from = node === range.startContainer ? start + pointsIn(text, range.startOffset) : start;
    const to = node === range.endContainer ? start + pointsIn(text, range.endOffset) : end;
    return { passage, from, to: Math.max(from, to) };
  }

  /** @param {Passage} passage @param {number} from @param {number} to */
  trimStart(passage, from, to) {
    let at = from;
    while (at < to && !this.slice(passage, at, at + 1).trim()) at += 1;
    return at;
  }

  /** @param {Passage} passage @param {number} from @param {number} to */
  trimEnd(passage, from, to) {
    let at = to;
    while (at > from && !this.slice(passage, at - 1, at).trim()) at -= 1;
    return at;
  }

  /** @param {Point} start @param {Point} end @returns {Span} */
  between(start, end) {
    const { passages, id } = this.source;
    const [from, to] = [passages.indexOf(start.passage), passages.indexOf(end.passage)];
    const words = passages.slice(from, to + 1).map((passage, number) => {
      const length = this.chars.get(passage.id)?.length ?? 0;
      return this.slice(passage, number === 0 ? start.offset : 0, from + number === to ? end.offset : length);
    });
    return {
      document: id,
      start: { element: start.passage.id, offset: start.offset },
      end: { element: end.passage.id, offset: end.offset },
      text: words.join("\n"),
    };
  }

  /**
   * The ranges of the page that show a span; none where it is of another page.
   * @param {Span} span
   * @returns {StaticRange[]}
   */
  ranges(span) {
    if (span.document !== this.source.id) return [];
    const order = (/** @type {string} */ id) => this.order.get(id) ?? -1;
    const [first, last] = [order(span.start.element), order(span.end.element)];
    const ranges = [];
    for (const { node, passage, start, end } of this.pieces.values()) {
      const at = order(passage.id);
      if (at < first || at > last || !node.isConnected) continue;
      const from = Math.max(start, at === first ? span.start.offset : 0);
      const to = Math.min(end, at === last ? span.end.offset : Infinity);
      if (from >= to) continue;
      const text = this.slice(passage, start, end);
      ranges.push(new StaticRange({ startContainer: node, startOffset: unitsOf(text, from - start), endContainer: node, endOffset: unitsOf(text, to - start) }));
    }
    return ranges;
  }

  /** Every word of the page, for choosing with the keyboard. */
  words() {
    /** @type {{ node: Text, start: number, end: number, text: string, ends: boolean }[]} */
    const words = [];
    for (const { node } of this.inOrder) {
      for (const found of node.data.matchAll(/\S+/g)) {
        words.push({ node, start: found.index, end: found.index + found[0].length, text: found[0], ends: /[.!?…:]["”’)\]]*$/.test(found[0]) });
      }
      // A sentence ends at the latest with its paragraph, cell or line of code.
      const block = node.parentElement?.closest("p, li, td, dd, dt, pre, .caption");
      const last = words[words.length - 1];
      if (last?.node === node && block && lastText(block) === node) last.ends = true;
    }
    return words;
  }
}

/** @param {Element} block */
function lastText(block) {
  /** @type {Node | null} */
  let node = block;
  while (node?.lastChild) node = node.lastChild;
  return node;
}

/**
 * How many code points of a text stand in the first units of it as it is shown: a hidden character is shown as several.
 * @param {string} text
 * @param {number} units
 */
function pointsIn(text, units) {
  let [points, shown] = [0, 0];
  for (const point of text) {
    if (shown >= units) break;
    shown += visible(point).length;
    points += 1;
  }
  return points;
}

/** @param {string} text @param {number} points */
function unitsOf(text, points) {
  let [units, seen] = [0, 0];
  for (const point of text) {
    if (seen >= points) break;
    units += visible(point).length;
    seen += 1;
  }
  return units;
}

/**
 * Whether a span lies inside of another, on a page.
 * @param {SourceDocument} source
 * @param {Span} inner
 * @param {Span} outer
 */
export function inside(source, inner, outer) {
  if (inner.document !== outer.document || inner.document !== source.id) return false;
  const at = (/** @type {import("../../studio.js").Place} */ { element, offset }) => [source.passages.findIndex((one) => one.id === element), offset];
  const before = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a[0] < b[0] || (a[0] === b[0] && a[1] <= b[1]);
  return before(at(outer.start), at(inner.start)) && before(at(inner.end), at(outer.end));
}

/** @param {Span} a @param {Span} b */
export function same(a, b) {
  return a.document === b.document && a.start.element === b.start.element && a.start.offset === b.start.offset && a.end.element === b.end.element && a.end.offset === b.end.offset;
}
