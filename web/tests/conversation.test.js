import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage, answered, ask, choose } from "./setup.js";

/** @import { Page } from "playwright-core" */
/** @import { Reply, Told } from "../types.js" */

const stage = new Stage();
before(() => stage.start());
after(() => stage.stop());

/**
 * A page with the tests' collection; a test fails where the page told an error.
 * @param {(page: Page) => Promise<void>} run
 * @param {Parameters<Stage["page"]>[1]} [options]
 */
const onPage = (run, options) => async () => {
  const { page, errors, close } = await stage.page("/", options);
  await choose(page);
  await run(page);
  assert.deepEqual(errors, []);
  await close();
};

/** @type {Reply} */
const REPLY = { text: "", kind: "span", answer: "", confidence: 0.9, rewrite: "", understood: "", sentences: [], evidence: [], places: [], topic: null, switched: "none", follow_ups: [], choices: [], notes: [], written_by: "", cut: [], milliseconds: 1 };

/**
 * Answers the next questions with a reply of the test's own.
 * @param {Page} page
 * @param {Partial<Reply>} reply
 */
async function answerWith(page, reply) {
  await page.route("**/api/conversations/*/turns", async (route) => {
    const { utterance, after: number } = route.request().postDataJSON();
    const turn = { number, question: utterance, reply: { ...REPLY, ...reply }, feedback: null, at: 0 };
    /** @type {[keyof Told, unknown][]} */
    const told = [["found", { passages: 3, title: "X" }], ["done", { turn }]];
    await route.fulfill({ contentType: "text/event-stream", body: told.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("") });
  });
}

test("three example questions teach, and one press asks", onPage(async (page) => {
  assert.equal(await page.locator(".example").count(), 3);
  const question = (await page.locator(".example").first().textContent()) ?? "";
  await page.locator(".example").first().click();
  await answered(page, question);
  assert.match(new URL(page.url()).pathname, /^\/c\/.+/);
}));

test("a reply opens its evidence in the source, marked and in view", onPage(async (page) => {
  await ask(page, "When was Skerrow Light built?");
  const said = await page.locator(".turn .sentence:has(.reference)").first().evaluate((part) => part.firstChild?.textContent ?? "");
  await page.locator(".turn .reference").first().click();
  const mark = page.locator("#panel mark.current").first();
  await mark.waitFor();
  const marked = (await page.locator("#panel mark.current").allTextContents()).join("");
  assert.ok(said.includes(marked.slice(0, 20)) || marked.includes(said.slice(0, 20)), `${said} / ${marked}`);
  const box = await mark.boundingBox();
  assert.ok(box && box.y > 0 && box.y < 900);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#panel.open").count(), 0);
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".reference")));
}));

test("links in the source are followed, and lead back", onPage(async (page) => {
  await ask(page, "When was Skerrow Light built?");
  await page.locator(".turn .reference").first().click();
  await page.locator("#panel-title").waitFor();
  const first = await page.textContent("#panel-title");
  await page.locator("#panel .document a").first().click();
  await page.waitForFunction((title) => document.querySelector("#panel-title")?.textContent !== title, first);
  await page.click('#panel button[aria-label^="Back"]');
  await page.waitForFunction((title) => document.querySelector("#panel-title")?.textContent === title, first);
}));

test("asking about a section puts it before the question", onPage(async (page) => {
  await ask(page, "When was Skerrow Light built?");
  await page.locator(".turn .reference").first().click();
  await page.locator("#panel .heading").first().hover();
  await page.locator("#panel .ask-section").first().click();
  assert.match(await page.inputValue("#ask"), /^About Skerrow Light \(.+\): $/);
}));

test("a reply comes in sentence by sentence", onPage(async (page) => {
  const seen = await page.evaluate(() => {
    /** @type {string[]} */
    const states = [];
    new MutationObserver(() => {
      const last = document.querySelector(".turn:last-child");
      const state = last?.querySelector(".status") ? "looking" : last?.querySelector(".actions") ? "done" : "speaking";
      if (states[states.length - 1] !== state) states.push(state);
    }).observe(document.querySelector("#log") ?? document.body, { childList: true, subtree: true });
    Object.assign(window, { states });
    return states.length;
  });
  assert.equal(seen, 0);
  await ask(page, "What is Skerrow Light?");
  const states = await page.evaluate(() => /** @type {any} */ (window).states);
  assert.equal(states[0], "looking");
  assert.equal(states[states.length - 1], "done");
}));

