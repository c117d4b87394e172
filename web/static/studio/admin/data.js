// Files out and in: exports in the papers' formats, payments, imports, and runs whose answers are judged.

import { Problem, json, problemOf } from "../../api.js";
import { el, fill } from "../../dom.js";
import { announce } from "../../notice.js";
import { counted } from "../../text.js";
import { at, field, section, select } from "./parts.js";
import { inFull } from "../words.js";

/** @import { Project } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

const NAMES = /** @type {Record<string, string>} */ ({
  pragmaticqa: "PragmatiCQA’s JSONL",
  topiocqa: "TopiOCQA’s JSON",
  circa: "Circa’s TSV",
  judgements: "The shared task’s judgements (JSON)",
  jsonl: "Everything, as JSONL",
  csv: "A table (CSV)",
});

/** @param {string} protocol @param {string[]} roles @param {string[]} steps */
function formats(protocol, roles, steps) {
  if (roles.includes("teacher")) return ["pragmaticqa", "jsonl", "csv"];
  if (roles.includes("answerer")) return ["topiocqa", "jsonl", "csv"];
  return steps.includes("questions") ? ["circa", "jsonl", "csv"] : ["judgements", "jsonl", "csv"];
}

/** @param {Context} context */
export async function show({ id, project, protocol }) {
  const known = formats(protocol.name, protocol.roles, protocol.steps);
  const judging = protocol.steps.length === 1 && protocol.steps[0] === "judgements";
  const others = judging ? /** @type {{ projects: Project[] }} */ (await json("GET", "/api/studio/projects")).projects.filter((one) => one.protocol === "plausibility" && one.id !== project.id) : [];
  return { part: el("div", { class: "admin-part" }, judging ? pooling(id, protocol.name, others) : null, exports(id, known, protocol.roles.length > 0), importing(id, known)) };
}

/** @param {string} id @param {string[]} known @param {boolean} talks */
function exports(id, known, talks) {
  const accepted = el("input", { type: "checkbox", id: "accepted", name: "accepted" });
  const all = el("input", { type: "checkbox", id: "all", name: "all" });
  const which = (/** @type {string} */ format) => (accepted.checked ? "&accepted=true" : all.checked && ["jsonl", "csv"].includes(format) ? "&all=true" : "");
  const links = el("div", { class: "downloads" });
  const show2 = () => fill(links, ...known.map((format) => el("a", { class: "button", href: `${at(id, "export")}?format=${format}${which(format)}`, download: true }, NAMES[format])), el("a", { class: "button", href: at(id, "payments"), download: "payments.csv" }, "Payments (CSV)"));
  for (const [one, other] of [[accepted, all], [all, accepted]]) {
    one.addEventListener("change", () => {
      if (one.checked) other.checked = false;
      show2();
    });
  }
  show2();
  return section("Export", el("p", { class: "hint" }, "Complete work that no reviewer rejected. People are their made-up ids; only the payments have names."), el("p", { class: "check agree" }, accepted, el("label", { for: "accepted" }, "Only what a reviewer accepted")), talks ? el("p", { class: "check agree" }, all, el("label", { for: "all" }, "Also conversations that ended before they were complete (JSONL and CSV)")) : null, links);
}

/** @param {string} id @param {string[]} known */
function importing(id, known) {
  const format = select("format", known.map((one) => [one, NAMES[one]]));
  const file = el("input", { type: "file", name: "file" });
  const done = el("div", { role: "status" });
  const form = el("form", { class: "card form", novalidate: true }, el("div", { class: "grid-fields" }, field("Format", format), field("File", file)), done, el("div", { class: "field-row" }, el("button", { type: "submit", class: "button" }, "Import")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void told(done, async () => {
      const [chosen] = file.files ?? [];
      if (!chosen) throw new Problem("Please choose a file first.");
      const response = await fetch(`${at(id, "import")}?format=${format.value}`, { method: "POST", headers: { "X-Grice": "1", "Content-Type": "application/octet-stream" }, body: chosen });
      if (!response.ok) throw problemOf(response.status, await response.text());
      /** @type {{ conversations: number, turns: number, items: number, judgements: number, skipped: { line: number, why: string }[] }} */
      const { conversations, turns, items, judgements, skipped } = await response.json();
      const parts = [[conversations, "conversation"], [turns, "turn"], [items, "item"], [judgements, "judgement"]].filter(([count]) => count).map(([count, name]) => counted(Number(count), String(name)));
      const left = skipped.slice(0, 20).map(({ line, why }) => el("li", {}, `Line ${line}: ${why}`));
      return [el("p", {}, `Imported: ${parts.join(", ") || "nothing"}.`), skipped.length ? el("p", {}, `${counted(skipped.length, "line")} left out:`) : null, left.length ? el("ul", { class: "skipped" }, ...left) : null];
    });
  });
  return section("Import", el("p", { class: "hint" }, "Files in the same formats, from here or elsewhere."), form);
}

