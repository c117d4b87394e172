// Why a turn went as it did, drawn: readings, candidates, what was read, and the time it took.

import { el, put } from "./dom.js";
import { short } from "./text.js";

/** @import { Candidate, Why } from "../types.js" */

const READINGS = { "as-said": "As it was said", "stand-alone": "Made to stand alone", "about-page": "About the page talked about" };

/** What speaks for a passage, in the words of a person, in the order of the steps that found it. */
const FEATURES = /** @type {Record<string, string>} */ ({
  original: "words of the question",
  rewrite: "words, standing alone",
  recent: "words of the last turns",
  titled: "words with the page's title",
  all: "words of the whole conversation",
  page: "best on its own page",
  vector: "meaning",
  terms: "expected words",
  same: "the page talked about",
  earlier: "a page of earlier turns",
  asked: "page named in the question",
  answered: "page named in the answer",
  linked: "linked page",
  covered: "words covered",
  named: "names covered",
  known: "words known here",
  rank: "ranker",
  about: "ranker, of its page",
  relevance: "reader: relevant",
  confidence: "reader: has the answer",
});

const STEPS = /** @type {Record<string, string>} */ ({
  listen: "Hearing what was meant",
  trail: "Finding earlier pages",
  understand: "What it can mean",
  retrieve: "Finding passages",
  rerank: "Ranking them",
  read: "Reading them",
  reason: "What follows",
  compose: "Putting it together",
  generate: "Writing",
  follow: "Follow-ups",
});

/** How many candidates and passages are shown. */
const MOST = 8;
/** Tints there are for features and steps. */
const TINTS = 10;

/**
 * @param {Why} trace
 * @param {(passage: string) => void} open opens a passage in its source
 */
export function drawWhy(trace, open) {
  const { why } = trace;
  const body = el("div", { class: "why" });
  if (why.readings.length) put(body, readings(trace));
  if (trace.passages.length) put(body, candidates(trace, open));
  if (why.read.length) put(body, readPassages(trace, open));
  if (why.added.length) put(body, added(trace));
  if (why.rules.length) put(body, part("Rules that changed the turn", el("p", { class: "tags" }, ...why.rules.map((rule) => el("span", { class: "tag" }, rule)))));
  put(body, times(trace.timings));
  return body;
}

/**
 * @param {string} title
 * @param {...Node} children
 */
function part(title, ...children) {
  return el("section", {}, el("h3", {}, title), ...children);
}

/** @param {number} share */
function percent(share) {
  return `${Math.round(share * 100)}%`;
}

/**
 * A bar that is filled to a share.
 * @param {number} share
 * @param {string} [tint]
 */
function bar(share, tint = "accent") {
  const filled = el("span", { class: `fill ${tint}` });
  filled.style.width = percent(Math.min(1, Math.max(0, share)));
  return el("span", { class: "bar", "aria-hidden": "true" }, filled);
}

/** @param {Why} trace */
function readings({ why, room }) {
  const list = el("ol", { class: "readings" });
  why.readings.forEach((reading, number) => {
    const won = number === why.reading;
    const question = reading.forms.rewrite || reading.forms.original;
    put(
      list,
      el(
        "li",
        { class: won ? "won" : null },
        el("p", { class: "line" }, el("strong", {}, READINGS[reading.kind] ?? reading.kind), el("span", {}, won ? "fits the evidence" : ""), el("span", { class: "value" }, percent(reading.likely))),
        bar(reading.likely, won ? "accent" : "plain"),
        el("p", { class: "quote" }, question),
      ),
    );
  });
  const heard = room.act && room.act !== "question" ? ` It was heard as: ${room.act}.` : "";
  const note = el("p", { class: "note" }, `How likely each was before anything was found. That the question stands alone: ${percent(why.alone)}.${heard}`);
  return part("What it can mean", note, list);
}

/**
 * @param {Why} trace
 * @param {(passage: string) => void} open
 */
