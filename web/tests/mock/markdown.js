// A little Markdown: enough to cut the tests' corpus into documents, passages and blocks.

/** @import { Block, BlockKind, Link, Passage, SourceDocument } from "../../types.js" */

/**
 * @param {string} id
 * @param {string} path
 * @param {string} source
 * @returns {SourceDocument}
 */
export function parse(id, path, source) {
  const lines = source.split("\n");
  const first = lines.findIndex((line) => line.startsWith("# "));
  const title = first < 0 ? path : lines[first].slice(2).trim();
  /** @type {{ section: string[], lines: string[] }[]} */
  const sections = [{ section: [], lines: [] }];
  let fenced = false;
  lines.slice(first + 1).forEach((line) => {
    if (line.startsWith("```")) fenced = !fenced;
    const heading = fenced ? null : /^(#{2,6}) (.*)$/.exec(line);
    if (!heading) sections[sections.length - 1].lines.push(line);
    else {
      const depth = heading[1].length - 2;
      const above = sections[sections.length - 1].section.slice(0, depth);
      sections.push({ section: [...above, heading[2].trim()], lines: [] });
    }
  });
  /** @type {Passage[]} */
  const passages = [];
  for (const { section, lines: body } of sections) {
    const cut = new Cutter(path);
    cut.read(body);
    if (!cut.text.length) continue;
    const ordinal = passages.length;
    passages.push({ id: `${id}#${ordinal}`, document: id, ordinal, title, section: section.join(" › "), text: cut.text.join(""), blocks: cut.blocks, anchor: null, line: null, links: cut.links });
  }
  return { id, title, url: null, path, passages };
}

/** Reads the lines of a section. Its text is kept as code points, since offsets count them. */
class Cutter {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    /** @type {string[]} */
    this.text = [];
    /** @type {Block[]} */
    this.blocks = [];
    /** @type {Link[]} */
    this.links = [];
  }

  /** @param {string[]} lines */
  read(lines) {
    let at = 0;
    while (at < lines.length) {
      const line = lines[at];
      const until = (/** @type {(line: string) => boolean} */ goesOn) => {
        const start = at;
        while (at < lines.length && goesOn(lines[at])) at += 1;
        return lines.slice(start, at);
      };
      if (!line.trim()) at += 1;
      else if (line.startsWith("```")) {
        at += 1;
        const code = until((one) => !one.startsWith("```"));
        at += 1;
        this.block("code", () => this.say(code.join("\n")));
      } else if (/^(- |\d+\. )/.test(line)) {
        const items = until((one) => /^(- |\d+\. )/.test(one));
        this.whole("list", items, (one) => [/^\d/.test(one) ? "step" : "item", one.replace(/^(- |\d+\. )/, "")]);
      } else if (line.startsWith("|")) this.table(until((one) => one.startsWith("|")));
      else if (lines[at + 1]?.startsWith(": ")) {
        const [term, meaning] = [line, lines[at + 1].slice(2)];
        at += 2;
        this.block("definition", () => this.inline(`${term}\n${meaning}`));
      } else {
        const paragraph = until((one) => one.trim() !== "" && !one.startsWith("```"));
        this.block("paragraph", () => this.inline(paragraph.join(" ")));
      }
    }
  }

  /** @param {string[]} lines */
  table(lines) {
    const rows = lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
    const [heads, , ...rest] = rows;
    this.whole("table", rest, (row) => ["row", row.map((cell, number) => `${heads[number]}: ${cell}`).join(" | ")]);
  }

  /**
   * @template T
   * @param {BlockKind} kind
   * @param {T[]} parts
   * @param {(part: T) => [BlockKind, string]} of
   */
  whole(kind, parts, of) {
    this.block(kind, () => {
      parts.forEach((part, number) => {
        const [inner, text] = of(part);
        if (number) this.say("\n");
        this.mark(inner, () => this.inline(text));
      });
    });
  }

  /**
   * @param {BlockKind} kind
   * @param {() => void} write
   */
  block(kind, write) {
    if (this.text.length) this.say("\n");
    this.mark(kind, write);
  }

  /**
   * @param {BlockKind} kind
   * @param {() => void} write
   */
  mark(kind, write) {
    const block = { kind, start: this.text.length, end: 0 };
    this.blocks.push(block);
    write();
    block.end = this.text.length;
  }

  /** @param {string} text */
  say(text) {
    this.text.push(...text);
  }

  /** @param {string} text */
  inline(text) {
    let at = 0;
    for (const link of text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      this.say(text.slice(at, link.index));
      const start = this.text.length;
      this.say(link[1]);
      const target = /^([\w-]+)\.md$/.exec(link[2]);
      const folder = this.path.includes("/") ? `${this.path.split("/").slice(0, -1).join("/")}/` : "";
      if (target) this.links.push({ start, end: this.text.length, document: folder + target[1], title: link[1] });
      at = link.index + link[0].length;
    }
    this.say(text.slice(at));
  }
}
