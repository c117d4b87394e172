// The two side parts of the page. Where there is room they stand beside the conversation; on a small
// screen they lie over it, and then nothing behind them can be reached.

import { byId } from "./dom.js";

export class Overlay {
  /**
   * @param {string} id
   * @param {string} roomy a media query that is true where it stands beside the conversation
   * @param {() => void} [closed]
   */
  constructor(id, roomy, closed = () => {}) {
    this.part = byId(id);
    this.media = matchMedia(roomy);
    this.closed = closed;
    this.role = this.part.getAttribute("role") ?? "";
    this.isOpen = false;
    /** @type {HTMLElement | null} */
    this.opener = null;
    this.media.addEventListener("change", () => this.isOpen && this.arrange());
    byId("scrim").addEventListener("click", () => this.isOpen && !this.media.matches && this.close());
  }

  get covers() {
    return this.isOpen && !this.media.matches;
  }

  /** @param {Element | null} opener what gets the focus back */
  open(opener) {
    if (opener instanceof HTMLElement && !this.part.contains(opener)) this.opener = opener;
    this.isOpen = true;
    this.arrange();
  }

  /** @param {{ focus?: boolean }} [options] */
  close({ focus = true } = {}) {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.arrange();
    this.closed();
    if (focus && this.opener?.isConnected) this.opener.focus();
    this.opener = null;
  }

  arrange() {
    const covers = this.covers;
    this.part.classList.toggle("open", this.isOpen);
    this.part.setAttribute("role", covers ? "dialog" : this.role);
    if (covers) this.part.setAttribute("aria-modal", "true");
    else this.part.removeAttribute("aria-modal");
    for (const id of ["stage", "side", "panel"]) {
      if (id !== this.part.id) byId(id).inert = covers;
    }
    byId("scrim").hidden = !covers;
  }
}
