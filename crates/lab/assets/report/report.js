// The browser of turns, the colour scheme, and tables that can be scrolled with keys. Text is only ever set as text.

/**
 * @typedef {{ id: string, title?: string, section?: string, text?: string }} Passage
 * @typedef {{ answers: string[], rewrite: string | null, literal: Span[], pragmatic: Span[], passages: number[], label: string | null, unanswerable: boolean }} Gold
 * @typedef {{ answer: string | null, rewrite: string | null, literal: Span[], pragmatic: Span[], refused: boolean, confidence: number | null,
 *   passages: [number, number | null][], prediction: string | null, scores: (number | null)[], error: string | null }} Output
 * @typedef {{ id: string, conversation?: string, number: number, question: string, history?: { question: string, answer: string }[], gold: Gold,
 *   facets: Record<string, string>, given?: Record<string, string>, outputs: (Output | null)[] }} Turn
 * @typedef {{ title: string, task: string, unit: string, all: number, main: string | null, measures: string[], facets: [string, string[]][],
 *   systems: string[], passages: Passage[], turns: Turn[] }} Group
 */

{
  const FAILED = 0.5;
  const PAGE = 100;

  /** @param {string} id @returns {any} */
  const byId = (id) => document.getElementById(id);

  /**
   * @param {string} name @param {string} [className] @param {(Node | string | null | undefined)[]} children
   * @returns {HTMLElement}
   */
  const element = (name, className = "", ...children) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };

  /** @type {Group[]} */
  const groups = JSON.parse(byId("turns-data").textContent ?? "[]");
  const [groupSelect, first, second, show, facet, search] = ["group", "first", "second", "show", "facet", "search"].map(byId);
  const [list, article, found, more] = [byId("list"), byId("turn"), byId("found"), byId("more")];

  /** @type {Turn[]} */
  let shown = [];
  let limit = PAGE;
  /** @type {Turn | null} */
  let current = null;

  const group = () => /** @type {Group} */ (groups[Number(groupSelect.value)]);
  const placeA = () => Number(first.value);
  const placeB = () => (second.value === "" ? -1 : Number(second.value));

  /** @param {Turn} turn @param {number} system */
  const score = (turn, system) => {
    const { main, measures } = group();
    return main === null ? null : (turn.outputs[system]?.scores[measures.indexOf(main)] ?? null);
  };

  /** @param {Output | null | undefined} output */
  const said = (output) => (output ? (output.prediction ?? (output.refused ? "" : output.answer) ?? "") : "");

  /** @param {Turn} turn @param {number} system */
  const failed = (turn, system) => {
    const value = score(turn, system);
    return value !== null && value < FAILED;
  };

  /** @type {Record<string, { label: (a: string, b: string, main: string) => string, two?: boolean, keep: (turn: Turn, a: number, b: number) => boolean }>} */
  const SHOWS = {
    all: { label: () => "everything", keep: () => true },
    failed: { label: (a, _, main) => `${a} failed (${main} below ${FAILED})`, keep: (turn, a) => failed(turn, a) },
    refused: { label: (a) => `${a} refused`, keep: (turn, a) => turn.outputs[a]?.refused ?? false },
    error: { label: (a) => `${a} ended in an error`, keep: (turn, a) => Boolean(turn.outputs[a]?.error) },
    better: { label: () => "A better", two: true, keep: (turn, a, b) => (score(turn, a) ?? 0) > (score(turn, b) ?? 0) },
    worse: { label: () => "B better", two: true, keep: (turn, a, b) => (score(turn, a) ?? 0) < (score(turn, b) ?? 0) },
    differ: { label: () => "A and B differ", two: true, keep: (turn, a, b) => said(turn.outputs[a]) !== said(turn.outputs[b]) },
    both: { label: () => "A and B failed", two: true, keep: (turn, a, b) => failed(turn, a) && failed(turn, b) },
  };

  /** @param {HTMLSelectElement} select @param {[string, string][]} options @param {string} [chosen] */
  const fill = (select, options, chosen) => {
    select.replaceChildren(...options.map(([value, label]) => new Option(label, value)));
    if (chosen !== undefined && options.some(([value]) => value === chosen)) select.value = chosen;
  };

  function fillShows() {
    const b = placeB();
    const main = group().main ?? "score";
    const options = Object.entries(SHOWS).filter(([, { two }]) => b >= 0 || !two);
    fill(show, options.map(([name, { label }]) => [name, label("A", "B", main)]), show.value);
  }

  function fillGroup() {
    const { systems, facets } = group();
    const named = /** @type {[string, string][]} */ (systems.map((name, place) => [String(place), name]));
    fill(first, named, "0");
    fill(second, [["", "none"], ...named], systems.length > 1 ? "1" : "");
    facet.replaceChildren(new Option("any", ""));
    for (const [name, values] of facets) {
      const options = element("optgroup");
      options.setAttribute("label", name);
      options.append(...values.map((value) => new Option(value, JSON.stringify([name, value]))));
      facet.append(options);
    }
    fillShows();
  }

  /** @param {Turn} turn @param {Group} of */
  const words = (turn, of) => {
    const passage = (/** @type {number} */ place) => of.passages[place]?.text ?? "";
    const outputs = turn.outputs.flatMap((output) => (output ? [output.answer, output.prediction, output.rewrite, ...output.passages.map(([place]) => passage(place))] : []));
    const gold = [...turn.gold.answers, turn.gold.label, turn.gold.rewrite, ...turn.gold.passages.map(passage)];
    return [turn.id, turn.conversation, turn.question, ...Object.values(turn.given ?? {}), ...gold, ...outputs].join("\n").toLowerCase();
  };

  function filter() {
    const of = group();
    const keep = (SHOWS[show.value] ?? SHOWS.all)?.keep ?? (() => true);
    const [name, value] = facet.value ? JSON.parse(facet.value) : [];
    const wanted = search.value.trim().toLowerCase();
    const [a, b] = [placeA(), placeB()];
    shown = of.turns.filter((turn) => (!name || turn.facets[name] === value) && keep(turn, a, b) && (!wanted || words(turn, of).includes(wanted)));
    limit = PAGE;
    const part = of.turns.length < of.all ? ` on this page, of ${of.all.toLocaleString("en")}` : "";
    found.textContent = `${shown.length.toLocaleString("en")} of ${of.turns.length.toLocaleString("en")} ${of.unit}${part}`;
    drawList();
    select(current && shown.includes(current) ? current : (shown[0] ?? null));
  }

  function drawList() {
    list.replaceChildren(...shown.slice(0, limit).map(item));
    more.hidden = shown.length <= limit;
  }

  /** @param {Turn} turn */
  function item(turn) {
    const button = element("button", "item", element("span", "asked", turn.question || "(nothing)"));
    button.setAttribute("type", "button");
    const line = element("span", "line", turn.conversation ? `turn ${turn.number}` : turn.id);
    for (const [letter, system] of /** @type {const} */ ([["A", placeA()], ["B", placeB()]])) {
      if (system < 0) continue;
      const value = score(turn, system);
      const mark = element("span", failed(turn, system) ? "score bad" : "score", `${letter} ${value === null ? "–" : value.toFixed(2)}`);
      line.append(mark);
    }
    button.append(line);
    button.addEventListener("click", () => {
      select(turn);
      // On a narrow page the turn stands below the list.
      if (!matchMedia("(min-width: 56rem)").matches) article.focus();
    });
    return element("li", "", button);
  }

  /** @param {Turn | null} turn */
  function select(turn) {
    current = turn;
    const place = turn ? shown.indexOf(turn) : -1;
    while (place >= limit) {
      limit += PAGE;
      drawList();
    }
    [...list.children].forEach((line, number) => {
      const button = /** @type {HTMLElement} */ (line.firstElementChild);
      if (number === place) {
        button.setAttribute("aria-current", "true");
        if (list.scrollHeight > list.clientHeight) button.scrollIntoView({ block: "nearest" });
      } else button.removeAttribute("aria-current");
    });
    article.replaceChildren(...(turn ? drawTurn(turn) : [element("p", "hint", "Nothing is found. Another choice above shows more.")]));
    scrollable(article);
    article.scrollTop = 0;
  }

  /** @param {Turn} turn */
  function drawTurn(turn) {
    const of = group();
    const where = [turn.conversation ? `conversation ${turn.conversation}, turn ${turn.number}` : null, turn.id].filter(Boolean).join(" · ");
    const kinds = element("ul", "kinds", ...Object.entries(turn.facets).map(([name, value]) => element("li", "", element("span", "", `${name} `), value)));
    const parts = [element("p", "where", where)];
    if (turn.history?.length) parts.push(drawHistory(turn.history));
    parts.push(element("h3", "question", turn.question || "(nothing)"));
    for (const [name, text] of Object.entries(turn.given ?? {})) parts.push(element("div", "given", element("h4", "", name), element("p", "", text)));
    parts.push(kinds);
    const columns = element("div", "columns", drawGold(turn, of), drawOutput(turn, of, placeA(), "A"));
    if (placeB() >= 0) columns.append(drawOutput(turn, of, placeB(), "B"));
    parts.push(columns);
    return parts;
  }

  /** @param {{ question: string, answer: string }[]} history */
  function drawHistory(history) {
    const lines = history.flatMap(({ question, answer }) => [element("dt", "", question), element("dd", "", answer || "–")]);
    const details = element("details", "history", element("summary", "", history.length === 1 ? "One turn before" : `${history.length} turns before`), element("dl", "", ...lines));
    details.toggleAttribute("open", history.length <= 2);
    return details;
  }

  /** @param {string} name @param {(Node | string)[]} content */
  const field = (name, ...content) => element("div", "field", element("h5", "", name), ...content);

  /** @param {string} name @param {Span[]} spans @param {string} kind */
  const spanField = (name, spans, kind) => (spans.length ? field(name, element("ul", "spans", ...spans.map((span) => element("li", "", element("mark", kind, span.text))))) : null);

  /** @param {Turn} turn @param {Group} of */
  function drawGold({ gold }, of) {
    const right = gold.label !== null ? [element("p", "said", gold.label)] : gold.answers.map((answer) => element("p", "said", answer));
    if (gold.unanswerable) right.push(element("p", "tagged", "the text does not say"));
    const box = element("section", "column gold", element("h4", "", "Gold"), ...right);
    if (gold.rewrite) box.append(field("Rewritten by a person", element("p", "", gold.rewrite)));
    box.append(...[spanField("Literal", gold.literal, "right"), spanField("Pragmatic", gold.pragmatic, "right")].filter((part) => part !== null));
    const passages = gold.passages.filter((place) => of.passages[place]?.text);
    if (passages.length) box.append(field("Passages", ...passages.map((place) => drawPassage(of.passages[place], rangesOf(of.passages[place], gold, null), { open: true }))));
    else if (gold.passages.length) box.append(field("Passages", ...gold.passages.map((place) => drawPassage(of.passages[place], [], {}))));
    return box;
  }

  /** @param {Turn} turn @param {Group} of @param {number} system @param {string} letter */
  function drawOutput(turn, of, system, letter) {
    const box = element("section", "column", element("h4", "", element("span", "letter", letter), of.systems[system] ?? ""));
    const output = turn.outputs[system];
    if (!output) {
      box.append(element("p", "hint", "This run does not have the turn."));
      return box;
    }
    if (output.error) box.append(element("p", "tagged bad", output.error));
    if (output.refused) box.append(element("p", "tagged", "said that there is no answer"));
    const text = output.prediction ?? output.answer;
    if (text !== null && text !== "") {
      const wrong = output.prediction !== null && turn.gold.label !== null && output.prediction !== turn.gold.label;
      box.append(element("p", wrong ? "said wrong" : "said", text));
    }
    if (output.rewrite) box.append(field("Understood as", element("p", "", output.rewrite)));
    box.append(...[spanField("Literal", output.literal, "given"), spanField("Pragmatic", output.pragmatic, "given")].filter((part) => part !== null));
    box.append(drawScores(of, output));
    const right = new Set(turn.gold.passages.map((place) => of.passages[place]?.id));
    if (output.passages.length) {
      const passages = output.passages.map(([place, value], rank) => {
        const passage = of.passages[place];
        return drawPassage(passage, rangesOf(passage, turn.gold, output), { rank: rank + 1, value, right: right.has(passage?.id), open: rank === 0 });
      });
      box.append(field("Passages found", ...passages));
    }
    return box;
  }

  /** @param {Group} of @param {Output} output */
  function drawScores(of, output) {
    const rows = of.measures.flatMap((name, place) => {
      const value = output.scores[place];
      return value === null || value === undefined ? [] : [element("dt", "", name), element("dd", "", value.toFixed(3))];
    });
    if (output.confidence !== null) rows.push(element("dt", "", "confidence"), element("dd", "", output.confidence.toFixed(2)));
    return rows.length ? element("dl", "scores", ...rows) : element("p", "hint", "No score counts this turn.");
  }

  /** @param {Passage | undefined} passage @param {Gold} gold @param {Output | null} output @returns {Range[]} */
  function rangesOf(passage, gold, output) {
    const text = passage?.text ?? "";
    const mark = (/** @type {Span[]} */ spans, /** @type {string} */ kind) =>
      spans.flatMap((span) => {
        const place = placeOf(text, span, passage?.id ?? "");
        return place ? [{ ...place, kind }] : [];
      });
    // A word as short as "yes" stands everywhere.
    const whole = (/** @type {(string | null)[]} */ answers) => answers.flatMap((answer) => (answer && answer.length > 3 ? [{ text: answer }] : []));
    const right = mark([...gold.literal, ...gold.pragmatic], "right");
    const given = output ? mark([...output.literal, ...output.pragmatic], "given") : [];
    return [...(right.length ? right : mark(whole(gold.answers), "right")), ...(given.length || !output ? given : mark(whole([output.answer]), "given"))];
  }

  /** @param {Passage | undefined} passage @param {Range[]} ranges @param {{ rank?: number, value?: number | null, right?: boolean, open?: boolean }} about */
  function drawPassage(passage, ranges, { rank, value, right, open }) {
    const name = [passage?.title, passage?.section].filter(Boolean).join(" › ") || passage?.id || "–";
    const head = element("span", "", ...(rank ? [element("span", "rank", String(rank))] : []), name);
    if (right) head.append(" ", element("span", "tag", "gold"));
    if (typeof value === "number") head.append(" ", element("span", "value", value.toFixed(2)));
    if (!passage?.text) return element("p", "passage bare", head);
    const text = pieces(passage.text, ranges).map(({ text: words, kinds }) => (kinds.length ? element("mark", kinds.join(" "), words) : document.createTextNode(words)));
    const details = element("details", "passage", element("summary", "", head), element("p", "", ...text));
    details.toggleAttribute("open", open || ranges.some(({ kind }) => kind === "given"));
    return details;
  }

  /** @param {number} step */
  function move(step) {
    const place = current ? shown.indexOf(current) + step : 0;
    const next = shown[place];
    if (next) select(next);
    return next ? /** @type {HTMLElement | null} */ (list.children[place]?.firstElementChild) : null;
  }

  /** @param {ParentNode} within */
  function scrollable(within) {
    for (const box of within.querySelectorAll(".scroll")) {
      if (box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else box.removeAttribute("tabindex");
    }
  }

  function theme() {
    const button = byId("theme");
    const dark = () => getComputedStyle(document.documentElement).colorScheme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    const name = () => {
      button.textContent = dark() ? "Light" : "Dark";
    };
    button.addEventListener("click", () => {
      document.documentElement.dataset.theme = dark() ? "light" : "dark";
      name();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", name);
    button.hidden = false;
    name();
  }

  function keys(/** @type {KeyboardEvent} */ event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (list.contains(target) && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1)?.focus();
    } else if (!target.closest("input, select, textarea")) {
      if (event.key === "j") move(1);
      else if (event.key === "k") move(-1);
      else if (event.key === "/") {
        event.preventDefault();
        search.focus();
      }
    }
  }

  theme();
  scrollable(document);
  window.addEventListener("resize", () => scrollable(document));
  for (const details of document.querySelectorAll("details")) details.addEventListener("toggle", () => scrollable(details));
  if (groups.some(({ turns }) => turns.length)) {
    fill(groupSelect, groups.map(({ title }, place) => [String(place), title]));
    fillGroup();
    byId("filters").hidden = false;
    byId("browser").hidden = false;
    byId("filters").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
    groupSelect.addEventListener("change", () => {
      current = null;
      fillGroup();
      filter();
    });
    for (const select of [first, second]) {
      select.addEventListener("change", () => {
        fillShows();
        filter();
      });
    }
    show.addEventListener("change", filter);
    facet.addEventListener("change", filter);
    search.addEventListener("input", filter);
    more.addEventListener("click", () => {
      limit += PAGE;
      drawList();
      select(current);
    });
    document.addEventListener("keydown", keys);
    filter();
  }
  document.documentElement.dataset.ready = "";
}
