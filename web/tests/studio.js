// What the studio's tests share: projects and invitations over the API, people in browsers of their own.

import assert from "node:assert/strict";

import { COLLECTION } from "./setup.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */
/** @import { Stage } from "./setup.js" */

/** @typedef {{ page: Page, errors: string[], close: () => Promise<void> }} Someone */

/**
 * @param {Stage} stage
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
export async function call(stage, method, path, body) {
  const headers = { "X-Grice": "1", "Content-Type": "application/json" };
  const response = await fetch(`${stage.base}/api/studio/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`);
  return /json/.test(response.headers.get("Content-Type") ?? "") ? JSON.parse(text) : text;
}

/** @param {Stage} stage @param {Record<string, unknown>} body @returns {Promise<any>} */
export const project = (stage, body) => call(stage, "POST", "projects", { collection: COLLECTION, consent: "What you write may be published without your name.\n\nYou can stop at any time.", ...body });

/** @param {Stage} stage @param {string} id @param {string} [step] @returns {Promise<string>} the link */
export async function invitation(stage, id, step) {
  return (await call(stage, "POST", `projects/${id}/invitations`, { ...(step ? { step } : {}), label: "tests", uses: 20, days: 1 })).link;
}

/**
 * Somebody follows an invitation and agrees.
 * @param {Stage} stage
 * @param {string} link
 * @param {BrowserContextOptions} [options]
 * @returns {Promise<Someone>}
 */
export async function join(stage, link, options = {}) {
  const someone = await stage.page(link, options);
  await someone.page.check("#consent");
  await Promise.all([someone.page.waitForURL("**/studio/work"), someone.page.click('button:text-is("Begin")')]);
  await someone.page.waitForSelector("#main h1");
  return someone;
}

/** @param {Page} page @param {string | RegExp} title */
export async function says(page, title) {
  await page.locator("#main h1", { hasText: title }).waitFor();
}

/**
 * Selects words of the open page as a mouse would, from the first to the last of them, also across elements.
 * @param {Page} page
 * @param {string} first
 * @param {string} [last]
 */
export async function select(page, first, last = first) {
  await page.waitForFunction((words) => document.querySelector(".page-words .document")?.textContent?.includes(words), first);
  await page.evaluate(
    ([from, to]) => {
      const root = document.querySelector(".page-words .document");
      if (!root) throw new Error("no page is open");
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      /** @type {[Text, number] | null} */
      let start = null;
      /** @type {[Text, number] | null} */
      let end = null;
      for (let node = /** @type {Text | null} */ (walker.nextNode()); node; node = /** @type {Text | null} */ (walker.nextNode())) {
        if (!start && node.data.includes(from)) start = [node, node.data.indexOf(from)];
        const after = start?.[0] === node ? start[1] : 0;
        if (start && !end && node.data.indexOf(to, after) >= 0) end = [node, node.data.indexOf(to, after) + to.length];
      }
      if (!start || !end) throw new Error(`'${from}' … '${to}' is not on the page`);
      document.getSelection()?.setBaseAndExtent(start[0], start[1], end[0], end[1]);
    },
    [first, last],
  );
}

/**
 * Selects words and adds them to what is chosen.
 * @param {Page} page
 * @param {string} first
 * @param {string} [last]
 */
export async function choose(page, first, last = first) {
  const before = await page.locator(".choosing .spans li").count();
  await select(page, first, last);
  await page.click(".button.add.ready");
  await page.waitForFunction((count) => document.querySelectorAll(".choosing .spans li").length > count || document.querySelectorAll(".choosing .spans li").length === 1, before);
}

/** @param {Page} page @param {string} question */
export async function ask(page, question) {
  await page.fill("#ask-field", question);
  await page.press("#ask-field", "Enter");
}

/** Fills in every scale of the form that is shown, and sends it. @param {Page} page @param {string} button */
export async function rate(page, button) {
  for (const scale of await page.locator(".scale").all()) await scale.locator("input").nth(1).check({ force: true });
  await page.click(`button:text-is("${button}")`);
}

/**
 * Does something that changes what the server shows, and waits until it is shown.
 * @param {Page} page
 * @param {() => Promise<unknown>} does
 */
export async function onward(page, does) {
  const before = await page.getAttribute("html", "data-view");
  await does();
  await page.waitForSelector(`html:not([data-view="${before}"])`, { state: "attached" });
}

/** @param {Page} page @returns {Promise<string>} what is to be done now */
export const heading = async (page) => (await page.textContent("#main h1")) ?? "";

/** The questions before the first task, where the protocol has them: the options that are right, by place. @param {Page} page @param {number[]} right */
export async function qualify(page, right) {
  if (!(await heading(page)).startsWith("First, a few questions")) return;
  const questions = await page.locator(".choices").all();
  for (const [number, question] of questions.entries()) await question.locator(".choice").nth(right[number] ?? 0).click();
  await onward(page, () => page.click('button:text-is("Send my answers")'));
}

/**
 * The id of a page of the tests' corpus, which each server makes in its own way.
 * @param {Stage} stage
 * @param {string} title
 * @returns {Promise<string>}
 */
export async function pageId(stage, title) {
  if (!stage.url) return title.toLowerCase().replace(/\W+/g, "-");
  const asked = await fetch(`${stage.base}/api/collections/${COLLECTION}/search?q=${encodeURIComponent(title)}`);
  const found = (await asked.json()).hits.find((/** @type {any} */ one) => one.title === title);
  assert.ok(found, `a page called ${title}`);
  return found.document;
}

/**
 * Two people follow the invitation to a TopiOCQA conversation and are paired.
 * @param {Stage} stage
 * @param {string} link
 * @returns {Promise<{ questioner: Someone, answerer: Someone }>}
 */
export async function pairUp(stage, link) {
  const people = [await join(stage, link), await join(stage, link)];
  for (const { page } of people) await page.click('button:text-is("Find a partner")');
  for (const { page } of people) await page.locator("#main h1", { hasText: /Begin with|first question/ }).waitFor();
  const asks = (await people[0].page.locator("#ask-field").count()) ? 0 : 1;
  return { questioner: people[asks], answerer: people[1 - asks] };
}

/** The questioner finishes a conversation that is long enough. @param {{ questioner: Someone, answerer: Someone }} pair */
export async function finish({ questioner, answerer }) {
  await questioner.page.click('#bar button:text-is("Finish")');
  await questioner.page.click('#question button:text-is("Finish")');
  for (const { page } of [questioner, answerer]) await says(page, "The conversation is complete");
}
