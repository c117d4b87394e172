// The conversation: what was said, and asking on.

import * as api from "./api.js";
import { byId, el, fill } from "./dom.js";
import { announce, notify, report } from "./notice.js";
import { showTrail, stretches } from "./trail.js";
import { TurnView } from "./turn.js";
import { counted } from "./text.js";

/** @import { Collection, Summary, Turn } from "../types.js" */
/** @import { Composer } from "./composer.js" */
/** @import { EvidenceView } from "./evidence.js" */
/** @import { Panel } from "./panel.js" */
/** @import { TurnLinks } from "./turn.js" */
/** @import { Links } from "./reply.js" */

/**
 * @typedef {object} ChatLinks
 * @property {Panel} panel
 * @property {EvidenceView} evidence
 * @property {() => Composer} composer
 * @property {(summary: Summary) => void} began a conversation has its first turn
 * @property {() => void} changed
 */

export class Chat {
  /** @param {ChatLinks} links */
  constructor(links) {
    this.links = links;
    this.log = byId("log");
    this.collection = "";
    /** @type {Summary | null} */
    this.summary = null;
    /** @type {Turn[]} */
    this.turns = [];
    /** @type {TurnView[]} */
    this.views = [];
    /** @type {TurnView | null} */
    this.pending = null;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {TurnLinks & Links} */
    this.reach = {
      collection: () => this.collection,
      conversation: () => this.summary?.id ?? "",
      turns: () => this.turns.length,
      ask: (text) => void this.ask(text),
      replace: (text, number) => void this.ask(text, number),
      why: (number, opener) => void this.why(number, opener),
      look: (evidence, current, opener, looked) => void links.evidence.open({ collection: this.collection, evidence, current, looked }, opener),
    };
  }

  /**
   * Begins anew; nothing is saved before something was said.
   * @param {string} collection
   */
  fresh(collection) {
    this.stop();
    this.summary = null;
    this.collection = collection;
    this.turns = [];
    this.show();
    this.links.composer().resume(`new:${collection}`, "");
    if (collection) void this.welcome(collection);
  }

  /**
   * Goes on with a conversation.
   * @param {string} id
   */
  async open(id) {
    if (this.summary?.id === id && this.running) return;
    this.stop();
    const conversation = await api.conversation(id);
    this.summary = conversation;
    this.collection = conversation.collection;
    this.turns = conversation.said;
    this.show();
    if (!conversation.served) this.log.append(unserved(conversation.collection));
    this.links.composer().resume(id, this.turns[this.turns.length - 1]?.question ?? "");
    this.views[this.views.length - 1]?.part.scrollIntoView({ block: "start" });
  }

  show() {
    this.pending = null;
    this.views = this.turns.map((turn) => {
      const view = new TurnView(turn.number, turn.question, this.reach);
      view.done(turn);
      return view;
    });
    fill(this.log, ...this.views.map((view) => view.part));
    this.arrange();
  }

  /** Brings what depends on all turns up to date: the trail, marks of topics, what is offered. */
  arrange() {
    const begun = this.turns.length > 0 || this.pending !== null;
    byId("welcome").hidden = begun;
    byId("title").hidden = !begun;
    const all = stretches(this.turns);
    this.views.forEach((view, number) => {
      const begins = all.find((stretch) => stretch.first === number && number > 0);
      if (begins && begins !== all[0]) view.showSwitch(begins.title, begins.again);
      view.offer(number === this.views.length - 1 && !this.pending ? (view.turn?.reply ?? null) : null);
    });
    showTrail(this.turns, (stretch, current) => {
      this.goTo(stretch.last);
      if (!current) this.links.composer().about(stretch.title);
    });
  }

  /** @param {number} number */
  goTo(number) {
    const part = this.views[number]?.part;
    if (!part) return;
    part.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
    part.classList.add("returned");
    setTimeout(() => part.classList.remove("returned"), 1800);
  }

  /**
   * Says something: at the end, or in place of a turn and all after it.
   * @param {string} utterance
   * @param {number} [at]
   */
  async ask(utterance, at) {
    if (this.running) return;
    const composer = this.links.composer();
    const replace = at !== undefined && at < this.turns.length;
    const after = at ?? this.turns.length;
    const view = this.begin(utterance, after);
    const running = new AbortController();
    this.running = running;
    composer.setBusy(true);
    composer.asked(utterance);
    try {
      const id = await this.ready(composer, view);
      if (!id) return;
      const said = { utterance, after, ...(replace ? { replace } : {}) };
      await api.say(id, said, running.signal, (told) => this.tell(view, told));
      composer.answered();
    } catch (error) {
      await this.failed(view, error, replace, running.signal.aborted);
    } finally {
      if (this.running === running) {
        this.running = null;
        composer.setBusy(false);
      }
      this.arrange();
      this.links.changed();
    }
  }

  /**
   * @param {string} utterance
   * @param {number} after
   */
  begin(utterance, after) {
    this.pending?.part.remove();
    for (const dropped of this.views.splice(after)) dropped.part.remove();
    const view = new TurnView(after, utterance, this.reach);
    this.pending = view;
    view.reply.status("Looking");
    this.log.append(view.part);
    this.arrange();
    view.part.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
    announce("Looking for an answer.");
    return view;
  }

  /**
   * Makes the conversation on the server, where it is not there yet; none where the reader has gone
   * elsewhere meanwhile.
   * @param {Composer} composer
   * @param {TurnView} view
   * @returns {Promise<string | null>}
   */
  async ready(composer, view) {
    if (this.summary) return this.summary.id;
    const summary = await api.begin(this.collection);
    if (this.pending !== view) {
      await api.forget(summary.id);
      return null;
    }
    this.summary = summary;
    composer.moveTo(summary.id);
    composer.asked(view.question);
    this.links.began(summary);
    return summary.id;
  }

