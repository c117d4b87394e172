// How far judges agree, and settling where they do not.

import { json } from "../../api.js";
import { el, fill } from "../../dom.js";
import { announce, report } from "../../notice.js";
import { counted } from "../../text.js";
import { Slot } from "../parts.js";
import { shownItem } from "../screens/judge.js";
import { decimal, sentence } from "../words.js";
import { at, read, section, table } from "./parts.js";

/** @import { Agreement, Disagreement, Progress } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show({ id }) {
  const slot = new Slot(el("div", { class: "overview" }));
  const open = new Slot(el("div", {}));
  const load = async () => {
    /** @type {[Agreement, { items: Disagreement[] }]} */
    const [agreement, { items }] = await Promise.all([read(id, "agreement"), read(id, "disagreements")]);
    slot.show(agreement, () => told(agreement));
    open.show(items, () => disagreements(id, items, agreement.labels.map(({ label }) => label), load));
  };
  await load();
  let judgements = -1;
  const progress = (/** @type {Progress} */ now) => {
    if (now.items.judgements === judgements) return;
    judgements = now.items.judgements;
    load().catch(report);
  };
  return { part: el("div", { class: "admin-part" }, section("Agreement", slot.part), section("To settle", open.part)), progress };
}

/** @param {Agreement} agreement */
function told({ items, judgements, scales, labels }) {
  const rows = scales.map(({ name, fleiss, alpha, pairwise, items: over, why }) => [sentence(name), decimal(fleiss), decimal(alpha), decimal(pairwise), why ?? counted(over, "item")]);
  const most = Math.max(1, ...labels.map(({ count }) => count));
  return [
    el("p", { class: "hint" }, `${counted(judgements, "judgement")} of ${counted(items, "item")}.`),
    table("Agreement", ["Scale", "Fleiss’ kappa", "Krippendorff’s alpha", "Pairs that agree", "Of"], rows),
    labels.length ? el("ul", { class: "shares", "aria-label": "Labels" }, ...labels.map(({ label, count }) => el("li", {}, el("span", {}, label), el("progress", { value: count, max: most, "aria-label": label }), el("span", { class: "count" }, String(count))))) : null,
  ];
}

/** @param {string} id @param {Disagreement[]} items @param {string[]} known @param {() => Promise<void>} load */
function disagreements(id, items, known, load) {
  if (!items.length) return [el("p", { class: "hint" }, "Nothing waits to be settled.")];
  const entries = items.map(({ item, shown, votes }) => {
    const labels = [...new Set([...votes.map(({ label }) => label), ...known])];
    const buttons = labels.map((label) => {
      const button = el("button", { type: "button", class: "button" }, label);
      button.addEventListener("click", async () => {
        try {
          await json("POST", at(id, "adjudications"), { item, label });
          await load();
          announce(`Settled as ${label}.`);
        } catch (error) {
          report(error);
        }
      });
      return button;
    });
    const votesList = el("ul", { class: "votes", "aria-label": "Votes" }, ...votes.map(({ label, comment }) => el("li", {}, comment ? `${label}: ${comment}` : label)));
    return el("li", { class: "card" }, shownItem(shown), votesList, el("fieldset", { class: "settle" }, el("legend", { class: "label" }, "Settle as"), el("div", { class: "field-row" }, ...buttons)));
  });
  const list = el("ul", { class: "queue" });
  fill(list, ...entries);
  return [list];
}
