// A/B tests: each technique on and off, with intervals.

import { el, svg } from "../../dom.js";
import { report } from "../../notice.js";
import { Slot } from "../parts.js";
import { decimal, duration, sentence } from "../words.js";
import { read, section, table } from "./parts.js";

/** @import { Experiment, Mean, Progress } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show({ id }) {
  const slot = new Slot(el("div", { class: "overview" }));
  const load = async () => {
    /** @type {{ experiments: Experiment[] }} */
    const { experiments } = await read(id, "experiments");
    slot.show(experiments, () => (experiments.length ? experiments.map(one) : [el("p", { class: "hint" }, "There are no experiments in this project, or no conversations yet.")]));
  };
  await load();
  let complete = -1;
  const progress = (/** @type {Progress} */ now) => {
    const ended = now.conversations.complete + now.conversations.ended;
    if (ended === complete) return;
    complete = ended;
    load().catch(report);
  };
  return { part: section("A/B tests", el("p", { class: "hint" }, "Means and shares with their 95 % intervals."), slot.part), progress };
}

/** @param {Experiment} experiment */
function one({ name, target, arms }) {
  const most = Math.max(1, ...arms.flatMap(({ seconds_per_turn: { high, mean } }) => [high ?? mean ?? 0]));
  const rows = arms.map((arm) => [
    arm.on ? "On" : "Off",
    String(arm.conversations),
    share(arm.completed),
    mean(arm.seconds_per_turn, duration),
    whisker(arm.seconds_per_turn, most),
    mean(arm.turns_all, (value) => decimal(value, 1)),
    mean(arm.turns_non_empty, (value) => decimal(value, 1)),
  ]);
  return el(
    "div",
    { class: "card form" },
    el("h3", {}, sentence(name)),
    target === null ? null : el("p", { class: "hint" }, `Aim: ${Math.round(target * 100)} % of the complete conversations have it on.`),
    table(sentence(name), ["Technique", "Conversations", "Completed", "Time per turn", "Interval", "Turns, all", "Turns, not empty"], rows),
  );
}

/** @param {{ share: number | null, low: number | null, high: number | null }} of */
function share({ share: value, low, high }) {
  const percent = (/** @type {number} */ part) => `${Math.round(part * 100)} %`;
  if (value === null) return "–";
  return between(percent(value), low === null || high === null ? "" : `${percent(low)} to ${percent(high)}`);
}

/** @param {string} value @param {string} range */
function between(value, range) {
  return el("span", {}, value, range ? el("span", { class: "hint" }, ` ${range}`) : null);
}

/** @param {Mean} of @param {(value: number) => string} words */
function mean({ mean: value, low, high, n }, words) {
  if (value === null || n === 0) return "–";
  return between(words(value), low === null || high === null ? `n = ${n}` : `${words(low)} to ${words(high)}, n = ${n}`);
}

/** The interval as a line with its mean; the numbers stand beside it. @param {Mean} of @param {number} most */
function whisker({ mean: value, low, high }, most) {
  if (value === null) return "";
  const x = (/** @type {number} */ at) => 4 + (112 * at) / most;
  const parts = low === null || high === null ? [] : [svg("path", { d: `M${x(Math.max(0, low))} 10H${x(high)}M${x(Math.max(0, low))} 6v8M${x(high)} 6v8`, class: "whisker" })];
  return svg("svg", { viewBox: "0 0 120 20", class: "interval", "aria-hidden": "true" }, ...parts, svg("circle", { cx: x(value), cy: 10, r: 3.5 }));
}
