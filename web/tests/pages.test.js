import assert from "node:assert/strict";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { COLLECTION, Stage, answered, ask, choose } from "./setup.js";

const stage = new Stage();
before(() => stage.start());
after(() => stage.stop());

test("on a phone everything is reached: conversations, a reply, evidence as a sheet", async () => {
  const { page, errors, close } = await stage.page("/", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await choose(page);
  await ask(page, "What is Skerrow Light?");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  assert.equal(wide, false, "nothing is wider than the screen");
  await page.locator(".reference").first().tap();
  await page.waitForSelector("#panel mark.current");
  assert.equal(await page.getAttribute("#panel", "aria-modal"), "true");
  assert.ok(await page.evaluate(() => /** @type {HTMLElement} */ (document.getElementById("stage")).inert));
  await page.touchscreen.tap(195, 40);
  await page.waitForSelector("#panel:not(.open)", { state: "attached" });
  await page.tap("#open-side");
  await page.waitForSelector(".conversation [aria-current]");
  await page.locator(".new").tap();
  await page.waitForSelector("#welcome .example");
  assert.equal(await page.locator("#side.open").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("the keyboard alone is enough", async () => {
  const { page, errors, close } = await stage.page();
  await choose(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("What is Skerrow Light?");
  await page.keyboard.press("Enter");
  await answered(page, "What is Skerrow Light?");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.waitForSelector("#panel mark.current");
  await page.keyboard.press("]");
  await page.waitForFunction(() => /^2 of/.test(document.querySelector("#panel .place")?.textContent ?? ""));
  await page.keyboard.press("Escape");
  await page.keyboard.press("w");
  await page.waitForSelector(".why");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#panel:not(.open)", { state: "attached" });
  await page.keyboard.press("?");
  await page.waitForSelector("#help[open] kbd");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#help:not([open])", { state: "attached" });
  await page.keyboard.press("t");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "light");
  await page.keyboard.press("j");
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".turn")));
  await page.keyboard.press("/");
  await page.keyboard.press("ArrowUp");
  assert.ok(await page.evaluate(() => document.activeElement?.matches(".question textarea")), "the last question is edited");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.waitForSelector("#welcome .example");
  assert.deepEqual(errors, []);
  await close();
});

test("single keys can be turned off", async () => {
  const { page, close } = await stage.page();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.uncheck("#single-keys");
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  assert.equal(await page.locator("#collections[open]").count(), 0);
  await close();
});

test("focus is seen wherever it stands, from the link that skips to the question on", async () => {
  const { page, close } = await stage.page();
  await page.focus(".skip");
  await page.waitForFunction(() => (document.querySelector(".skip")?.getBoundingClientRect().y ?? -1) >= 0);
  for (let stop = 0; stop < 12; stop += 1) {
    const seen = await page.evaluate(() => {
      const part = document.activeElement;
      if (!part || part === document.body) return "body";
      const style = getComputedStyle(part);
      const around = getComputedStyle(part.parentElement ?? part);
      return style.outlineStyle !== "none" || around.outlineStyle !== "none" ? "" : part.className || part.id || part.tagName;
    });
    assert.equal(seen === "body" ? "" : seen, "");
    await page.keyboard.press("Tab");
  }
  await close();
});

test("what a document says stays text: markup, scripts, directions, links", async () => {
  const { page, errors, close } = await stage.page();
  await choose(page);
  await ask(page, "What does the marker sign read?");
  await ask(page, "What is the wreck marker?");
  const found = await fetch(`${stage.base}/api/collections/${COLLECTION}/search?q=wreck+marker&k=5`).then((response) => (response.ok ? response.json() : null)).catch(() => null);
  const id = found?.hits?.find((/** @type {{ title: string }} */ hit) => hit.title === "Hostile page")?.document ?? "hostile";
  await stage.open(page, `/read/${COLLECTION}?id=${encodeURIComponent(id)}`);
  await page.waitForSelector(".page .document");
  const text = (await page.textContent(".page")) ?? "";
  assert.match(text, /⟨U\+202E⟩/);
  assert.match(text, /␛/);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).hacked), undefined);
  assert.equal(await page.locator(".page script, .page img, .page svg:not(.icon), #log script, #log img").count(), 0);
  const addresses = await page.locator("a[href]").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  assert.ok(addresses.every((address) => /^(\/(?!\/)|#|https?:)/.test(address)), addresses.join(" "));
  assert.deepEqual(errors, []);
  await close();
});

test("a reply with hostile text stays text", async () => {
  const { page, errors, close } = await stage.page();
  await choose(page);
  const bad = '<img src=x onerror="window.hacked=1"> \u202eevil\u202c \u001b]0;x\u0007';
  await page.route("**/api/conversations/*/turns", async (route) => {
    const { utterance, after: number } = route.request().postDataJSON();
    const evidence = [{ text: bad, passage: bad, document: bad, title: bad, section: bad, start: 0, end: 5 }];
    const reply = { text: bad, kind: "span", answer: bad, confidence: 1, rewrite: bad, understood: bad, sentences: [{ text: bad, shape: "prose", added: false, evidence: [0] }], evidence, places: [], topic: { document: bad, title: bad }, switched: "none", follow_ups: [bad], choices: [], notes: [bad], written_by: bad, cut: [{ text: bad, why: bad }], milliseconds: 1 };
    await route.fulfill({ contentType: "text/event-stream", body: `event: done\ndata: ${JSON.stringify({ turn: { number, question: utterance, reply, feedback: null, at: 0 } })}\n\n` });
  });
  await ask(page, "x?");
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).hacked), undefined);
  assert.equal(await page.locator("#stage img").count(), 0);
  const text = (await page.textContent("#stage")) ?? "";
  for (const hidden of ["\u202e", "\u001b", "\u0007"]) assert.ok(!text.includes(hidden));
  assert.deepEqual(errors, []);
  await close();
});

