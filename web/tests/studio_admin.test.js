import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { COLLECTION, Stage } from "./setup.js";
import { ask, call, finish, invitation, onward, pageId, pairUp, project, says } from "./studio.js";

/** @import { Page } from "playwright-core" */

const stage = new Stage();
before(() => stage.start());
after(() => stage.stop());

/** @param {Page} page @param {string} name */
async function part(page, name) {
  await page.click(`.parts-nav a:text-is("${name}")`);
  await page.waitForSelector(`.part-body[data-part]:has(h2), .part-body[data-part]:has(h3)`);
  await page.locator(".parts-nav a[aria-current]", { hasText: name }).waitFor();
}

/** @param {Page} page @param {string} name @returns {Promise<string>} */
const number = async (page, name) => (await page.locator(".numbers > div", { hasText: name }).locator("dd").textContent()) ?? "";

test("a project is made, people are invited, suspended and deleted, and its numbers come by themselves", async () => {
  const { page, errors, close } = await stage.page("/studio");
  if (await page.locator("#new-project").isHidden()) await page.click('button:text-is("New project")');
  await page.click('button:text-is("Make the project")');
  await page.locator(".problem", { hasText: "give the project a name" }).waitFor();
  await page.fill("#field-name", "A course in May");
  await page.locator("#new-project .choice", { has: page.locator('input[value="topiocqa"]') }).click();
  await page.selectOption("#field-collection", COLLECTION);
  await page.click('summary:text-is("Settings")');
  await page.fill("#field-minimum_turns", "2");
  await Promise.all([page.waitForURL("**/studio/projects/*"), page.click('button:text-is("Make the project")')]);
  await page.locator("h1", { hasText: "A course in May" }).waitFor();
  const id = decodeURIComponent(new URL(page.url()).pathname.split("/").pop() ?? "");
  const made = await call(stage, "GET", `projects/${id}`);
  assert.equal(made.settings.minimum_turns.value, 2);

  await part(page, "Invitations");
  await page.selectOption("#field-step", "conversation");
  await page.fill("#field-label", "Course");
  await page.click('button:text-is("Make a link")');
  const link = new URL(await page.locator("#made-link").inputValue());
  assert.match(link.hash, /^#gsi_/);
  await page.locator("tbody th", { hasText: "Course" }).waitFor();

  await part(page, "Progress");
  assert.match(await number(page, "Participants"), /^0/);
  const ann = await stage.page(link.pathname + link.hash);
  await ann.page.fill("#name", "Ann Example");
  await ann.page.click('button:text-is("Begin")');
  await ann.page.locator(".problem", { hasText: "tick the box" }).waitFor();
  await ann.page.check("#consent");
  await ann.page.click('button:text-is("Begin")');
  await says(ann.page, "Ready when you are");
  await page.locator(".numbers > div", { hasText: "Participants" }).locator("dd", { hasText: /^1/ }).waitFor();

  await part(page, "People");
  const row = page.locator("tbody tr", { hasText: "Ann Example" });
  await row.locator("td", { hasText: "here now" }).waitFor();
  await row.locator('button:text-is("Suspend")').click();
  await page.fill("#question-field", "The course is over.");
  await page.click('#question button:text-is("Suspend")');
  await ann.page.getByText("The course is over.").waitFor();
  await row.locator('button:text-is("Admit again")').click();
  await says(ann.page, "Ready when you are");
  await row.locator('button:text-is("Delete data")').click();
  await page.click('#question button:text-is("Delete it all")');
  await row.waitFor({ state: "detached" });
  await says(ann.page, "You are no longer signed in here.");

  await part(page, "Invitations");
  await page.locator("tr", { hasText: "Course" }).locator("button").click();
  await page.click('#question button:text-is("Revoke it")');
  await page.locator("tr", { hasText: "Course" }).locator("td", { hasText: "revoked" }).waitFor();
  const late = await stage.page(link.pathname + link.hash);
  await late.page.getByText("Ask whoever invited you for a new link.").or(late.page.locator(".lead")).first().waitFor();
  assert.equal(await late.page.locator("#consent").count(), 0);
  assert.deepEqual([...errors, ...ann.errors, ...late.errors], []);
  for (const one of [ann, late, { close }]) await one.close();
});

test("a conversation is read, returned with a note, mended and accepted, by keyboard", async () => {
  const { id } = await project(stage, { name: "Reviews", protocol: "topiocqa", seeds: [{ document: await pageId(stage, "Skerrow Light"), question: null }], settings: { minimum_turns: 1 } });
  const link = await invitation(stage, id, "conversation");
  const { questioner, answerer } = await pairUp(stage, link);
  const people = [questioner, answerer];
  await ask(questioner.page, "How many gulls live on it?");
  await says(answerer.page, "Find the answer");
  await answerer.page.click('button:text-is("The pages don’t say")');
  await finish({ questioner, answerer });

  const { page, errors, close } = await stage.page(`/studio/projects/${id}#review`);
  const entry = page.locator(".queue > li").first();
  await entry.locator("summary").click();
  await entry.locator(".whole", { hasText: "How many gulls live on it?" }).waitFor();
  await entry.focus();
  await page.keyboard.press("r");
  await page.click('#question button:text-is("Return it")');
  await page.locator("#question .problem", { hasText: "Please write a word on it." }).waitFor();
  await page.fill("#question-field", "Please ask about the tower itself.");
  await page.click('#question button:text-is("Return it")');
  await page.locator(".queue > li").waitFor({ state: "detached" });

  await says(questioner.page, "Please look at this conversation once more");
  await questioner.page.getByText("Please ask about the tower itself.").first().waitFor();
  await questioner.page.fill("#amend-0", "How tall is the tower?");
  await onward(questioner.page, () => questioner.page.click('button:text-is("Save the change")'));
  await questioner.page.reload();
  await says(questioner.page, "Please look at this conversation once more");
  assert.equal(await questioner.page.inputValue("#amend-0"), "How tall is the tower?");
  // What is changed once more goes along, though nobody saves it; nothing goes where a field is empty.
  const sends = questioner.page.locator('button:text-is("Send it to the reviewer again")');
  await questioner.page.fill("#amend-0", " ");
  await sends.click();
  await questioner.page.locator(".problem", { hasText: "It can't be empty." }).first().waitFor();
  await questioner.page.fill("#amend-0", "How tall is the old tower?");
  for (const { page: theirs } of [questioner, answerer]) {
    const again = theirs.locator('button:text-is("Send it to the reviewer again")');
    if (await again.count()) await onward(theirs, () => again.click());
  }
  await entry.waitFor();
  await entry.locator("summary").click();
  await entry.locator(".whole", { hasText: "How tall is the old tower?" }).waitFor();
  await entry.focus();
  await page.keyboard.press("a");
  await page.getByText("Nothing waits.").waitFor();
  await questioner.page.locator(".review", { hasText: "A reviewer accepted your work" }).waitFor();
  await questioner.page.locator(".review.accepted button").click();
  await questioner.page.locator(".review.accepted").waitFor({ state: "detached" });
  assert.equal((await call(stage, "GET", `projects/${id}`)).counts.accepted, 1);

  await part(page, "Data");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click('a:text-is("Everything, as JSONL")')]);
  const path = await download.path();
  assert.match(String(await call(stage, "GET", `projects/${id}/payments`)), /^participant,name,step,/);
  await part(page, "People");
  await page.locator("th", { hasText: "Time per turn" }).waitFor();
  await page.locator("tbody tr").first().locator("td", { hasText: /\d+ s|min/ }).first().waitFor();
  const { id: other } = await project(stage, { name: "Read again", protocol: "topiocqa" });
  await page.goto(new URL(`/studio/projects/${other}#data`, page.url()).href);
  await page.selectOption("#field-format", "jsonl");
  await page.setInputFiles("#field-file", path);
  await page.click('button:text-is("Import")');
  await page.locator("#main [role=status]", { hasText: "Imported: 1 conversation" }).waitFor();
  assert.deepEqual([...errors, ...people.flatMap((one) => one.errors)], []);
  for (const one of [...people, { close }]) await one.close();
});

