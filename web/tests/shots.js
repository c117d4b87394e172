// Pictures of every view at three widths in both colour schemes, to be looked at.
//
//     node tests/shots.js [DIRECTORY] [NAME…]

import { mkdir } from "node:fs/promises";

import { CORPUS, Stage, ask, choose } from "./setup.js";

/** @import { Page } from "playwright-core" */

const WIDTHS = /** @type {const} */ ([[390, 844], [820, 1180], [1440, 900]]);

/** @type {Record<string, (page: Page, stage: Stage) => Promise<void>>} */
const VIEWS = {
  empty: async () => {},
  answer: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "Who built it?");
  },
  evidence: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "Who built it?");
    await page.click(".turn:last-child .reference >> nth=0");
    await page.waitForSelector("mark.current");
  },
  steps: async (page) => {
    await ask(page, "How do I change the lamp?");
    await page.waitForTimeout(300);
  },
  code: async (page) => {
    await ask(page, "How do I print the last entries of the log?");
    await page.waitForTimeout(300);
  },
  topics: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "What is a Fresnel lens?");
    await ask(page, "Is the fog signal a horn?");
    await ask(page, "When were the blocks of Skerrow Light dovetailed by Strand?");
    await page.evaluate(() => document.querySelector("#turn-2")?.scrollIntoView());
  },
  unknown: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "Which helicopter company insures the tower?");
  },
  clarify: async (page) => ask(page, "Who is Ada?"),
  why: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "Who built it?");
    await page.click(".turn:last-child [data-why]");
    await page.waitForSelector(".why");
  },
  edit: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await ask(page, "Who built it?");
    await page.click(".meant button");
  },
  speaking: async (page) => {
    await page.route("**/api/conversations/*/turns", () => {});
    await page.fill("#ask", "What is Skerrow Light?");
    await page.press("#ask", "Enter");
    await page.waitForSelector("#composer.busy");
  },
  failed: async (page) => {
    await ask(page, "What is Skerrow Light?");
    await page.context().setOffline(true);
    await page.fill("#ask", "Who built it?");
    await page.press("#ask", "Enter");
    await page.waitForSelector(".failure");
  },
  feedback: async (page) => {
    await ask(page, "What words are there for Occulting lights?");
    await page.click('[data-verdict="wrong"]');
    await page.waitForSelector(".note-form");
  },
  stage: async (page) => {
    await page.click("#collection");
    await page.setInputFiles("#pick-folder", CORPUS);
    await page.waitForSelector("#collection-name");
  },
  ready: async (page) => {
    await page.click("#collection");
    await page.setInputFiles("#pick-folder", CORPUS);
    await page.click('.stage button:text-is("Add")');
    await page.waitForSelector('.stage h3:has-text("ready")');
  },
  hostile: async (page, stage) => {
    await stage.open(page, "/read/skerrow?id=hostile");
    await page.waitForSelector(".page");
  },
  collections: async (page) => {
    await page.click("#collection");
    await page.waitForSelector(".drop");
  },
  keys: async (page) => {
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.keyboard.press("?");
    await page.waitForSelector("#help[open]");
  },
  reader: async (page, stage) => {
    await stage.open(page, `/read/skerrow?id=${encodeURIComponent("fresnel-lens")}&mark=0-40#fresnel-lens%231`);
    await page.waitForSelector(".page");
  },
  sidebar: async (page) => {
    await ask(page, "What is Skerrow Light?");
    if (await page.isVisible("#open-side")) await page.click("#open-side");
    await page.click(".conversation .more >> nth=0");
  },
};

const [directory = "shots", ...wanted] = process.argv.slice(2);
await mkdir(directory, { recursive: true });
const stage = new Stage();
await stage.start();
for (const [name, view] of Object.entries(VIEWS)) {
  if (wanted.length && !wanted.includes(name)) continue;
  for (const [width, height] of WIDTHS) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      const { page, errors, close } = await stage.page("/", { viewport: { width, height }, colorScheme, hasTouch: width < 500, isMobile: width < 500 });
      await choose(page);
      await view(page, stage);
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${directory}/${name}-${width}-${colorScheme}.png` });
      if (errors.length) console.log(name, width, colorScheme, errors);
      await close();
    }
  }
}
await stage.stop();
