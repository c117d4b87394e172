// The dialog about collections: chosen, made from files, removed.

import * as api from "./api.js";
import { byId, el, fill, iconButton, put } from "./dom.js";
import { forgetDocuments } from "./evidence.js";
import { announce, notify, report } from "./notice.js";
import { counted, size } from "./text.js";
import { chosen, dropped, suggestName, upload } from "./upload.js";

/** @import { Collection, Job } from "../types.js" */
/** @import { Shelf } from "./shelf.js" */
/** @import { Picked } from "./upload.js" */

/** Milliseconds between two looks at a job. */
const POLL = 500;
/** How many problems of a job are listed. */
const MOST_PROBLEMS = 50;

export class CollectionsDialog {
  /** @param {Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
    this.dialog = /** @type {HTMLDialogElement} */ (byId("collections"));
    this.list = el("ul", { class: "collections" });
    this.adding = el("div", { class: "adding" });
    this.watching = new Set();
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  async load() {
    await this.shelf.load();
    this.showList();
  }

  /**
   * Opens with what was dropped.
   * @param {File[]} files
   * @param {FileSystemEntry[]} entries
   */
  async take(files, entries) {
    const picked = await dropped(files, entries);
    this.open();
    this.stage(picked);
  }

  open() {
    const close = iconButton("close", "Close (Esc)", () => this.dialog.close());
    const lead = "Each conversation is about one collection. Choosing another begins a new conversation.";
    fill(this.dialog, el("div", { class: "dialog-head" }, el("h2", { id: "collections-title" }, "Collections"), close), el("p", { class: "dialog-lead" }, lead), this.list, this.adding);
    this.showList();
    if (!this.adding.childNodes.length) this.showDrop();
    if (!this.dialog.open) this.dialog.showModal();
    this.load().catch(report);
    this.resumeJobs().catch(report);
  }

  showList() {
    fill(this.list, ...this.shelf.all.map((collection) => this.entry(collection)));
    if (!this.shelf.all.length) put(this.list, el("li", { class: "none" }, "There is no collection yet. Add files below."));
  }

  /** @param {Collection} collection */
  entry(collection) {
    const here = collection.name === this.shelf.current();
    const counts = `${counted(collection.documents, "document")}, ${size(collection.bytes)}`;
    const made = collection.ingested ? ` · ${new Date(collection.ingested * 1000).toLocaleDateString("en", { dateStyle: "medium" })}` : "";
    const pick = el("button", { type: "button", class: "pick", "aria-current": here ? "true" : null }, el("strong", {}, collection.name), el("span", {}, counts + made));
    pick.addEventListener("click", () => {
      this.dialog.close();
      this.shelf.choose(collection.name);
    });
    const item = el("li", {}, pick);
    if (collection.problem) put(item, el("p", { class: "remark bad" }, collection.problem));
    if (collection.removable && this.shelf.mayWrite) {
      const remove = el("button", { type: "button", class: "quiet danger", "aria-label": `Remove ${collection.name}` }, "Remove");
      remove.addEventListener("click", () => this.confirm(collection, item, remove));
      put(item, remove);
    }
    return item;
  }

  /**
   * @param {Collection} collection
   * @param {HTMLElement} item
   * @param {HTMLElement} button
   */
  confirm(collection, item, button) {
    const yes = el("button", { type: "button", class: "button bad" }, "Remove");
    const no = el("button", { type: "button", class: "quiet", onclick: () => this.showList() }, "Keep");
    yes.addEventListener("click", async () => {
      try {
        await api.removeCollection(collection.name);
        forgetDocuments();
        announce("Removed.");
        await this.load();
        if (collection.name === this.shelf.current()) this.shelf.choose(this.shelf.all[0]?.name ?? "");
      } catch (error) {
        report(error);
      }
    });
    button.replaceWith(el("div", { class: "confirm" }, el("span", {}, "Its index goes, and copies of files that were sent here; files that grice ingest read stay where they are."), yes, no));
    item.scrollIntoView({ block: "nearest" });
    no.focus();
  }

  showDrop() {
    if (!this.shelf.mayWrite) {
      fill(this.adding);
      return;
    }
    const files = el("input", { type: "file", multiple: true, class: "off-screen", id: "pick-files", tabindex: -1, "aria-label": "Files" });
    const folder = el("input", { type: "file", webkitdirectory: true, class: "off-screen", id: "pick-folder", tabindex: -1, "aria-label": "Folder" });
    for (const input of [files, folder]) input.addEventListener("change", () => input.files && this.stage(chosen(input.files)));
    const pick = (/** @type {HTMLInputElement} */ input, /** @type {string} */ label) => el("button", { type: "button", class: "button", onclick: () => input.click() }, label);
    fill(
      this.adding,
      el("div", { class: "drop" }, el("h3", {}, "Make a collection of your own"), el("p", {}, "Drop files or a folder anywhere on this page: HTML, Markdown, PDF, Word, OpenDocument, EPUB, manual pages, CSV, archives and more."), el("div", { class: "field-row" }, pick(folder, "Choose a folder"), pick(files, "Choose files"), folder, files)),
    );
  }

