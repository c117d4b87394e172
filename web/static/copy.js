// Copying to the clipboard.

import { el, fill, icon } from "./dom.js";
import { announce } from "./notice.js";

/**
 * A button that copies a text and says so.
 * @param {() => string} text
 * @param {string} label
 */
export function copyButton(text, label) {
  const button = el("button", { type: "button", class: "copy", "aria-label": label, title: label }, icon("copy"));
  button.addEventListener("click", async () => {
    const copied = await copy(text());
    fill(button, icon(copied ? "check" : "close"));
    announce(copied ? "Copied." : "The browser did not allow copying.");
    setTimeout(() => fill(button, icon("copy")), 1600);
  });
  return button;
}

/**
 * Copies a text, also where the page is served without TLS and has no clipboard of its own.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", { class: "off-screen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