function candidates(trace, open) {
  const shown = trace.passages.slice(0, MOST);
  const parts = shown.map((candidate) => contributions(candidate, trace.weights));
  const longest = Math.max(...parts.map((features) => features.reduce((sum, feature) => sum + feature.value, 0)), 1e-6);
  const names = [...new Set(parts.flat().map((feature) => feature.name))];
  names.sort((a, b) => order(a) - order(b));
  const tint = (/** @type {string} */ name) => `tint-${names.indexOf(name) % TINTS}`;
  const list = el("ol", { class: "candidates" });
  shown.forEach((candidate, number) => {
    const stack = el("span", { class: "bar stacked", "aria-hidden": "true" });
    for (const { name, value } of parts[number]) {
      const piece = el("span", { class: `fill ${tint(name)}`, title: `${FEATURES[name] ?? name} ${value.toFixed(2)}` });
      piece.style.width = percent(value / longest);
      put(stack, piece);
    }
    const told = parts[number].map(({ name, value }) => `${FEATURES[name] ?? name} ${value.toFixed(2)}`).join(", ");
    const title = el("button", { type: "button", class: "quiet link", onclick: () => open(candidate.id) }, candidate.title);
    const place = el("span", { class: "id" }, candidate.id);
    put(list, el("li", {}, el("p", { class: "line" }, title, place, el("span", { class: "value" }, candidate.score.toFixed(2))), stack, el("p", { class: "off-screen" }, `What speaks for it: ${told}.`)));
  });
  const legend = el("ul", { class: "legend" }, ...names.map((name) => el("li", {}, el("span", { class: `swatch ${tint(name)}` }), FEATURES[name] ?? name)));
  const rest = trace.passages.length - shown.length;
  const note = trace.weights ? "Each bar is a passage's score, by what speaks for it." : "What speaks for each passage, from 0 to 1; the system's weights turn it into the score on the right.";
  return part("What was found", el("p", { class: "note" }, note, rest > 0 ? ` ${rest} more are not shown.` : ""), list, legend);
}

/** @param {string} name */
function order(name) {
  const place = Object.keys(FEATURES).indexOf(name);
  return place < 0 ? 99 : place;
}

/**
 * @param {Candidate} candidate
 * @param {Record<string, number> | undefined} weights
 */
function contributions(candidate, weights) {
  return Object.entries(candidate.features)
    .map(([name, value]) => ({ name, value: value * (weights ? (weights[name] ?? 0) : 1) }))
    .filter(({ value }) => value > 0.005)
    .sort((a, b) => order(a.name) - order(b.name));
}

/**
 * @param {Why} trace
 * @param {(passage: string) => void} open
 */
function readPassages({ why }, open) {
  const list = el("ol", { class: "read" });
  for (const read of why.read.slice(0, MOST)) {
    const button = el("button", { type: "button", class: "quiet link", onclick: () => open(read.passage) }, read.title);
    const verdict = read.chosen ? el("span", { class: "tag" }, "the answer") : null;
    put(
      list,
      el(
        "li",
        { class: read.chosen ? "won" : null },
        el("p", { class: "line" }, button, el("span", { class: "id" }, read.passage), verdict),
        el("p", { class: "quote" }, read.text ? short(read.text, 180) : "nothing that answers"),
        measure("has the answer", read.confidence, read.chosen, why.least),
        measure("is about the question", read.relevance, false, null),
      ),
    );
  }
  return part("What was read", el("p", { class: "note" }, `Below ${percent(why.least)} there is no answer.`), list);
}

/**
 * @param {string} name
 * @param {number} value
 * @param {boolean} strong
 * @param {number | null} least
 */
function measure(name, value, strong, least) {
  const drawn = bar(value, strong ? "accent" : "plain");
  if (least !== null) {
    const line = el("span", { class: "least" });
    line.style.insetInlineStart = percent(least);
    put(drawn, line);
  }
  return el("p", { class: "measure" }, el("span", {}, name), drawn, el("span", { class: "value" }, percent(value)));
}

/** @param {Why} trace */
function added({ why }) {
  const list = el("ol", { class: "read" });
  for (const wanted of why.added.slice(0, MOST)) {
    const verdict = wanted.said ? el("span", { class: "tag" }, "said") : null;
    put(
      list,
      el(
        "li",
        { class: wanted.said ? "won" : null },
        el("p", { class: "line" }, el("span", {}, wanted.evidence.title), el("span", { class: "id" }, wanted.evidence.section), verdict),
        el("p", { class: "quote" }, short(wanted.evidence.text, 180)),
        measure("asked for next", wanted.score, wanted.said, null),
      ),
    );
  }
  return part("What could be added", list);
}

/** @param {Record<string, number>} timings */
function times(timings) {
  const steps = Object.entries(timings).filter(([name, value]) => name !== "total" && value > 0);
  const sum = steps.reduce((total, [, value]) => total + value, 0) || 1;
  const total = timings.total ?? sum;
  const stack = el("span", { class: "bar stacked tall", "aria-hidden": "true" });
  const list = el("ul", { class: "legend times" });
  steps.forEach(([name, value], number) => {
    const piece = el("span", { class: `fill tint-${number % TINTS}` });
    piece.style.width = `${(100 * value) / sum}%`;
    put(stack, piece);
    put(list, el("li", {}, el("span", { class: `swatch tint-${number % TINTS}` }), STEPS[name] ?? name, el("span", { class: "value" }, `${milliseconds(value)} ms`)));
  });
  return part("How long it took", el("p", { class: "note" }, `${milliseconds(total)} ms in all.`), stack, list);
}

/** @param {number} value */
function milliseconds(value) {
  return value < 10 ? value.toFixed(1) : String(Math.round(value));
}
