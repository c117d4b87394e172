// A passage set as what it is: paragraphs, lists, steps, definitions, code, tables, captions.

import { el, put } from "./dom.js";
import { copyButton } from "./copy.js";
import { Chars } from "./text.js";

/** @import { Block, Passage, Link } from "../types.js" */

/** @typedef {{ start: number, end: number, current: boolean }} Mark */
/** @typedef {{ kind: Block["kind"], start: number, end: number, inner: Tree[] }} Tree */
/** @typedef {{ start: number, end: number, head: string }} Cell */
/** @typedef {(node: Text, passage: Passage, start: number, end: number) => void} Placed */

/** Blocks that only stand inside another element, which is made for them. */
const GROUPS = new Set(["item", "step", "definition", "row"]);

/**
 * Sets a part of a passage.
 * @param {Passage} passage
 * @param {{ start?: number, end?: number, marks?: Mark[], follow?: (document: string) => string, placed?: Placed }} [options]
 *   `follow` gives the address of a linked document; without it, links are text. `placed` is told where each text stands.
 */
export function setPassage(passage, { start = 0, end = Infinity, marks = [], follow, placed } = {}) {
  const setter = new Setter(passage, marks, follow, placed);
  const to = Math.min(end, setter.chars.length);
  const into = document.createDocumentFragment();
  setter.flow(into, nested(passage.blocks, start, to), start, to, true);
  return into;
}

/**
 * Blocks inside the blocks that hold them, cut to a range.
 * @param {Block[]} blocks
 * @param {number} from
 * @param {number} to
 * @returns {Tree[]}
 */
export function nested(blocks, from, to) {
  /** @type {Tree[]} */
  const roots = [];
  /** @type {Tree[]} */
  const open = [];
  const sorted = blocks.map((block, order) => ({ block, order }));
  sorted.sort((a, b) => a.block.start - b.block.start || b.block.end - a.block.end || a.order - b.order);
  for (const { block } of sorted) {
    const start = Math.max(block.start, from);
    const end = Math.min(block.end, to);
    if (start >= end || block.kind === "heading") continue;
    const tree = { kind: block.kind, start, end, inner: [] };
    while (open.length && open[open.length - 1].end <= start) open.pop();
    const holder = open[open.length - 1];
    (holder ? holder.inner : roots).push(tree);
    open.push(tree);
  }
  return roots;
}

class Setter {
  /**
   * @param {Passage} passage
   * @param {Mark[]} marks
   * @param {((document: string) => string) | undefined} follow
   * @param {Placed | undefined} placed
   */
  constructor(passage, marks, follow, placed) {
    this.passage = passage;
    this.placed = placed;
    this.chars = new Chars(passage.text);
    this.marks = marks;
    this.follow = follow;
    /** @type {Link[]} */
    this.links = follow ? passage.links : [];
  }

  /**
   * Sets blocks one after the other, and the text between them.
   * @param {Node} into
   * @param {Tree[]} trees
   * @param {number} from
   * @param {number} to
   * @param {boolean} paragraphs whether text outside of blocks is set as paragraphs
   */
  flow(into, trees, from, to, paragraphs) {
    let at = from;
    for (let number = 0; number < trees.length; number += 1) {
      const first = trees[number];
      this.between(into, at, first.start, paragraphs);
      at = first.end;
      if (!GROUPS.has(first.kind)) {
        put(into, this.block(first));
        continue;
      }
      const group = [first];
      while (trees[number + 1]?.kind === first.kind && !this.chars.slice(at, trees[number + 1].start).trim()) {
        number += 1;
        group.push(trees[number]);
        at = trees[number].end;
      }
      put(into, this.group(group));
    }
    this.between(into, at, to, paragraphs);
  }

