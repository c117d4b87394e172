import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Stage } from "./setup.js";
import { call, heading, invitation, join, onward, project, says } from "./studio.js";

/** @import { Page } from "playwright-core" */

const stage = new Stage();
before(() => stage.start());
after(() => stage.stop());

const QUESTIONS = ["Do you have any pets?", "Is your garden finished?", "Have you met the baker yet?", "Do you play an instrument?", "Are you often away at weekends?"];

/** The practice items, each answered with the first label. @param {Page} page */
async function practise(page) {
  let explained = 0;
  while ((await heading(page)) === "Practice") {
    await page.locator(".choice").first().click();
    await onward(page, () => page.click('button:text-is("Answer")'));
    await page.locator(".explained").waitFor();
    explained += 1;
  }
  return explained;
}

/**
 * Judges until nothing is left.
 * @param {Page} page
 * @param {(item: { question: string, answer: string }) => string} label what is chosen for what is shown
 */
async function judgeAll(page, label) {
  let judged = 0;
  while (await page.locator(".judging .shown").count()) {
    const [question, answer] = await page.locator(".shown .big").allTextContents();
    const choice = page.locator(".choice").filter({ has: page.locator("span", { hasText: new RegExp(`^${label({ question, answer })}$`) }) });
    // By its number, as who judges many does.
    await page.keyboard.press((await choice.locator("kbd").textContent()) ?? "");
    if (await page.locator("#comment").isVisible()) await page.fill("#comment", "It could be a joke.");
    await onward(page, () => page.click('button:text-is("Send")'));
    judged += 1;
  }
  await says(page, /that is all for now|Nothing to do/);
  return judged;
}

test("Circa's four steps: questions, answers without yes and no, five judges, and their agreement", async () => {
  const { id } = await project(stage, { name: "Neighbours", protocol: "circa", collection: undefined });
  const writer = await join(stage, await invitation(stage, id, "questions"));
  await says(writer.page, "Write 5 questions");
  for (const [number, question] of QUESTIONS.entries()) await writer.page.fill(`#question${number}`, number === 2 ? "Where do you come from?" : question);
  await writer.page.click('button:text-is("Send the questions")');
  await writer.page.locator(".problem", { hasText: /where/i }).waitFor();
  assert.equal(await writer.page.inputValue("#question4"), QUESTIONS[4], "nothing that was written is lost");
  await writer.page.reload();
  await says(writer.page, "Write 5 questions");
  assert.equal(await writer.page.inputValue("#question4"), QUESTIONS[4], "not even by a reload");
  await writer.page.fill("#question2", QUESTIONS[2]);
  await onward(writer.page, () => writer.page.click('button:text-is("Send the questions")'));

  const answerer = await join(stage, await invitation(stage, id, "answers"));
  await says(answerer.page, "Answer without saying yes or no");
  await answerer.page.fill("#answer0", "Yeah, as you can hear.");
  await answerer.page.locator("#answer0-advice li", { hasText: /yeah/i }).waitFor();
  let answered = 0;
  for (let refused = false; answered < QUESTIONS.length; ) {
    const fields = await answerer.page.locator("input[id^=answer]").all();
    for (const [number, field] of fields.entries()) await field.fill(!refused && number === 0 ? "Yeah, as you can hear." : `You would have noticed by now, number ${answered + number}.`);
    if (!refused) {
      await answerer.page.click('button:text-is("Send the answers")');
      await answerer.page.locator(".problem", { hasText: /yeah/i }).waitFor();
      refused = true;
      continue;
    }
    answered += fields.length;
    await onward(answerer.page, () => answerer.page.click('button:text-is("Send the answers")'));
  }
  assert.equal(answered, QUESTIONS.length);

  const link = await invitation(stage, id, "judgements");
  for (let number = 0; number < 5; number += 1) {
    const { page, errors, close } = await join(stage, link);
    assert.ok((await practise(page)) >= 2, "practice comes first");
    const judged = await judgeAll(page, ({ question }) => (question === QUESTIONS[0] ? ["yes", "yes", "no", "no", "in the middle, neither yes nor no"][number] : question === QUESTIONS[1] && number === 4 ? "(other|something else)" : "yes"));
    assert.equal(judged, QUESTIONS.length);
    assert.deepEqual(errors, []);
    await close();
  }
  const { judgements, scales } = await call(stage, "GET", `projects/${id}/agreement`);
  assert.equal(judgements, 25);
  assert.ok(scales[0].items === 5 && scales[0].fleiss < 0.5, JSON.stringify(scales));

  const { page, errors, close } = await stage.page(`/studio/projects/${id}#agreement`);
  await page.locator("td", { hasText: scales[0].fleiss.toFixed(2).replace("-", "−") }).first().waitFor();
  const split = page.locator(".queue > li", { hasText: QUESTIONS[0] });
  await split.locator(".votes").waitFor();
  await split.locator(".settle button", { hasText: /^Yes$/ }).click();
  await split.waitFor({ state: "detached" });
  assert.deepEqual([...errors, ...writer.errors, ...answerer.errors], []);
  for (const one of [{ close }, writer, answerer]) await one.close();
});

