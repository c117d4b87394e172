// The page put together: what is shown for an address, and what connects the parts.

import * as api from "./api.js";
import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { Conversations, nameOf } from "./conversations.js";
import { byId, el, fill, icon } from "./dom.js";
import { EvidenceView } from "./evidence.js";
import { Keys } from "./keys.js";
import { announce, report } from "./notice.js";
import { Overlay } from "./overlay.js";
import { Panel } from "./panel.js";
import { Shelf } from "./shelf.js";

/** @import { Me } from "../types.js" */

/** @type {Me} */
let me = { owner: null, scopes: [], needs_key: false, version: "", system: "", generator: null };

const panel = new Panel();
const side = new Overlay("side", "(min-width: 60rem)");
const evidence = new EvidenceView(panel, (title, section) => {
  if (panel.overlay.covers) panel.overlay.close({ focus: false });
  composer.about(title, section);
});
/** @type {Chat} */
const chat = new Chat({
  panel,
  evidence,
  composer: () => composer,
  began: (summary) => history.replaceState(null, "", `/c/${encodeURIComponent(summary.id)}`),
  changed: () => {
    title();
    void list.load({ quiet: true });
  },
});
const composer = new Composer({ ask: (text) => void chat.ask(text), stop: () => chat.stop(), last: () => chat.editLast() });
const list = new Conversations(
  () => chat.summary?.id ?? "",
  (id) => id === chat.summary?.id && go("/"),
);
const shelf = new Shelf(() => chat.collection, choose, () => me);
const keys = new Keys([
  { keys: ["/"], does: "Write a question", single: true, run: () => composer.focus() },
  { keys: ["Enter"], does: "Ask; Shift+Enter begins a new line" },
  { keys: ["Escape"], does: "Stop the reply, close what is open", run: escape },
  { keys: ["Alt+1", "Alt+2", "Alt+3"], does: "Ask what is offered below the reply" },
  { keys: ["↑"], does: "In the empty field: edit the last question" },
  { keys: ["j", "k"], does: "Next turn, turn before" },
  { keys: ["e"], does: "Evidence of the turn", single: true, run: () => openInTurn(".reference, .place-button") },
  { keys: ["[", "]"], does: "Evidence before, evidence after" },
  { keys: ["w"], does: "Why this reply", single: true, run: () => openInTurn("[data-why]") },
  { keys: ["n"], does: "New conversation", single: true, run: () => go("/") },
  { keys: ["s"], does: "Search conversations", single: true, run: openSearch },
  { keys: ["c"], does: "Collections, and adding files", single: true, run: () => shelf.open() },
  { keys: ["t"], does: "Light, dark, or as the system is", single: true, run: nextTheme },
  { keys: ["?"], does: "These keys", single: true, run: () => keys.show() },
  ...hidden(),
]);

/** Keys that share a line of the table with another. */
function hidden() {
  return [
    ...[0, 1, 2].map((number) => ({ keys: [`Alt+${number + 1}`], does: "", run: () => chat.take(number) })),
    { keys: ["j"], does: "", single: true, run: () => stepTurn(1) },
    { keys: ["k"], does: "", single: true, run: () => stepTurn(-1) },
    { keys: ["["], does: "", single: true, run: () => void evidence.step(-1) },
    { keys: ["]"], does: "", single: true, run: () => void evidence.step(1) },
  ];
}

/** The turn that has the focus, or else the last. */
function turnHere() {
  const focused = document.activeElement?.closest(".turn");
  return chat.views.findIndex((view) => view.part === focused);
}

/** @param {number} by */
function stepTurn(by) {
  const here = turnHere();
  const next = here < 0 ? chat.views.length - 1 : Math.min(chat.views.length - 1, Math.max(0, here + by));
  const part = chat.views[next]?.part;
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: "start" });
}

/** @param {string} selector */
function openInTurn(selector) {
  const here = turnHere();
  const found = chat.views[here < 0 ? chat.views.length - 1 : here]?.part.querySelector(selector);
  if (found instanceof HTMLElement) found.click();
}

