// What every screen works with: acting, saying kindly what was refused, and keeping what is typed.

import { Problem } from "../api.js";
import { el, fill } from "../dom.js";
import { announce, notify } from "../notice.js";
import { inFull } from "./words.js";

/** @import { Does } from "../../studio.js" */
/** @import { Line } from "./line.js" */

export class Desk {
  /** @param {Line} line */
  constructor(line) {
    this.line = line;
    this.drafts = line.drafts;
  }

  /**
   * Does something; true when it is done. A refusal is shown in `problem`, or else at the bottom of the page.
   * @param {Does} does
   * @param {{ drafts?: string[], problem?: HTMLElement | null, button?: HTMLElement | null }} [options]
   */
  async act(does, { drafts = [], problem = null, button = null } = {}) {
    if (button?.getAttribute("aria-disabled") === "true") return false;
    if (problem) fill(problem);
    button?.setAttribute("aria-disabled", "true");
    const slow = setTimeout(() => button && announce("It is kept, and will be sent as soon as the connection is back."), 3000);
    try {
      await this.line.act(does, drafts);
      return true;
    } catch (error) {
      const { message, hint } = Problem.of(error);
      if (problem?.isConnected) fill(problem, inFull(message, hint));
      else notify(message, { hint, bad: true });
      return false;
    } finally {
      clearTimeout(slow);
      button?.removeAttribute("aria-disabled");
    }
  }

  /**
   * A form that does one thing when it is sent. What is typed is kept under `key` until then.
   * @param {object} form
   * @param {string} form.key
   * @param {string} form.submit what the button says
   * @param {() => Does | string | null} form.does what is to be done; a string says what is missing
   * @param {import("../dom.js").Child[]} form.children
   * @param {string} [form.class]
   * @param {import("../dom.js").Child[]} [form.beside] what stands beside the button
   * @param {string[]} [form.drafts] further drafts that it makes superfluous
   * @param {() => void} [form.done]
   */
  form({ key, submit, does, children, class: kind = "", beside = [], drafts = [], done = () => {} }) {
    const problem = el("p", { class: "problem", role: "alert" });
    const button = el("button", { type: "submit", class: "button primary" }, submit);
    const form = el("form", { class: `form ${kind}`, novalidate: true }, ...children, problem, el("div", { class: "field-row" }, button, ...beside));
    this.drafts.keep(form, key);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const doing = does();
      if (typeof doing === "string") {
        fill(problem, doing);
        return;
      }
      if (doing && (await this.act(doing, { drafts: [key, ...drafts], problem, button }))) done();
    });
    return form;
  }
}
