// Time from opening the page until it takes questions (`data-ready`), in a browser that has never seen it.
// node interactive.mjs URL [TIMES]; playwright-core is found from web/, CHROMIUM names another browser.

import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../../../web/", import.meta.url))("playwright-core");
const [url, times = "20"] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });

const taken = [];
for (let time = 0; time < Number(times) + 2; time++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.documentElement.dataset.ready) window.readyAt ??= performance.now();
    });
    watch.observe(document, { attributes: true, subtree: true, attributeFilter: ["data-ready"] });
  });
  await page.goto(url);
  await page.waitForFunction(() => window.readyAt);
  // Navigation begins at 0 of the page's clock. The first two open the browser's own caches.
  if (time > 1) taken.push(await page.evaluate(() => window.readyAt));
  await context.close();
}
await browser.close();
taken.sort((a, b) => a - b);
const at = (part) => taken[Math.min(taken.length - 1, Math.floor(part * taken.length))].toFixed(0);
console.log(`interactive after ${at(0.5)} ms (median), ${at(0)} to ${at(1)} ms, ${taken.length} times`);