  /**
   * @param {Node} into
   * @param {number} from
   * @param {number} to
   * @param {boolean} paragraphs
   */
  between(into, from, to, paragraphs) {
    const [start, end] = this.trim(from, to);
    if (start >= end) return;
    if (paragraphs) put(into, this.inline(el("p"), start, end));
    else this.inline(into, start, end);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {[number, number]}
   */
  trim(from, to) {
    const text = this.chars.slice(from, to);
    const count = (/** @type {string} */ spaces) => spaces.length;
    const start = from + count(/^\s*/.exec(text)?.[0] ?? "");
    const end = to - count(/\s*$/.exec(text)?.[0] ?? "");
    return [start, Math.max(start, end)];
  }

  /** @param {Tree} tree */
  block(tree) {
    switch (tree.kind) {
      case "list":
        return this.list(tree);
      case "code":
        return this.code(tree);
      case "table":
        return this.table(tree.inner.length ? tree.inner : [tree]);
      case "caption":
        return this.inline(el("p", { class: "caption" }), tree.start, tree.end);
      case "formula":
        return el("div", { class: "formula", tabindex: 0 }, this.inline(el("code"), tree.start, tree.end));
      default: {
        const [start, end] = this.trim(tree.start, tree.end);
        return this.inline(el("p"), start, end);
      }
    }
  }

  /** @param {Tree[]} group blocks of one kind that stand together */
  group(group) {
    switch (group[0].kind) {
      case "definition":
        return put(el("dl"), ...group.flatMap((tree) => this.definition(tree)));
      case "row":
        return this.table(group);
      default:
        return put(el(group[0].kind === "step" ? "ol" : "ul"), ...group.map((tree) => this.item(tree)));
    }
  }

  /** @param {Tree} tree */
  list(tree) {
    const into = document.createDocumentFragment();
    this.flow(into, tree.inner.length ? tree.inner : [{ ...tree, kind: "item" }], tree.start, tree.end, true);
    return into;
  }

  /** @param {Tree} tree */
  item(tree) {
    const item = el("li");
    this.flow(item, tree.inner, tree.start, tree.end, false);
    return item;
  }

  /**
   * The term stands on lines of its own: those before an empty line, or else the first.
   * @param {Tree} tree
   */
  definition(tree) {
    const inner = tree.inner[0]?.start ?? tree.end;
    const blank = this.chars.find("\n\n", tree.start, inner);
    const line = this.chars.find("\n", tree.start, tree.end);
    const end = blank >= 0 ? blank : line >= 0 ? line : tree.end;
    const term = this.inline(el("dt"), tree.start, end);
    const meaning = el("dd");
    this.flow(meaning, tree.inner, end, tree.end, false);
    return meaning.childNodes.length ? [term, meaning] : [term];
  }

  /** @param {Tree} tree */
  code(tree) {
    const text = this.chars.slice(tree.start, tree.end);
    const code = this.inline(el("code"), tree.start, tree.end);
    return el("div", { class: "code" }, el("pre", { tabindex: 0 }, code), copyButton(() => text, "Copy code"));
  }

  /**
   * Rows say the head of each cell before it; where all of them do, the heads go to the top.
   * @param {Tree[]} rows
   */
  table(rows) {
    const cells = rows.map((row) => this.cells(row));
    const heads = [...new Set(cells.flat().map((cell) => cell.head))];
    const headed = cells.every((row) => new Set(row.map((cell) => cell.head)).size === row.length) && !heads.includes("");
    const table = el("table");
    if (headed) {
      put(table, el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))));
    }
    const body = put(table, el("tbody")).lastChild;
    for (const row of cells) {
      const line = el("tr");
      const columns = headed ? heads.map((head) => row.find((cell) => cell.head === head)) : row;
      for (const cell of columns) {
        const skip = headed && cell ? Array.from(cell.head).length + 2 : 0;
        put(line, cell ? this.inline(el("td"), cell.start + skip, cell.end) : el("td"));
      }
      if (body) put(body, line);
    }
    return el("div", { class: "table", tabindex: 0, role: "group", "aria-label": "Table" }, table);
  }

  /**
   * @param {Tree} row
   * @returns {Cell[]}
   */
  cells(row) {
    const cells = [];
    let at = row.start;
    while (at < row.end) {
      const bar = this.chars.find(" | ", at, row.end);
      const end = bar < 0 ? row.end : bar;
      const head = /^([^:|]{1,60}): /.exec(this.chars.slice(at, end))?.[1] ?? "";
      cells.push({ start: at, end, head });
      at = bar < 0 ? row.end : bar + 3;
    }
    return cells;
  }

  /**
   * Text with its links and marks.
   * @template {Node} T
   * @param {T} into
   * @param {number} from
   * @param {number} to
   * @returns {T}
   */
  inline(into, from, to) {
    let at = from;
    for (const link of this.links) {
      if (link.end <= at || link.start >= to) continue;
      const start = Math.max(link.start, at);
      const end = Math.min(link.end, to);
      this.marked(into, at, start);
      const address = this.follow?.(link.document) ?? "";
      put(into, this.marked(el("a", { href: address, title: link.title, "data-document": link.document }), start, end));
      at = end;
    }
    return this.marked(into, at, to);
  }

  /**
   * @template {Node} T
   * @param {T} into
   * @param {number} from
   * @param {number} to
   * @returns {T}
   */
  marked(into, from, to) {
    const edges = [from, to];
    for (const mark of this.marks) {
      for (const edge of [mark.start, mark.end]) if (edge > from && edge < to) edges.push(edge);
    }
    edges.sort((a, b) => a - b);
    for (let number = 0; number + 1 < edges.length; number += 1) {
      const [start, end] = [edges[number], edges[number + 1]];
      if (start >= end) continue;
      const over = this.marks.filter((mark) => mark.start <= start && mark.end >= end);
      const text = this.chars.slice(start, end);
      const current = over.some((mark) => mark.current);
      const holder = over.length ? el("mark", { class: current ? "current" : null }, text) : into;
      put(into, over.length ? holder : text);
      if (holder.lastChild instanceof Text) this.placed?.(holder.lastChild, this.passage, start, end);
    }
    return into;
  }
}
