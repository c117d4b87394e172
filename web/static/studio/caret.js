// Choosing words of the page with the keyboard: arrows move a word or a sentence, Shift holds on to the first.

import { announce } from "../notice.js";
import { short } from "../text.js";

/** @import { PageText } from "./spans.js" */

export class Caret {
  /**
   * @param {HTMLElement} root the page; it has the focus while words are chosen
   * @param {PageText} page
   * @param {{ add: () => void, end: () => void }} listener
   */
  constructor(root, page, listener) {
    this.root = root;
    this.listener = listener;
    this.words = page.words();
    const top = root.parentElement?.getBoundingClientRect().top ?? 0;
    const shown = this.words.findIndex(({ node }) => (node.parentElement?.getBoundingClientRect().bottom ?? 0) > top + 8);
    this.from = Math.max(0, shown);
    this.to = this.from;
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.left = () => this.stop();
    root.addEventListener("keydown", this.pressed);
    root.addEventListener("blur", this.left);
    root.setAttribute("role", "application");
    root.focus({ preventScroll: true });
    this.show();
  }

  stop() {
    this.root.removeEventListener("keydown", this.pressed);
    this.root.removeEventListener("blur", this.left);
    this.root.removeAttribute("role");
    this.listener.end();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.target !== this.root || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") this.stop();
    else if (event.key === "Enter") this.listener.add();
    else {
      const to = this.next(event.key);
      if (to === null) return;
      this.to = Math.min(this.words.length - 1, Math.max(0, to));
      if (!event.shiftKey) this.from = this.sentenceFrom(event.key);
      this.show();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key */
  next(key) {
    const starts = (/** @type {number} */ at) => at === 0 || this.words[at - 1]?.ends;
    switch (key) {
      case "ArrowRight":
        return this.to + 1;
      case "ArrowLeft":
        return this.to - 1;
      case "ArrowDown": {
        let at = this.to + 1;
        while (at < this.words.length - 1 && !this.words[at].ends) at += 1;
        return at;
      }
      case "ArrowUp": {
        let at = this.to;
        while (at > 0 && !starts(at)) at -= 1;
        return at - 1;
      }
      case "Home":
        return 0;
      case "End":
        return this.words.length - 1;
      default:
        return null;
    }
  }

  /** Up and down choose the whole sentence, the others one word. @param {string} key */
  sentenceFrom(key) {
    if (key !== "ArrowDown" && key !== "ArrowUp") return this.to;
    let at = this.to;
    while (at > 0 && !this.words[at - 1].ends) at -= 1;
    return at;
  }

  show() {
    const [low, high] = [Math.min(this.from, this.to), Math.max(this.from, this.to)];
    const [first, last] = [this.words[low], this.words[high]];
    if (!first || !last) return;
    document.getSelection()?.setBaseAndExtent(first.node, first.start, last.node, last.end);
    this.words[this.to].node.parentElement?.scrollIntoView({ block: "nearest" });
    announce(short(this.words.slice(low, high + 1).map((word) => word.text).join(" "), 300));
  }
}
