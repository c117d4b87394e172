// A refusal in the shape of the server's errors.

export class Refused extends Error {
  /** @param {number} status @param {string} code @param {string} message @param {string | null} [hint] */
  constructor(status, code, message, hint = null) {
    super(message);
    this.status = status;
    this.body = { message, code, type: status === 404 ? "not_found" : status === 409 ? "conflict" : "invalid_request", hint };
  }
}