function escape() {
  if (side.covers) side.close();
  else if (chat.running) {
    chat.stop();
    composer.focus();
  } else if (panel.isOpen) panel.close();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function openSearch() {
  if (!side.media.matches) side.open(byId("open-side"));
  byId("search").focus();
}

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

function theme() {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

function nextTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
  if (next === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
  try {
    if (next === "auto") localStorage.removeItem("grice.theme");
    else localStorage.setItem("grice.theme", next);
  } catch {
    // The choice then lasts as long as the page.
  }
  showTheme();
  announce(byId("theme").textContent ?? "");
}

function showTheme() {
  const names = { auto: "System colours", light: "Light", dark: "Dark" };
  fill(byId("theme"), icon(theme()), el("span", {}, names[theme()]));
}

/**
 * Begins a conversation about a collection.
 * @param {string} name
 */
function choose(name) {
  history.pushState(null, "", "/");
  chat.fresh(name);
  showPart("chat");
  composer.focus();
}

/** @param {"chat" | "reader"} which */
function showPart(which) {
  byId("chat").hidden = which !== "chat";
  byId("reader").hidden = which !== "reader";
  byId("composer").hidden = which !== "chat";
  byId("trail").classList.toggle("off", which !== "chat");
  side.close({ focus: false });
  title();
  list.show();
}

function title() {
  const last = chat.summary ? (list.all.find((one) => one.id === chat.summary?.id) ?? chat.summary) : null;
  const name = last ? nameOf({ ...last, title: last.title || (chat.turns[0]?.question ?? "") }) : "";
  if (!byId("chat").hidden) document.title = name && name !== "New conversation" ? `${name} · Grice` : "Grice";
  fill(byId("collection"), icon("shelf"), el("span", {}, chat.collection || "No collection"), icon("down"));
}

/** @param {string} address */
function go(address) {
  history.pushState(null, "", address);
  void route();
}

/** Shows what the address says. */
async function route() {
  const url = new URL(location.href);
  try {
    if (url.pathname.startsWith("/read/")) {
      panel.overlay.close({ focus: false });
      const { placeOf, showReader } = await import("./reader.js");
      const place = placeOf(url);
      if (!chat.summary && chat.collection !== place.collection) chat.fresh(place.collection);
      const back = chat.summary ? `/c/${encodeURIComponent(chat.summary.id)}` : "/";
      showPart("reader");
      await showReader(place, { back, ask: askAbout });
      return;
    }
    const id = /^\/c\/([^/]+)$/.exec(url.pathname)?.[1];
    if (id && chat.summary?.id !== decodeURIComponent(id)) await chat.open(decodeURIComponent(id));
    else if (!id) chat.fresh(preferred());
    if (!panel.overlay.covers || !id) panel.overlay.close({ focus: false });
    showPart("chat");
    if (matchMedia("(hover: hover)").matches) composer.focus();
  } catch (error) {
    report(error);
    if (url.pathname !== "/" && api.Problem.of(error).type === "not_found") go("/");
  }
}

/**
 * Goes from the reader to the conversation, if it is about the same collection.
 * @param {string} collection
 * @param {string} subject
 * @param {string} section
 */
function askAbout(collection, subject, section) {
  const here = chat.collection === collection;
  history.pushState(null, "", here && chat.summary ? `/c/${encodeURIComponent(chat.summary.id)}` : "/");
  if (!here) chat.fresh(collection);
  showPart("chat");
  composer.about(subject, section);
}

/** The collection to begin with: the one talked about last, or else the first. */
function preferred() {
  const names = shelf.all.map((one) => one.name);
  const wanted = [chat.collection, list.all[0]?.collection].find((name) => name && names.includes(name));
  return wanted ?? names[0] ?? "";
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const address = link.getAttribute("href") ?? "";
  if (!link.hasAttribute("data-route") && !address.startsWith("/read/")) return;
  event.preventDefault();
  go(address);
}

async function askForKey() {
  const { askForKey: ask } = await import("./signin.js");
  await ask();
}

async function start() {
  showTheme();
  // Who it is and what there is are asked at once; whoever needs a key is refused the second.
  const [who, shelved] = await Promise.allSettled([api.me(), shelf.load(), list.load()]);
  if (who.status === "rejected") throw who.reason;
  me = who.value;
  if (me.needs_key && !me.owner) {
    await askForKey();
    await start();
    return;
  }
  if (shelved.status === "rejected") throw shelved.reason;
  byId("sign-out").hidden = me.owner === null || me.owner === "local";
  byId("open-studio").hidden = !me.scopes.includes("studio");
  byId("version").textContent = me.version ? `Grice ${me.version}` : "";
  await route();
  document.documentElement.dataset.ready = "true";
  void shelf.dialog().catch(report);
}

byId("open-side").addEventListener("click", (event) => {
  side.open(event.currentTarget instanceof Element ? event.currentTarget : null);
  byId("close-side").focus();
});
byId("close-side").addEventListener("click", () => side.close());
byId("collection").addEventListener("click", () => shelf.open());
byId("open-collections").addEventListener("click", () => {
  side.close({ focus: false });
  shelf.open();
});
byId("theme").addEventListener("click", nextTheme);
byId("open-help").addEventListener("click", () => keys.show());
byId("sign-out").addEventListener("click", async () => {
  await api.signOut().catch(report);
  location.assign("/");
});
document.addEventListener("click", followLink);
window.addEventListener("popstate", () => void route());

let asking = false;
api.whenKeyIsMissing(() => {
  if (asking || !document.documentElement.dataset.ready) return;
  asking = true;
  void askForKey().then(() => {
    asking = false;
    void start();
  });
});

/** @param {unknown} error */
async function unreachable(error) {
  const problem = api.Problem.of(error);
  if (problem.type === "authentication") {
    await askForKey();
    await start().catch(unreachable);
    return;
  }
  const again = el("button", { type: "button", class: "button", onclick: () => void start().catch(unreachable) }, "Try again");
  fill(byId("welcome"), el("h1", {}, problem.message), problem.hint ? el("p", { class: "lead" }, problem.hint) : "", again);
}

start().catch(unreachable);
