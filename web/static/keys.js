// Keys: one table that acts and that `?` shows.

import { byId, el, fill, iconButton, put } from "./dom.js";

/** @typedef {{ keys: string[], does: string, run?: () => void, single?: boolean }} Shortcut */

const STORED = "grice.single-keys";

export class Keys {
  /** @param {Shortcut[]} shortcuts those with `single` are one key without a modifier */
  constructor(shortcuts) {
    this.shortcuts = shortcuts;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("help"));
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Single keys can be turned off: speech input types them by accident (WCAG 2.1.4). */
  get singles() {
    try {
      return localStorage.getItem(STORED) !== "off";
    } catch {
      return true;
    }
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
    const name = event.altKey ? `Alt+${event.code.replace(/^(Digit|Key)/, "")}` : event.key;
    const found = this.shortcuts.find(({ keys, run }) => run && keys.includes(name));
    if (!found?.run) return;
    if (found.single && (typing || !this.singles)) return;
    event.preventDefault();
    found.run();
  }

  show() {
    const list = el("dl", { class: "keys" });
    for (const { keys, does } of this.shortcuts.filter((one) => one.does)) {
      const shown = keys.flatMap((key, number) => [number ? " " : "", el("kbd", {}, key)]);
      put(list, el("div", {}, el("dt", {}, ...shown), el("dd", {}, does)));
    }
    const box = el("input", { type: "checkbox", id: "single-keys" });
    box.checked = this.singles;
    box.addEventListener("change", () => {
      try {
        localStorage.setItem(STORED, box.checked ? "on" : "off");
      } catch {
        box.checked = true;
      }
    });
    fill(
      this.dialog,
      el("div", { class: "dialog-head" }, el("h2", { id: "help-title" }, "Keys"), iconButton("close", "Close (Esc)", () => this.dialog.close())),
      list,
      el("p", { class: "check" }, box, el("label", { for: "single-keys" }, "Single keys act when no field is being typed in")),
    );
    this.dialog.showModal();
  }
}
