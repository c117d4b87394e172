// A server that keeps the contract with a small engine of its own, for working on the page and testing it.
//
//     node tests/mock.js [PORT]

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { Engine } from "./mock/engine.js";
import { parse } from "./mock/markdown.js";
import { Refused } from "./mock/refused.js";
import { StudioMock } from "./mock/studio.js";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { Conversation, Job, SourceDocument, Summary, Turn, Why } from "../types.js" */

const STATIC = fileURLToPath(new URL("../static/", import.meta.url));
const TYPES = /** @type {Record<string, string>} */ ({ ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml" });
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** @typedef {{ documents: SourceDocument[], engine: Engine, bytes: number }} Held */

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Mock {
  constructor() {
    /** @type {Map<string, Held>} */
    this.collections = new Map();
    /** @type {Map<string, Conversation>} */
    this.conversations = new Map();
    /** The most conversations of a list. */
    this.listed = 200;
    /** @type {Map<string, Why>} */
    this.traces = new Map();
    /** @type {Map<string, Job>} */
    this.jobs = new Map();
    this.studio = new StudioMock((name) => this.held(name).documents);
    this.counter = 0;
    /** Milliseconds between the events of a stream. */
    this.pause = 25;
    this.server = createServer((request, response) => void this.serve(request, response));
  }

  /** @param {number} [port] @returns {Promise<string>} */
  listen(port = 0) {
    return new Promise((resolve) => {
      this.server.listen(port, "127.0.0.1", () => {
        const address = this.server.address();
        resolve(`http://127.0.0.1:${typeof address === "object" && address ? address.port : port}`);
      });
    });
  }

  close() {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** @param {string} name @param {{ path: string, text: string }[]} files */
  add(name, files) {
    const known = this.collections.get(name);
    const documents = new Map((known?.documents ?? []).map((one) => [one.id, one]));
    for (const { path, text } of files) {
      const id = path.replace(/\.\w+$/, "");
      documents.set(id, parse(id, path, text));
    }
    const all = [...documents.values()];
    const bytes = (known?.bytes ?? 0) + files.reduce((sum, file) => sum + file.text.length, 0);
    this.collections.set(name, { documents: all, engine: new Engine(all), bytes });
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response */
  async serve(request, response) {
    const url = new URL(request.url ?? "/", "http://localhost");
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    try {
      if (url.pathname.startsWith("/api/")) await this.api(request, response, url);
      else await this.page(response, url.pathname);
    } catch (error) {
      if (response.headersSent) response.end();
      else if (error instanceof Refused) send(response, error.status, error.body);
      else send(response, 500, { message: String(error), code: "server", type: "server", hint: null });
    }
  }

  /** @param {ServerResponse} response @param {string} path */
  async page(response, path) {
    const studio = path === "/studio" || path.startsWith("/studio/");
    const own = studio || path === "/" || path.startsWith("/c/") || path.startsWith("/read/");
    const name = studio ? "studio/index.html" : own ? "index.html" : normalize(path.replace(/^\/static\//, ""));
    if (!own && (!path.startsWith("/static/") || name.startsWith(".."))) throw new Refused(404, "not_found", "there is no such page");
    const body = await readFile(join(STATIC, name)).catch(() => null);
    if (!body) throw new Refused(404, "not_found", "there is no such file");
    response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(body);
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url */
  async api(request, response, url) {
    const [, what, name, part, number, last] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    const method = request.method ?? "GET";
    if (method !== "GET" && request.headers["x-grice"] !== "1") throw new Refused(403, "cross_site", "the request may come from another site");
    if (what === "studio") return this.studio.serve(request, response, url, () => bodyOf(request), (status, body) => send(response, status, body));
    if (what === "me") return send(response, 200, { owner: "local", scopes: ["ask", "write", "admin", "studio"], needs_key: false, version: "0.1.0", system: "mock", generator: null });
    if (what === "session") return send(response, method === "POST" ? 200 : 204, {});
    if (what === "jobs") return name ? send(response, 200, this.job(name)) : send(response, 200, { jobs: [...this.jobs.values()] });
    if (what === "collections") return this.collectionRoutes(request, response, url, method, name, part);
    if (what !== "conversations") throw new Refused(404, "not_found", `there is no ${url.pathname}`);
    if (!name) return this.conversationList(request, response, url, method);
    const conversation = this.conversations.get(name);
    if (!conversation) throw new Refused(404, "not_found", `there is no conversation '${name}'`);
    if (part === "export") return exported(response, conversation, url.searchParams.get("format") ?? "markdown");
    if (part === "turns" && number === undefined) return this.say(request, response, conversation);
    if (last === "why") return send(response, 200, this.traces.get(`${name}/${number}`) ?? {});
    if (last === "feedback") {
      conversation.said[Number(number)].feedback = method === "DELETE" ? null : JSON.parse(await bodyOf(request));
      return send(response, 204, null);
    }
    if (method === "DELETE") this.conversations.delete(name);
    if (method === "PATCH") conversation.name = JSON.parse(await bodyOf(request)).name;
    return send(response, method === "DELETE" ? 204 : 200, method === "PATCH" ? summaryOf(conversation) : conversation);
  }

  /** @param {string} id */
  job(id) {
    const job = this.jobs.get(id);
    if (!job) throw new Refused(404, "not_found", `there is no job '${id}'`);
    return job;
  }

  /** @param {string} name */
  held(name) {
    const held = this.collections.get(name);
    if (!held) throw new Refused(404, "not_found", `there is no collection '${name}'`);
    return held;
  }

  /** @param {string} name */
  describe(name) {
    const { documents, bytes } = this.held(name);
    return { name, documents: documents.length, passages: documents.reduce((sum, one) => sum + one.passages.length, 0), bytes, ingested: 1_760_000_000, vectors: true, removable: true, problem: null };
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url @param {string} method @param {string | undefined} name @param {string | undefined} part */
  async collectionRoutes(request, response, url, method, name, part) {
    if (!name) return send(response, 200, { collections: [...this.collections.keys()].map((one) => this.describe(one)) });
    if (method === "DELETE") {
      this.held(name);
      this.collections.delete(name);
      return send(response, 204, null);
    }
    if (part === "files") return send(response, 202, { job: await this.receive(request, name) });
    const id = url.searchParams.get("id") ?? "";
    const { documents } = this.held(name);
    const missing = () => new Refused(404, "not_found", `there is no document '${id}'`);
    if (part === "document") {
      const found = documents.find((one) => one.id === id);
      if (!found) throw missing();
      return send(response, 200, found);
    }
    if (part === "passage") {
      const found = documents.flatMap((one) => one.passages).find((one) => one.id === id);
      if (!found) throw missing();
      return send(response, 200, found);
    }
    const examples = ["What is Skerrow Light?", "How do I change the lamp?", "Who was Ada Lindqvist?"];
    return send(response, 200, { ...this.describe(name), examples: name === "skerrow" ? examples : documents.slice(0, 3).map((one) => `What is ${one.title}?`), sources: [] });
  }

  /** @param {IncomingMessage} request @param {string} name */
  async receive(request, name) {
    const type = request.headers["content-type"] ?? "";
    const mark = /boundary=(.+)$/.exec(type)?.[1] ?? "";
    const body = await bodyOf(request);
    const files = [];
    const problems = [];
    for (const part of body.split(`--${mark}`).slice(1, -1)) {
      const [head, ...rest] = part.split("\r\n\r\n");
      const path = /filename="([^"]*)"/.exec(head)?.[1] ?? "file";
      const text = rest.join("\r\n\r\n").replace(/\r\n$/, "");
      if (/\.(md|txt)$/.test(path)) files.push({ path, text });
      else problems.push(`${path}: not a format that is read`);
    }
    this.counter += 1;
    /** @type {Job} */
    const job = { id: `job${this.counter}`, collection: name, state: "running", step: "reading", bytes: 0, total: body.length, documents: 0, words: 0, problems, message: null };
    this.jobs.set(job.id, job);
    void (async () => {
      for (const { text } of files) {
        await sleep(60);
        Object.assign(job, { documents: job.documents + 1, words: job.words + text.split(/\s+/).length, bytes: job.bytes + text.length });
      }
      if (files.length) this.add(name, files);
      Object.assign(job, files.length ? { state: "done", step: "done" } : { state: "failed", message: "nothing could be read" });
    })();
    return job;
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {URL} url @param {string} method */
  async conversationList(request, response, url, method) {
    if (method === "POST") {
      const { collection } = JSON.parse(await bodyOf(request));
      this.held(collection);
      this.counter += 1;
      const now = Date.now();
      const conversation = { id: `c${this.counter}`, name: null, title: "", collection, served: true, began: now, changed: now, turns: 0, said: [] };
      this.conversations.set(conversation.id, conversation);
      return send(response, 201, summaryOf(conversation));
    }
    const sought = (url.searchParams.get("search") ?? "").toLowerCase();
    const all = [...this.conversations.values()].filter((one) => JSON.stringify([one.name, one.said.map((turn) => [turn.question, turn.reply.text])]).toLowerCase().includes(sought));
    all.sort((a, b) => b.changed - a.changed);
    const from = all.findIndex((one) => one.id === url.searchParams.get("before")) + 1;
    const some = all.slice(from, from + this.listed);
    const next = from + some.length < all.length ? (some.at(-1)?.id ?? null) : null;
    return send(response, 200, { conversations: some.map(summaryOf), next });
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {Conversation} conversation */
  async say(request, response, conversation) {
    const { utterance, after, replace } = JSON.parse(await bodyOf(request));
    const { said } = conversation;
    if (after < said.length && !replace) {
      if (said[after].question !== utterance) throw new Refused(409, "grown", `the conversation has ${said.length} turns`, "read the conversation again");
      return send(response, 201, said[after]);
    }
    let gone = false;
    response.on("close", () => (gone = true));
    const { reply, why } = this.held(conversation.collection).engine.reply(utterance, said.slice(0, after));
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    const tell = async (/** @type {string} */ event, /** @type {unknown} */ data) => {
      await sleep(this.pause);
      if (!gone) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    await tell("found", { passages: why.passages.length, title: why.passages[0]?.title ?? null });
    await tell("understood", { rewrite: reply.rewrite, shown: reply.understood });
    for (const sentence of reply.sentences) await tell("sentence", { ...sentence, evidence: sentence.evidence.map((number) => reply.evidence[number]) });
    await tell("follow_ups", { follow_ups: reply.follow_ups });
    if (gone) return undefined;
    const turn = { number: after, question: utterance, reply, feedback: null, at: Date.now() };
    said.splice(after, said.length, turn);
    Object.assign(conversation, { title: said[0].question, turns: said.length, changed: turn.at });
    this.traces.set(`${conversation.id}/${after}`, why);
    await tell("done", { turn });
    response.end();
    return undefined;
  }
}

/** @param {Conversation} conversation @returns {Summary} */
function summaryOf({ id, name, title, collection, served, began, changed, turns }) {
  return { id, name, title, collection, served, began, changed, turns };
}

/** @param {ServerResponse} response @param {Conversation} conversation @param {string} format */
function exported(response, conversation, format) {
  const file = format === "json" ? "conversation.json" : "conversation.md";
  const text = format === "json" ? JSON.stringify(conversation) : conversation.said.map((/** @type {Turn} */ turn) => `## ${turn.question}\n\n${turn.reply.text}\n`).join("\n");
  response.writeHead(200, { "Content-Type": format === "json" ? "application/json" : "text/markdown; charset=utf-8", "Content-Disposition": `attachment; filename="${file}"` }).end(text);
}

/** @param {ServerResponse} response @param {number} status @param {unknown} body */
function send(response, status, body) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}

/** @param {IncomingMessage} request @returns {Promise<string>} */
async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { corpusFiles } = await import("./setup.js");
  const mock = new Mock();
  mock.pause = 120;
  mock.add("skerrow", await corpusFiles());
  console.log(`the mock is at ${await mock.listen(Number(process.argv[2] ?? 8765))}`);
}
