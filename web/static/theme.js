// Runs before the first paint, so that a chosen colour scheme never flashes.
"use strict";
{
  let chosen = null;
  try {
    chosen = localStorage.getItem("grice.theme");
  } catch {
    // Storage may be forbidden; the system's scheme holds then.
  }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
}
