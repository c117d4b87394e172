// How a project is coming along, as it happens; and trying it oneself.

import { Problem, json } from "../../api.js";
import { el, fill } from "../../dom.js";
import { counted } from "../../text.js";
import { Slot } from "../parts.js";
import { decimal, duration, inFull, money, sentence } from "../words.js";
import { at, numbers, read, section } from "./parts.js";

/** @import { Progress, Protocol } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show({ id, protocol }) {
  const slot = new Slot(el("div", { class: "overview" }));
  const progress = (/** @type {Progress} */ now) => void slot.show(now, () => told(now, protocol));
  progress(await read(id, "progress"));
  return { part: el("section", {}, el("h2", { class: "off-screen" }, "Progress"), slot.part, trial(id, protocol)), progress };
}

/** @param {Progress} now @param {Protocol} protocol */
function told(now, protocol) {
  const { participants, conversations, items, reviews, seconds, agreement } = now;
  const talks = protocol.roles.length > 0;
  const judged = protocol.steps.includes("judgements");
  const here = [participants.present ? `${participants.present} here now` : "", participants.waiting ? `${participants.waiting} waiting` : ""].filter(Boolean).join(", ");
  return [
    numbers([
      ["Participants", participants.joined, here],
      ...(talks ? /** @type {[string, number, string][]} */ ([["Conversations complete", conversations.complete, conversations.open ? `${conversations.open} going on` : ""], ["Turns", conversations.turns, ""]]) : []),
      ...(items.all ? /** @type {[string, number, string][]} */ ([["Items done", items.done, `of ${items.all}`]]) : []),
      ...(judged ? /** @type {[string, number, string][]} */ ([["Judgements", items.judgements, items.flagged ? `${items.flagged} reported` : ""]]) : []),
      ["Waiting for review", reviews.waiting, `${reviews.accepted} accepted`],
      ["Spent", money(now.spent, now.currency)],
      ...(talks ? [/** @type {[string, string, string]} */ (["Time per turn", duration(seconds.per_turn.median), spread(seconds.per_turn)])] : []),
      ...(items.all ? [/** @type {[string, string, string]} */ (["Time per item", duration(seconds.per_item.median), spread(seconds.per_item)])] : []),
      ...(judged ? [/** @type {[string, string, string]} */ (["Fleiss’ kappa", decimal(agreement?.fleiss), agreement ? `over ${counted(agreement.items, "item")}` : "no item has two judgements yet"])] : []),
      ...(judged && agreement?.alpha !== null && agreement?.alpha !== undefined ? [/** @type {[string, string]} */ (["Krippendorff’s alpha", decimal(agreement.alpha)])] : []),
    ]),
    items.all ? bar("Items done", items.done, items.all) : null,
    conversations.stale ? el("p", { class: "hint" }, `${counted(conversations.stale, "conversation is", "conversations are")} past the time for a turn.`) : null,
    reviews.waiting ? el("p", {}, el("a", { href: "#review" }, `Review what waits (${reviews.waiting})`)) : null,
  ];
}

/** @param {import("../../../studio.js").Spread} of */
const spread = ({ p90, n }) => (n ? `median of ${n}; nine of ten under ${duration(p90)}` : "");

/** @param {string} label @param {number} done @param {number} all */
function bar(label, done, all) {
  return el("progress", { class: "progress", "aria-label": label, value: done, max: Math.max(1, all) });
}

/** @param {string} id @param {Protocol} protocol */
function trial(id, protocol) {
  const place = el("div", { "aria-live": "polite" });
  const begin = (/** @type {string} */ text, /** @type {string | null} */ grice) => {
    const button = el("button", { type: "button", class: "button" }, text);
    button.addEventListener("click", async () => {
      try {
        const { participants } = await json("POST", at(id, "try"), { with_grice: grice });
        const links = participants.map((/** @type {{ token: string, step: string }} */ { token, step }, /** @type {number} */ number) =>
          el("li", {}, el("a", { class: "button", href: `/studio/work#${token}`, target: "_blank", rel: "noopener" }, participants.length > 1 ? `Open as person ${number + 1}` : "Open"), el("span", { class: "hint" }, ` ${sentence(step)}`)),
        );
        fill(place, el("p", {}, participants.length > 1 ? "Each opens in a tab of its own, so that you can be both." : "It opens in a tab of its own."), el("ul", { class: "trial" }, ...links));
        place.querySelector("a")?.focus();
      } catch (error) {
        const { message, hint } = Problem.of(error);
        fill(place, el("p", { class: "problem" }, inFull(message, hint)));
      }
    });
    return button;
  };
  const buttons = protocol.roles.length ? [begin("Play both roles", null), ...protocol.roles.map((role) => begin(`Talk to Grice as the ${role}`, protocol.roles.find((other) => other !== role) ?? role))] : [begin("Try it", null)];
  return section("Try it yourself", el("p", { class: "hint" }, "What comes of it is marked as a trial and is in no export."), el("div", { class: "field-row" }, ...buttons), place);
}
