// Participants: how each is doing, who may go on, and deleting somebody's data on request.

import { json } from "../../api.js";
import { el } from "../../dom.js";
import { notify, report } from "../../notice.js";
import { counted } from "../../text.js";
import { confirm } from "../confirm.js";
import { Slot } from "../parts.js";
import { duration, moment, money, sentence } from "../words.js";
import { at, read, section, table } from "./parts.js";

/** @import { Participant, Progress } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show({ id, protocol }) {
  const slot = new Slot(el("div", {}));
  let currency = "";
  let counts = "";
  const load = async () => {
    /** @type {{ participants: Participant[] }} */
    const { participants } = await read(id, "participants");
    if (slot.part.contains(document.activeElement) && slot.key) {
      // Whoever is about to press a button keeps it.
      const before = document.activeElement?.getAttribute("data-for");
      slot.show([participants, currency], () => listed(participants));
      const button = before ? slot.part.querySelector(`[data-for="${CSS.escape(before)}"]`) : null;
      if (button instanceof HTMLElement) button.focus();
    } else slot.show([participants, currency], () => listed(participants));
  };
  const listed = (/** @type {Participant[]} */ all) => (all.length ? [table("Participants", heads(protocol.roles.length > 0), all.map((one) => row(one)))] : [el("p", { class: "hint" }, "Nobody has joined yet.")]);
  const act = async (/** @type {() => Promise<unknown>} */ does) => {
    try {
      await does();
      await load();
    } catch (error) {
      report(error);
    }
  };
  const row = (/** @type {Participant} */ one) => {
    const patch = (/** @type {unknown} */ body) => act(() => json("PATCH", at(id, "participants", one.id), body));
    const name = one.name || one.id;
    const suspend = el("button", { type: "button", class: "quiet", "data-for": `s${one.id}`, "aria-label": `${one.suspended ? "Admit again" : "Suspend"}: ${name}` }, one.suspended ? "Admit again" : "Suspend");
    suspend.addEventListener("click", async () => {
      if (one.suspended) return patch({ suspended: false });
      const why = await confirm(`Suspend ${name}?`, "They see the reason and can do nothing more here. You can admit them again.", "Suspend", { asks: "Reason, for them to read", needs: true, bad: true });
      return why === null ? undefined : patch({ suspended: true, why });
    });
    const qualify = one.qualified ? null : el("button", { type: "button", class: "quiet", "data-for": `q${one.id}`, "aria-label": `Let pass: ${name}`, onclick: () => void patch({ qualified: true }) }, "Let pass");
    const remove = el("button", { type: "button", class: "quiet danger", "data-for": `d${one.id}`, "aria-label": `Delete data: ${name}` }, "Delete data");
    remove.addEventListener("click", async () => {
      const yes = await confirm(`Delete the data of ${name}?`, "Their words, judgements and name are deleted, and the conversations they took part in. This can’t be undone.", "Delete it all", { bad: true });
      if (!yes) return;
      await act(async () => {
        const { sessions, events } = await json("DELETE", at(id, "participants", one.id));
        notify(`Deleted: ${counted(sessions, "conversation")}, ${counted(events, "entry", "entries")}.`);
      });
    });
    const state = [one.present ? "here now" : "", one.suspended ? "suspended" : "", one.qualified ? "" : "not qualified yet"].filter(Boolean).join(", ") || "away";
    return [
      el("span", {}, name, one.name ? el("span", { class: "hint" }, one.id) : null),
      sentence(one.step),
      moment(one.joined),
      state,
      String(protocol.roles.length ? one.sessions : one.items),
      duration(protocol.roles.length ? one.seconds_per_turn : one.seconds_per_item),
      one.gold && one.gold.of ? `${one.gold.right} of ${one.gold.of}` : "–",
      money(one.earned, currency || "USD"),
      el("span", { class: "acts" }, qualify, suspend, remove),
    ];
  };
  await load();
  const progress = (/** @type {Progress} */ now) => {
    currency = now.currency;
    const key = JSON.stringify([now.participants, now.conversations, now.items.judgements, now.currency]);
    if (key === counts) return;
    counts = key;
    load().catch(report);
  };
  const payments = el("p", {}, el("a", { class: "button", href: at(id, "payments"), download: "payments.csv" }, "Payments as CSV"));
  const part = section("People", el("p", { class: "hint" }, "Names are for payments only; everywhere else, and in every export, people are their made-up ids."), slot.part, payments);
  return { part, progress };
}

/** @param {boolean} talks */
const heads = (talks) => ["Participant", "Step", "Joined", "State", talks ? "Conversations" : "Items", talks ? "Time per turn" : "Time per item", "Gold", "Earned", "Acts"];
