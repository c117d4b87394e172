// What waits for a reviewer: read it, then accept it, return it with a note, or reject it.

import { json } from "../../api.js";
import { el, fill } from "../../dom.js";
import { announce, report } from "../../notice.js";
import { counted } from "../../text.js";
import { confirm } from "../confirm.js";
import { duration, moment, sentence } from "../words.js";
import { at, read, section, table } from "./parts.js";
import { conversation } from "./session.js";

/** @import { Progress, Queued } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show({ id, protocol }) {
  const queue = new Queue(id);
  await queue.load();
  let waiting = -1;
  const progress = (/** @type {Progress} */ now) => {
    const key = now.reviews.waiting + now.conversations.complete * 1000;
    if (key === waiting) return;
    waiting = key;
    queue.load().catch(report);
  };
  // Numbers that change and change back within a second are not told; what waits is looked up all the same.
  const timer = setInterval(() => {
    if (!queue.part.isConnected) clearInterval(timer);
    else if (document.visibilityState === "visible") queue.load().catch(() => {});
  }, 5000);
  const hint = el("p", { class: "hint keys" }, "With the keyboard, in an entry: ", el("kbd", {}, "A"), " accepts, ", el("kbd", {}, "R"), " returns, ", el("kbd", {}, "X"), " rejects, ", el("kbd", {}, "J"), " and ", el("kbd", {}, "K"), " go on and back.");
  const all = protocol.roles.length ? await sessions(id) : null;
  return { part: el("div", { class: "admin-part" }, section("Waiting for review", hint, queue.empty, queue.part), all), progress };
}

const WORK = {
  accept: "Accept",
  reject: "Reject",
  returns: { becomes: "They read your note, mend their words, and send it to you again.", asks: "What should be mended?" },
  rejects: { title: "Reject it?", becomes: "It is left out of every export, and not paid. They read your note.", does: "Reject it", bad: true },
  done: { accept: "Accepted", return: "Returned", reject: "Rejected" },
};
/** Of a flag the verdict is on the flag, so an item whose flag is rejected is back in. */
const FLAG = {
  accept: "Accept: leave it out",
  reject: "Reject: put it back",
  returns: { becomes: "The item is back in. Whoever reported it reads your note and judges it instead.", asks: "What should they know?" },
  rejects: { title: "Put it back?", becomes: "The report is set aside, and others judge the item. Whoever reported it reads your note, and is paid all the same.", does: "Put it back", bad: false },
  done: { accept: "Left out", return: "Returned", reject: "Put back" },
};

/** What a verdict is called; of single judgements only those wait that are flags. @param {Queued} one */
const wordsFor = ({ subject }) => (subject.kind === "judgement" ? FLAG : WORK);

