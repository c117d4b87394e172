// The studio's contract (crates/studio/API.md) in memory: enough of every protocol to build the pages on and test them.

import { randomBytes } from "node:crypto";

import { SCREENS, act, begin, check, leavePairing } from "./protocols.js";
import { administer } from "./studio_admin.js";
import { Fixed } from "./fixed.js";
import { Refused } from "./refused.js";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { SourceDocument } from "../../types.js" */

/**
 * @typedef {any} Session
 * @typedef {{ id: string, token: string, project: StudioProject, step: string, name: string | null, role: string | null, session: Session | null, waiting: number, streams: Set<ServerResponse>, acts: Set<string>, notices: any[], earned: number, done: string[], seen: any, suspended: string | null, joined: number, join: string, last: string, seq: number, practised: number, explained: any, trial: boolean }} Person
 * @typedef {{ id: string, name: string, protocol: string, title: string, collection: string, made: number, closed: boolean, grice: null, settings: any, consent: string, invitations: any[], people: Person[], sessions: Session[], items: any[], reviews: any[], watchers: Set<ServerResponse> }} StudioProject
 */

/** @param {string} prefix */
export const secret = (prefix) => prefix + randomBytes(9).toString("hex");

export class StudioMock {
  /** @param {(collection: string) => SourceDocument[]} documents */
  constructor(documents) {
    this.documents = documents;
    /** @type {Map<string, StudioProject>} */
    this.projects = new Map();
    this.fixed = new Fixed();
  }

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @param {URL} url
   * @param {() => Promise<string>} body
   * @param {(status: number, body: unknown) => void} reply
   */
  async serve(request, response, url, body, reply) {
    const [, , what, ...rest] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    if (this.fixed.serve(request, response, url, reply)) return undefined;
    const read = async () => JSON.parse((await body()) || "{}");
    if (what === "invitation") return reply(200, this.describe(this.invitation((await read()).invitation)));
    if (what === "join") return this.join(await read(), reply);
    if (what === "projects" || what === "protocols") return administer(this, request.method ?? "GET", what, rest, url, response, body, reply);
    const person = this.person(request.headers.authorization ?? "");
    switch (what) {
      case "view":
        return reply(200, this.view(person));
      case "events":
        return this.stream(person, request, response);
      case "act": {
        const { action, do: does } = await read();
        const repeated = person.acts.has(action);
        if (!repeated) {
          if (does.kind === "dismiss") person.notices = person.notices.filter((one) => one.id !== does.notice);
          else act(this, person, does);
          person.acts.add(action);
          person.seq += 1;
          this.changed(person.project);
        }
        return reply(200, { view: this.view(person), repeated });
      }
      case "check":
        return reply(200, { notes: check(this, person, await read()) });
      case "page": {
        const id = url.searchParams.get("document") ?? "";
        const open = person.session?.opened ?? person.seen;
        if (person.role === "student" || person.role === "questioner" || !open) throw new Refused(403, "not_yours", "the pages are not shown to you");
        if (!open.includes(id)) throw new Refused(403, "not_opened", `the page '${id}' was not opened`);
        return reply(200, this.document(person.project, id));
      }
      default:
        throw new Refused(404, "not_found", `there is no ${url.pathname}`);
    }
  }

  /** @param {StudioProject} project @param {string} id */
  document(project, id) {
    const found = this.documents(project.collection).find((one) => one.id === id);
    if (!found) throw new Refused(404, "page", `there is no page '${id}'`);
    return found;
  }

  /** @param {string} token */
  invitation(token) {
    for (const project of this.projects.values()) {
      const found = project.invitations.find((one) => one.token === token);
      if (!found) continue;
      if (project.closed) throw new Refused(410, "closed", "this project is closed");
      if (found.revoked) throw new Refused(410, "revoked", "this invitation was taken back");
      if (found.uses !== null && found.used >= found.uses) throw new Refused(410, "used_up", "this invitation was used as often as it may be");
      return { project, invitation: found };
    }
    throw new Refused(404, "invitation", "there is no such invitation");
  }

