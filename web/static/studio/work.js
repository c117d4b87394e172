// A participant at work: the bar, the state of the line, and the screen that the view says.

import { Problem } from "../api.js";
import { byId, el, fill, put } from "../dom.js";
import { announce, notify } from "../notice.js";
import { Desk } from "./desk.js";
import { Line } from "./line.js";
import { confirm } from "./confirm.js";
import { partnerWords } from "./parts.js";
import { forget, remember, whoIsHere } from "./storage.js";
import { money } from "./words.js";

/** @import { View } from "../../studio.js" */
/** @typedef {{ part: HTMLElement, update: (screen: any, view: View) => void }} Shown */
/** @typedef {(desk: Desk, screen: any, view: View) => Shown} Make */

/** Which module shows a kind of screen, and what makes it another one: then it is made anew. @type {Record<string, { load: () => Promise<Record<string, any>>, make: string, other?: string }>} */
const SCREENS = {
  qualification: { load: () => import("./screens/qualification.js"), make: "qualification", other: "attempts_left" },
  lobby: { load: () => import("./screens/between.js"), make: "lobby" },
  waiting: { load: () => import("./screens/between.js"), make: "waiting" },
  ended: { load: () => import("./screens/between.js"), make: "ended" },
  suspended: { load: () => import("./screens/between.js"), make: "suspended" },
  nothing_left: { load: () => import("./screens/between.js"), make: "nothingLeft" },
  returned: { load: () => import("./screens/returned.js"), make: "returned", other: "session" },
  interests: { load: () => import("./screens/interests.js"), make: "interests" },
  background: { load: () => import("./screens/interests.js"), make: "background" },
  student: { load: () => import("./screens/student.js"), make: "student" },
  teacher: { load: () => import("./screens/teacher.js"), make: "teacher" },
  closing: { load: () => import("./screens/closing.js"), make: "closing" },
  questioner: { load: () => import("./screens/questioner.js"), make: "questioner" },
  answerer: { load: () => import("./screens/answerer.js"), make: "answerer" },
  additional: { load: () => import("./screens/answerer.js"), make: "additional", other: "item" },
  circa_questions: { load: () => import("./screens/circa.js"), make: "questions", other: "item" },
  circa_answers: { load: () => import("./screens/circa.js"), make: "answers", other: "item" },
  practice: { load: () => import("./screens/judge.js"), make: "practice", other: "number" },
  judge: { load: () => import("./screens/judge.js"), make: "judge", other: "item" },
};

export async function showWork() {
  const handed = decodeURIComponent(location.hash.slice(1));
  if (handed.startsWith("gsp_")) await takeOver(handed);
  const identity = whoIsHere();
  if (!identity) {
    const words = "Open the link of your invitation again. It takes you back to where you were, if it is the same browser.";
    fill(byId("main"), el("div", { class: "sheet" }, el("h1", {}, "Who are you?"), el("p", { class: "lead" }, words)));
    return;
  }
  const stage = new WorkStage(identity);
  await stage.first;
}

/**
 * A token in the address is one that an administrator opened to try the project.
 * @param {string} token
 */
async function takeOver(token) {
  const response = await fetch("/api/studio/view", { headers: { Authorization: `Bearer ${token}` } });
  history.replaceState(null, "", "/studio/work");
  if (!response.ok) throw new Problem("This trial is over.", { hint: "Begin another one from the project's page." });
  /** @type {View} */
  const view = await response.json();
  remember({ token, id: view.you.id, project: view.project.id, step: `${view.you.step}.trial` });
}

class WorkStage {
  /** @param {import("./storage.js").Identity} identity */
  constructor(identity) {
    this.identity = identity;
    /** @type {Shown | null} */
    this.shown = null;
    this.kind = "";
    this.state = "";
    this.line = new Line(identity, {
      view: (view) => void this.show(view),
      state: (state) => this.connection(state),
      refused: (problem) => notify(problem.message, { hint: problem.hint, bad: true }),
      gone: (problem) => this.gone(problem),
    });
    this.desk = new Desk(this.line);
    /** @type {Promise<void>} */
    this.first = new Promise((resolve) => (this.ready = resolve));
    this.line.start();
  }

