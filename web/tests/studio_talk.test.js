import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./setup.js";
import { ask, call, choose, heading, invitation, join, pageId, pairUp, project, qualify, rate, says, select } from "./studio.js";

/** @import { Page } from "playwright-core" */

const stage = new Stage();
before(() => stage.start());
after(() => stage.stop());

/** @param {Page} page @param {string} teach @param {string} learn */
async function interests(page, teach, learn) {
  await says(page, "What would you like to talk about?");
  for (const card of await page.locator(".topic").all()) {
    const skerrow = (await card.locator("h2").textContent())?.includes("Skerrow Light");
    await card.locator(".pills").nth(0).locator("label", { hasText: skerrow ? teach : "not at all" }).click();
    await card.locator(".pills").nth(1).locator("label", { hasText: skerrow ? learn : "not at all" }).click();
  }
  await page.click('button:text-is("Send")');
}

/** The background test, which a server leaves out where the collection has too few pages for it. @param {Page} page */
async function background(page) {
  await says(page, /You will talk about|Ask your first question|You teach about/);
  if (!(await heading(page)).startsWith("You will talk about")) return;
  const known = ["Fresnel lens", "Fog signal", "Ada (ferry)", "Keeper", "Ada Lindqvist", "Skerrow"];
  for (const choice of await page.locator(".choice").all()) {
    const title = (await choice.textContent()) ?? "";
    if (known.some((one) => title.includes(one))) await choice.click();
  }
  await page.click('button:text-is("Send")');
}

test("two people hold a PragmatiCQA conversation of six turns, with the line cut on both sides", async () => {
  const { id } = await project(stage, { name: "Lighthouses", protocol: "pragmaticqa", topics: [{ title: "Skerrow Light", document: await pageId(stage, "Skerrow Light"), genre: "Lighthouses" }, { title: "Fresnel lens", document: await pageId(stage, "Fresnel lens"), genre: "Lighthouses" }], settings: { background_needed: 0, experiments: false } });
  const link = await invitation(stage, id);
  const ann = await join(stage, link);
  await qualify(ann.page, [0, 1, 1, 1]);
  await says(ann.page, "Ready when you are");
  await ann.page.click('button:text-is("Find a partner")');
  await says(ann.page, "Waiting for a partner");
  const ben = await join(stage, link);
  await qualify(ben.page, [0, 1, 1, 1]);
  await ben.page.click('button:text-is("Find a partner")');
  await interests(ann.page, "very much", "not at all");
  await interests(ben.page, "not at all", "very much");
  await background(ann.page);
  await background(ben.page);
  await says(ben.page, "Ask your first question");
  await says(ann.page, /You teach about/);
  assert.match((await ann.page.textContent(".presence")) ?? "", /partner is here/);

  for (let turn = 0; turn < 6; turn += 1) {
    const question = `Question ${turn}: who built it?`;
    if (turn === 1) {
      // What is typed while the line is cut is not lost, not even by a reload, and is sent once.
      await ben.page.fill("#ask-field", question);
      await ben.page.context().setOffline(true);
      await ben.page.waitForSelector('#connection:has-text("nothing is lost")');
      await ben.page.press("#ask-field", "Enter");
      await ann.page.waitForSelector('.presence:has-text("away")');
      await ben.page.context().setOffline(false);
      await ben.page.waitForSelector("#connection:empty", { state: "attached" });
    } else if (turn === 2) {
      await ben.page.fill("#ask-field", question);
      await ben.page.reload();
      await ben.page.waitForSelector("#ask-field");
      assert.equal(await ben.page.inputValue("#ask-field"), question);
      await ben.page.press("#ask-field", "Enter");
    } else if (turn === 5) {
      // The question arrives, its acknowledgement does not: the page sends it again, and it is there once.
      let sent = 0;
      await ben.page.route("**/api/studio/act", async (route) => {
        sent += 1;
        const response = await route.fetch();
        await (sent === 1 ? route.abort() : route.fulfill({ response }));
      });
      await ask(ben.page, question);
      await says(ben.page, "Your partner is working on a reply");
      await ben.page.waitForFunction((key) => !Object.keys(localStorage).some((name) => name.startsWith(key)), "grice.studio.outbox.");
      assert.equal(sent, 2);
      await ben.page.unroute("**/api/studio/act");
    } else await ask(ben.page, question);
    await says(ann.page, "1. Select the literal answer");
    assert.equal(await ann.page.locator(".said", { hasText: question }).count(), 1, "it came once");
    if (turn > 0) await rate(ben.page, "Send the rating");
    await teach(ann.page, turn);
    await ben.page.locator(".said", { hasText: `Reply ${turn}` }).waitFor();
  }

  await ann.page.click('#bar button:text-is("Finish")');
  await ann.page.click('#question button:text-is("Finish")');
  await says(ben.page, "Please rate the last reply");
  await rate(ben.page, "Send the rating");
  for (const { page } of [ann, ben]) {
    await says(page, "A few last questions");
    await rate(page, "Finish");
  }
  for (const { page } of [ann, ben]) await says(page, "The conversation is complete");
  const { sessions } = await call(stage, "GET", `projects/${id}/sessions`);
  assert.equal(sessions.length, 1);
  const { turns } = await call(stage, "GET", `projects/${id}/sessions/${sessions[0].id}`);
  assert.equal(turns.length, 6);
  assert.match(turns[0].literal.spans[0].text, /^The engineer Halvard Strand built Skerrow Light/);
  assert.deepEqual([...ann.errors, ...ben.errors], []);
  await ann.close();
  await ben.close();
});