test("a folder becomes a collection that answers, and can be removed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "grice-"));
  const name = `kiln-${Date.now().toString(36)}`;
  const root = join(folder, name);
  await mkdir(join(root, "parts"), { recursive: true });
  await writeFile(join(root, "kiln.md"), "# Kiln\n\nThe kiln of Port Annan is an oven for bricks, and it was fired with peat until 1920. Twelve thousand bricks went in at a time and stayed for nine days.\n");
  await writeFile(join(root, "parts", "door.md"), "# Door\n\nThe door of the kiln was walled up before each firing and broken down after it, so that no heat was lost through a hinge.\n");
  await writeFile(join(root, "picture.bin"), Buffer.from([0, 1, 2, 255]));
  const { page, errors, close } = await stage.page();
  await page.click("#collection");
  await page.setInputFiles("#pick-folder", root);
  assert.equal(await page.inputValue("#collection-name"), name);
  await page.click('.stage button:text-is("Add")');
  await page.getByRole("heading", { name: `${name} is ready` }).waitFor();
  assert.match((await page.textContent(".adding")) ?? "", /2 documents/);
  await page.click(`button:text-is("Ask ${name}")`);
  await ask(page, "What is the kiln?");
  assert.ok((await page.locator(".reference").count()) > 0);
  await page.click("#collection");
  await page.click(`#collections button[aria-label="Remove ${name}"]`);
  await page.click('.confirm button:text-is("Remove")');
  await page.waitForFunction((gone) => ![...document.querySelectorAll("#collections .pick strong")].some((one) => one.textContent === gone), name);
  assert.deepEqual(errors, []);
  await close();
  await rm(folder, { recursive: true });
});

test("dropped files are offered as a collection", async () => {
  const { page, close } = await stage.page();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["# Tar\n\nTar is black."], "Tar Notes.md"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector("#collections[open] .stage");
  assert.equal(await page.inputValue("#collection-name"), "tar-notes");
  await close();
});

test("conversations are searched, renamed, shared and deleted", async () => {
  const { page, errors, close } = await stage.page();
  await choose(page);
  await ask(page, "When does the ferry sail?");
  const address = new URL(page.url()).pathname;
  const item = page.locator(`.conversation:has(a[href="${address}"])`);
  await item.locator(".more").click();
  const [download] = await Promise.all([page.waitForEvent("download"), item.getByText("Markdown").click()]);
  assert.match(await readFile(await download.path(), "utf8"), /When does the ferry sail\?/);
  await item.getByText("Rename").click();
  const name = `Harbour ${Date.now()}`;
  await page.fill(".rename input", name);
  await page.press(".rename input", "Enter");
  await item.getByText(name).waitFor();
  await page.fill("#search", name);
  await page.waitForFunction(() => document.querySelectorAll(".conversation").length === 1);
  await item.locator(".more").click();
  await item.getByText("Delete").click();
  await item.locator(".button.bad").click();
  await page.waitForFunction(() => location.pathname === "/");
  await page.fill("#search", "");
  await page.waitForFunction((gone) => !document.querySelector(`.conversation a[href="${gone}"]`), address);
  assert.deepEqual(errors, []);
  await close();
});