  /** @param {View} view */
  async show(view) {
    const kind = SCREENS[view.screen.kind];
    if (!kind) {
      fill(byId("main"), el("div", { class: "sheet" }, el("h1", {}, "Please reload this page."), el("p", { class: "lead" }, "The server has a screen that this page does not know.")));
      return;
    }
    const module = await kind.load();
    if (this.line.view !== view) return;
    this.bar(view);
    const screen = /** @type {any} */ (view.screen);
    const key = `${screen.kind} ${kind.other ? screen[kind.other] : ""}`;
    if (key !== this.kind) {
      const first = this.kind === "";
      this.kind = key;
      this.shown = /** @type {Make} */ (module[kind.make])(this.desk, screen, view);
      fill(byId("main"), notices(this.desk, view), this.shown.part);
      this.shown.update(screen, view);
      byId("main").scrollTop = 0;
      if (!first) focusOn(this.shown.part);
    } else {
      const [top] = byId("main").children;
      if (top.matches(".reviews")) top.replaceWith(notices(this.desk, view));
      this.shown?.update(screen, view);
      if (this.shown && (document.activeElement === document.body || document.activeElement === null)) focusOn(this.shown.part);
    }
    const heading = this.shown?.part.querySelector("h1")?.textContent ?? "";
    document.title = `${heading} · ${view.project.name}`;
    document.documentElement.dataset.view = view.version;
    this.ready?.();
  }

  /** @param {View} view */
  bar(view) {
    const screen = /** @type {any} */ (view.screen);
    const { role, earned, currency } = view.you;
    const paid = screen.pay ? screen.pay.so_far : earned;
    const end = ending(this.desk, screen);
    fill(
      byId("bar"),
      el("span", { class: "brand" }, "Grice"),
      el("p", { class: "where" }, el("strong", {}, view.project.name), role && screen.kind !== "ended" ? el("span", { class: "role" }, `You are the ${role}`) : null),
      screen.partner ? presence(screen.partner) : null,
      paid > 0 ? el("p", { class: "pay", title: "What you have earned so far" }, el("span", { class: "off-screen" }, "Earned so far: "), money(paid, currency)) : null,
      end,
    );
  }

  /** @param {"live" | "broken"} state */
  connection(state) {
    if (state === this.state) return;
    const before = this.state;
    this.state = state;
    document.documentElement.dataset.connection = state;
    if (state === "broken") fill(byId("connection"), "Reconnecting… nothing is lost.");
    else {
      fill(byId("connection"));
      if (before === "broken") announce("Connected again.");
    }
  }

  /** @param {Problem} problem */
  gone(problem) {
    forget(this.identity);
    fill(byId("connection"));
    fill(byId("main"), el("div", { class: "sheet" }, el("h1", {}, "You are no longer signed in here."), el("p", { class: "lead" }, problem.message), el("p", {}, "If you joined again in another window, go on there. Otherwise open the link of your invitation again.")));
    this.ready?.();
  }
}

/** @param {HTMLElement} part */
function focusOn(part) {
  const target = part.querySelector("[data-primary]") ?? part.querySelector("h1");
  if (!(target instanceof HTMLElement)) return;
  if (target.matches("h1")) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** @param {import("../../studio.js").Partner} partner */
function presence(partner) {
  return el("p", { class: partner.present ? "presence here" : "presence" }, el("span", { class: "dot", "aria-hidden": "true" }), partnerWords(partner));
}

/**
 * How a conversation is ended from one's own side.
 * @param {Desk} desk
 * @param {any} screen
 */
function ending(desk, screen) {
  const can = new Set(screen.can);
  const button = (/** @type {string} */ text, /** @type {() => Promise<void>} */ does) => el("button", { type: "button", class: "quiet end", onclick: () => void does() }, text);
  if (can.has("end_late")) {
    return button("End: my partner is late", async () => {
      const yes = await confirm("End the conversation?", "Your partner is past the time. You are paid for all the turns that are done.", "End it");
      if (yes) await desk.act({ kind: "end_late" });
    });
  }
  if (can.has("leave")) {
    return button("Finish", async () => {
      const yes = await confirm("Finish the conversation?", "You have done all the turns that are needed. A few closing questions follow. Each further turn is paid too, if you would rather go on.", "Finish");
      if (yes) await desk.act({ kind: "leave" });
    });
  }
  if (!can.has("quit")) return null;
  return button("Quit", async () => {
    const reason = await confirm("Quit the conversation?", "It ends for both of you. Before the smallest number of turns is reached, you are not paid for it; your partner is.", "Quit", { asks: "Why? (optional)", bad: true });
    if (reason !== null) await desk.act({ kind: "quit", reason: reason || "" });
  });
}

/**
 * What reviewers said.
 * @param {Desk} desk
 * @param {View} view
 */
function notices(desk, view) {
  const titles = { returned: "A reviewer returned your work", rejected: "A reviewer did not accept your work", accepted: "A reviewer accepted your work" };
  const list = el("div", { class: "reviews" });
  for (const { id, kind, text } of view.notices) {
    const close = el("button", { type: "button", class: "quiet", onclick: () => void desk.act({ kind: "dismiss", notice: id }) }, "Understood");
    put(list, el("div", { class: `review ${kind}` }, el("p", {}, el("strong", {}, titles[kind] ?? kind), text ? `: ${text}` : "."), close));
  }
  return list;
}
