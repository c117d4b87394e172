// Files that were dropped or chosen, on their way to the server.

import { Problem, problemOf } from "./api.js";

/** @import { Job } from "../types.js" */

/** @typedef {{ path: string, file: File }} Picked */

/**
 * The files of a drop, with the folders they lie in.
 * @param {File[]} files
 * @param {FileSystemEntry[]} entries
 * @returns {Promise<Picked[]>}
 */
export async function dropped(files, entries) {
  if (!entries.length) return files.map((file) => ({ path: file.name, file }));
  return (await Promise.all(entries.map(walk))).flat();
}

/**
 * @param {FileSystemEntry} entry
 * @returns {Promise<Picked[]>}
 */
async function walk(entry) {
  if (entry.name.startsWith(".")) return [];
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
    return [{ path: entry.fullPath.replace(/^\//, ""), file }];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const picked = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return picked;
    picked.push(...(await Promise.all(some.map(walk))).flat());
  }
}

/**
 * The files of a chooser; hidden ones are left out, as `grice ingest` does.
 * @param {FileList} files
 * @returns {Picked[]}
 */
export function chosen(files) {
  const all = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  return all.filter(({ path }) => !path.split("/").some((part) => part.startsWith(".")));
}

/**
 * A name for a collection of these files: their folder's, or the first file's.
 * @param {Picked[]} picked
 */
export function suggestName(picked) {
  const first = picked[0]?.path ?? "";
  const stem = first.includes("/") ? first.split("/")[0] : first.replace(/\.[^.]*$/, "");
  const name = stem.toLowerCase().normalize("NFKD").replace(/[^a-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "");
  return name.slice(0, 60) || "documents";
}

/**
 * Sends files. `fetch` can't say how far it is, so this is the older way.
 * @param {string} collection
 * @param {Picked[]} picked
 * @param {(share: number) => void} progress
 * @param {AbortSignal} signal
 * @returns {Promise<Job>}
 */
export function upload(collection, picked, progress, signal) {
  const form = new FormData();
  for (const { path, file } of picked) form.append("file", file, path);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/collections/${encodeURIComponent(collection)}/files`);
    request.setRequestHeader("X-Grice", "1");
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", (event) => event.lengthComputable && progress(event.loaded / event.total));
    request.addEventListener("load", () => {
      if (request.status >= 400) reject(problemOf(request.status, request.responseText));
      else resolve(JSON.parse(request.responseText).job);
    });
    request.addEventListener("error", () => reject(Problem.offline()));
    request.addEventListener("abort", () => reject(new Problem("Stopped.", { hint: "No collection was made." })));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
