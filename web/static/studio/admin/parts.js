// What the administration's pages share: addresses, the bar, fields, tables.

import { json } from "../../api.js";
import { byId, el, fill, put } from "../../dom.js";
import { sentence } from "../words.js";

/** @import { Child } from "../../dom.js" */
/** @import { Setting } from "../../../studio.js" */

/**
 * The address of something of a project.
 * @param {string} project
 * @param {...string} rest
 */
export const at = (project, ...rest) => ["/api/studio/projects", ...[project, ...rest].map(encodeURIComponent)].join("/");

/**
 * @param {string} project
 * @param {string} what
 * @returns {Promise<any>}
 */
export const read = (project, what) => json("GET", at(project, what));

/**
 * The bar at the top: where one is.
 * @param {string} here
 */
export function showBar(here) {
  const nav = el("nav", { class: "where", "aria-label": "Studio" }, el("a", { href: "/studio", "aria-current": here ? null : "page" }, "Studio"), here ? el("span", { "aria-hidden": "true" }, "›") : null, here ? el("strong", {}, here) : null);
  fill(byId("bar"), el("a", { class: "brand", href: "/" }, "Grice"), nav);
}

/**
 * A field under its label.
 * @param {string} label
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} input
 * @param {string} [hint]
 */
export function field(label, input, hint = "") {
  if (!input.id) input.id = `field-${input.name}`;
  if (hint) input.setAttribute("aria-describedby", `${input.id}-hint`);
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input, hint ? el("p", { class: "hint", id: `${input.id}-hint` }, hint) : null);
}

/**
 * @param {string} name
 * @param {[string, string][]} options each with its value and what is shown
 * @param {string} [chosen]
 */
export function select(name, options, chosen = "") {
  const made = el("select", { name, id: `field-${name}` });
  for (const [value, text] of options) put(made, el("option", { value, selected: value === chosen }, text));
  return made;
}

/**
 * The fields of a protocol's settings.
 * @param {Record<string, Setting>} settings
 * @param {Record<string, unknown>} [values] where they are others than the protocol's own
 */
export function settingFields(settings, values = {}) {
  const fields = Object.entries(settings).map(([name, setting]) => {
    const value = values[name] ?? setting.value;
    const title = sentence(name);
    if (setting.kind === "switch") {
      const box = el("input", { type: "checkbox", name, id: `field-${name}`, checked: value === true, "aria-describedby": `field-${name}-hint` });
      return el("div", { class: "field" }, el("p", { class: "check agree" }, box, el("label", { for: box.id }, title)), el("p", { class: "hint", id: `field-${name}-hint` }, setting.about));
    }
    if (setting.kind === "choice") return field(title, select(name, (setting.choices ?? []).map((one) => [one, one]), String(value)), setting.about);
    if (setting.kind === "number") return field(title, el("input", { type: "number", name, step: "any", value: String(value) }), setting.about);
    if (setting.kind === "list") {
      const lines = el("textarea", { name, rows: 3 });
      lines.value = Array.isArray(value) ? value.join("\n") : "";
      return field(title, lines, `${setting.about} One a line.`);
    }
    return field(title, el("input", { type: "text", name, value: String(value ?? ""), autocomplete: "off" }), setting.about);
  });
  return el("div", { class: "grid-fields" }, ...fields);
}

/**
 * What the fields of settings say that is another than before.
 * @param {HTMLElement} form
 * @param {Record<string, Setting>} settings
 * @param {Record<string, unknown>} [before]
 */
export function changedSettings(form, settings, before = {}) {
  /** @type {Record<string, unknown>} */
  const changed = {};
  for (const [name, setting] of Object.entries(settings)) {
    const input = form.querySelector(`[name="${CSS.escape(name)}"]`);
    const value = valueOf(input, setting.kind);
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(before[name] ?? setting.value)) changed[name] = value;
  }
  return changed;
}

/** @param {Element | null} input @param {Setting["kind"]} kind */
function valueOf(input, kind) {
  if (input instanceof HTMLInputElement && kind === "switch") return input.checked;
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement || input instanceof HTMLSelectElement)) return undefined;
  if (kind === "number") return input.value.trim() === "" ? undefined : Number(input.value);
  if (kind === "list") return linesOf(input.value);
  return input.value;
}

/** @param {string} text */
export const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

/**
 * A table that scrolls by itself where it is wider than the page.
 * @param {string} caption
 * @param {string[]} heads
 * @param {Child[][]} rows the first cell names the row
 */
export function table(caption, heads, rows) {
  const body = rows.map(([first, ...cells]) => el("tr", {}, el("th", { scope: "row" }, first), ...cells.map((cell) => el("td", {}, cell))));
  const made = el("table", {}, el("caption", { class: "off-screen" }, caption), el("thead", {}, el("tr", {}, ...heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, ...body));
  return el("div", { class: "table", tabindex: 0, role: "group", "aria-label": caption }, made);
}

/**
 * Numbers under their names.
 * @param {[string, Child, Child?][]} all each with its name, the number and what it is of
 */
export function numbers(all) {
  return el("dl", { class: "numbers" }, ...all.map(([name, value, more]) => el("div", {}, el("dt", {}, name), el("dd", {}, value, more ? el("span", {}, " ", more) : null))));
}

/** @param {string} title @param {...Child} children */
export function section(title, ...children) {
  return el("section", {}, el("h2", {}, title), ...children);
}