const ASKED = [
  { id: "1", question: "When was Skerrow Light first lit?", history: [], truth: "It was first lit on 4 October 1863." },
  { id: "2", question: "Who built it?", history: [{ question: "When was Skerrow Light first lit?", answer: "It was first lit on 4 October 1863." }], truth: "The engineer Halvard Strand built Skerrow Light between 1858 and 1863." },
  { id: "3", question: "How heavy is the lens?", history: [], truth: "The lens weighs 2,100 kilograms." },
];
const PASSAGES = ["The light was first lit on 4 October 1863 with an oil lamp of four wicks.", "The engineer Halvard Strand built Skerrow Light between 1858 and 1863. Each block of granite was cut in Port Annan.", "The lens weighs 2,100 kilograms and floats on a bath of mercury."];
const RUNS = [
  { name: "careful", answers: ["It was first lit on 4 October 1863.", "The engineer Halvard Strand built Skerrow Light.", "The lens weighs 2,100 kilograms."] },
  { name: "hasty", answers: ["It was first lit on 4 October 1893.", "The engineer Ada Lindqvist built Skerrow Light.", "The lens weighs 2,100 kilograms."] },
].map(({ name, answers }) => ({ name, answers: answers.map((answer, at) => ({ id: String(at + 1), answer, passages: [PASSAGES[at]] })) }));

test("plausibility, then faithfulness, of two systems' answers, each by two judges, with a disagreement settled", async () => {
  const first = await project(stage, { name: "Plausible?", protocol: "plausibility", collection: undefined, settings: { pool_least: 1 } });
  const admin = await stage.page(`/studio/projects/${first.id}#data`);
  await admin.page.setInputFiles("input[name=truth]", { name: "pool.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ questions: ASKED, runs: RUNS })) });
  await admin.page.click('button:text-is("Pool the answers")');
  await admin.page.locator("#main [role=status]", { hasText: "Left out: 1 the same" }).waitFor();
  const items = Number(/^(\d+) item/.exec((await admin.page.textContent('#main [role=status]:has-text("item")')) ?? "")?.[1]);
  assert.equal(items, 5, "the same answer of two systems is one item");

  const label = (/** @type {string} */ good) => new RegExp(good);
  const words = { plausible: "(plausible|Yes, it could be an answer)", implausible: "(implausible|No, it could not)", faithful: "(faithful|Yes, the text supports it)", unfaithful: "(unfaithful|No, the text does not support it)" };
  const link = await invitation(stage, first.id);
  for (const judge of [0, 1]) {
    const { page, errors, close } = await join(stage, link);
    await practise(page);
    const judged = await judgeAll(page, ({ answer }) => (judge === 1 && label("Lindqvist").test(answer) ? words.implausible : words.plausible));
    assert.equal(judged, items);
    assert.deepEqual(errors, []);
    await close();
  }
  await admin.page.click('.parts-nav a:text-is("Agreement")');
  const split = admin.page.locator(".queue > li", { hasText: "Lindqvist" });
  assert.equal(await admin.page.locator(".queue > li").count(), await split.count(), "only one is not agreed on");
  await split.locator(".settle button", { hasText: /^plausible$/ }).click();
  await admin.page.getByText("Nothing waits to be settled.").waitFor();

  const second = await project(stage, { name: "Faithful?", protocol: "faithfulness", collection: undefined });
  await stage.open(admin.page, `/studio/projects/${second.id}#data`);
  await admin.page.selectOption("select[name=from]", first.id);
  await admin.page.click('button:text-is("Take them")');
  await admin.page.locator("#main [role=status]", { hasText: /^[1-9]\d* items? of/ }).waitFor();
  const next = await invitation(stage, second.id);
  for (const judge of [0, 1]) {
    const { page, errors, close } = await join(stage, next);
    await practise(page);
    await page.locator(".shown .quotes li").first().waitFor();
    const judged = await judgeAll(page, ({ answer }) => (label(judge ? "Lindqvist|1893" : "Lindqvist").test(answer) ? words.unfaithful : words.faithful));
    assert.ok(judged >= 4, `${judged} judged`);
    assert.deepEqual(errors, []);
    await close();
  }
  const { judgements } = await call(stage, "GET", `projects/${second.id}/agreement`);
  assert.ok(judgements >= 8);
  assert.deepEqual(admin.errors, []);
  await admin.close();
});
