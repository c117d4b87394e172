// Before a conversation: which topics one would teach or learn about, and what one knows of the chosen one.

import { el } from "../../dom.js";
import { Clock, Slot, readScales, task } from "../parts.js";

/** @import { Background, Interests, View } from "../../../studio.js" */
/** @import { Desk } from "../desk.js" */

/**
 * A sheet that is filled in, then waits for the partner.
 * @param {(screen: any) => import("../../dom.js").Child[]} make
 */
function filledIn(make) {
  const body = el("div");
  const clock = new Clock();
  const slot = new Slot(body);
  const part = el("div", { class: "sheet" }, body, clock.part);
  const update = (/** @type {any} */ screen, /** @type {View} */ view) => {
    slot.show([screen.submitted], () => (screen.submitted ? [task("Thank you", "Your partner is still answering. It goes on by itself.")] : make(screen)));
    clock.update({ ...screen, partner: { ...screen.partner, acting: screen.submitted } }, view);
  };
  return { part, update };
}

/** @param {Desk} desk */
export function interests(desk) {
  return filledIn((/** @type {Interests} */ screen) => {
    const names = screen.topics.flatMap(({ id }) => [`teach ${id}`, `learn ${id}`]);
    const form = desk.form({
      key: "interests",
      submit: "Send",
      does: () => {
        const chosen = readScales(form, names);
        if (!chosen) return "One line is still open. If you have no interest in a topic, say “not at all”.";
        return { kind: "interests", answers: screen.topics.map(({ id }) => ({ topic: id, teach: chosen[`teach ${id}`], learn: chosen[`learn ${id}`] })) };
      },
      children: screen.topics.map((topic) =>
        el(
          "div",
          { class: "card topic" },
          el("h2", {}, topic.title),
          el("p", { class: "hint" }, topic.genre),
          choices(`teach ${topic.id}`, `Would you teach somebody about ${topic.title}?`, "Teach", screen.scale),
          choices(`learn ${topic.id}`, `Would you learn about ${topic.title}?`, "Learn", screen.scale),
        ),
      ),
    });
    return [task("What would you like to talk about?", "Your partner answers the same. The topic that suits both of you best is taken, and who teaches and who learns follows from it."), form];
  });
}

/**
 * @param {string} name
 * @param {string} question
 * @param {string} word
 * @param {string[]} scale
 */
function choices(name, question, word, scale) {
  const options = scale.map((text, value) => el("label", { class: "pill" }, el("input", { type: "radio", name, value }), el("span", {}, text)));
  return el("fieldset", { class: "pills" }, el("legend", {}, el("span", { "aria-hidden": "true" }, word), el("span", { class: "off-screen" }, question)), ...options);
}

/** @param {Desk} desk */
export function background(desk) {
  return filledIn((/** @type {Background} */ screen) => {
    const form = desk.form({
      key: `background-${screen.topic.id}`,
      submit: "Send",
      does: () => ({ kind: "background", related: screen.titles.map((_, number) => form.querySelector(`input[name="title${number}"]:checked`) !== null) }),
      children: [
        el(
          "fieldset",
          { class: "choices" },
          el("legend", {}, `Which of these belong to ${screen.topic.title}?`),
          ...screen.titles.map((title, number) => el("label", { class: "choice" }, el("input", { type: "checkbox", name: `title${number}`, value: "yes" }), el("span", {}, title))),
        ),
      ],
    });
    const role = screen.role === "teacher" ? `You will teach your partner about ${screen.topic.title}.` : `You will learn about ${screen.topic.title} from your partner.`;
    return [task(`You will talk about ${screen.topic.title}`, role, " First tell us what you know of it. Please don't look anything up; a guess is fine."), form];
  });
}
