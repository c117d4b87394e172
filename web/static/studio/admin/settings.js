// A project's name, consent text and settings; closing it and deleting it.

import { Problem, json } from "../../api.js";
import { el, fill } from "../../dom.js";
import { notify, report } from "../../notice.js";
import { confirm } from "../confirm.js";
import { at, changedSettings, field, section, settingFields } from "./parts.js";
import { inFull } from "../words.js";

/** @import { Project } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show(context) {
  const { id } = context;
  /** @type {Project} */
  const project = await json("GET", at(id));
  const described = project.settings ?? {};
  /** @type {Record<string, unknown>} */
  const before = Object.fromEntries(Object.entries(described).map(([name, { value }]) => [name, value]));
  const name = el("input", { type: "text", name: "name", maxlength: 200, value: project.name, autocomplete: "off" });
  const consent = el("textarea", { name: "consent", rows: 8 });
  consent.value = project.consent ?? "";
  const problem = el("p", { class: "problem", role: "alert" });
  const fields = el("div", {}, Object.keys(described).length ? settingFields(described, before) : el("p", { class: "hint" }, "The settings of this protocol stand in its file."));
  const form = el(
    "form",
    { class: "form", novalidate: true },
    field("Name", name),
    field("Consent", consent, "What participants agree to before they begin. Paragraphs are parted by empty lines."),
    el("h3", {}, "Settings"),
    el("p", { class: "hint" }, "Conversations that have begun keep theirs."),
    fields,
    problem,
    el("div", { class: "field-row" }, el("button", { type: "submit", class: "button primary" }, "Save")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fill(problem);
    try {
      const settings = changedSettings(fields, described, before);
      await json("PATCH", at(id), { name: name.value.trim(), consent: consent.value, ...(Object.keys(settings).length ? { settings } : {}) });
      Object.assign(before, settings);
      project.name = name.value.trim();
      await context.reload();
      notify("Saved.");
    } catch (error) {
      const { message, hint } = Problem.of(error);
      fill(problem, inFull(message, hint));
    }
  });
  return { part: el("div", { class: "admin-part" }, section("Settings", form), ending(context, project)) };
}

/** @param {Context} context @param {Project} project */
function ending({ id, reload }, project) {
  let { closed } = project;
  const close = el("button", { type: "button", class: "button" });
  const words = () => fill(close, closed ? "Open it again" : "Close the project");
  words();
  close.addEventListener("click", async () => {
    try {
      await json("PATCH", at(id), { closed: !closed });
      closed = !closed;
      words();
      await reload();
      notify(closed ? "Closed. Invitations lead nowhere until it is opened again." : "Open again.");
    } catch (error) {
      report(error);
    }
  });
  const remove = el("button", { type: "button", class: "button" }, "Delete the project");
  remove.addEventListener("click", async () => {
    const typed = await confirm(`Delete ${project.name}?`, "Everything of it is deleted: conversations, judgements, participants, invitations. This can’t be undone.", "Delete it", { asks: "Type the project’s name to delete it", needs: true, bad: true });
    if (typed === null) return;
    if (typed !== project.name) {
      notify("That was another name; nothing is deleted.", { bad: true });
      return;
    }
    try {
      await json("DELETE", at(id));
      location.assign("/studio");
    } catch (error) {
      report(error);
    }
  });
  return section("End", el("div", { class: "field-row" }, close, remove));
}
