// The line between a participant and the server. Views come in by a stream that is opened again whenever it ends;
// actions go out one after the other, are repeated until they are acknowledged, and outlive the page.

import { Problem, events, problemOf } from "../api.js";
import { Drafts, store, stored } from "./storage.js";

/** @import { SourceDocument } from "../../types.js" */
/** @import { Does, Note, View } from "../../studio.js" */

/** @typedef {{ action: string, after: number, do: Does, drafts: string[] }} Outgoing */
/** @typedef {{ resolve: (view: View) => void, reject: (problem: Problem) => void }} Waiting */

/** Milliseconds without a sign of life after which the stream counts as dead. */
const SILENCE = 30_000;
const PAUSES = [1000, 2000, 5000];

export class Line {
  /**
   * @param {import("./storage.js").Identity} identity
   * @param {{ view: (view: View) => void, state: (state: "live" | "broken") => void, refused: (problem: Problem, does: Does) => void, gone: (problem: Problem) => void }} listener
   *   `refused` hears of refusals that nobody waits for any more: those of an earlier page.
   */
  constructor(identity, listener) {
    this.identity = identity;
    this.listener = listener;
    this.drafts = new Drafts(identity.id);
    this.name = `grice.studio.outbox.${identity.id}`;
    /** @type {Outgoing[]} */
    this.outbox = stored("local", this.name) ?? [];
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /** @type {View | null} */
    this.view = null;
    this.sending = false;
    /** Whether views come in. */
    this.streaming = false;
    this.over = false;
    /** @type {AbortController | null} */
    this.stream = null;
    /** Those who pause, each to be woken early. @type {Set<() => void>} */
    this.sleeping = new Set();
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("offline", () => this.broken());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.hurry());
  }

  start() {
    void this.send();
    void this.listen();
  }

  broken() {
    this.stream?.abort();
    this.listener.state("broken");
  }

  /** @param {Problem} problem */
  end(problem) {
    if (this.over) return;
    this.over = true;
    this.stream?.abort();
    this.listener.gone(problem);
  }

  /** @param {View} view */
  take(view) {
    // A reply can be overtaken by the stream. A server whose clock was set back is believed.
    const behind = this.view ? this.view.now - view.now : 0;
    if (behind > 0 && behind < 60_000) return;
    this.view = view;
    this.listener.view(view);
  }

  async listen() {
    for (let failures = 0; !this.over; failures += 1) {
      const began = Date.now();
      try {
        await this.follow();
      } catch {
        // The connection is gone; it is made again below.
      }
      if (this.over) return;
      if (Date.now() - began > 5000) failures = 0;
      this.listener.state("broken");
      await this.pause(failures);
    }
  }

  /** Reads one stream to its end. */
  async follow() {
    const stream = new AbortController();
    this.stream = stream;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stream.abort(), SILENCE);
    };
    heard();
    try {
      const headers = { ...this.headers(), Accept: "text/event-stream", ...(this.view ? { "Last-Event-ID": this.view.version } : {}) };
      const response = await fetch("/api/studio/events", { headers, signal: stream.signal });
      if (response.status === 401) return this.end(problemOf(401, await response.text()));
      if (!response.ok || !response.body) throw new TypeError(`status ${response.status}`);
      this.streaming = true;
      this.listener.state("live");
      const listened = new TransformStream({
        transform(chunk, onward) {
          heard();
          onward.enqueue(chunk);
        },
      });
      for await (const { name, data } of events(new Response(response.body.pipeThrough(listened)))) {
        if (name === "view") this.take(JSON.parse(data));
      }
    } finally {
      clearTimeout(silence);
      this.streaming = false;
    }
    return undefined;
  }

  /** @param {number} failures */
  pause(failures) {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.sleeping.delete(wake);
        resolve(undefined);
      };
      const timer = setTimeout(wake, PAUSES[Math.min(failures, PAUSES.length - 1)]);
      this.sleeping.add(wake);
    });
  }

  /** Tries again now. */
  hurry() {
    for (const wake of [...this.sleeping]) wake();
  }

  headers() {
    return { Authorization: `Bearer ${this.identity.token}`, "X-Grice": "1" };
  }

  /**
   * Does something. The promise is kept when it is on the server's disk, broken when the server refuses it.
   * @param {Does} does
   * @param {string[]} [drafts] what need not be kept any longer then
   * @returns {Promise<View>}
   */
  act(does, drafts = []) {
    const action = newId();
    this.outbox.push({ action, after: this.view?.seq ?? 0, do: does, drafts });
    this.keep();
    const done = new Promise((resolve, reject) => this.waiting.set(action, { resolve, reject }));
    void this.send();
    return done;
  }

  keep() {
    store("local", this.name, this.outbox.length ? this.outbox : null);
  }

  async send() {
    if (this.sending) return;
    this.sending = true;
    for (let failures = 0; this.outbox.length && !this.over; ) {
      const first = this.outbox[0];
      const reply = await this.post("/api/studio/act", { action: first.action, after: first.after, do: first.do }).catch(() => null);
      if (!reply || reply.status >= 500 || reply.status === 429) {
        this.listener.state("broken");
        await this.pause(failures);
        failures += 1;
        continue;
      }
      failures = 0;
      if (this.streaming) this.listener.state("live");
      this.outbox.shift();
      this.keep();
      this.settle(first, reply.status, reply.body);
    }
    this.sending = false;
  }

  /**
   * @param {Outgoing} sent
   * @param {number} status
   * @param {string} body
   */
  settle(sent, status, body) {
    const waiting = this.waiting.get(sent.action);
    this.waiting.delete(sent.action);
    if (status === 200) {
      this.drafts.drop(sent.drafts);
      const { view } = JSON.parse(body);
      this.take(view);
      waiting?.resolve(view);
      return;
    }
    const problem = problemOf(status, body);
    if (status === 401) this.end(problem);
    if (waiting) waiting.reject(problem);
    else this.listener.refused(problem, sent.do);
    if (status === 409) void this.refresh();
  }

  async refresh() {
    const response = await fetch("/api/studio/view", { headers: this.headers() }).catch(() => null);
    if (response?.ok) this.take(await response.json());
  }

  /**
   * @param {string} path
   * @param {unknown} body
   */
  async post(path, body) {
    const headers = { ...this.headers(), "Content-Type": "application/json" };
    const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) });
    return { status: response.status, body: await response.text() };
  }

  /**
   * Advice on what is being typed; none where it can't be had.
   * @param {{ question: string } | { answer: string }} typed
   * @returns {Promise<Note[]>}
   */
  async advice(typed) {
    const reply = await this.post("/api/studio/check", typed).catch(() => null);
    return reply?.status === 200 ? (JSON.parse(reply.body).notes ?? []) : [];
  }

  /**
   * @param {string} id
   * @returns {Promise<SourceDocument>}
   */
  async page(id) {
    try {
      const response = await fetch(`/api/studio/page?document=${encodeURIComponent(id)}`, { headers: this.headers() });
      if (!response.ok) throw problemOf(response.status, await response.text());
      return await response.json();
    } catch (error) {
      throw Problem.of(error);
    }
  }
}

/** An id for one action; `randomUUID` is missing where the page is served without TLS. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
