// Money, times and names in plain words.

/**
 * @param {number} amount in the smallest unit
 * @param {string} currency
 */
export function money(amount, currency) {
  try {
    return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
  } catch {
    return `${(amount / 100).toFixed(2)} ${currency}`.trim();
  }
}

/** @param {number | null} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** @param {number} time */
export function moment(time) {
  return new Date(time).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** @param {number | null | undefined} value @param {number} [places] */
export function decimal(value, places = 2) {
  return value === null || value === undefined ? "–" : value.toFixed(places).replace("-", "−");
}

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll("_", " ");
}

/**
 * A refusal and what to do about it, as two sentences.
 * @param {string} message
 * @param {string | null | undefined} hint
 */
export function inFull(message, hint) {
  if (!hint) return message;
  return `${/[.!?…]["”’)]*$/.test(message) ? message : `${message}.`} ${hint.charAt(0).toUpperCase()}${hint.slice(1)}`;
}
