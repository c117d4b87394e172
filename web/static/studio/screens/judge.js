// Judging: something is shown, one label fits. Practice items are explained, the others are not.

import { el, put } from "../../dom.js";
import { counted } from "../../text.js";
import { confirm } from "../confirm.js";
import { Slot, task } from "../parts.js";

/** @import { Explained, Judge, Label, Practice, Shown, View } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/** @param {Desk} desk @param {Practice} screen */
export function practice(desk, screen) {
  const form = labelForm(desk, `practice-${screen.number}`, screen.labels, (label) => ({ kind: "practise", number: screen.number, label }), "Answer");
  const part = el("div", { class: "sheet judging" }, task("Practice", `${screen.number} of ${screen.of}. These don’t count; you will see what would be right.`), explanation(screen.last, screen.labels), shownItem(screen.item), form);
  return { part, update: () => {} };
}

/** @param {Desk} desk @param {Judge} screen @param {View} view */
export function judge(desk, screen, view) {
  const act = (/** @type {string} */ label, /** @type {string} */ comment) => ({ kind: "judge", item: screen.item, label, ...(comment ? { comment } : {}) });
  const skip = el("button", { type: "button", class: "quiet" }, "Skip");
  skip.addEventListener("click", () => void desk.act({ kind: "skip", item: screen.item }, { button: skip }));
  const flag = el("button", { type: "button", class: "quiet" }, "Report improper content");
  flag.addEventListener("click", async () => {
    const reason = await confirm("Report this?", "It is then left out of the data.", "Report it", { asks: "What is wrong with it?", needs: true });
    if (reason !== null) await desk.act({ kind: "flag", item: screen.item, reason }, { button: flag });
  });
  const beside = [screen.can.includes("skip") ? skip : null, screen.may_flag && screen.can.includes("flag") ? flag : null];
  const form = labelForm(desk, `judge-${screen.item}`, screen.labels, act, "Send", beside);
  const done = new Slot(el("p", { class: "hint" }));
  const part = el("div", { class: "sheet judging" }, task(titleFor(view.project.protocol, screen.shown)), explanation(screen.last, screen.labels), shownItem(screen.shown), form, done.part);
  return { part, update: (/** @type {Judge} */ now) => void done.show(now.done, () => [`${counted(now.done, "item")} done. Keys 1 to ${screen.labels.length} choose, Enter sends.`]) };
}

/** @param {string} protocol @param {Shown} shown */
function titleFor(protocol, shown) {
  if (protocol === "circa") return "How do you understand the answer?";
  if (shown.evidence?.length) return "Is the answer supported by the text?";
  return "Could this be an answer to the question?";
}

/** @param {Shown} shown */
export function shownItem(shown) {
  const card = el("div", { class: "card shown" });
  if (shown.context) put(card, el("p", { class: "hint", dir: "auto" }, shown.context));
  if (shown.history?.length) {
    const before = shown.history.map(({ question, answer }) => el("li", {}, el("p", { class: "asked", dir: "auto" }, question), el("p", { dir: "auto" }, answer)));
    put(card, el("div", {}, el("p", { class: "label" }, "Before"), el("ol", { class: "before" }, ...before)));
  }
  if (shown.question) put(card, el("div", {}, el("p", { class: "label" }, "Question"), el("p", { class: "big", dir: "auto" }, shown.question)));
  if (shown.answer) put(card, el("div", {}, el("p", { class: "label" }, "Answer"), el("p", { class: "big", dir: "auto" }, shown.answer)));
  if (shown.evidence?.length) {
    const texts = shown.evidence.map(({ text, title }) => el("li", { dir: "auto" }, text, title ? el("span", { class: "hint" }, ` ${title}`) : null));
    put(card, el("div", {}, el("p", { class: "label" }, "From the documents"), el("ul", { class: "quotes" }, ...texts)));
  }
  return card;
}

/** @param {Explained | null} last @param {Label[]} labels */
function explanation(last, labels) {
  if (!last) return null;
  const name = (/** @type {string} */ id) => labels.find((label) => label.id === id)?.text ?? id;
  const right = last.chosen === last.right;
  return el(
    "div",
    { class: right ? "card explained right" : "card explained", role: "status" },
    el("p", {}, el("strong", {}, right ? "That is how we see it, too." : `We would have said “${name(last.right)}”.`), " ", last.why),
    last.item.answer ? el("p", { class: "hint" }, `${last.item.question ?? ""} — ${last.item.answer}`) : null,
  );
}

/**
 * @param {Desk} desk
 * @param {string} key
 * @param {Label[]} labels
 * @param {(label: string, comment: string) => import("../../../studio.js").Does} does
 * @param {string} submit
 * @param {import("../../dom.js").Child[]} [beside]
 */
function labelForm(desk, key, labels, does, submit, beside = []) {
  const comment = el("textarea", { id: "comment", name: "comment", rows: 2, maxlength: 2000, dir: "auto" });
  const extra = el("div", { class: "field" }, el("label", { for: "comment" }, "How do you understand it, in a few words?"), comment);
  const chosen = () => form.querySelector("input[name=label]:checked");
  const show = () => {
    const input = chosen();
    extra.hidden = !labels.find((label) => input instanceof HTMLInputElement && label.id === input.value)?.comment;
  };
  const form = desk.form({
    key,
    submit,
    beside,
    does: () => {
      const input = chosen();
      if (!(input instanceof HTMLInputElement)) return "Please choose one.";
      if (!extra.hidden && !comment.value.trim()) return "Please say how you understand it.";
      return does(input.value, extra.hidden ? "" : comment.value.trim());
    },
    children: [
      el(
        "fieldset",
        { class: "choices" },
        el("legend", { class: "off-screen" }, "Your judgement"),
        ...labels.map(({ id, text }, number) => el("label", { class: "choice" }, el("input", { type: "radio", name: "label", value: id }), el("kbd", { "aria-hidden": "true" }, number + 1), el("span", {}, text))),
      ),
      extra,
    ],
  });
  form.addEventListener("change", show);
  show();
  byNumber(form);
  return form;
}

/** Keys 1 to 9 choose a label wherever nothing is typed. @param {HTMLFormElement} form */
function byNumber(form) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (!form.isConnected) {
      document.removeEventListener("keydown", press);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target instanceof Element && event.target.closest("textarea, input[type=text]")) return;
    const input = form.querySelectorAll("input[name=label]")[Number(event.key) - 1];
    if (!(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    input.click();
    input.focus();
  };
  // The form is put into the page after this.
  setTimeout(() => document.addEventListener("keydown", press));
}
