// Pictures of every screen of the studio at two widths in both colour schemes, to be looked at.
//
//     node tests/studio_shots.js [DIRECTORY] [NAME…]

import { mkdir } from "node:fs/promises";

import { Gallery } from "./studio_gallery.js";

const [directory = "shots", ...wanted] = process.argv.slice(2);
await mkdir(directory, { recursive: true });
const gallery = new Gallery();
await gallery.start();
for (const [width, height] of [[390, 844], [1440, 900]]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const only = (/** @type {string} */ name) => !wanted.length || wanted.includes(name);
    for await (const { name, page } of gallery.walk({ viewport: { width, height }, colorScheme, hasTouch: width < 500, isMobile: width < 500 }, only)) {
      await page.screenshot({ path: `${directory}/studio-${name}-${width}-${colorScheme}.png` });
    }
  }
}
await gallery.stop();