test("a follow-up is asked by a press and by its key", onPage(async (page) => {
  await page.route("**/turns", async (route) => {
    if (!route.request().postData()?.includes("What is Skerrow Light?")) return route.fallback();
    // An engine may have nothing to offer here.
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"follow_ups":[]', '"follow_ups":["What is the Skerrow reef?"]');
    return route.fulfill({ response, body });
  });
  await ask(page, "What is Skerrow Light?");
  const chip = page.locator(".chip").first();
  const offered = (await chip.textContent()) ?? "";
  await page.keyboard.press("Alt+1");
  await answered(page, offered);
  assert.equal(await page.locator(".turn").count(), 2);
  assert.equal(await page.locator(".turn:first-child .chip").count(), 0, "only the last turn offers");
}));

test("the topic changes, and the trail leads back", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await ask(page, "Who designed the Fresnel lens?");
  assert.equal(await page.locator("#trail .topic").count(), 2);
  assert.equal(await page.locator(".switch").count(), 1);
  await page.locator("#trail .topic").first().click();
  assert.match(await page.inputValue("#ask"), /^About Skerrow Light: $/);
  await page.keyboard.type("who were the keepers?");
  await page.keyboard.press("Enter");
  await answered(page, "About Skerrow Light: who were the keepers?");
}));

test("what was understood is corrected in place", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await ask(page, "Who built it?");
  await page.click(".turn:last-child .meant button");
  const field = page.locator(".meant textarea");
  assert.match(await field.inputValue(), /Skerrow Light/);
  await field.fill("Who designed the Fresnel lens?");
  await field.press("Enter");
  await answered(page, "Who designed the Fresnel lens?");
  assert.equal(await page.locator(".turn").count(), 2);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual(await page.locator(".turn h2").allTextContents(), ["What is Skerrow Light?", "Who designed the Fresnel lens?"]);
}));

test("an earlier question is edited; what came after it is dropped, and that is said before", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await ask(page, "What is a Fresnel lens?");
  await page.hover("#turn-0");
  await page.click("#turn-0 .edit");
  await page.getByText("1 turn after this will be dropped.").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.textContent("#turn-0 h2"), "What is Skerrow Light?");
  await page.click("#turn-0 .edit");
  await page.fill("#turn-0 textarea", "When does the ferry sail?");
  await page.click('#turn-0 button:text-is("Ask again")');
  await answered(page, "When does the ferry sail?");
  assert.equal(await page.locator(".turn").count(), 1);
}));

test("steps are numbered and code can be copied", onPage(async (page) => {
  const file = "skerrow log --last 20 --station light\nskerrow log --since 06:00 | grep fog";
  await answerWith(page, { sentences: [{ text: file, shape: "code", added: false, evidence: [] }, { text: "Wait.\nGo.", shape: "lines", added: false, evidence: [] }] });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  await ask(page, "How do I print the log?");
  await page.click(".turn .copy");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), file);
  assert.deepEqual(await page.locator(".turn .lines p").allTextContents(), ["Wait.", "Go."]);
}));

test("not knowing is said, with places to look", onPage(async (page) => {
  const places = [{ text: "The crossing", passage: "p#0", document: "p", title: "Ada (ferry)", section: "Crossing", start: 0, end: 3 }];
  await answerWith(page, { kind: "unknown", places, sentences: [{ text: "The text does not say.", shape: "prose", added: false, evidence: [] }] });
  await ask(page, "Who owns it?");
  assert.equal(await page.locator(".unknown .place-button").textContent(), "Ada (ferry) › Crossing");
}));

test("a question back is answered by a press", onPage(async (page) => {
  await answerWith(page, { kind: "clarify", choices: ["Ada (ferry)", "Ada Lindqvist"], sentences: [{ text: "Which one?", shape: "prose", added: false, evidence: [] }] });
  await ask(page, "Ada?");
  await page.unroute("**/api/conversations/*/turns");
  await answerWith(page, { kind: "yes", confidence: 0.1, written_by: "a model", cut: [{ text: "It flew.", why: "no source says so" }], sentences: [{ text: "Yes, it sails.", shape: "prose", added: false, evidence: [] }] });
  await page.click('.chip:text-is("Ada Lindqvist")');
  await answered(page, "Ada Lindqvist");
  const turn = page.locator(".turn:last-child");
  assert.equal(await turn.locator(".verdict").textContent(), "Yes.");
  assert.equal(await turn.locator(".prose").textContent(), "Yes. It sails.");
  assert.match((await turn.locator(".unsure").textContent()) ?? "", /Not sure/);
  assert.match((await turn.locator(".cut").textContent()) ?? "", /1 sentence was left out.*It flew/);
}));

