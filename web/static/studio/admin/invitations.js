// Invitations: made, copied, taken back.

import { Problem, json } from "../../api.js";
import { copyButton } from "../../copy.js";
import { el, fill } from "../../dom.js";
import { announce, report } from "../../notice.js";
import { confirm } from "../confirm.js";
import { inFull, moment, sentence } from "../words.js";
import { at, field, read, section, select, table } from "./parts.js";

/** @import { Invitation } from "../../../studio.js" */
/** @import { Context } from "./project.js" */

/** @param {Context} context */
export async function show({ id, protocol }) {
  const list = el("div", {});
  const made = el("div", { "aria-live": "polite" });
  const load = async () => {
    /** @type {{ invitations: Invitation[] }} */
    const { invitations } = await read(id, "invitations");
    fill(list, ...listed(id, invitations, load));
  };
  await load();
  const part = section("Invitations", el("p", { class: "hint" }, "Whoever has the link can take part. It can be revoked at any time; those who joined by then stay."), form(id, protocol.steps, made, load), made, list);
  return { part };
}

/** @param {string} id @param {string[]} steps @param {HTMLElement} made @param {() => Promise<void>} load */
function form(id, steps, made, load) {
  const step = select("step", steps.map((one) => [one, sentence(one)]));
  const label = el("input", { type: "text", name: "label", maxlength: 200, autocomplete: "off" });
  const uses = el("input", { type: "number", name: "uses", min: 1, value: 20 });
  const days = el("input", { type: "number", name: "days", min: 1, value: 14 });
  const problem = el("p", { class: "problem", role: "alert" });
  const made2 = el(
    "form",
    { class: "card form", novalidate: true, "aria-label": "New invitation" },
    el("div", { class: "grid-fields" }, steps.length > 1 ? field("For the step", step) : null, field("Label", label, "For yourself: a course, a site, a person."), field("People", uses, "Empty: any number."), field("Days", days, "Empty: until it is revoked.")),
    problem,
    el("div", { class: "field-row" }, el("button", { type: "submit", class: "button primary" }, "Make a link")),
  );
  made2.addEventListener("submit", async (event) => {
    event.preventDefault();
    fill(problem);
    const number = (/** @type {HTMLInputElement} */ input) => (input.value.trim() ? Number(input.value) : null);
    try {
      const { link } = await json("POST", at(id, "invitations"), { step: step.value || steps[0], ...(label.value.trim() ? { label: label.value.trim() } : {}), uses: number(uses), days: number(days) });
      const whole = new URL(link, location.href).href;
      const shown = el("input", { type: "text", readonly: true, id: "made-link", value: whole, onfocus: (/** @type {FocusEvent} */ focused) => focused.target instanceof HTMLInputElement && focused.target.select() });
      fill(made, el("div", { class: "card link-made" }, el("label", { for: "made-link" }, "The link. It is shown this once; copy it now."), el("div", { class: "link-row" }, shown, copyButton(() => whole, "Copy the link"))));
      shown.focus();
      announce("The link is made.");
      await load();
    } catch (error) {
      const { message, hint } = Problem.of(error);
      fill(problem, inFull(message, hint));
    }
  });
  return made2;
}

/** @param {string} id @param {Invitation[]} invitations @param {() => Promise<void>} load */
function listed(id, invitations, load) {
  if (!invitations.length) return [el("p", { class: "hint" }, "Nobody is invited yet.")];
  const rows = invitations.map((one) => [
    one.label || moment(one.made),
    sentence(one.step),
    `${one.used}${one.uses === null ? "" : ` of ${one.uses}`}`,
    one.expires ? moment(one.expires) : "never",
    one.revoked ? "revoked" : one.open ? "open" : "used up or over",
    one.revoked ? "" : revoke(id, one, load),
  ]);
  return [table("Invitations", ["Label", "Step", "Used", "Ends", "State", "Revoke"], rows)];
}

/** @param {string} id @param {Invitation} one @param {() => Promise<void>} load */
function revoke(id, one, load) {
  const button = el("button", { type: "button", class: "quiet", "aria-label": `Revoke ${one.label || moment(one.made)}` }, "Revoke");
  button.addEventListener("click", async () => {
    if (!(await confirm("Revoke this invitation?", "Its link then leads nowhere. Those who have joined stay.", "Revoke it", { bad: true }))) return;
    try {
      await json("DELETE", at(id, "invitations", one.id));
      await load();
      announce("Revoked.");
    } catch (error) {
      report(error);
    }
  });
  return button;
}