test("a project is tried in both roles, changed, closed and deleted by its name", async () => {
  const { id } = await project(stage, { name: "To be closed", protocol: "pragmaticqa" });
  const { page, errors, close } = await stage.page(`/studio/projects/${id}`);
  await page.click('button:text-is("Play both roles")');
  const links = page.locator(".trial a");
  await links.first().waitFor();
  assert.equal(await links.count(), 2);
  const [tab] = await Promise.all([page.context().waitForEvent("page"), links.first().click()]);
  await tab.waitForSelector("#main h1");
  assert.doesNotMatch(tab.url(), /gsp_/, "the token does not stay in the address");
  await tab.close();

  await part(page, "A/B tests");
  await page.locator(".part-body .hint").first().waitFor();
  await part(page, "Settings");
  await page.fill("#field-name", "Closed soon");
  await page.fill("#field-minimum_turns", "4");
  await page.click('button:text-is("Save")');
  await page.locator("h1", { hasText: "Closed soon" }).waitFor();
  const { settings } = await call(stage, "GET", `projects/${id}`);
  assert.equal(settings.minimum_turns.value, 4);
  const link = await invitation(stage, id);
  await page.click('button:text-is("Close the project")');
  await page.locator("h1 .tag", { hasText: "closed" }).waitFor();
  const late = await stage.page(link);
  await late.page.locator(".lead").waitFor();
  assert.equal(await late.page.locator("#consent").count(), 0, "nobody can join");

  await page.click('button:text-is("Delete the project")');
  await page.fill("#question-field", "another name");
  await page.click('#question button:text-is("Delete it")');
  await page.locator("#notices", { hasText: "nothing is deleted" }).waitFor();
  await page.click('button:text-is("Delete the project")');
  await page.fill("#question-field", "Closed soon");
  await Promise.all([page.waitForURL("**/studio"), page.click('#question button:text-is("Delete it")')]);
  await page.waitForSelector(".admin h1");
  assert.equal(await page.locator(".projects a", { hasText: "Closed soon" }).count(), 0);
  assert.deepEqual([...errors, ...late.errors], []);
  for (const one of [late, { close }]) await one.close();
});

