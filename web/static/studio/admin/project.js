// One project: its parts by the address's #, and the progress as it comes.

import { Problem, events, json } from "../../api.js";
import { byId, el, fill } from "../../dom.js";
import { report } from "../../notice.js";
import { at, showBar } from "./parts.js";
import { inFull } from "../words.js";

/** @import { Progress, Project, Protocol } from "../../../studio.js" */

/**
 * A part of the page about a project.
 * @typedef {{ part: HTMLElement, progress?: (progress: Progress) => void }} Shown
 * @typedef {{ id: string, project: Project, protocol: Protocol, reload: () => Promise<void> }} Context
 */

/** @type {Record<string, { title: string, load: () => Promise<{ show: (context: Context) => Shown | Promise<Shown> }>, for?: (protocol: Protocol) => boolean }>} */
const PARTS = {
  progress: { title: "Progress", load: () => import("./overview.js") },
  invitations: { title: "Invitations", load: () => import("./invitations.js") },
  people: { title: "People", load: () => import("./people.js") },
  review: { title: "Review", load: () => import("./review.js") },
  agreement: { title: "Agreement", load: () => import("./agreement.js"), for: (protocol) => protocol.steps.includes("judgements") },
  experiments: { title: "A/B tests", load: () => import("./experiments.js"), for: (protocol) => protocol.roles.includes("teacher") },
  data: { title: "Data", load: () => import("./data.js") },
  settings: { title: "Settings", load: () => import("./settings.js") },
};

/** @param {string} id */
export async function showProject(id) {
  /** @type {[Project, { protocols: Protocol[] }]} */
  const [first, { protocols }] = await Promise.all([json("GET", at(id)), json("GET", "/api/studio/protocols")]);
  const project = /** @type {Project} */ (first);
  const protocol = protocols.find((one) => one.name === project.protocol) ?? own(project);
  const page = new ProjectPage(id, project, protocol);
  await page.route();
  window.addEventListener("hashchange", () => page.route().catch(report));
  void page.listen();
}

/** A protocol that does not ship. @param {Project} project @returns {Protocol} */
function own(project) {
  const { steps = ["conversation"], roles = [] } = /** @type {any} */ (project);
  return { name: project.protocol, title: project.title, about: "", steps, roles, settings: {} };
}

class ProjectPage {
  /** @param {string} id @param {Project} project @param {Protocol} protocol */
  constructor(id, project, protocol) {
    this.id = id;
    this.project = project;
    this.protocol = protocol;
    /** @type {Progress | null} */
    this.latest = null;
    /** @type {Shown | null} */
    this.shown = null;
    this.heading = el("h1", {});
    this.about = el("p", { class: "hint" });
    this.nav = el("nav", { class: "parts-nav", "aria-label": "Parts of the project" });
    this.body = el("div", { class: "part-body" });
    fill(byId("main"), el("div", { class: "admin" }, el("div", {}, this.heading, this.about), this.nav, this.body));
    this.title();
  }

  title() {
    const { name, title, collection, closed } = this.project;
    showBar(name);
    fill(this.heading, name, closed ? el("span", { class: "tag" }, "closed") : null);
    fill(this.about, [title, collection].filter(Boolean).join(" · "));
  }

  async reload() {
    this.project = await json("GET", at(this.id));
    this.title();
  }

  async route() {
    const wanted = location.hash.slice(1);
    const parts = Object.entries(PARTS).filter(([, part]) => part.for?.(this.protocol) ?? true);
    const [name, part] = parts.find(([one]) => one === wanted) ?? parts[0];
    const again = this.shown !== null;
    fill(this.nav, ...parts.map(([one, { title }]) => el("a", { href: `#${one}`, "aria-current": one === name ? "page" : null }, title)));
    document.title = `${part.title} · ${this.project.name} · Grice`;
    try {
      const { show } = await part.load();
      const context = { id: this.id, project: this.project, protocol: this.protocol, reload: () => this.reload() };
      const shown = await show(context);
      this.shown = shown;
      fill(this.body, shown.part);
      if (this.latest) shown.progress?.(this.latest);
    } catch (error) {
      const { message, hint } = Problem.of(error);
      this.shown = { part: this.body };
      fill(this.body, el("p", { class: "problem", role: "alert" }, inFull(message, hint)), el("p", {}, el("button", { type: "button", class: "button", onclick: () => void this.route() }, "Try again")));
    }
    this.body.dataset.part = name;
    const link = this.nav.querySelector("[aria-current]");
    link?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (again && link instanceof HTMLElement) link.focus();
  }

  /** Follows the progress; where the stream ends, it is opened again. */
  async listen() {
    for (;;) {
      try {
        const response = await fetch(at(this.id, "events"), { headers: { Accept: "text/event-stream" }, credentials: "same-origin" });
        if (response.status === 404 || response.status === 401) return;
        for await (const { name, data } of events(response)) {
          if (name !== "progress") continue;
          this.latest = JSON.parse(data);
          if (this.latest) this.shown?.progress?.(this.latest);
        }
      } catch {
        // Tried again below.
      }
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  }
}
