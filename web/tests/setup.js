// What every test needs: a server with the tests' corpus, a browser, and a page that tells its errors.

import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

import { Mock } from "./mock.js";

/** @import { Browser, BrowserContextOptions, Page } from "playwright-core" */

export const CORPUS = fileURLToPath(new URL("./corpus/", import.meta.url));
export const COLLECTION = "skerrow";

export async function corpusFiles() {
  const names = (await readdir(CORPUS)).sort();
  return Promise.all(names.map(async (path) => ({ path, text: await readFile(`${CORPUS}${path}`, "utf8") })));
}

/** The server under test: the one at GRICE_URL, or else the mock. */
export class Stage {
  /** @param {{ url?: string }} [options] an empty `url` means the mock even where there is a server */
  constructor({ url = process.env.GRICE_URL ?? "" } = {}) {
    this.url = url.replace(/\/$/, "");
  }

  /** @type {Browser | null} */
  browser = null;
  /** @type {Mock | null} */
  mock = null;
  base = "";

  async start() {
    const files = await corpusFiles();
    if (this.url) {
      this.base = this.url;
      await send(this.base, files);
    } else {
      this.mock = new Mock();
      this.mock.add(COLLECTION, files);
      this.base = await this.mock.listen();
    }
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    this.browser = await chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
  }

  async stop() {
    await this.browser?.close();
    this.mock?.close();
  }

  /**
   * A page of its own, with nothing remembered. What goes wrong in it is collected in `errors`.
   * @param {string} path
   * @param {BrowserContextOptions} [options]
   */
  async page(path = "/", options = {}) {
    if (!this.browser) throw new Error("the stage has not started");
    const context = await this.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    /** @type {string[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !/Failed to load resource/.test(message.text())) errors.push(message.text());
    });
    if (path) await this.open(page, path);
    return { page, errors, close: () => context.close() };
  }

  /** @param {Page} page @param {string} path */
  async open(page, path) {
    await page.goto(this.base + path);
    await page.waitForSelector("html[data-ready]");
  }
}

/**
 * Begins a conversation about the tests' collection.
 * @param {Page} page
 */
export async function choose(page) {
  await page.click("#collection");
  await page.click(`#collections .pick:has(strong:text-is("${COLLECTION}"))`);
  await page.waitForSelector("#welcome .example");
}

/**
 * Asks, and waits for the whole reply.
 * @param {Page} page
 * @param {string} question
 */
export async function ask(page, question) {
  await page.fill("#ask", question);
  await page.press("#ask", "Enter");
  await answered(page, question);
}

/** @param {Page} page @param {string} question */
export async function answered(page, question) {
  await page.waitForFunction((text) => {
    const last = document.querySelector(".turn:last-child");
    return last?.querySelector("h2")?.textContent === text && last.querySelector(".actions") !== null;
  }, question);
}

/**
 * Makes the tests' collection on a server that runs already.
 * @param {string} base
 * @param {{ path: string, text: string }[]} files
 */
async function send(base, files) {
  const form = new FormData();
  for (const { path, text } of files) form.append("file", new Blob([text]), path);
  const headers = { "X-Grice": "1" };
  const made = await fetch(`${base}/api/collections/${COLLECTION}/files`, { method: "POST", body: form, headers });
  if (!made.ok) throw new Error(`the corpus could not be sent: ${await made.text()}`);
  let { job } = await made.json();
  while (job.state === "running") {
    await new Promise((resolve) => setTimeout(resolve, 200));
    job = await (await fetch(`${base}/api/jobs/${job.id}`)).json();
  }
  if (job.state !== "done") throw new Error(`the corpus could not be read: ${job.message}`);
}