/** @param {Page} page @param {number} turn */
async function teach(page, turn) {
  if (turn === 3) {
    await page.locator(".pill", { hasText: "I don’t know" }).click();
    await page.click('button:text-is("Next: what helps further")');
    await says(page, "2. Select what helps further");
    await page.click('button:text-is("Next: write the reply")');
  } else {
    await choose(page, "The engineer Halvard Strand", "1863");
    if (turn === 4) {
      // Chosen words outlive the line, too.
      await page.context().setOffline(true);
      await page.waitForSelector('#connection:has-text("nothing is lost")');
      await page.click('button:text-is("Next: what helps further")');
      await page.context().setOffline(false);
    } else await page.click('button:text-is("Next: what helps further")');
    await says(page, "2. Select what helps further");
    await choose(page, "A storm in November 1860", "work.");
    await page.click('button:text-is("Next: write the reply")');
  }
  await says(page, "3. Write the reply");
  await page.fill("#reply-field", `Reply ${turn}: Strand did, and a storm swept away his first winter.`);
  await page.press("#reply-field", "Enter");
  await says(page, "Your partner is writing the next question");
}

test("two people hold a TopiOCQA conversation with two changes of topic, with the line cut", async () => {
  const { id } = await project(stage, { name: "Topics", protocol: "topiocqa", seeds: [{ document: await pageId(stage, "Skerrow Light"), question: null }], settings: { minimum_turns: 3 } });
  const link = await invitation(stage, id, "conversation");
  const { questioner, answerer } = await pairUp(stage, link);
  const text = await questioner.page.textContent("body");
  assert.ok(text?.includes("Construction"), "section titles are shown");
  assert.ok(!text?.includes("Halvard Strand"), "the text is not");

  await questioner.page.fill("#ask-field", "What is said of its construction?");
  await questioner.page.locator(".advice li", { hasText: "construction" }).waitFor();
  await ask(questioner.page, "Who was the engineer?");
  await says(answerer.page, "Find the answer");
  await answer(answerer.page, ["The engineer Halvard Strand", "1863"], "Halvard Strand.");

  await ask(questioner.page, "What gathers its light?");
  await says(answerer.page, "Find the answer");
  await answerer.page.context().setOffline(true);
  await answerer.page.waitForSelector('#connection:has-text("nothing is lost")');
  await answerer.page.click('.page-words a:text-is("Fresnel lens")');
  await answerer.page.context().setOffline(false);
  await answerer.page.locator(".page-title", { hasText: "Fresnel lens" }).waitFor();
  await answer(answerer.page, ["A Fresnel lens is a lens", "prisms"], "A lens of rings of prisms.");
  await questioner.page.locator(".transcript .hint", { hasText: "from Fresnel lens" }).waitFor();

  await ask(questioner.page, "And who was the first woman to keep it?");
  await says(answerer.page, "Find the answer");
  await answerer.page.click('.page-bar button[aria-label="Back"]');
  await answerer.page.locator(".page-title", { hasText: "Skerrow Light" }).waitFor();
  await answerer.page.click('.page-words a:text-is("Ada Lindqvist")');
  await answerer.page.locator(".page-title", { hasText: "Ada Lindqvist" }).waitFor();
  await answer(answerer.page, ["the first woman to keep a rock light"], "Ada Lindqvist.");
  await ask(questioner.page, "What did she earn there?");
  await says(answerer.page, "Find the answer");
  await answerer.page.click('button:text-is("The pages don’t say")');
  await questioner.page.locator(".said", { hasText: "The pages don’t say." }).waitFor();
  const { sessions } = await call(stage, "GET", `projects/${id}/sessions`);
  const { turns } = await call(stage, "GET", `projects/${id}/sessions/${sessions[0].id}`);
  assert.deepEqual(turns.slice(0, 3).map((/** @type {any} */ turn) => turn.topic), ["Skerrow Light", "Fresnel lens", "Ada Lindqvist"]);
  for (const { errors, close } of [questioner, answerer]) {
    assert.deepEqual(errors, []);
    await close();
  }
});

