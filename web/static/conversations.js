// The list of conversations: searched, renamed, shared, deleted.

import * as api from "./api.js";
import { byId, el, fill, iconButton, put } from "./dom.js";
import { announce, report } from "./notice.js";

/** @import { Summary } from "../types.js" */

/** Milliseconds after the last key before a search. */
const PAUSE = 180;

/**
 * A conversation's name, as lists show it.
 * @param {Summary} summary
 */
export function nameOf(summary) {
  return summary.name || summary.title || "New conversation";
}

export class Conversations {
  /**
   * @param {() => string} current the id of the conversation on the page
   * @param {(id: string) => void} deleted
   */
  constructor(current, deleted) {
    this.current = current;
    this.deleted = deleted;
    this.list = byId("conversations");
    this.search = /** @type {HTMLInputElement} */ (byId("search"));
    /** @type {Summary[]} */
    this.all = [];
    /** Where the list goes on; none where all of it is here.
     * @type {string | null} */
    this.next = null;
    this.opened = "";
    let timer = 0;
    this.search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => void this.load(), PAUSE);
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.list.querySelector("a")?.focus();
    });
  }

  /** @param {{ quiet?: boolean }} [options] `quiet` where what failed has been told already */
  async load({ quiet = false } = {}) {
    const sought = this.search.value.trim();
    try {
      const { conversations, next } = await api.conversations(sought);
      if (sought !== this.search.value.trim()) return;
      this.all = this.worth(conversations);
      this.next = next;
      this.show();
      if (sought) announce(`${conversations.length}${next ? " and more" : ""} found.`);
    } catch (error) {
      if (!quiet) report(error);
    }
  }

  /**
   * Conversations to go back to: there is nothing in one whose first question was stopped.
   * @param {Summary[]} conversations
   */
  worth(conversations) {
    return conversations.filter((one) => one.turns > 0 || one.id === this.current());
  }

  /** Goes on with the list where it ended. */
  async more() {
    const before = this.next;
    if (!before) return;
    try {
      const { conversations, next } = await api.conversations(this.search.value.trim(), before);
      // A search, or a turn, has begun another list meanwhile.
      if (before !== this.next) return;
      const known = new Set(this.all.map((one) => one.id));
      const more = this.worth(conversations).filter((one) => !known.has(one.id));
      this.all.push(...more);
      this.next = next;
      this.show();
      if (more.length) this.focusOn(more[0].id, "a");
      announce(`${more.length} more.`);
    } catch (error) {
      report(error);
    }
  }

  show() {
    const sought = this.search.value.trim();
    fill(this.list);
    let day = "";
    for (const summary of this.all) {
      const when = dayOf(summary.changed);
      if (when !== day) put(this.list, el("li", { class: "day" }, when));
      day = when;
      put(this.list, this.entry(summary));
    }
    if (this.next) put(this.list, el("li", { class: "more-of-them" }, el("button", { type: "button", class: "quiet", onclick: () => void this.more() }, "Show more")));
    if (!this.all.length && !this.next) put(this.list, el("li", { class: "none" }, sought ? "Nothing found." : "What you ask is kept here."));
  }

  /** @param {Summary} summary */
  entry(summary) {
    const here = summary.id === this.current();
    const name = nameOf(summary);
    const opened = this.opened === summary.id;
    const link = el("a", { href: `/c/${encodeURIComponent(summary.id)}`, "data-route": true, "aria-current": here ? "page" : null, title: `${name} · ${summary.collection}`, dir: "auto" }, name);
    const more = iconButton("more", `What to do with: ${name}`, () => this.toggle(summary.id), { "aria-expanded": String(opened), class: "icon-button more" });
    const item = el("li", { class: "conversation", "data-id": summary.id }, el("div", { class: "row" }, link, more));
    if (opened) put(item, this.actions(summary, item));
    return item;
  }

  /** @param {string} id */
  toggle(id) {
    this.opened = this.opened === id ? "" : id;
    this.show();
    this.focusOn(id, this.opened ? ".entry-actions button" : ".more");
  }

  /**
   * @param {string} id
   * @param {string} selector
   */
  focusOn(id, selector) {
    const item = [...this.list.querySelectorAll("[data-id]")].find((one) => one.getAttribute("data-id") === id);
    const found = item?.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /**
   * @param {Summary} summary
   * @param {HTMLElement} item
   */
  actions(summary, item) {
    const place = el("div", { class: "entry-actions" });
    const download = (/** @type {"markdown" | "json"} */ format, /** @type {string} */ label) => el("a", { class: "quiet", href: api.exportPath(summary.id, format), download: true }, label);
    put(
      place,
      el("button", { type: "button", class: "quiet", onclick: () => this.askName(summary, item) }, "Rename"),
      download("markdown", "Markdown"),
      download("json", "JSON"),
      el("button", { type: "button", class: "quiet danger", onclick: () => this.confirm(summary, place) }, "Delete"),
    );
    place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle(summary.id);
    });
    return place;
  }

  /**
   * @param {Summary} summary
   * @param {HTMLElement} item
   */
  askName(summary, item) {
    const field = el("input", { type: "text", "aria-label": "Name of the conversation", maxlength: 200, autocomplete: "off" });
    field.value = nameOf(summary);
    const close = () => {
      this.opened = "";
      this.show();
      this.focusOn(summary.id, "a");
    };
    const form = el("form", { class: "rename" }, field, el("button", { type: "submit", class: "button" }, "Save"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const renamed = await api.rename(summary.id, field.value.trim());
        this.all = this.all.map((one) => (one.id === renamed.id ? renamed : one));
        close();
      } catch (error) {
        report(error);
      }
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
    });
    fill(item, form);
    field.focus();
    field.select();
  }

  /**
   * @param {Summary} summary
   * @param {HTMLElement} place
   */
  confirm(summary, place) {
    const yes = el("button", { type: "button", class: "button bad" }, "Delete");
    yes.addEventListener("click", async () => {
      try {
        await api.forget(summary.id);
        this.all = this.all.filter((one) => one.id !== summary.id);
        this.opened = "";
        this.show();
        announce("Deleted.");
        this.search.focus();
        this.deleted(summary.id);
      } catch (error) {
        report(error);
      }
    });
    const no = el("button", { type: "button", class: "quiet", onclick: () => this.toggle(summary.id) }, "Keep");
    fill(place, el("span", {}, "Delete it for good?"), yes, no);
    no.focus();
  }
}

/** @param {number} time milliseconds */
function dayOf(time) {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  const days = Math.ceil((midnight.getTime() - time) / 86_400_000);
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days < 7) return "This week";
  return new Date(time).toLocaleDateString("en", { month: "long", year: "numeric" });
}