class Queue {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.part = el("ul", { class: "queue", "aria-label": "Waiting for review" });
    this.empty = el("p", { class: "hint", role: "status" }, "Nothing waits.");
    /** @type {Map<string, HTMLLIElement>} */
    this.entries = new Map();
    this.part.addEventListener("keydown", (event) => this.press(event));
  }

  /** Takes what is new and lets go of what is gone; what is being read stays as it is. */
  async load() {
    /** @type {{ queue: Queued[] }} */
    const { queue } = await read(this.id, "queue");
    const keys = new Set(queue.map(({ subject }) => `${subject.kind} ${subject.id}`));
    for (const [key, entry] of this.entries) {
      if (keys.has(key)) continue;
      entry.remove();
      this.entries.delete(key);
    }
    for (const one of queue) {
      const key = `${one.subject.kind} ${one.subject.id}`;
      if (this.entries.has(key)) continue;
      const entry = this.entry(one);
      this.entries.set(key, entry);
      this.part.append(entry);
    }
    this.empty.hidden = this.entries.size > 0;
  }

  /** @param {Queued} one */
  entry(one) {
    const { accept, reject } = wordsFor(one);
    const { subject, summary, at: when, seconds, participant } = one;
    const about = [sentence(subject.kind), participant, moment(when), seconds === null ? null : duration(seconds)].filter(Boolean).join(" · ");
    const words = el("div", {});
    const verdict = (/** @type {"accept" | "return" | "reject"} */ kind, /** @type {string} */ text, /** @type {string} */ look) => el("button", { type: "button", class: `button ${look}`, "data-verdict": kind, onclick: () => void this.judge(one, kind) }, text);
    const shows = subject.kind === "session";
    const read2 = el("details", { class: "fold" }, el("summary", {}, "Read the conversation"), words);
    read2.addEventListener("toggle", async () => {
      if (!read2.open || words.childElementCount) return;
      try {
        fill(words, conversation(await json("GET", at(this.id, "sessions", subject.id))));
      } catch (error) {
        report(error);
      }
    });
    return el(
      "li",
      { class: "card", tabindex: -1 },
      el("div", {}, el("h3", { dir: "auto" }, summary), el("p", { class: "hint" }, about)),
      shows ? read2 : null,
      el("div", { class: "field-row" }, verdict("accept", accept, "primary"), verdict("return", "Return with a note", ""), verdict("reject", reject, "")),
    );
  }

  /** @param {Queued} one @param {"accept" | "return" | "reject"} verdict */
  async judge(one, verdict) {
    const { subject, summary } = one;
    const { returns, rejects, done } = wordsFor(one);
    const asked = {
      accept: async () => "",
      return: () => confirm("Return it?", returns.becomes, "Return it", { asks: returns.asks, needs: true }),
      reject: () => confirm(rejects.title, rejects.becomes, rejects.does, { asks: "Why? (optional)", bad: rejects.bad }),
    };
    const note = await asked[verdict]();
    if (note === null) return;
    try {
      await json("POST", at(this.id, "reviews"), { subject, verdict, ...(note ? { note } : {}) });
      const entry = this.entries.get(`${subject.kind} ${subject.id}`);
      const next = entry?.nextElementSibling ?? entry?.previousElementSibling;
      await this.load();
      if (next instanceof HTMLElement && next.isConnected) next.focus();
      announce(`${done[verdict]}: ${summary}`);
    } catch (error) {
      report(error);
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element) || event.target.closest("input, textarea")) return;
    const entry = event.target.closest(".queue > li");
    if (!entry) return;
    const verdicts = /** @type {Record<string, string>} */ ({ a: "accept", r: "return", x: "reject" });
    const key = event.key.toLowerCase();
    if (key in verdicts) {
      const button = entry.querySelector(`[data-verdict=${verdicts[key]}]`);
      if (button instanceof HTMLElement) button.click();
    } else if (key === "j" || key === "k") {
      const other = key === "j" ? entry.nextElementSibling : entry.previousElementSibling;
      if (other instanceof HTMLElement) other.focus();
    } else return;
    event.preventDefault();
  }
}

/** @param {string} id */
async function sessions(id) {
  /** @type {{ sessions: any[] }} */
  const { sessions: all } = await read(id, "sessions");
  const place = el("div", { "aria-live": "polite" });
  const look = (/** @type {any} */ one) => {
    const button = el("button", { type: "button", class: "quiet", "aria-label": `Read the conversation about ${one.topic ?? one.id}` }, "Read");
    button.addEventListener("click", async () => {
      try {
        const whole = await json("GET", at(id, "sessions", one.id));
        const heading = el("h3", { tabindex: -1 }, one.topic ?? "The conversation");
        fill(place, el("div", { class: "card" }, heading, conversation(whole)));
        heading.focus();
      } catch (error) {
        report(error);
      }
    });
    return one.state === "open" ? el("div", { class: "field-row" }, button, end(one)) : button;
  };
  const end = (/** @type {any} */ one) => {
    const button = el("button", { type: "button", class: "quiet end", "aria-label": `End the conversation about ${one.topic ?? one.id}` }, "End");
    button.addEventListener("click", async () => {
      const reason = await confirm("End the conversation?", "With its smallest number of turns it is complete; otherwise both are paid for the turns that are done.", "End it", { asks: "Why? (optional)", bad: true });
      if (reason === null) return;
      try {
        await json("POST", at(id, "sessions", one.id, "end"), { reason });
        button.remove();
        announce("Ended.");
      } catch (error) {
        report(error);
      }
    });
    return button;
  };
  const rows = all.map((one) => [one.topic ?? one.id, `${sentence(one.outcome ?? one.state)}${one.trial ? ", trial" : ""}`, String(one.turns), duration(one.seconds), sentence(one.review ?? "–"), moment(one.began), look(one)]);
  return section("All conversations", all.length ? el("p", { class: "hint" }, `${counted(all.length, "conversation")}.`) : el("p", { class: "hint" }, "There is none yet."), all.length ? table("All conversations", ["Topic", "State", "Turns", "Time", "Review", "Began", "Read"], rows) : null, place);
}