/** @param {Page} page @param {string[]} words @param {string} text */
async function answer(page, words, text) {
  await choose(page, words[0], words[1] ?? words[0]);
  await page.fill("#answer-field", text);
  await page.press("#answer-field", "Enter");
  await says(page, "Your partner is writing the next question");
}

test("words are chosen across links, lists and tables, by mouse and by keyboard, and refusals say why", async () => {
  const { id } = await project(stage, { name: "Spans", protocol: "topiocqa", seeds: [{ document: await pageId(stage, "Skerrow Light"), question: null }] });
  const { participants } = await call(stage, "POST", `projects/${id}/try`, { with_grice: null });
  const people = [];
  for (const { token } of participants) people.push(await stage.page(`/studio/work#${token}`));
  for (const { page } of people) await page.waitForSelector("#main h1");
  const asks = (await people[0].page.locator("#ask-field").count()) ? 0 : 1;
  const { page } = people[1 - asks];
  await ask(people[asks].page, "What is there to see?");
  await says(page, "Find the answer");
  await page.click(".button.add", { force: true });
  await page.locator(".remark", { hasText: "Nothing is selected yet" }).waitFor();

  await choose(page, "reached by the", "one metre");
  await page.locator(".spans li", { hasText: "reached by the ferry Ada, and only when the swell is below one metre" }).waitFor();
  await choose(page, "paraffin until 1931", "2,100 kilograms");
  await page.locator(".spans li", { hasText: /paraffin until 1931, and electricity has driven it since\.\s+The lens weighs 2,100 kilograms/ }).waitFor();
  await choose(page, "no wave could lift", "oil lamp");
  await select(page, "Fresnel lens", "Fresnel lens");
  await page.locator(".remark", { hasText: "Selected: “Fresnel lens”" }).waitFor();

  await page.click('button:text-is("Choose by keyboard")');
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".choosing .spans li").count(), 1);
  await page.fill("#answer-field", "A tower.");
  await page.press("#answer-field", "Enter");
  await says(page, "Your partner is writing the next question");

  await ask(people[asks].page, "And its lens?");
  await says(page, "Find the answer");
  await page.click('.page-words a:text-is("Fresnel lens")');
  await page.locator(".page-title", { hasText: "Fresnel lens" }).waitFor();
  await choose(page, "920 mm", "coastal lights");
  const span = (await page.textContent(".choosing .spans li")) ?? "";
  assert.match(span, /920 mm \| Used for: great sea lights\s+Order: Second/);
  await page.fill("#answer-field", "Of the second order.");
  await page.press("#answer-field", "Enter");
  await says(page, "Your partner is writing the next question");
  for (const { errors, close } of people) {
    assert.deepEqual(errors, []);
    await close();
  }
});
