// A whole conversation as a reviewer reads it: words, the spans behind them, ratings, times.

import { el } from "../../dom.js";
import { duration, sentence } from "../words.js";

/** @import { Span } from "../../../studio.js" */

const WORDS = /** @type {Record<string, string>} */ ({ yes: "Yes", no: "No", unknown: "I don’t know" });

/** @param {any} session */
export function conversation(session) {
  const turns = /** @type {any[]} */ (session.turns ?? []);
  const list = el("ol", { class: "whole", "aria-label": "Turns" }, ...turns.map((one, number) => turn(one, number)));
  const conditions = Object.entries(session.conditions ?? {}).map(([name, on]) => `${sentence(name)}: ${on === true ? "on" : on === false ? "off" : String(on)}`);
  return el("div", { class: "session" }, conditions.length ? el("p", { class: "hint" }, conditions.join(" · ")) : null, session.reason ? el("p", { class: "hint", dir: "auto" }, `Why it ended: ${session.reason}`) : null, turns.length ? list : el("p", { class: "hint" }, "It has no turns."), surveys(session.surveys));
}

/** @param {any} one @param {number} number */
function turn(one, number) {
  const reply = one.unanswerable ? "The pages don’t say." : (one.reply ?? one.answer ?? null);
  const literal = one.literal ?? null;
  const rating = one.rating ?? one.rated ?? null;
  const from = [one.topic, one.section].filter((part) => typeof part === "string" && part).join(" › ");
  return el(
    "li",
    {},
    el("p", { class: "asked", dir: "auto" }, el("span", { class: "label" }, `${number + 1} `), one.question),
    reply === null ? el("p", { class: "hint" }, "No reply yet.") : el("p", { dir: "auto" }, reply),
    literal ? quoted(literal.word ? `Literal: ${WORDS[literal.word] ?? literal.word}` : "Literal", literal.spans ?? [], "literal") : null,
    one.pragmatic?.length ? quoted("Helps further", one.pragmatic, "pragmatic") : null,
    one.rationale ? quoted("Rationale", [one.rationale], "literal") : null,
    from || one.seconds ? el("p", { class: "hint" }, [from ? `From ${from}` : "", one.seconds ? duration(one.seconds) : ""].filter(Boolean).join(" · ")) : null,
    rating && typeof rating === "object" ? ratings(rating) : null,
  );
}

/** @param {string} title @param {Span[]} spans @param {string} kind */
function quoted(title, spans, kind) {
  return el("div", {}, el("p", { class: "label" }, title), spans.length ? el("ul", { class: `quotes ${kind}` }, ...spans.map((span) => el("li", { dir: "auto" }, span.text))) : null);
}

/** @param {Record<string, unknown>} rating */
function ratings(rating) {
  const said = Object.entries(rating).filter(([, value]) => typeof value === "number");
  return el("ul", { class: "votes", "aria-label": "Rating, 1 is best" }, ...said.map(([name, value]) => el("li", {}, `${sentence(name)} ${String(value)}`)));
}

/** What was said in the closing surveys. @param {unknown} all */
function surveys(all) {
  if (!all || typeof all !== "object") return null;
  const lines = Object.entries(all).flatMap(([who, answers]) => (answers && typeof answers === "object" && !Array.isArray(answers) ? [el("li", {}, el("span", { class: "label" }, `${sentence(who)} `), Object.entries(answers).filter(([, value]) => typeof value !== "object").map(([name, value]) => `${sentence(name)}: ${String(value)}`).join(" · "))] : []));
  return lines.length ? el("div", {}, el("p", { class: "label" }, "Closing questions"), el("ul", { class: "surveys" }, ...lines)) : null;
}
