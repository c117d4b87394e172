// A reply: the literal answer, what was added, and a number at each sentence that opens its evidence.

import * as api from "./api.js";
import { setPassage } from "./blocks.js";
import { copyButton } from "./copy.js";
import { el, fill, put } from "./dom.js";
import { counted } from "./text.js";

/** @import { Evidence, Reply, Sentence, Told } from "../types.js" */

/** Below this an answer is said to be unsure. */
const SURE = 0.4;

/**
 * @typedef {object} Links what a reply can reach
 * @property {() => string} collection
 * @property {(evidence: Evidence[], number: number, opener: Element, looked: (number: number) => void) => void} look
 */

export class ReplyView {
  /** @param {Links} links */
  constructor(links) {
    this.links = links;
    this.part = el("div", { class: "reply" });
    /** @type {Evidence[]} */
    this.evidence = [];
    /** @type {Element | null} */
    this.open = null;
  }

  /**
   * Shows what is going on while nothing is said yet.
   * @param {string} text
   */
  status(text) {
    fill(this.part, el("p", { class: "status" }, el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")), text));
  }

  /**
   * Adds a sentence of a reply that is still coming in.
   * @param {Told["sentence"]} said
   */
  add(said) {
    this.part.querySelector(".status")?.remove();
    const numbers = said.evidence.map((evidence) => {
      const known = this.evidence.findIndex((one) => one.passage === evidence.passage && one.start === evidence.start && one.end === evidence.end);
      return known >= 0 ? known : this.evidence.push(evidence) - 1;
    });
    this.sentence({ ...said, evidence: numbers }, this.part);
  }

  /**
   * Shows a reply that is whole.
   * @param {Reply} reply
   */
  show(reply) {
    this.evidence = reply.evidence;
    const body = reply.kind === "unknown" ? el("div", { class: "unknown" }, el("p", { class: "label" }, "Not in these documents")) : el("div");
    reply.sentences.forEach((sentence, number) => {
      const text = number === 0 ? this.verdict(reply, sentence, body) : sentence.text;
      if (text) this.sentence({ ...sentence, text }, body);
    });
    if (reply.sentences.length === 0 && reply.text) put(body, el("p", { dir: "auto" }, reply.text));
    if (reply.kind === "unknown" && reply.places.length) put(body, this.places(reply));
    body.classList.add("said");
    if (reply.kind === "talk" || reply.kind === "clarify") body.classList.add("own-words");
    fill(this.part, body, ...remarks(reply));
  }

  /**
   * Sets yes or no apart, and gives the rest of the first sentence.
   * @param {Reply} reply
   * @param {Sentence} first
   * @param {HTMLElement} body
   */
  verdict(reply, first, body) {
    if (reply.kind !== "yes" && reply.kind !== "no") return first.text;
    const word = reply.kind === "yes" ? "Yes" : "No";
    const said = new RegExp(`^${word}[.,!:;]?(\\s+|$)`, "i").exec(first.text)?.[0] ?? "";
    put(body, el("p", { class: "prose" }, el("strong", { class: "verdict" }, `${word}.`)));
    const rest = first.text.slice(said.length);
    return said && rest ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
  }

  /**
   * @param {Sentence} sentence
   * @param {HTMLElement} body
   */
  sentence(sentence, body) {
    const into = sentence.added ? addedPart(body) : body;
    const references = sentence.evidence.map((number) => this.reference(number));
    if (sentence.shape === "prose") {
      const last = into.lastElementChild;
      const paragraph = last?.matches("p.prose") ? last : into.appendChild(el("p", { class: "prose", dir: "auto" }));
      put(paragraph, paragraph.childNodes.length ? " " : null, el("span", { class: "sentence" }, sentence.text, ...references));
      return;
    }
    const set = sentence.shape === "code" ? code(sentence.text) : lines(sentence.text);
    put(into, el("div", { class: "sentence block" }, set, el("p", { class: "references" }, ...references)));
    if (sentence.shape === "lines") this.improve(sentence, set);
  }

  /**
   * Lines are a list, steps, rows or a definition; the passage they are cut from knows which.
   * @param {Sentence} sentence
   * @param {HTMLElement} plain
   */
  async improve(sentence, plain) {
    const evidence = this.evidence[sentence.evidence[0]];
    if (sentence.evidence.length !== 1 || !evidence || evidence.text.trim() !== sentence.text.trim()) return;
    try {
      const passage = await api.passage(this.links.collection(), evidence.passage);
      fill(plain, setPassage(passage, { start: evidence.start, end: evidence.end }));
      plain.className = "lines set";
    } catch {
      // The plain lines say the same.
    }
  }

  /** @param {number} number */
  reference(number) {
    const evidence = this.evidence[number];
    if (!evidence) return null;
    const place = evidence.section ? `${evidence.title}, ${evidence.section}` : evidence.title;
    const label = `Evidence ${number + 1}: ${place}`;
    const button = el("button", { type: "button", class: "reference", "aria-label": label, title: place, "data-evidence": number }, number + 1);
    button.addEventListener("click", () => {
      this.links.look(this.evidence, number, button, (looked) => this.highlight(looked));
    });
    return button;
  }

  /**
   * Shows which sentence's evidence is looked at.
   * @param {number} number
   */
  highlight(number) {
    for (const button of this.part.querySelectorAll("[data-evidence]")) {
      const on = button.getAttribute("data-evidence") === String(number);
      button.classList.toggle("on", on);
      button.setAttribute("aria-expanded", String(on));
    }
    for (const sentence of this.part.querySelectorAll(".sentence")) {
      sentence.classList.toggle("on", sentence.querySelector(".reference.on") !== null);
    }
  }

  /** @param {Reply} reply */
  places(reply) {
    const list = el("ul", { class: "places" });
    reply.places.forEach((place, number) => {
      const button = el("button", { type: "button", class: "place-button" }, el("strong", {}, place.title), place.section ? ` › ${place.section}` : "");
      button.addEventListener("click", () => this.links.look(reply.places, number, button, () => {}));
      put(list, el("li", {}, button));
    });
    return el("div", { class: "look" }, el("p", { class: "label" }, "Where to look"), list);
  }
}

/** @param {HTMLElement} body */
function addedPart(body) {
  const last = body.lastElementChild;
  if (last instanceof HTMLElement && last.matches(".added")) return last;
  const made = el("div", { class: "added" }, el("p", { class: "label" }, "Also"));
  body.append(made);
  return made;
}

/** @param {string} text */
function code(text) {
  return el("div", { class: "code" }, el("pre", { tabindex: 0 }, el("code", {}, text)), copyButton(() => text, "Copy code"));
}

/** @param {string} text */
function lines(text) {
  const all = text.split("\n").filter((line) => line.trim());
  return el("div", { class: "lines", dir: "auto" }, ...all.map((line) => el("p", {}, line)));
}

/**
 * What is to be known about a reply beside what it says.
 * @param {Reply} reply
 */
function remarks(reply) {
  const said = [];
  const answers = reply.kind === "span" || reply.kind === "yes" || reply.kind === "no";
  if (answers && reply.confidence < SURE) said.push(el("p", { class: "remark unsure" }, "Not sure of this. The number at the sentence shows where it stands."));
  if (reply.written_by) said.push(el("p", { class: "remark" }, `Written by ${reply.written_by}, checked against the sources.`));
  if (reply.cut.length) {
    const items = reply.cut.map((cut) => el("li", {}, el("s", {}, cut.text), " ", el("span", {}, cut.why)));
    const count = counted(reply.cut.length, "sentence was", "sentences were");
    said.push(el("details", { class: "remark cut" }, el("summary", {}, `${count} left out: the sources don't say so`), el("ul", {}, ...items)));
  }
  for (const note of reply.notes) said.push(el("p", { class: "remark" }, note));
  return said;
}

/**
 * A reply as plain text with its sources, to be put elsewhere.
 * @param {Reply} reply
 */
export function asText(reply) {
  const sources = reply.evidence.map((one, number) => `[${number + 1}] ${one.title}${one.section ? ` › ${one.section}` : ""} (${one.passage})`);
  const sentences = reply.sentences.map((one) => {
    const numbers = one.evidence.map((number) => `[${number + 1}]`).join("");
    return numbers ? `${one.text} ${numbers}` : one.text;
  });
  return [sentences.join(" ") || reply.text, ...sources].join("\n");
}
