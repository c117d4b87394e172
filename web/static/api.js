// The server's API: one function a request, and errors in plain words.

/** @import { Collection, Conversation, Feedback, Job, Me, Passage, SourceDocument, Summary, Told, Why } from "../types.js" */

/** Why a request was not carried out, as a person can read it. */
export class Problem extends Error {
  /**
   * @param {string} message
   * @param {{ hint?: string | null, type?: string, code?: string }} [more]
   */
  constructor(message, { hint = null, type = "server", code = "" } = {}) {
    super(message);
    this.hint = hint;
    this.type = type;
    this.code = code;
  }

  /** @param {unknown} error */
  static of(error) {
    if (error instanceof Problem) return error;
    if (error instanceof TypeError) return Problem.offline();
    return new Problem(error instanceof Error ? error.message : String(error));
  }

  static offline() {
    const hint = "Check your connection, and that grice serve is running. Nothing you wrote is lost.";
    return new Problem("The server can't be reached.", { hint, type: "offline" });
  }
}

/** @type {(problem: Problem) => void} */
let onUnknownKey = () => {};

/**
 * Sets what happens where a key is missing or no longer known.
 * @param {(problem: Problem) => void} listener
 */
export function whenKeyIsMissing(listener) {
  onUnknownKey = listener;
}

/**
 * @param {number} status
 * @param {string} body
 */
export function problemOf(status, body) {
  let said = null;
  try {
    said = JSON.parse(body);
  } catch {
    // A proxy in between answers in its own form.
  }
  if (!said || typeof said.message !== "string") return new Problem(`The server answered with status ${status}.`);
  const message = said.message.charAt(0).toUpperCase() + said.message.slice(1);
  const problem = new Problem(message, said);
  if (status === 401) onUnknownKey(problem);
  return problem;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, signal?: AbortSignal, accept?: string }} [options]
 */
async function send(method, path, { body, signal, accept = "application/json" } = {}) {
  /** @type {Record<string, string>} */
  const headers = { Accept: accept };
  if (method !== "GET") headers["X-Grice"] = "1";
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(path, { method, headers, body: sent, signal, credentials: "same-origin" });
  if (!response.ok) throw problemOf(response.status, await response.text());
  return response;
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<T>}
 */
export async function json(method, path, body) {
  try {
    const response = await send(method, path, { body });
    return response.status === 204 ? /** @type {T} */ (undefined) : await response.json();
  } catch (error) {
    throw Problem.of(error);
  }
}

const part = encodeURIComponent;

/** @returns {Promise<Me>} */
export const me = () => json("GET", "/api/me");
/** @param {string} key */
export const signIn = (key) => json("POST", "/api/session", { key });
export const signOut = () => json("DELETE", "/api/session");

/** @returns {Promise<{ collections: Collection[] }>} */
export const collections = () => json("GET", "/api/collections");
/** @param {string} name @returns {Promise<Collection>} */
export const collection = (name) => json("GET", `/api/collections/${part(name)}`);
/** @param {string} name */
export const removeCollection = (name) => json("DELETE", `/api/collections/${part(name)}`);
/** @param {string} id @returns {Promise<Job>} */
export const job = (id) => json("GET", `/api/jobs/${part(id)}`);
/** @returns {Promise<{ jobs: Job[] }>} */
export const jobs = () => json("GET", "/api/jobs");

/** @param {string} collection @param {string} id @returns {Promise<SourceDocument>} */
export const sourceDocument = (collection, id) => json("GET", `/api/collections/${part(collection)}/document?id=${part(id)}`);
/** @param {string} collection @param {string} id @returns {Promise<Passage>} */
export const passage = (collection, id) => json("GET", `/api/collections/${part(collection)}/passage?id=${part(id)}`);

/** @param {string} collection @returns {Promise<Summary>} */
export const begin = (collection) => json("POST", "/api/conversations", { collection });
/** @param {string} search @param {string} [before] where the list before ended @returns {Promise<{ conversations: Summary[], next: string | null }>} */
export const conversations = (search, before) => json("GET", `/api/conversations?search=${part(search)}${before ? `&before=${part(before)}` : ""}`);
/** @param {string} id @returns {Promise<Conversation>} */
export const conversation = (id) => json("GET", `/api/conversations/${part(id)}`);
/** @param {string} id @param {string} name @returns {Promise<Summary>} */
export const rename = (id, name) => json("PATCH", `/api/conversations/${part(id)}`, { name });
/** @param {string} id */
export const forget = (id) => json("DELETE", `/api/conversations/${part(id)}`);
/** @param {string} id @param {"markdown" | "json"} format */
export const exportPath = (id, format) => `/api/conversations/${part(id)}/export?format=${format}`;

/** @param {string} id @param {number} number @returns {Promise<Why>} */
export const why = (id, number) => json("GET", `/api/conversations/${part(id)}/turns/${number}/why`);
/** @param {string} id @param {number} number @param {Feedback | null} feedback */
export const giveFeedback = (id, number, feedback) =>
  json(feedback ? "PUT" : "DELETE", `/api/conversations/${part(id)}/turns/${number}/feedback`, feedback ?? undefined);

/**
 * Says something in a conversation and tells what comes back, event by event, until `done`.
 * @param {string} id
 * @param {{ utterance: string, after: number, replace?: boolean }} said
 * @param {AbortSignal} signal
 * @param {(event: { [K in keyof Told]: { name: K, data: Told[K] } }[keyof Told]) => void} tell
 */
export async function say(id, said, signal, tell) {
  const path = `/api/conversations/${part(id)}/turns`;
  const response = await send("POST", path, { body: said, signal, accept: "text/event-stream" });
  if (!(response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
    tell({ name: "done", data: { turn: await response.json() } });
    return;
  }
  let ended = false;
  for await (const { name, data } of events(response)) {
    const told = /** @type {any} */ ({ name, data: JSON.parse(data) });
    if (name === "error") throw new Problem(told.data.message, told.data);
    ended ||= name === "done";
    tell(told);
  }
  if (!ended) {
    const hint = "The connection ended before the reply did. Ask again.";
    throw new Problem("The reply broke off.", { hint, type: "offline" });
  }
}

/**
 * The events of a stream, as `EventSource` would tell them; it can't be used, since it can't POST.
 * @param {Response} response
 */
export async function* events(response) {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let name = "message";
  /** @type {string[]} */
  let data = [];
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const lines = rest.split(/\r\n|\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data.length) yield { name, data: data.join("\n") };
        name = "message";
        data = [];
      } else if (line.startsWith("event:")) name = line.slice(6).trim();
      else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    }
    if (done) return;
  }
}
