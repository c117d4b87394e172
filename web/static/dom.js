// Elements are made here and nowhere else: text goes in as text, links lead only where links may.

import { visible } from "./text.js";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */

/**
 * An address a link may have: http(s), or a path of this server; otherwise none.
 * @param {string} address
 * @returns {string | null}
 */
export function safe(address) {
  if (/^\/(?![/\\])/.test(address) || address.startsWith("#")) return address;
  try {
    const url = new URL(address);
    return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Makes an element. `on…` properties are listeners, the rest attributes; `false` and `null` leave one out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (name === "href") link(made, String(value));
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, visible(String(value)));
    }
  }
  return put(made, ...children);
}

/**
 * @param {HTMLElement} made
 * @param {string} address
 */
function link(made, address) {
  const href = safe(address);
  if (href === null) return;
  made.setAttribute("href", href);
  if (href.startsWith("http")) {
    made.setAttribute("rel", "noopener noreferrer");
    made.setAttribute("target", "_blank");
  }
}

/**
 * Appends children; strings as text with its hidden characters shown.
 * @template {Node} T
 * @param {T} parent
 * @param {...Child} children
 * @returns {T}
 */
export function put(parent, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(visible(String(child))));
  }
  return parent;
}

/**
 * Puts children in the place of all there were.
 * @template {Element} T
 * @param {T} parent
 * @param {...Child} children
 * @returns {T}
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  return put(parent, ...children);
}

/**
 * The element of the page with this id.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return /** @type {T} */ (found);
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Strokes on a field of 20 × 20. */
const ICONS = {
  menu: "M3.5 6h13M3.5 10h13M3.5 14h13",
  close: "M5 5l10 10M15 5L5 15",
  plus: "M10 4v12M4 10h12",
  send: "M10 16V4.5M5 9.5l5-5 5 5",
  stop: "M6 6h8v8H6z",
  edit: "M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2L4 16zM11.5 6l2.6 2.6",
  copy: "M7.5 7.5h8v8h-8zM5 12.5H4.5v-8h8V5",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  left: "M12 5l-5 5 5 5",
  right: "M8 5l5 5-5 5",
  down: "M5 8l5 5 5-5",
  back: "M8 5L4 9l4 4M4 9h8a4 4 0 010 8h-2",
  page: "M5 3.5h7l3 3v10H5zM12 3.5v3h3M7.5 10h5M7.5 13h5",
  light: "M10 6.8a3.2 3.2 0 100 6.4 3.2 3.2 0 000-6.4zM10 2.5v1.4M10 16.1v1.4M2.5 10h1.4M16.1 10h1.4M4.7 4.7l1 1M14.3 14.3l1 1M4.7 15.3l1-1M14.3 5.7l1-1",
  dark: "M15.8 12.1A6.4 6.4 0 017.9 4.2a6.4 6.4 0 107.9 7.9z",
  auto: "M10 3.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM10 3.5v13M10 6.5l4.5 0M10 10h6.5M10 13.5h4.5",
  help: "M7.6 7.6a2.5 2.5 0 114 2c-1 .7-1.6 1.2-1.6 2.4M10 15h.01",
  shelf: "M4 4.5h3.5v11H4zM7.5 4.5H11v11H7.5zM12.2 5.2l3-.7 2.3 10.2-3 .8z",
  leave: "M8 4H4.5v12H8M12 6.5l3.5 3.5-3.5 3.5M15.5 10H8",
  check: "M4.5 10.5l3.5 3.5 7.5-8",
};

/** @typedef {keyof typeof ICONS} Icon */

/** @param {Icon} name */
export function icon(name) {
  const field = { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true", focusable: "false" };
  return svg("svg", field, svg("path", { d: ICONS[name] }));
}

/**
 * A button with an icon alone; the label is its name and its tooltip.
 * @param {Icon} name
 * @param {string} label
 * @param {(event: MouseEvent) => void} click
 * @param {Props} [props]
 */
export function iconButton(name, label, click, props = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: click, ...props }, icon(name));
}
