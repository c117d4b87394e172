import assert from "node:assert/strict";
import { test } from "node:test";

import { events } from "../static/api.js";
import { nested } from "../static/blocks.js";
import { safe } from "../static/dom.js";
import { Chars, counted, short, size, visible } from "../static/text.js";
import { stretches } from "../static/trail.js";
import { suggestName } from "../static/upload.js";

/** @import { Turn } from "../types.js" */

test("controls and characters that change the direction are shown as signs", () => {
  assert.equal(visible("a\u001b[31mb\u0000\u007f"), "a␛[31mb␀␡");
  assert.equal(visible("x\u202egnp.exe\u202c"), "x⟨U+202E⟩gnp.exe⟨U+202C⟩");
  assert.equal(visible("\u2066\u200f\u{e0041}"), "⟨U+2066⟩⟨U+200F⟩⟨U+E0041⟩");
  assert.equal(visible("line\nline\ttab, déjà vu, שלום, 👩‍🚀"), "line\nline\ttab, déjà vu, שלום, 👩‍🚀");
});

test("offsets are code points, not UTF-16 units", () => {
  const chars = new Chars("a🜚b🜚cd");
  assert.equal(chars.length, 6);
  assert.equal(chars.slice(2, 4), "b🜚");
  assert.equal(chars.find("c", 1, 6), 4);
  assert.equal(chars.find("x", 0, 6), -1);
});

test("links lead to http, https and paths of this server alone", () => {
  assert.equal(safe("https://example.org/a"), "https://example.org/a");
  assert.equal(safe("/read/x?id=y"), "/read/x?id=y");
  for (const bad of ["javascript:alert(1)", " javascript:alert(1)", "data:text/html,x", "//evil.example", "/\\evil.example", "vbscript:x", ""]) {
    assert.equal(safe(bad), null, bad);
  }
});

test("blocks stand inside the blocks that hold them, cut to a range", () => {
  const blocks = /** @type {const} */ ([
    { kind: "paragraph", start: 0, end: 4 },
    { kind: "list", start: 5, end: 20 },
    { kind: "step", start: 5, end: 12 },
    { kind: "code", start: 8, end: 12 },
    { kind: "step", start: 13, end: 20 },
  ]);
  const [paragraph, list] = nested([...blocks], 0, 20);
  assert.equal(paragraph.inner.length, 0);
  assert.deepEqual(list.inner.map((tree) => [tree.kind, tree.start, tree.inner.length]), [["step", 5, 1], ["step", 13, 0]]);
  const cut = nested([...blocks], 9, 15);
  assert.deepEqual(cut.map((tree) => [tree.kind, tree.start, tree.end]), [["list", 9, 15]]);
});

test("a stream is read event by event, wherever its bytes are cut", async () => {
  const whole = new TextEncoder().encode(': hello\r\nevent: found\r\ndata: {"title":"Ö"}\r\n\r\nevent: done\ndata: {"a":\ndata: 1}\n\n');
  for (const step of [1, 2, 7, whole.length]) {
    /** @type {Uint8Array[]} */
    const parts = [];
    for (let at = 0; at < whole.length; at += step) parts.push(whole.slice(at, at + step));
    const body = new ReadableStream({
      start(controller) {
        parts.forEach((part) => controller.enqueue(part));
        controller.close();
      },
    });
    const told = [];
    for await (const event of events(new Response(body))) told.push([event.name, JSON.parse(event.data)]);
    assert.deepEqual(told, [["found", { title: "Ö" }], ["done", { a: 1 }]], `in steps of ${step}`);
  }
});

test("the trail has a stretch for each topic, and knows which came back", () => {
  const about = (/** @type {string | null} */ title) => /** @type {Turn} */ (/** @type {unknown} */ ({ reply: { topic: title ? { document: title, title } : null } }));
  const found = stretches([about("a"), about(null), about("b"), about("b"), about("a")]);
  assert.deepEqual(found.map(({ title, first, last, again }) => [title, first, last, again]), [["a", 0, 1, false], ["b", 2, 3, false], ["a", 4, 4, true]]);
});

test("names of collections come from folders and files", () => {
  const named = (/** @type {string} */ path) => suggestName([{ path, file: /** @type {File} */ ({}) }]);
  assert.equal(named("My Notes/a/b.md"), "my-notes");
  assert.equal(named("Été 2024.pdf"), "e-te-2024");
  assert.equal(named("…"), "documents");
});

test("counts and sizes read as a person would say them", () => {
  assert.equal(counted(1, "document"), "1 document");
  assert.equal(counted(12345, "document"), "12,345 documents");
  assert.equal(size(900), "900 bytes");
  assert.equal(size(2_400_000), "2.4 MB");
  assert.equal(short("one two three", 8), "one two…");
});
