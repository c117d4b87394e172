import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";

import { Gallery } from "./studio_gallery.js";

/** @import { Page } from "playwright-core" */

const gallery = new Gallery();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
before(() => gallery.start());
after(() => gallery.stop());

/** @param {Page} page @returns {Promise<string[]>} */
function barriers(page) {
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await /** @type {any} */ (window).axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

/** What is wider than the page, other than what scrolls by itself. @param {Page} page @returns {Promise<string[]>} */
function tooWide(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll("#main *, #bar *")].filter((one) => one.getBoundingClientRect().right > width + 1 && !one.closest(".table, .code, .off-screen, .parts-nav, .admin svg"));
    return wide.map((one) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 60)}`);
  });
}

for (const [colorScheme, width, height] of /** @type {const} */ ([["light", 1440, 900], ["dark", 390, 844]])) {
  test(`no barrier on any screen of the studio, ${colorScheme}, ${width} px`, async () => {
    for await (const { name, page, errors } of gallery.walk({ colorScheme, viewport: { width, height } }, () => true, axe)) {
      assert.deepEqual(await barriers(page), [], name);
      assert.deepEqual(await tooWide(page), [], name);
      assert.deepEqual(errors, [], name);
    }
  });
}