  /**
   * @param {TurnView} view
   * @param {Parameters<Parameters<typeof api.say>[3]>[0]} told
   */
  tell(view, told) {
    if (view !== this.pending) return;
    switch (told.name) {
      case "found":
        view.found(told.data);
        break;
      case "understood":
        view.understood(told.data.shown, told.data.rewrite);
        break;
      case "sentence":
        view.reply.add(told.data);
        break;
      case "follow_ups":
        view.offer({ follow_ups: told.data.follow_ups, choices: [] });
        break;
      case "done":
        this.finish(view, told.data.turn);
    }
  }

  /**
   * @param {TurnView} view
   * @param {Turn} turn
   */
  finish(view, turn) {
    this.turns.splice(view.number);
    this.turns.push(turn);
    this.views.push(view);
    this.pending = null;
    view.done(turn);
    const count = turn.reply.evidence.length;
    announce(count ? `${turn.reply.text} ${counted(count, "source")}.` : turn.reply.text);
  }

  /**
   * @param {TurnView} view
   * @param {unknown} error
   * @param {boolean} replaced
   * @param {boolean} stopped
   */
  async failed(view, error, replaced, stopped) {
    if (view !== this.pending) return;
    const problem = stopped ? null : api.Problem.of(error);
    const grown = problem?.code === "grown";
    // The server alone knows which turns there are.
    const said = replaced || grown ? await this.reread() : null;
    if (said && !grown && said.length > view.number) {
      this.restore(view, problem);
      return;
    }
    if (said) {
      this.pending = view;
      this.log.append(view.part);
      view.number = said.length;
    }
    if (grown) notify("This conversation went on somewhere else.", { hint: "All of it is shown now; your question is at the end." });
    view.failed(grown ? null : problem);
    announce(problem ? `${problem.message} ${problem.hint ?? ""}` : "Stopped.");
  }

  /** Shows the turns that the server has; none where it can't be reached. */
  async reread() {
    if (!this.summary) return null;
    try {
      this.turns = (await api.conversation(this.summary.id)).said;
      this.show();
      return this.turns;
    } catch {
      return null;
    }
  }

  /**
   * A turn that was to be replaced is still there: it is shown again, with what was written for it.
   * @param {TurnView} failed
   * @param {api.Problem | null} problem none where the reader stopped it
   */
  restore(failed, problem) {
    if (problem) report(problem);
    else notify("Stopped.", { hint: "The conversation is as it was." });
    this.links.composer().answered();
    const view = this.views[failed.number];
    view.part.scrollIntoView({ block: "start" });
    if (view.question !== failed.question) view.edit(view.head, failed.question, () => view.showQuestion());
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.links.composer().setBusy(false);
  }

  /** Edits the last question. */
  editLast() {
    const view = this.pending ?? this.views[this.views.length - 1];
    view?.edit(view.head, view.question, () => view.showQuestion());
  }

  /**
   * Asks what is offered under a number.
   * @param {number} number
   */
  take(number) {
    const chips = this.views[this.views.length - 1]?.chips.querySelectorAll("button");
    chips?.[number]?.click();
  }

  /**
   * @param {number} number
   * @param {Element | null} opener
   */
  async why(number, opener) {
    const summary = this.summary;
    const turn = this.turns[number];
    if (!summary || !turn) return;
    try {
      const [trace, { drawWhy }] = await Promise.all([api.why(summary.id, number), import("./why.js")]);
      const open = (/** @type {string} */ id) => void this.lookAtPassage(id, opener);
      const heading = this.links.panel.show({ label: "Why this reply", title: "Why this reply", below: turn.question, body: drawWhy(trace, open) }, opener);
      heading.focus();
    } catch (error) {
      report(error);
    }
  }

  /**
   * @param {string} id
   * @param {Element | null} opener
   */
  async lookAtPassage(id, opener) {
    try {
      const passage = await api.passage(this.collection, id);
      const whole = { ...passage, passage: passage.id, start: 0, end: Array.from(passage.text).length };
      await this.links.evidence.open({ collection: this.collection, evidence: [whole], current: 0 }, opener);
    } catch (error) {
      report(error);
    }
  }

  /**
   * Teaches by three questions that the collection answers.
   * @param {string} name
   */
  async welcome(name) {
    const place = byId("welcome");
    try {
      const collection = await api.collection(name);
      if (this.collection === name && !this.summary) fill(place, ...greeting(collection, (text) => void this.ask(text)));
    } catch (error) {
      fill(place, el("h1", {}, "Ask the documents"));
      report(error);
    }
  }
}

/**
 * @param {Collection} collection
 * @param {(text: string) => void} ask
 */
function greeting(collection, ask) {
  const told = el("p", { class: "lead" }, `Answers come from the ${counted(collection.documents, "document")} of `, el("strong", {}, collection.name), ", with the place where each sentence stands. Where they don't say, neither does Grice.");
  const examples = collection.examples ?? [];
  const list = el("ul", { class: "examples" }, ...examples.map((text) => el("li", {}, el("button", { type: "button", class: "example", onclick: () => ask(text) }, text))));
  const parts = [el("h1", {}, "Ask the documents"), told];
  if (collection.problem) parts.push(el("p", { class: "remark bad" }, collection.problem));
  return examples.length ? [...parts, el("h2", { class: "label" }, "For example"), list] : parts;
}

/** @param {string} collection */
function unserved(collection) {
  const goOn = `What was said is shown; to go on, use grice chat --resume, or start grice serve ${collection}.`;
  return el("p", { class: "remark unserved" }, `This conversation is about ${collection}, which this server does not serve. ${goOn}`);
}

function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