test("stopping ends the turn; the question stays and can be asked again", onPage(async (page) => {
  await page.route("**/api/conversations/*/turns", () => {});
  await page.fill("#ask", "What is Skerrow Light?");
  await page.press("#ask", "Enter");
  await page.waitForSelector("#composer.busy");
  await page.keyboard.press("Escape");
  await page.getByText("Stopped.").first().waitFor();
  assert.equal(await page.locator("#composer.busy").count(), 0);
  await page.unroute("**/api/conversations/*/turns");
  await page.click('.failure button:text-is("Ask again")');
  await answered(page, "What is Skerrow Light?");
  assert.equal(await page.locator(".turn").count(), 1);
}));

test("a replacement that is stopped leaves the conversation as it was, and what was written", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await ask(page, "Who built it?");
  await page.route("**/api/conversations/*/turns", () => {});
  await page.hover("#turn-0");
  await page.click("#turn-0 .edit");
  await page.fill("#turn-0 textarea", "When does the ferry sail?");
  await page.press("#turn-0 textarea", "Enter");
  await page.waitForSelector("#composer.busy");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#turn-0 textarea");
  assert.equal(await page.inputValue("#turn-0 textarea"), "When does the ferry sail?");
  assert.equal(await page.textContent("#turn-1 h2"), "Who built it?");
}));

test("without a server the error is plain, and nothing typed is lost", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await page.context().setOffline(true);
  await page.fill("#ask", "Who built it?");
  await page.press("#ask", "Enter");
  await page.getByText("The server can't be reached.").first().waitFor();
  assert.equal(await page.textContent(".turn:last-child h2"), "Who built it?");
  await page.context().setOffline(false);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.inputValue("#ask"), "Who built it?", "what was not answered is in the field again");
  await page.press("#ask", "Enter");
  await answered(page, "Who built it?");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.inputValue("#ask"), "");
}));

test("a reload resumes the conversation, and a draft", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await page.fill("#ask", "a half question");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual(await page.locator(".turn h2").allTextContents(), ["What is Skerrow Light?"]);
  assert.ok((await page.locator(".turn .reference").count()) > 0);
  assert.equal(await page.inputValue("#ask"), "a half question");
}));

test("where it went on elsewhere, all of it is shown and the question kept", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  const other = await page.context().newPage();
  await stage.open(other, new URL(page.url()).pathname);
  await ask(other, "Who built it?");
  await page.fill("#ask", "What is a Fresnel lens?");
  await page.press("#ask", "Enter");
  await page.getByText("This conversation went on somewhere else.").first().waitFor();
  assert.deepEqual(await page.locator(".turn h2").allTextContents(), ["What is Skerrow Light?", "Who built it?", "What is a Fresnel lens?"]);
  await page.click('.failure button:text-is("Ask again")');
  await answered(page, "What is a Fresnel lens?");
  assert.equal(await page.locator(".turn").count(), 3);
}));

test("a conversation that begins after the reader went elsewhere is not gone on with", onPage(async (page) => {
  /** @type {(() => void)[]} */
  const held = [];
  await page.route("**/api/conversations", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.continue();
  });
  await page.fill("#ask", "What is Skerrow Light?");
  await page.press("#ask", "Enter");
  await page.waitForSelector(".turn");
  await choose(page);
  const begun = page.waitForResponse((response) => response.request().method() === "POST" && response.url().endsWith("/api/conversations"));
  const removed = page.waitForRequest((request) => request.method() === "DELETE");
  held[0]();
  const { id } = await (await begun).json();
  assert.equal(new URL((await removed).url()).pathname, `/api/conversations/${id}`);
  assert.equal(new URL(page.url()).pathname, "/");
  await page.unroute("**/api/conversations");
  await ask(page, "Who built Skerrow Light?");
  assert.deepEqual(await page.locator(".turn h2").allTextContents(), ["Who built Skerrow Light?"]);
  assert.notEqual(new URL(page.url()).pathname, `/c/${id}`);
}));

test("feedback is given, explained and kept", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await page.click('[data-verdict="wrong"]');
  await page.fill(".note-form input", "It is a lightship");
  await page.press(".note-form input", "Enter");
  await page.getByText("Noted. Thank you.").waitFor();
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await page.getAttribute('[data-verdict="wrong"]', "aria-pressed"), "true");
  await page.click('[data-verdict="wrong"]');
  await page.waitForSelector('[data-verdict="wrong"][aria-pressed="false"]');
}));

test("why shows readings, candidates, what was read and the time", onPage(async (page) => {
  await ask(page, "What is Skerrow Light?");
  await ask(page, "Who built it?");
  await page.click(".turn:last-child [data-why]");
  await page.waitForSelector(".why");
  for (const part of [".readings .won", ".candidates .stacked .fill", ".read .measure", ".times li"]) {
    assert.ok((await page.locator(`.why ${part}`).count()) > 0, part);
  }
  await page.locator(".why .candidates .link").first().click();
  await page.waitForSelector("#panel mark.current");
}));
