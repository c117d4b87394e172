// What is shown for an address of the studio. Each part is loaded when it is needed.

import { Problem, whenKeyIsMissing } from "../api.js";
import { byId, el, fill } from "../dom.js";

async function start() {
  const path = location.pathname.replace(/\/$/, "");
  if (path === "/studio/join") await (await import("./join.js")).showInvitation();
  else if (path === "/studio/work") await (await import("./work.js")).showWork();
  else await administer(path);
  document.documentElement.dataset.ready = "true";
}

/** @param {string} path */
async function administer(path) {
  whenKeyIsMissing(() => void signIn());
  const id = /^\/studio\/projects\/([^/]+)$/.exec(path)?.[1];
  if (id) await (await import("./admin/project.js")).showProject(decodeURIComponent(id));
  else await (await import("./admin/projects.js")).showProjects();
}

let asking = false;

async function signIn() {
  if (asking) return;
  asking = true;
  const { askForKey } = await import("../signin.js");
  await askForKey();
  location.reload();
}

start().catch((error) => {
  const problem = Problem.of(error);
  if (problem.type === "authentication") {
    void signIn();
    return;
  }
  const again = el("button", { type: "button", class: "button", onclick: () => location.reload() }, "Try again");
  const words = el("div", { class: "sheet" }, el("h1", {}, problem.message), problem.hint ? el("p", {}, problem.hint) : null, el("p", {}, again));
  fill(byId("main"), words);
  document.documentElement.dataset.ready = "true";
});
