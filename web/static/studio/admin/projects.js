// The list of projects, and the form that makes one.

import { Problem, collections, json } from "../../api.js";
import { byId, el, fill } from "../../dom.js";
import { counted } from "../../text.js";
import { inFull, moment } from "../words.js";
import { changedSettings, field, linesOf, select, settingFields, showBar } from "./parts.js";

/** @import { Project, Protocol } from "../../../studio.js" */

export async function showProjects() {
  document.title = "Studio · Grice";
  showBar("");
  /** @type {[{ projects: Project[] }, { protocols: Protocol[] }, { collections: { name: string }[] }]} */
  const [{ projects }, { protocols }, { collections: shelf }] = await Promise.all([json("GET", "/api/studio/projects"), json("GET", "/api/studio/protocols"), collections()]);
  const titles = new Map(protocols.map((protocol) => [protocol.name, protocol.title]));
  const part = el("div", { class: "admin" });
  const form = newProject(protocols, shelf.map((one) => one.name));
  const make = el("button", { type: "button", class: "button primary", "aria-expanded": "false", "aria-controls": "new-project" }, "New project");
  const show = (/** @type {boolean} */ open) => {
    form.hidden = !open;
    make.setAttribute("aria-expanded", String(open));
  };
  show(projects.length === 0);
  make.addEventListener("click", () => {
    show(form.hidden === true);
    if (!form.hidden) form.querySelector("input")?.focus();
  });
  const list = projects.sort((a, b) => b.made - a.made).map((project) => el("li", {}, entry(project, titles.get(project.protocol) ?? project.title)));
  fill(
    part,
    el("div", { class: "title-row" }, el("h1", {}, "Studio"), make),
    el("p", { class: "lead" }, "Collect conversations and judgements over your own documents, as the papers did."),
    form,
    list.length ? el("ul", { class: "projects", "aria-label": "Projects" }, ...list) : el("p", { class: "hint" }, "There is no project yet. Make one above; the people you invite need nothing but a browser."),
  );
  fill(byId("main"), part);
}

/** @param {Project} project @param {string} title */
function entry(project, title) {
  const { counts } = project;
  const done = counts.items || counts.judgements ? `${counted(counts.items, "item")}, ${counted(counts.judgements, "judgement")}` : `${counted(counts.complete, "complete conversation")}${counts.open ? `, ${counts.open} open` : ""}`;
  const facts = [title, project.collection, counted(counts.participants, "participant"), done, `since ${moment(project.made)}`].filter(Boolean);
  return el("a", { href: `/studio/projects/${encodeURIComponent(project.id)}` }, el("strong", {}, project.name, project.closed ? el("span", { class: "tag" }, "closed") : null), el("span", { class: "hint" }, facts.join(" · ")));
}

/** @param {Protocol[]} protocols @param {string[]} shelf */
function newProject(protocols, shelf) {
  const name = el("input", { type: "text", name: "name", maxlength: 200, autocomplete: "off", required: true });
  const collection = select("collection", shelf.map((one) => [one, one]));
  const chosen = el("div", { class: "form" });
  const problem = el("p", { class: "problem", role: "alert" });
  const consent = el("textarea", { name: "consent", rows: 4 });
  const toml = el("textarea", { name: "toml", rows: 8, class: "mono", spellcheck: "false" });
  const kinds = protocols.map((protocol, number) =>
    el("label", { class: "choice" }, el("input", { type: "radio", name: "protocol", value: protocol.name, checked: number === 0 }), el("span", {}, el("strong", {}, protocol.title), el("span", { class: "hint" }, ` ${protocol.about}`))),
  );
  const form = el(
    "form",
    { class: "card form", id: "new-project", novalidate: true, "aria-label": "New project" },
    el("h2", {}, "New project"),
    field("Name", name, "Participants see it."),
    el("fieldset", { class: "choices" }, el("legend", {}, "Protocol"), ...kinds),
    shelf.length ? field("Collection", collection, "The documents that are read and talked about.") : el("p", { class: "hint" }, "There is no collection yet; conversations need one. Add documents on the ", el("a", { href: "/" }, "chat page"), "."),
    chosen,
    el("details", { class: "fold" }, el("summary", {}, "Consent text of your own"), field("What participants agree to", consent, "Paragraphs are parted by empty lines. Where it is empty, the protocol’s own text is shown.")),
    el("details", { class: "fold" }, el("summary", {}, "A protocol of your own"), field("The whole protocol, as TOML", toml, "Begin with one of the files above. It is then taken in the place of the protocol chosen above.")),
    problem,
    el("div", { class: "field-row" }, el("button", { type: "submit", class: "button primary" }, "Make the project")),
  );
  const protocol = () => {
    const input = form.querySelector("input[name=protocol]:checked");
    return protocols.find((one) => input instanceof HTMLInputElement && one.name === input.value) ?? protocols[0];
  };
  const show = () => fill(chosen, ...ofProtocol(protocol()));
  form.addEventListener("change", (event) => event.target instanceof HTMLInputElement && event.target.name === "protocol" && show());
  show();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fill(problem);
    if (!name.value.trim()) {
      fill(problem, "Please give the project a name.");
      name.focus();
      return;
    }
    try {
      const made = await json("POST", "/api/studio/projects", {
        name: name.value.trim(),
        ...(toml.value.trim() ? { toml: toml.value } : { protocol: protocol().name, settings: changedSettings(chosen, protocol().settings) }),
        ...(collection.value ? { collection: collection.value } : {}),
        ...(consent.value.trim() ? { consent: consent.value.trim() } : {}),
        ...pagesOf(chosen),
      });
      location.assign(`/studio/projects/${encodeURIComponent(/** @type {Project} */ (made).id)}`);
    } catch (error) {
      const { message, hint } = Problem.of(error);
      fill(problem, inFull(message, hint));
    }
  });
  return form;
}

/** @param {Protocol} protocol */
function ofProtocol(protocol) {
  const talk = protocol.roles.includes("teacher") ? "topics" : protocol.roles.includes("answerer") ? "seeds" : "";
  const pages = el("textarea", { name: talk, rows: 3, spellcheck: "false" });
  const hint = talk === "topics" ? "One a line: page id | title | genre. Where it is empty, the most linked pages are taken." : "One a line: page id | first question (or nothing, and it is to be written). Where it is empty, the most linked pages are taken.";
  return [
    talk ? el("details", { class: "fold" }, el("summary", {}, talk === "topics" ? "Topics" : "Seeds"), field(talk === "topics" ? "Topics to choose from" : "Pages to begin with", pages, hint)) : null,
    el("details", { class: "fold" }, el("summary", {}, "Settings"), settingFields(protocol.settings)),
    el("p", { class: "hint" }, "The whole protocol is a file: ", el("a", { href: `/api/studio/protocols/${encodeURIComponent(protocol.name)}`, target: "_blank" }, `${protocol.name}.toml`)),
  ];
}

/** The topics or seeds that were written. @param {HTMLElement} form */
function pagesOf(form) {
  const cells = (/** @type {string} */ name) => {
    const area = form.querySelector(`textarea[name=${name}]`);
    return area instanceof HTMLTextAreaElement ? linesOf(area.value).map((line) => line.split("|").map((cell) => cell.trim())) : [];
  };
  const topics = cells("topics").map(([document, title = "", genre = ""]) => ({ document, title: title || document, genre: genre || "Topics" }));
  const seeds = cells("seeds").map(([document, question = ""]) => ({ document, question: question || null }));
  return { ...(topics.length ? { topics } : {}), ...(seeds.length ? { seeds } : {}) };
}
