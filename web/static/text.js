// Text of documents: cut by code points, and shown without letting it command the page.

/**
 * Controls, characters that change the direction of text, and the invisible tag characters. Line
 * breaks and tabs are text.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- controls are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/**
 * The text with every hidden character as a sign: ESC is ␛, a right-to-left override is ⟨U+202E⟩.
 * @param {string} text
 */
export function visible(text) {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
  });
}

/** A text whose offsets are code points, as the server counts them. */
export class Chars {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.points = /[\ud800-\udfff]/.test(text) ? Array.from(text) : null;
    this.length = this.points ? this.points.length : text.length;
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  slice(start, end) {
    return this.points ? this.points.slice(start, end).join("") : this.text.slice(start, end);
  }

  /**
   * Where a string first stands at or after a place, in code points; -1 where it does not.
   * @param {string} sought
   * @param {number} from
   * @param {number} to
   */
  find(sought, from, to) {
    const at = this.slice(from, to).indexOf(sought);
    return at < 0 ? -1 : from + (this.points ? Array.from(this.slice(from, to).slice(0, at)).length : at);
  }
}

/**
 * A number of things in words: "1 document", "60 documents".
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1024) return counted(bytes, "byte");
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/**
 * The beginning of a text, at most so many characters, cut at a word.
 * @param {string} text
 * @param {number} most
 */
export function short(text, most) {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > most / 2 ? space : most)}…`;
}
