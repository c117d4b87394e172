// The report in Chromium: a run is made of data written here, and its page is read, filtered and attacked.
// `.ci/report GRICE` runs it; REPORT names a page to look at besides, and SHOTS a folder for pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const EVIL = `</script><script>document.title="taken"</script><img src=x onerror="document.title='taken'"><b onclick=1>`;
const COLOURS = ["red", "green", "blue"];

let folder = "";
/** @type {any} */
let browser;

/** Turns in TopiOCQA's form, each with its passage; some with markup in every field that is shown. */
function turns() {
  const all = [];
  for (let conversation = 1; conversation <= 6; conversation++) {
    const context = [];
    // Of two lengths, so that plots by length have several columns.
    for (let number = 1; number <= (conversation % 2 === 1 ? 3 : 5); number++) {
      const thing = `lantern${conversation}x${number}`;
      const colour = COLOURS[(conversation + number) % 3];
      const evil = number === 2 ? ` ${EVIL}` : "";
      const question = number === 1 ? `What colour is the ${thing}?` : `and the ${thing}?${evil}`;
      const topic = `Lantern ${number > 2 ? conversation + 10 : conversation}${evil}`;
      const text = `The ${thing} is ${colour} on both sides.${evil}`;
      all.push({
        Conversation_no: conversation,
        Turn_no: number,
        Context: [...context],
        Question: question,
        Answer: colour + evil,
        Topic: topic,
        Topic_section: "Colours",
        Gold_passage: { title: topic, text },
      });
      context.push(question, colour);
    }
  }
  return all;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "grice-report-"));
  await writeFile(join(folder, "topiocqa_dev.json"), JSON.stringify(turns()));
  const grice = process.env.GRICE ?? "grice";
  const results = join(folder, "results");
  const run = ["eval", "--system", "bare", "published/simple", "published/basic", "--data", "topiocqa", "--split", "dev"];
  execFileSync(grice, [...run, "--data-dir", folder, "--results", results, "--quiet"]);
  execFileSync(grice, ["eval", "report", results, "--out", join(folder, "report")]);
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A page that keeps its errors. */
async function open(options = {}, file = join(folder, "report", "report.html")) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("dialog", (dialog) => errors.push(`dialog: ${dialog.message()}`));
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || errors.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { page, errors };
}

test("the page has the paper's rows, people's and ours, and nothing of the data runs in it", async () => {
  const { page, errors } = await open();
  assert.equal(await page.title(), "Laboratory report");
  const tables = await page.locator("main").innerText();
  for (const words of ["Human", "70.1", "DPR Retriever + FiD, AllHistory", "Simple baseline", "this run"]) {
    assert.ok(tables.includes(words), `${words} is not there`);
  }
  // A passage with markup is shown as it is written.
  await page.fill("#search", "onerror");
  await page.locator("#list button", { hasText: "<img" }).first().click();
  assert.ok((await page.locator("#turn").innerText()).includes("<img src=x"));
  assert.equal(await page.locator("#turn img, #turn b[onclick], #list img").count(), 0);
  assert.equal(await page.title(), "Laboratory report");
  assert.deepEqual(errors, []);
  await page.close();
});

test("each of the papers' plots is drawn", async () => {
  const { page, errors } = await open();
  for (const title of [
    "Topics by conversation length",
    "How long a topic stays",
    "Topic flow over turns",
    "First words of the questions",
    "Measures at a glance",
  ]) {
    const plot = page.locator("figure.plot", { has: page.locator("figcaption strong", { hasText: `${title}.` }) });
    assert.equal(await plot.count(), 1, title);
    const svg = plot.locator("svg[role=img]");
    assert.ok(await svg.getAttribute("aria-label"), title);
    assert.ok((await svg.locator("path, rect").count()) > 0, `${title} is empty`);
    const { width, height } = await svg.boundingBox();
    assert.ok(width > 100 && height > 50, `${title}: ${width} by ${height}`);
  }
  assert.deepEqual(errors, []);
  await page.close();
});

test("turns are filtered and two systems stand side by side", async () => {
  const { page, errors } = await open();
  const count = () => page.locator("#list li").count();
  assert.equal(await count(), 24);
  await page.selectOption("#first", { label: "Grice, bare" });
  await page.selectOption("#second", { label: "Basic baseline" });
  await page.selectOption("#show", "better");
  const better = await count();
  assert.ok(better > 0 && better <= 24, `${better} turns`);
  const turn = await page.locator("#turn").innerText();
  assert.ok(turn.includes("Grice, bare") && turn.includes("Basic baseline"), turn);
  await page.selectOption("#show", "all");
  await page.fill("#search", "lantern3x1");
  assert.ok((await count()) >= 1 && (await count()) < 24);
  await page.fill("#search", "");
  await page.keyboard.press("Escape");
  assert.deepEqual(errors, []);
  await page.close();
});

test("a phone shows all of it without a sideways scroll, and the dark scheme is dark", async () => {
  const { page, errors } = await open({ viewport: { width: 390, height: 800 }, colorScheme: "dark" });
  const [wide, view] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(wide <= view, `${wide} wide on ${view}`);
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const parts = colour.match(/[\d.]+/g).slice(0, 3).map(Number);
  assert.ok(parts.every((part) => part < 90), colour);
  assert.deepEqual(errors, []);
  await page.close();
});

test("tables need no script", async () => {
  const { page } = await open({ javaScriptEnabled: false });
  assert.ok(await page.locator("table").first().isVisible());
  await page.close();
});

test("pictures", { skip: !process.env.SHOTS }, async () => {
  const file = process.env.REPORT ?? join(folder, "report", "report.html");
  for (const [name, options] of Object.entries({
    light: {},
    dark: { colorScheme: "dark" },
    phone: { viewport: { width: 390, height: 800 } },
  })) {
    const { page, errors } = await open(options, file);
    await page.screenshot({ path: join(process.env.SHOTS, `${name}-top.png`) });
    for (const [number, section] of (await page.locator("main > section").all()).entries()) {
      await section.scrollIntoViewIfNeeded();
      await section.screenshot({ path: join(process.env.SHOTS, `${name}-${number}.png`) });
    }
    assert.deepEqual(errors, []);
    await page.close();
  }
});
