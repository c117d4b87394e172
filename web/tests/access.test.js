import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { COLLECTION, Stage, ask, choose } from "./setup.js";

/** @import { Page } from "playwright-core" */

const stage = new Stage();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
before(() => stage.start());
after(() => stage.stop());

/** @param {Page} page @param {string} view */
async function check(page, view) {
  const found = await page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await /** @type {any} */ (window).axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(" | ")}`);
  });
  assert.deepEqual(found, [], view);
}

/** @type {Record<string, (page: Page) => Promise<void>>} */
const VIEWS = {
  "empty": async () => {},
  "a reply with evidence": async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "Who built it?");
    await page.locator(".turn:last-child .reference").first().click();
    await page.waitForSelector("mark.current");
  },
  "steps and a change of topic": async (page) => {
    await ask(page, "How do I change the lamp?");
    await ask(page, "Who designed the Fresnel lens?");
    await page.click('.turn:last-child [data-verdict="useful"]');
    await page.waitForSelector(".note-form");
  },
  "not knowing, and an edit": async (page) => {
    await ask(page, "Which helicopter company insures the tower?");
    await page.hover(".turn");
    await page.click(".turn .edit");
  },
  "why": async (page) => {
    await ask(page, "What is Skerrow Light?");
    await page.click("[data-why]");
    await page.waitForSelector(".why");
  },
  "an error": async (page) => {
    await page.route("**/api/conversations/*/turns", (route) => route.abort());
    await page.fill("#ask", "x?");
    await page.press("#ask", "Enter");
    await page.waitForSelector(".failure");
  },
  "collections": async (page) => {
    await page.click("#collection");
    await page.waitForSelector(".drop");
  },
  "keys": async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
  },
  "the reader": async (page) => {
    await ask(page, "Who designed the Fresnel lens?");
    await page.locator(".reference").first().click();
    await page.click('#panel a[aria-label="Open the whole page"]');
    await page.waitForSelector(".page mark");
  },
  "a conversation's menu": async (page) => {
    await ask(page, "What is Skerrow Light?");
    if (await page.isVisible("#open-side")) await page.click("#open-side");
    await page.locator(".conversation .more").first().click();
  },
};

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [width, height] of [[1440, 900], [390, 844]]) {
    test(`no barrier in any view, ${colorScheme}, ${width} px`, async () => {
      for (const [view, show] of Object.entries(VIEWS)) {
        const { page, close } = await stage.page("", { colorScheme, viewport: { width, height } });
        await page.addInitScript({ content: axe });
        await stage.open(page, `/?${COLLECTION}`);
        await choose(page);
        await show(page);
        await check(page, view);
        await close();
      }
    });
  }
}
