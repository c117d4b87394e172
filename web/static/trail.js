// The pages that were talked about, in their order; a press goes back to one.

import { byId, el, fill, icon, put } from "./dom.js";

/** @import { Turn } from "../types.js" */

/** @typedef {{ document: string, title: string, first: number, last: number, again: boolean }} Stretch */

/**
 * The stretches of a conversation that are about one page each. Turns about no page belong to the
 * stretch they stand in.
 * @param {Turn[]} turns
 * @returns {Stretch[]}
 */
export function stretches(turns) {
  /** @type {Stretch[]} */
  const found = [];
  turns.forEach(({ reply }, number) => {
    const last = found[found.length - 1];
    if (!reply.topic || last?.document === reply.topic.document) {
      if (last) last.last = number;
      return;
    }
    const again = found.some((one) => one.document === reply.topic?.document);
    found.push({ ...reply.topic, first: number, last: number, again });
  });
  return found;
}

/**
 * @param {Turn[]} turns
 * @param {(stretch: Stretch, current: boolean) => void} go
 */
export function showTrail(turns, go) {
  const place = byId("trail");
  const all = stretches(turns);
  place.hidden = all.length === 0;
  const list = el("ol");
  all.forEach((stretch, number) => {
    const current = number === all.length - 1;
    const label = current ? `${stretch.title}, the topic now` : `Go back to ${stretch.title}`;
    const button = el("button", { type: "button", class: "topic", "aria-label": label, title: label, "aria-current": current ? "true" : null, onclick: () => go(stretch, current) }, stretch.again ? icon("back") : null, el("span", {}, stretch.title));
    put(list, el("li", {}, button));
  });
  fill(place, list);
  place.scrollLeft = place.scrollWidth;
}
