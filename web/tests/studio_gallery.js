// Goes through every screen of the studio, with fixed answers of the mock in the place of a server's.

import { Stage } from "./setup.js";
import { INVITED, SCREENS, documents, viewOf } from "./studio_screens.js";
import { ANSWERS, PAGES } from "./studio_tables.js";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

export class Gallery {
  constructor() {
    this.stage = new Stage({ url: "" });
  }

  async start() {
    await this.stage.start();
    const fixed = this.fixed;
    fixed.documents = documents;
    for (const [path, answer] of Object.entries(ANSWERS)) fixed.answers.set(path, answer);
    fixed.answers.set("/api/studio/invitation", INVITED);
  }

  stop() {
    return this.stage.stop();
  }

  get fixed() {
    if (!this.stage.mock) throw new Error("the gallery has not started");
    return this.stage.mock.studio.fixed;
  }

  /**
   * Every screen after the other.
   * @param {BrowserContextOptions} options
   * @param {(name: string) => boolean} [wanted]
   * @param {string} [script] what each page runs first
   * @returns {AsyncGenerator<{ name: string, page: Page, errors: string[] }>}
   */
  async *walk(options, wanted = () => true, script = "") {
    const { page, errors, close } = await this.stage.page("", options);
    if (script) await page.addInitScript({ content: script });
    if (wanted("join")) {
      await this.stage.open(page, "/studio/join#gsi_1");
      yield { name: "join", page, errors };
    }
    let first = true;
    for (const name of Object.keys(SCREENS).filter(wanted)) {
      this.fixed.show(viewOf(name));
      if (first) await this.stage.open(page, "/studio/work#gsp_1");
      first = false;
      await page.waitForSelector(`html[data-view="${this.fixed.view?.version}"]`, { state: "attached" });
      if (SCREENS[name].screen.can.includes("browse")) await page.waitForSelector(".page-words .document");
      yield { name, page, errors };
    }
    for (const [name, { path, open }] of Object.entries(PAGES).filter(([one]) => wanted(one))) {
      await page.goto("about:blank");
      await this.stage.open(page, path);
      if (open) await page.locator(open).first().click();
      if (name === "review") await page.waitForSelector(".whole");
      yield { name, page, errors };
    }
    await close();
  }
}
