// What only a server can do: Grice as a partner, further answers to a conversation that others held.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./setup.js";
import { ask, call, choose, finish, heading, invitation, join, onward, pageId, pairUp, project, rate, says } from "./studio.js";

const stage = new Stage();
const skip = stage.url ? false : "the mock has no engine, and no evaluation split; GRICE_URL names a server";
before(() => (skip ? undefined : stage.start()));
after(() => stage.stop());

test("one person alone is taught by Grice, and rates the reply", { skip }, async () => {
  const topics = [{ title: "Skerrow Light", document: await pageId(stage, "Skerrow Light"), genre: "Lighthouses" }, { title: "Fresnel lens", document: await pageId(stage, "Fresnel lens"), genre: "Lighthouses" }];
  const { id } = await project(stage, { name: "Alone", protocol: "pragmaticqa", topics, settings: { background_needed: 0, experiments: false } });
  const { participants } = await call(stage, "POST", `projects/${id}/try`, { with_grice: "teacher" });
  assert.equal(participants.length, 1);
  const { page, errors, close } = await stage.page(`/studio/work#${participants[0].token}`);
  await page.waitForSelector("#main h1");
  if ((await heading(page)).startsWith("What would you like")) {
    for (const pills of await page.locator(".pills").all()) await pills.locator("label").last().click();
    await onward(page, () => page.click('button:text-is("Send")'));
  }
  if ((await heading(page)).startsWith("You will talk about")) await onward(page, () => page.click('button:text-is("Send")'));
  await page.locator(".presence", { hasText: "Grice" }).waitFor();
  await ask(page, "Who built it?");
  await page.locator(".said:not(.mine)").waitFor();
  await ask(page, "Which lens does it have?");
  await rate(page, "Send the rating");
  await page.locator(".said:not(.mine)").nth(1).waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test("a conversation of the evaluation split is answered once more by somebody else", { skip }, async () => {
  const { id } = await project(stage, { name: "Once more", protocol: "topiocqa", seeds: [{ document: await pageId(stage, "Skerrow Light"), question: null }], settings: { minimum_turns: 1, evaluation_share: 1, additional_answers: 1 } });
  const pair = await pairUp(stage, await invitation(stage, id, "conversation"));
  await ask(pair.questioner.page, "Who was the engineer?");
  await says(pair.answerer.page, "Find the answer");
  await choose(pair.answerer.page, "The engineer Halvard Strand", "1863");
  await pair.answerer.page.fill("#answer-field", "Halvard Strand.");
  await pair.answerer.page.press("#answer-field", "Enter");
  await says(pair.answerer.page, "Your partner is writing the next question");
  await finish(pair);

  const other = await join(stage, await invitation(stage, id, "additional"));
  await says(other.page, "Answer the last question");
  await other.page.locator(".said", { hasText: "Who was the engineer?" }).waitFor();
  assert.equal(await other.page.locator(".said", { hasText: "Halvard Strand." }).count(), 0, "the first answer is not shown");
  if (!(await other.page.locator(".page-words .document").count())) {
    await other.page.click(".visited summary");
    await other.page.click('.visited button:text-is("Skerrow Light")');
  }
  await choose(other.page, "The engineer Halvard Strand", "1863");
  await other.page.fill("#answer-field", "It was Strand.");
  await other.page.press("#answer-field", "Enter");
  await says(other.page, /that is all for now|Nothing to do/);
  for (const { errors, close } of [pair.questioner, pair.answerer, other]) {
    assert.deepEqual(errors, []);
    await close();
  }
});
