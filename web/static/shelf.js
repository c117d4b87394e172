// The collections there are, and the dialog about them, which is loaded when the page is done.

import * as api from "./api.js";
import { byId } from "./dom.js";
import { report } from "./notice.js";

/** @import { Collection, Me } from "../types.js" */
/** @import { CollectionsDialog } from "./collections.js" */

export class Shelf {
  /**
   * @param {() => string} current the collection of the conversation
   * @param {(name: string) => void} choose
   * @param {() => Me} me
   */
  constructor(current, choose, me) {
    this.current = current;
    this.choose = choose;
    this.me = me;
    /** @type {Collection[]} */
    this.all = [];
    /** @type {Promise<CollectionsDialog> | null} */
    this.loading = null;
    this.acceptDrops();
  }

  get mayWrite() {
    return this.me().scopes.includes("write");
  }

  async load() {
    this.all = (await api.collections()).collections;
  }

  dialog() {
    this.loading ??= import("./collections.js").then(({ CollectionsDialog }) => new CollectionsDialog(this));
    return this.loading;
  }

  open() {
    this.dialog().then((dialog) => dialog.open()).catch(report);
  }

  acceptDrops() {
    const cover = byId("drop-cover");
    const holdsFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") && this.mayWrite;
    document.addEventListener("dragover", (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      cover.hidden = false;
    });
    document.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) cover.hidden = true;
    });
    document.addEventListener("drop", (event) => {
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      cover.hidden = true;
      // What was dropped can only be read while the event lasts.
      const files = [...event.dataTransfer.files];
      const entries = [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
      this.dialog().then((dialog) => dialog.take(files, entries)).catch(report);
    });
  }
}
