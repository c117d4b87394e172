// What the browser keeps: who one is here, words that are not yet sent, actions that are not yet acknowledged.
// Storage may be forbidden; everything then lasts as long as the page.

/** @type {Map<string, string>} */
const memory = new Map();

/**
 * @param {"local" | "session"} where
 * @param {string} name
 * @returns {any} null where there is nothing
 */
export function stored(where, name) {
  try {
    const text = (where === "local" ? localStorage : sessionStorage).getItem(name) ?? memory.get(where + name) ?? null;
    return text === null ? null : JSON.parse(text);
  } catch {
    const text = memory.get(where + name);
    return text === undefined ? null : JSON.parse(text);
  }
}

/**
 * @param {"local" | "session"} where
 * @param {string} name
 * @param {unknown} value null takes it away
 */
export function store(where, name, value) {
  const text = value === null ? null : JSON.stringify(value);
  try {
    const place = where === "local" ? localStorage : sessionStorage;
    if (text === null) place.removeItem(name);
    else place.setItem(name, text);
    memory.delete(where + name);
  } catch {
    if (text === null) memory.delete(where + name);
    else memory.set(where + name, text);
  }
}

/** @typedef {{ token: string, id: string, project: string, step: string }} Identity */

const HERE = "grice.studio.participant";
/** @param {string} project @param {string} step */
const known = (project, step) => `grice.studio.participant.${project}.${step}`;

/**
 * Remembers who this tab is, and who was last in this project.
 * @param {Identity} identity
 */
export function remember(identity) {
  store("session", HERE, identity);
  store("local", known(identity.project, identity.step), identity);
}

/** Who this tab is. @returns {Identity | null} */
export const whoIsHere = () => stored("session", HERE);

/**
 * Who was last in a project with this browser.
 * @param {string} project
 * @param {string} step
 * @returns {Identity | null}
 */
export const whoWas = (project, step) => stored("local", known(project, step));

/** @param {Identity} identity */
export function forget(identity) {
  store("session", HERE, null);
  if (whoWas(identity.project, identity.step)?.token === identity.token) store("local", known(identity.project, identity.step), null);
}

/** Words and choices of one participant that are not yet sent. */
export class Drafts {
  /** @param {string} participant */
  constructor(participant) {
    this.name = `grice.studio.drafts.${participant}`;
  }

  /** @returns {Record<string, any>} */
  get all() {
    return stored("local", this.name) ?? {};
  }

  /** @param {string} key */
  get(key) {
    return this.all[key] ?? null;
  }

  /** @param {string} key @param {unknown} value */
  set(key, value) {
    store("local", this.name, { ...this.all, [key]: value });
  }

  /** @param {string[]} keys */
  drop(keys) {
    if (!keys.length) return;
    const all = this.all;
    for (const key of keys) delete all[key];
    store("local", this.name, Object.keys(all).length ? all : null);
  }

  /** Between conversations nothing half-written is wanted any more. */
  clear() {
    store("local", this.name, null);
  }

  /**
   * Keeps every field of a form as it is filled in, and fills it in again.
   * @param {HTMLFormElement} form
   * @param {string} key
   */
  keep(form, key) {
    const before = this.get(key);
    if (before) for (const field of fields(form)) restore(field, before[field.name]);
    form.addEventListener("input", () => {
      /** @type {Record<string, string>} */
      const filled = {};
      for (const field of fields(form)) {
        const choice = field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");
        if (!choice || field.checked) filled[field.name] = field.value;
      }
      this.set(key, filled);
    });
  }
}

/** @param {HTMLFormElement} form */
function fields(form) {
  const all = [...form.elements].filter((one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement);
  return all.filter((one) => one.name);
}

/**
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string | undefined} value
 */
function restore(field, value) {
  if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox")) field.checked = field.value === value;
  else if (value !== undefined) field.value = value;
}