  /** @param {{ project: StudioProject, invitation: any }} one */
  describe({ project, invitation }) {
    const { id, name, protocol, title, consent } = project;
    const pay = protocol === "pragmaticqa" || protocol === "topiocqa" ? { currency: "USD", base: 200, turn: 20, growth: 5, minimum_turns: project.settings.minimum_turns, item: 0 } : { currency: "USD", base: 0, turn: 0, growth: 0, minimum_turns: 0, item: 10 };
    const instructions = ["You will talk with another person about a topic that interests you both.", "Please take your time and write as you would to a friend."];
    return { project: { id, name, protocol, title }, step: invitation.step, consent, instructions, asks_name: true, minutes: 30, pay };
  }

  /** @param {any} body @param {(status: number, body: unknown) => void} reply */
  join(body, reply) {
    const { project, invitation } = this.invitation(body.invitation);
    if (body.consent !== true) throw new Refused(400, "consent", "taking part needs your consent");
    let person = project.people.find((one) => one.join === body.action);
    if (person) person.token = secret("gsp_");
    else {
      person = this.newcomer(project, invitation.step, body.name ?? null, body.action);
      invitation.used += 1;
    }
    reply(201, { token: person.token, view: this.view(person) });
  }

  /** @param {StudioProject} project @param {string} step @param {string | null} name @param {string} action @returns {Person} */
  newcomer(project, step, name, action) {
    /** @type {Person} */
    const person = { id: secret("p-"), token: secret("gsp_"), project, step, name, role: null, session: null, waiting: 0, streams: new Set(), acts: new Set(), notices: [], earned: 0, done: [], seen: null, suspended: null, joined: Date.now(), join: action, last: "", seq: 1, practised: 0, explained: null, trial: false };
    project.people.push(person);
    return person;
  }

  /** @param {string} header */
  person(header) {
    const token = header.replace(/^Bearer /, "");
    for (const project of this.projects.values()) {
      const found = project.people.find((one) => one.token === token);
      if (found) return found;
    }
    throw new Refused(401, "token", "this token is not known, or no longer");
  }

  /** @param {Person} person */
  view(person) {
    const { id, name, protocol, title } = person.project;
    const screen = person.suspended ? { kind: "suspended", why: person.suspended, can: [] } : SCREENS(this, person);
    const content = { seq: person.seq, project: { id, name, protocol, title }, you: { id: person.id, step: person.step, role: person.role, earned: person.earned, currency: "USD" }, notices: person.notices, screen };
    const version = Buffer.from(JSON.stringify(content)).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7).toString(16);
    return { version, now: Date.now(), ...content };
  }

  /** @param {Person} person @param {IncomingMessage} request @param {ServerResponse} response */
  stream(person, request, response) {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(": here\n\n");
    person.streams.add(response);
    person.last = String(request.headers["last-event-id"] ?? "");
    const beat = setInterval(() => response.write(":\n\n"), 10_000);
    response.on("close", () => {
      clearInterval(beat);
      person.streams.delete(response);
      this.changed(person.project);
    });
    begin(this, person.project);
    this.changed(person.project);
  }

  /** Tells everybody whose view is another now. @param {StudioProject} project */
  changed(project) {
    begin(this, project);
    for (const person of project.people) {
      const view = this.view(person);
      if (view.version === person.last || !person.streams.size) continue;
      person.last = view.version;
      for (const stream of person.streams) stream.write(`id: ${view.version}\nevent: view\ndata: ${JSON.stringify(view)}\n\n`);
    }
  }

  /** @param {StudioProject} project @param {Person} person */
  remove(project, person) {
    leavePairing(person);
    project.people = project.people.filter((one) => one !== person);
    for (const stream of person.streams) stream.end();
    this.changed(project);
  }
}
