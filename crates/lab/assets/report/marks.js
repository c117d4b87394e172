"use strict";

/** @typedef {{ text: string, passage?: string, start?: number, end?: number }} Span */
/** @typedef {{ from: number, to: number, kind: string }} Range */

/**
 * Where a span stands in a passage. Its own offsets count characters and hold where its words are there; else its words
 * are looked for.
 * @param {string} text @param {Span} span @param {string} id @returns {{ from: number, to: number } | null}
 */
function placeOf(text, span, id) {
  if (!span.text) return null;
  if (span.passage && span.passage !== id) return null;
  if (span.passage && span.start !== undefined && span.end !== undefined) {
    const characters = Array.from(text);
    const from = characters.slice(0, span.start).join("").length;
    const to = from + characters.slice(span.start, span.end).join("").length;
    if (text.slice(from, to) === span.text) return { from, to };
  }
  const from = wholeWords(text, span.text);
  return from < 0 ? null : { from, to: from + span.text.length };
}

/**
 * Where words stand, not as a part of longer ones; −1 where they do not.
 * @param {string} text @param {string} words @returns {number}
 */
function wholeWords(text, words) {
  const letter = /[\p{L}\p{N}]/u;
  let from = text.indexOf(words);
  while (from >= 0) {
    const before = text[from - 1] ?? " ";
    const after = text[from + words.length] ?? " ";
    const cut = (letter.test(before) && letter.test(words[0] ?? "")) || (letter.test(after) && letter.test(words.at(-1) ?? ""));
    if (!cut) return from;
    from = text.indexOf(words, from + 1);
  }
  return -1;
}

/**
 * A text cut where marks begin and end; each piece knows the kinds of marks over it.
 * @param {string} text @param {Range[]} ranges @returns {{ text: string, kinds: string[] }[]}
 */
function pieces(text, ranges) {
  const cuts = new Set([0, text.length]);
  for (const { from, to } of ranges) {
    cuts.add(from);
    cuts.add(to);
  }
  const ordered = [...cuts].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
  const found = [];
  for (let i = 0; i + 1 < ordered.length; i += 1) {
    const [from, to] = [ordered[i] ?? 0, ordered[i + 1] ?? 0];
    const over = ranges.filter((range) => range.from <= from && to <= range.to).map((range) => range.kind);
    found.push({ text: text.slice(from, to), kinds: [...new Set(over)].sort() });
  }
  return found;
}

