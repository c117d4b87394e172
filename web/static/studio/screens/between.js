// Before, between and after conversations: the instructions, the waiting room, how it ended.

import { el } from "../../dom.js";
import { counted } from "../../text.js";
import { Slot, task } from "../parts.js";
import { duration, money } from "../words.js";

/** @import { Ended, Lobby, NothingLeft, Suspended, View, Waiting } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/**
 * @param {Desk} desk
 * @param {string} text
 * @param {string} kind
 */
function button(desk, text, kind) {
  const made = el("button", { type: "button", class: "button primary large", "data-primary": true }, text);
  made.addEventListener("click", () => void desk.act({ kind }, { button: made }));
  return made;
}

function sheet() {
  const part = el("div", { class: "sheet" });
  return { part, slot: new Slot(part) };
}

/** @param {Desk} desk */
export function lobby(desk) {
  const { part, slot } = sheet();
  if (!desk.line.outbox.length) desk.drafts.clear();
  const update = (/** @type {Lobby} */ screen) => {
    slot.show(screen, () => [
      task("Ready when you are", screen.done ? `You have finished ${counted(screen.done, "conversation")}.` : null),
      el("div", { class: "prose" }, ...screen.instructions.map((text) => el("p", {}, text))),
      button(desk, "Find a partner", "wait"),
    ]);
  };
  return { part, update };
}

/** @param {Desk} desk */
export function waiting(desk) {
  const { part, slot } = sheet();
  const since = el("p", { class: "hint" });
  let screenSince = 0;
  let ahead = 0;
  const tick = () => {
    if (screenSince) since.textContent = `You have waited ${duration(Math.max(0, (Date.now() - ahead - screenSince) / 1000))}.`;
  };
  setInterval(() => part.isConnected && tick(), 1000);
  const update = (/** @type {Waiting} */ screen, /** @type {View} */ view) => {
    screenSince = screen.since;
    ahead = Date.now() - view.now;
    tick();
    slot.show([screen.others, screen.grice], () => {
      const others = screen.others ? `${counted(screen.others, "other person is", "other people are")} waiting too; you will be paired in a moment.` : "Nobody else is here yet. It begins by itself as soon as somebody comes.";
      const stop = el("button", { type: "button", class: "button" }, "Stop waiting");
      stop.addEventListener("click", () => void desk.act({ kind: "stop_waiting" }, { button: stop }));
      return [
        task("Waiting for a partner", screen.grice ? "Grice will be your partner." : others),
        el("div", { class: "pulse", "aria-hidden": "true" }, el("span"), el("span"), el("span")),
        el("p", {}, "Please keep this page open: only people who are here can be paired. The page's title changes when it begins."),
        since,
        stop,
      ];
    });
  };
  return { part, update };
}

/** @type {Record<string, string>} */
const OUTCOMES = {
  complete: "Thank you. The conversation is complete.",
  quit: "You left the conversation.",
  partner_quit: "Your partner left the conversation.",
  late: "The conversation ended: the time was over.",
  partner_late: "The conversation ended: your partner did not come back in time.",
  stopped: "The conversation was ended by an administrator.",
  unqualified: "This topic was not a good match.",
  deleted: "The conversation was taken out on your partner's request.",
};

/** @param {Desk} desk */
export function ended(desk) {
  const { part, slot } = sheet();
  if (!desk.line.outbox.length) desk.drafts.clear();
  const update = (/** @type {Ended} */ screen, /** @type {View} */ view) => {
    slot.show(screen, () => [
      task(OUTCOMES[screen.outcome] ?? "The conversation has ended.", screen.why),
      el("ul", { class: "facts" }, el("li", {}, counted(screen.turns, "turn")), screen.earned ? el("li", {}, `${money(screen.earned, view.you.currency)} earned`) : null),
      screen.can.includes("wait") ? button(desk, "Another conversation", "wait") : null,
      el("p", { class: "hint" }, "Or just close this page."),
    ]);
  };
  return { part, update };
}

export function suspended() {
  const { part, slot } = sheet();
  return { part, update: (/** @type {Suspended} */ screen) => void slot.show(screen, () => [task("Thank you for your interest", screen.why), el("p", {}, "There is nothing more for you to do here. If you think this is a mistake, write to whoever invited you.")]) };
}

/** @param {Desk} desk */
export function nothingLeft(desk) {
  const { part, slot } = sheet();
  if (!desk.line.outbox.length) desk.drafts.clear();
  const update = (/** @type {NothingLeft} */ screen, /** @type {View} */ view) => {
    slot.show(screen, () => [
      task(screen.done ? "Thank you, that is all for now" : "Nothing to do just now"),
      el("ul", { class: "facts" }, el("li", {}, `${counted(screen.done, "item")} done`), screen.earned ? el("li", {}, `${money(screen.earned, view.you.currency)} earned`) : null),
      el("p", { class: "hint" }, "If you keep this page open, the next one appears by itself. You may also close it."),
    ]);
  };
  return { part, update };
}