/** @param {string} id @param {string} protocol @param {Project[]} others */
function pooling(id, protocol, others) {
  const done = el("div", { role: "status" });
  const truth = el("input", { type: "file", name: "truth", accept: ".json,application/json" });
  const runs = el("input", { type: "file", name: "runs", multiple: true, accept: ".json,application/json" });
  const from = select("from", others.map((one) => [one.id, one.name]));
  const send = (/** @type {() => Promise<unknown>} */ body) =>
    void told(done, async () => {
      /** @type {{ items: number, answers: number, dropped: Record<string, number> }} */
      const { items, answers, dropped } = await json("POST", at(id, "pool"), await body());
      const reasons = { same: "the same", unlike: "too unlike the truth", few: "too few for the question", no_evidence: "without evidence" };
      const left = Object.entries(reasons).filter(([name]) => dropped[name]).map(([name, words]) => `${dropped[name]} ${words}`);
      return [el("p", {}, `${counted(items, "item")} of ${counted(answers, "answer")}.${left.length ? ` Left out: ${left.join(", ")}.` : ""}`)];
    });
  const files = el("form", { class: "card form", novalidate: true }, el("div", { class: "grid-fields" }, field("Questions", truth, "The shared task’s ground truth, or a file with questions, runs and gold items."), field("Runs", runs, "One file a system; the file’s name is the system’s.")), el("div", { class: "field-row" }, el("button", { type: "submit", class: "button primary" }, "Pool the answers")));
  files.addEventListener("submit", (event) => {
    event.preventDefault();
    send(() => poolOf(truth.files, runs.files));
  });
  const again = el("form", { class: "card form", novalidate: true }, field("The plausible answers of", from), el("div", { class: "field-row" }, el("button", { type: "submit", class: "button" }, "Take them")));
  again.addEventListener("submit", (event) => {
    event.preventDefault();
    send(async () => ({ from: from.value }));
  });
  return section("Answers to judge", el("p", { class: "hint" }, "Answers of several systems to the same questions; the same answers are judged once."), files, protocol === "faithfulness" && others.length ? again : null, done);
}

/** @param {FileList | null} truth @param {FileList | null} runs */
async function poolOf(truth, runs) {
  const parsed = async (/** @type {File} */ file) => {
    try {
      return JSON.parse(await file.text());
    } catch {
      throw new Problem(`${file.name} is not JSON.`, { hint: "Each file is one JSON value." });
    }
  };
  const [first] = truth ?? [];
  if (!first) throw new Problem("Please choose the questions first.");
  const questions = await parsed(first);
  if (!Array.isArray(questions)) return questions;
  const all = [...(runs ?? [])];
  if (!all.length) throw new Problem("Please choose the runs, too.");
  return { scai: { truth: questions, runs: Object.fromEntries(await Promise.all(all.map(async (file) => [file.name.replace(/\.json$/, ""), await parsed(file)]))) } };
}

/** @param {HTMLElement} place @param {() => Promise<import("../../dom.js").Child[]>} does */
async function told(place, does) {
  fill(place, el("p", { class: "hint" }, "Reading…"));
  try {
    fill(place, ...(await does()));
    announce(place.textContent ?? "");
  } catch (error) {
    const { message, hint } = Problem.of(error);
    fill(place, el("p", { class: "problem", role: "alert" }, inFull(message, hint)));
  }
}