test("a flag's review says what becomes of the item", async () => {
  const { id } = await project(stage, { name: "Flags", protocol: "circa" });
  const { page, errors, close } = await stage.page(`/studio/projects/${id}`);
  const flag = { subject: { kind: "judgement", id: "i1:p1" }, participant: "p1", at: Date.now(), summary: "flagged: Do you sing? | Every day. (rude)", seconds: null };
  let waits = true;
  /** @type {any[]} */
  const said = [];
  await page.route("**/queue", (route) => route.fulfill({ json: { queue: waits ? [flag] : [] } }));
  await page.route("**/reviews", (route) => {
    said.push(route.request().postDataJSON());
    waits = false;
    return route.fulfill({ status: 204 });
  });
  await part(page, "Review");
  const entry = page.locator(".queue > li").first();
  await entry.locator('button:text-is("Accept: leave it out")').waitFor();
  await entry.locator('button:text-is("Reject: put it back")').click();
  const asked = (await page.textContent("#question")) ?? "";
  assert.match(asked, /others judge the item/);
  assert.doesNotMatch(asked, /left out|not paid/);
  await page.click('#question button:text-is("Put it back")');
  await page.getByText("Nothing waits.").waitFor();
  assert.deepEqual(said, [{ subject: flag.subject, verdict: "reject" }]);
  assert.deepEqual(errors, []);
  await close();
});
