import js from "@eslint/js";

const browser = [
  "AbortController", "AbortSignal", "CSS", "Element", "Event", "FileList", "FormData", "HTMLButtonElement", "HTMLElement", "HTMLInputElement", "HTMLSelectElement", "HTMLTextAreaElement", "Highlight", "Intl", "KeyboardEvent", "Node", "NodeFilter", "Range",
  "DataTransfer", "DragEvent", "File", "MutationObserver", "ReadableStream", "ResizeObserver", "Response", "StaticRange", "Text", "TextDecoder", "TextEncoder", "TransformStream", "URL", "URLSearchParams", "XMLHttpRequest", "clearInterval", "clearTimeout", "console", "crypto", "document", "fetch", "getComputedStyle", "history",
  "localStorage", "location", "matchMedia", "navigator", "requestAnimationFrame", "sessionStorage", "setInterval", "setTimeout", "window",
];
const node = ["Buffer", "URL", "clearTimeout", "console", "fetch", "performance", "process", "setTimeout", "FormData", "Blob"];
const globals = (/** @type {string[]} */ names) => Object.fromEntries(names.map((name) => [name, "readonly"]));

export default [
  js.configs.recommended,
  {
    rules: {
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      curly: ["error", "multi-line"],
      "no-implicit-coercion": "error",
      "no-eval": "error",
      // Everything the server says is text: nothing may be parsed as HTML.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML" },
        { property: "outerHTML" },
        { property: "insertAdjacentHTML" },
        { object: "document", property: "write" },
      ],
    },
  },
  { files: ["static/**/*.js"], languageOptions: { globals: globals(browser) } },
  // Tests also hold functions that run in the page.
  { files: ["tests/**/*.js"], languageOptions: { globals: globals([...node, ...browser]) } },
];
