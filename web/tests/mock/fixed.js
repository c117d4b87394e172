// Fixed answers in the place of the studio's own: every screen and every table, as often and as quickly as one likes.

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { SourceDocument } from "../../types.js" */
/** @import { View } from "../../studio.js" */

export class Fixed {
  constructor() {
    /** The answers by path. @type {Map<string, unknown>} */
    this.answers = new Map();
    /** Paths that are refused. @type {Map<string, { status: number, body: unknown }>} */
    this.refused = new Map();
    /** @type {View | null} */
    this.view = null;
    /** @type {SourceDocument[]} */
    this.documents = [];
    /** @type {Set<ServerResponse>} */
    this.streams = new Set();
    this.shown = 0;
  }

  /** Shows a view to whoever follows. @param {Omit<View, "version" | "seq" | "now">} view */
  show(view) {
    this.shown += 1;
    this.view = { version: `v${this.shown}`, seq: this.shown, now: Date.now(), ...view };
    for (const stream of this.streams) this.tell(stream);
  }

  /** @param {ServerResponse} stream */
  tell(stream) {
    stream.write(`id: ${this.view?.version}\nevent: view\ndata: ${JSON.stringify(this.view)}\n\n`);
  }

  /**
   * @param {IncomingMessage} request
   * @param {ServerResponse} response
   * @param {URL} url
   * @param {(status: number, body: unknown) => void} reply
   * @returns {boolean} whether there was a fixed answer
   */
  serve(request, response, url, reply) {
    const no = this.refused.get(url.pathname);
    const answer = this.answers.get(url.pathname);
    if (no) reply(no.status, no.body);
    else if (answer !== undefined && url.pathname.endsWith("/events")) this.stream(request, response, answer);
    else if (answer !== undefined) reply(200, answer);
    else if (!this.view) return false;
    else if (url.pathname === "/api/studio/view") reply(200, this.view);
    else if (url.pathname === "/api/studio/events") this.stream(request, response, null);
    else if (url.pathname === "/api/studio/page") reply(200, this.documents.find((one) => one.id === url.searchParams.get("document")) ?? {});
    else if (url.pathname === "/api/studio/check") reply(200, { notes: [] });
    else return false;
    return true;
  }

  /** @param {IncomingMessage} request @param {ServerResponse} response @param {unknown} progress */
  stream(request, response, progress) {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    if (progress) {
      response.write(`event: progress\ndata: ${JSON.stringify(progress)}\n\n`);
      return;
    }
    this.streams.add(response);
    request.on("close", () => this.streams.delete(response));
    this.tell(response);
  }
}