  /** @param {Picked[]} picked */
  stage(picked) {
    if (!picked.length) {
      notify("There are no files in there.", { hint: "Hidden files are left out." });
      return;
    }
    const total = picked.reduce((sum, { file }) => sum + file.size, 0);
    const name = el("input", { type: "text", id: "collection-name", required: true, maxlength: 60, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", autocomplete: "off", spellcheck: "false", "aria-describedby": "name-hint" });
    name.value = suggestName(picked);
    const hint = el("span", { class: "hint", id: "name-hint" });
    const told = () => fill(hint, this.shelf.all.some((one) => one.name === name.value) ? "There is one of this name: the files are added to it." : "Letters, digits, dots and dashes.");
    name.addEventListener("input", told);
    told();
    const form = el(
      "form",
      { class: "stage" },
      el("p", {}, `${counted(picked.length, "file")}, ${size(total)}`),
      el("label", { for: "collection-name" }, "Name of the collection"),
      name,
      hint,
      el("div", { class: "field-row" }, el("button", { type: "submit", class: "button primary" }, "Add"), el("button", { type: "button", class: "quiet", onclick: () => this.showDrop() }, "Cancel")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.add(name.value, picked);
    });
    fill(this.adding, form);
    name.focus();
    name.select();
  }

  /**
   * @param {string} name
   * @param {Picked[]} picked
   */
  async add(name, picked) {
    const stop = new AbortController();
    const view = this.progress(name, () => stop.abort());
    view.set("Sending", 0);
    try {
      const job = await upload(name, picked, (share) => view.set("Sending", share), stop.signal);
      await this.watch(job, view);
    } catch (error) {
      report(error);
      this.stage(picked);
    }
  }

  /**
   * @param {string} name
   * @param {() => void} stop
   */
  progress(name, stop) {
    const bar = el("progress", { max: 1, "aria-label": `Progress of ${name}` });
    const words = el("p", { class: "progress-words" });
    fill(this.adding, el("div", { class: "stage" }, el("h3", {}, name), words, bar, el("button", { type: "button", class: "quiet", onclick: stop }, "Stop")));
    const button = this.adding.querySelector("button");
    return {
      /** @param {string} text @param {number | null} share */
      set(text, share) {
        fill(words, text);
        if (share === null) bar.removeAttribute("value");
        else bar.value = share;
        if (button) button.hidden = text !== "Sending";
      },
    };
  }

  /**
   * @param {Job} first
   * @param {ReturnType<CollectionsDialog["progress"]>} view
   */
  async watch(first, view) {
    if (this.watching.has(first.id)) return;
    this.watching.add(first.id);
    let job = first;
    try {
      while (job.state === "running") {
        const read = `${counted(job.documents, "document")} read`;
        if (job.step === "vectors") view.set(`${read}; learning what they mean`, null);
        else view.set(`Reading: ${read}`, job.total ? job.bytes / job.total : null);
        await new Promise((resolve) => setTimeout(resolve, POLL));
        job = await api.job(job.id);
      }
    } finally {
      this.watching.delete(first.id);
    }
    this.finished(job);
  }

  /** @param {Job} job */
  finished(job) {
    forgetDocuments();
    const failed = job.state === "failed";
    const told = failed ? (job.message ?? "It could not be read.") : `${counted(job.documents, "document")}, ${counted(job.words, "word")}.`;
    const box = el("div", { class: failed ? "stage bad" : "stage" }, el("h3", {}, failed ? `${job.collection} was not made` : `${job.collection} is ready`), el("p", {}, told));
    if (job.problems.length) {
      const items = job.problems.slice(0, MOST_PROBLEMS).map((problem) => el("li", {}, problem));
      const rest = job.problems.length - items.length;
      if (rest > 0) items.push(el("li", {}, `and ${counted(rest, "more", "more")}`));
      put(box, el("details", { class: "problems", open: failed }, el("summary", {}, counted(job.problems.length, "problem")), el("ul", {}, ...items)));
    }
    const row = el("div", { class: "field-row" });
    if (!failed) {
      const ask = el("button", { type: "button", class: "button primary" }, `Ask ${job.collection}`);
      ask.addEventListener("click", () => {
        this.showDrop();
        this.dialog.close();
        this.shelf.choose(job.collection);
      });
      put(row, ask);
    }
    put(row, el("button", { type: "button", class: "quiet", onclick: () => this.showDrop() }, failed ? "Try again" : "Add more"));
    fill(this.adding, put(box, row));
    announce(failed ? told : `${job.collection} is ready.`);
    row.querySelector("button")?.focus();
    this.load().catch(report);
  }

  /** Goes on showing a job that was running when the page was loaded. */
  async resumeJobs() {
    if (!this.shelf.mayWrite) return;
    const { jobs } = await api.jobs();
    const running = jobs.find((job) => job.state === "running" && !this.watching.has(job.id));
    if (running) await this.watch(running, this.progress(running.collection, () => {}));
  }
}