test("a long list of conversations goes on when more is wanted", async () => {
  const { page, errors, close } = await stage.page("");
  const summary = (/** @type {number} */ number) => ({ id: `old${number}`, name: null, title: `Question ${number}`, collection: "skerrow", served: true, began: number, changed: number, turns: 1 });
  await page.route("**/api/conversations?*", async (route) => {
    const before = new URL(route.request().url()).searchParams.get("before");
    const conversations = before === "two" ? [summary(3)] : [summary(1), summary(2)];
    await route.fulfill({ json: { conversations, next: before ? null : "two" } });
  });
  await stage.open(page, "/");
  await page.getByText("Question 2").waitFor();
  await page.getByRole("button", { name: "Show more" }).click();
  await page.getByText("Question 3").waitFor();
  assert.equal(await page.locator(".conversation").count(), 3);
  assert.equal(await page.getByRole("button", { name: "Show more" }).count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Question 3");
  assert.deepEqual(errors, []);
  await close();
});

test("a conversation about what the server does not serve is shown, and that is said", async () => {
  const { page, errors, close } = await stage.page("");
  const reply = { text: "In May.", kind: "span", answer: "May", confidence: 0.9, rewrite: "", understood: "", sentences: [{ text: "In May.", shape: "prose", added: false, evidence: [] }], evidence: [], places: [], topic: null, switched: "none", follow_ups: [], choices: [], notes: [], written_by: "", cut: [], milliseconds: 1 };
  const said = [{ number: 0, question: "When does the lease end?", reply, feedback: null, at: 1 }];
  const conversation = { id: "chat1", name: null, title: "When does the lease end?", collection: "/data/lease", served: false, began: 1, changed: 1, turns: 1, said };
  await page.route("**/api/conversations/chat1", (route) => route.fulfill({ json: conversation }));
  await stage.open(page, "/c/chat1");
  await page.getByText("In May.").waitFor();
  assert.match(await page.locator(".unserved").innerText(), /about \/data\/lease, which this server does not serve/);
  assert.deepEqual(errors, []);
  await close();
});

test("the reader shows a page with its sections, and asks about one", async () => {
  const { page, errors, close } = await stage.page();
  await choose(page);
  await ask(page, "When was Skerrow Light built?");
  await page.locator(".reference").first().click();
  await page.click('#panel a[aria-label="Open the whole page"]');
  await page.waitForSelector(".page mark.current");
  assert.ok((await page.locator(".toc a").count()) >= 3);
  await page.locator(".toc a").last().click();
  assert.match(page.url(), /\/read\/.+#/);
  await page.reload();
  await page.waitForSelector(".page mark.current");
  const heading = page.locator(".page .heading").last();
  await heading.hover();
  await heading.locator(".ask-section").click();
  await page.waitForSelector("#chat:not([hidden])");
  assert.match(await page.inputValue("#ask"), /^About Skerrow Light \(.+\): $/);
  assert.deepEqual(errors, []);
  await close();
});

test("where a key is needed, it is asked for", async () => {
  const { page, close } = await stage.page("");
  let known = false;
  await page.route("**/api/session", async (route) => {
    known = route.request().postDataJSON()?.key === "right";
    if (known) await route.fulfill({ status: 200, json: {} });
    else await route.fulfill({ status: 401, json: { message: "the key is not known", code: "key", type: "authentication", hint: "ask for another" } });
  });
  await page.route("**/api/me", async (route) => {
    await route.fulfill({ json: { owner: known ? "ann" : null, scopes: ["ask"], needs_key: !known, version: "0.1.0", system: "default", generator: null } });
  });
  await page.goto(stage.base);
  await page.fill("#key", "wrong");
  await page.press("#key", "Enter");
  await page.getByText("The key is not known").waitFor();
  await page.fill("#key", "right");
  await page.press("#key", "Enter");
  await page.waitForSelector("html[data-ready]");
  assert.ok(await page.isVisible("#sign-out"));
  await page.click("#collection");
  assert.equal(await page.locator(".drop").count(), 0, "who may not write is not asked for files");
  await close();
});

test("the first load is small and soon there", async () => {
  const { page, close } = await stage.page("");
  let bytes = 0;
  const wire = await page.context().newCDPSession(page);
  await wire.send("Network.enable");
  wire.on("Network.loadingFinished", (loaded) => {
    bytes += loaded.encodedDataLength;
  });
  const began = performance.now();
  await stage.open(page, "/");
  const took = performance.now() - began;
  await page.waitForLoadState("networkidle");
  // The stand-in for the server compresses nothing.
  const most = process.env.GRICE_URL ? 150_000 : 200_000;
  assert.ok(bytes > 10_000 && bytes < most, `${bytes} bytes on the wire`);
  assert.ok(took < 3000, `${took} ms on a busy machine`);
  await close();
});
