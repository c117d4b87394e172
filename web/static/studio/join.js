// The invitation: what somebody is asked to do, what becomes of it, and their consent.

import { Problem, json } from "../api.js";
import { byId, el, fill, put } from "../dom.js";
import { newId } from "./line.js";
import { remember, store, stored, whoWas } from "./storage.js";
import { inFull, money } from "./words.js";

/** @import { Invited, Pay, View } from "../../studio.js" */

export async function showInvitation() {
  const invitation = decodeURIComponent(location.hash.slice(1));
  window.addEventListener("hashchange", () => location.reload());
  if (!invitation) {
    explain("This link is not complete.", "The part behind the # is missing. Copy the whole link of your invitation into the address line.");
    return;
  }
  try {
    show(invitation, await json("POST", "/api/studio/invitation", { invitation }));
  } catch (error) {
    const problem = Problem.of(error);
    const again = problem.type === "offline" ? el("button", { type: "button", class: "button", onclick: () => location.reload() }, "Try again") : null;
    explain(problem.message, problem.hint ?? "Ask whoever invited you for a new link.", again);
  }
}

/**
 * @param {string} title
 * @param {string} text
 * @param {HTMLElement | null} [more]
 */
function explain(title, text, more = null) {
  document.title = `${title} · Grice`;
  fill(byId("main"), el("div", { class: "sheet" }, el("h1", {}, title), el("p", { class: "lead" }, text), more));
}

/**
 * @param {string} invitation
 * @param {Invited} invited
 */
function show(invitation, invited) {
  const { project, consent, instructions, pay, minutes, step } = invited;
  document.title = `${project.name} · Grice`;
  const facts = el("ul", { class: "facts" });
  if (minutes) put(facts, el("li", {}, `About ${minutes} minutes`));
  if (pay) put(facts, ...payWords(pay).map((text) => el("li", {}, text)));
  fill(
    byId("main"),
    el(
      "div",
      { class: "sheet" },
      el("p", { class: "label" }, `You are invited to ${project.name}`),
      el("h1", {}, project.title),
      facts.childElementCount ? facts : null,
      continueAs(project.id, step),
      el("h2", {}, "What you will do"),
      el("div", { class: "prose" }, ...instructions.map((text) => el("p", {}, text))),
      el("h2", {}, "What happens with it"),
      el("div", { class: "prose consent" }, ...paragraphs(consent)),
      form(invitation, invited),
    ),
  );
}

/** @param {string} text */
function paragraphs(text) {
  return text.split(/\n\s*\n/).filter((one) => one.trim()).map((one) => el("p", {}, one.trim()));
}

/** @param {Pay} pay */
function payWords(pay) {
  const of = (/** @type {number} */ amount) => money(amount, pay.currency);
  if (pay.item) return [`${of(pay.item)} for each item`];
  if (!pay.base && !pay.turn) return [];
  const turns = pay.turn ? `, and ${of(pay.turn)} for each turn after that` : "";
  return [`${of(pay.base)} for ${pay.minimum_turns} turns${turns}${pay.turn && pay.growth ? ", growing with every turn" : ""}`];
}

/**
 * Somebody who was here before goes on where they were.
 * @param {string} project
 * @param {string} step
 */
function continueAs(project, step) {
  const before = whoWas(project, step);
  if (!before) return null;
  const go = el("button", { type: "button", class: "button primary" }, "Continue where I was");
  go.addEventListener("click", () => {
    remember(before);
    location.assign("/studio/work");
  });
  return el("div", { class: "card again" }, el("p", {}, "You have joined with this browser before."), go);
}

/**
 * @param {string} invitation
 * @param {Invited} invited
 */
function form(invitation, invited) {
  const consent = el("input", { type: "checkbox", id: "consent", name: "consent", "aria-describedby": "join-problem" });
  const name = el("input", { type: "text", id: "name", name: "name", maxlength: 200, autocomplete: "off", "aria-describedby": "name-hint" });
  const problem = el("p", { class: "problem", id: "join-problem", role: "alert" });
  const button = el("button", { type: "submit", class: "button primary large" }, "Begin");
  const made = el(
    "form",
    { class: "join", novalidate: true },
    invited.asks_name &&
      el("div", { class: "field" }, el("label", { for: "name" }, "Your name or worker number"), name, el("p", { class: "hint", id: "name-hint" }, "Only for the payment; it is in no published data. You may leave it empty.")),
    el("p", { class: "check agree" }, consent, el("label", { for: "consent" }, "I have read this, and I agree to take part.")),
    problem,
    button,
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    fill(problem);
    if (!consent.checked) {
      fill(problem, "Please tick the box above if you agree. You are free not to: then just close this page.");
      consent.focus();
      return;
    }
    button.setAttribute("aria-disabled", "true");
    try {
      await join(invitation, invited, name.value.trim());
    } catch (error) {
      const { message, hint } = Problem.of(error);
      fill(problem, inFull(message, hint));
      button.removeAttribute("aria-disabled");
    }
  });
  return made;
}

/**
 * @param {string} invitation
 * @param {Invited} invited
 * @param {string} name
 */
async function join(invitation, invited, name) {
  // Where the reply is lost, the same id joins as the same person.
  const trying = "grice.studio.joining";
  const before = stored("session", trying);
  const action = before?.invitation === invitation ? before.action : newId();
  store("session", trying, { invitation, action });
  /** @type {{ token: string, view: View }} */
  const joined = await json("POST", "/api/studio/join", { invitation, action, consent: true, ...(name ? { name } : {}) });
  store("session", trying, null);
  remember({ token: joined.token, id: joined.view.you.id, project: invited.project.id, step: invited.step });
  location.assign("/studio/work");
}
