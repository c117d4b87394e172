// A stand-in for the engine: words in common decide. It knows just enough to give the page every
// kind of reply.

/** @import { Candidate, Evidence, Passage, Reply, Sentence, SourceDocument, Turn, Why } from "../../types.js" */

const STOP = new Set("a an and are as at be by can did do does for from had has have how i in is it its me my of on or she he her his him tell that the their them then there they this to was were what when where which who whose why will with about more".split(" "));
const POINTING = /\b(it|its|she|her|he|his|they|them|there|this|that)\b/i;

/** @typedef {{ passage: Passage, start: number, end: number, text: string, shape: Sentence["shape"], score: number }} Unit */

/** @param {string} text */
function words(text) {
  const all = text.toLowerCase().normalize("NFKD").match(/[\p{L}\p{N}]+/gu) ?? [];
  return all.filter((word) => !STOP.has(word)).map((word) => word.replace(/(ies|es|s|ing|ed|t)$/, ""));
}

/**
 * The parts of a passage that can be said: sentences, whole lists, code.
 * @param {Passage} passage
 * @returns {Unit[]}
 */
function units(passage) {
  const points = Array.from(passage.text);
  /** @type {Unit[]} */
  const found = [];
  for (const block of passage.blocks) {
    const { kind, start, end } = block;
    const text = points.slice(start, end).join("");
    if (kind === "list" || kind === "table" || kind === "definition") found.push({ passage, start, end, text, shape: "lines", score: 0 });
    if (kind === "code") found.push({ passage, start, end, text, shape: "code", score: 0 });
    if (kind !== "paragraph") continue;
    let from = start;
    for (const part of text.split(/(?<=[.?!]) (?=[A-Z])/)) {
      const length = Array.from(part).length;
      found.push({ passage, start: from, end: from + length, text: part, shape: "prose", score: 0 });
      from += length + 1;
    }
  }
  return found;
}

export class Engine {
  /** @param {SourceDocument[]} documents */
  constructor(documents) {
    this.documents = documents;
    this.units = documents.flatMap((document) => document.passages.flatMap(units));
    /** @type {Map<string, number>} */
    this.rare = new Map();
    for (const unit of this.units) for (const word of new Set(words(unit.text))) this.rare.set(word, (this.rare.get(word) ?? 0) + 1);
  }

  /**
   * @param {string} question
   * @param {string | null} page
   */
  rank(question, page) {
    const asked = new Set(words(question));
    return this.units
      .map((unit) => {
        const own = new Set(words(unit.text));
        const above = new Set(words(`${unit.passage.title} ${unit.passage.section}`));
        let score = unit.passage.document === page ? 0.8 : 0;
        const title = words(unit.passage.title.split(" (")[0]);
        if (unit.start === 0 && unit.passage.ordinal === 0 && asked.size === title.length && title.every((word) => asked.has(word))) score += 2;
        for (const word of asked) {
          const weight = 1 / Math.log2(2 + (this.rare.get(word) ?? 0));
          if (own.has(word)) score += weight;
          else if (above.has(word)) score += 0.6 * weight;
        }
        return { ...unit, score };
      })
      .filter((unit) => unit.score > 0)
      .sort((a, b) => b.score - a.score);
  }

  /**
   * @param {string} utterance
   * @param {Turn[]} history
   * @returns {{ reply: Reply, why: Why }}
   */
  reply(utterance, history) {
    if (/^(thanks|thank you|hello|hi)\b/i.test(utterance)) return this.talk(/^h/i.test(utterance) ? "Hello. Ask me about these documents." : "You're welcome.");
    const last = history[history.length - 1]?.reply ?? null;
    const topic = [...history].reverse().find((turn) => turn.reply.topic)?.reply.topic ?? null;
    const chosen = last?.kind === "clarify" ? last.choices.find((choice) => choice.toLowerCase() === utterance.toLowerCase()) : undefined;
    const names = chosen ? [] : this.documents.filter((one) => new RegExp(`\\b${words(utterance).at(-1) ?? "-"}\\b`, "i").test(one.title.split(" (")[0].split(" ")[0]));
    if (names.length > 1 && words(utterance).length === 1) return this.clarify(names.map((one) => one.title));
    const leans = topic !== null && POINTING.test(utterance);
    const rewrite = chosen ? `What is ${chosen}?` : leans ? utterance.replace(POINTING, topic.title) : utterance;
    const ranked = this.rank(rewrite, leans ? topic.document : null);
    const asked = words(rewrite);
    const best = ranked[0];
    const unknownWords = asked.filter((word) => !this.rare.has(word));
    const trace = (/** @type {Unit[]} */ said) => this.why(utterance, rewrite, leans, ranked, said);
    const base = { rewrite, understood: rewrite === utterance ? "" : rewrite, milliseconds: 42 };
    if (!best || unknownWords.length > asked.length / 2) return { reply: this.unknown(rewrite, ranked, base), why: trace([]) };
    const whole = best.shape === "prose" ? ranked.find((unit) => unit.shape !== "prose" && unit.passage.id === best.passage.id && /^(how|what words)/i.test(rewrite)) : undefined;
    const literal = whole && whole !== best ? [best, whole] : [best];
    const more = this.units.filter((unit) => unit.passage.document === best.passage.document && unit.shape === "prose" && !literal.some((one) => one.text === unit.text));
    const added = whole ? [] : more.slice(0, 1);
    const said = [...literal, ...added];
    const kind = /^(is|are|was|were|does|do|did|can|has|have)\b/i.test(rewrite) ? "yes" : "span";
    const page = { document: best.passage.document, title: best.passage.title };
    const earlier = history.some((turn) => turn.reply.topic?.document === page.document);
    const switched = !topic ? "none" : topic.document === page.document ? "no-switch" : earlier ? "switch-to-old" : "switch-to-new";
    /** @type {Reply} */
    const reply = {
      ...empty(),
      ...base,
      kind,
      text: `${kind === "yes" ? "Yes. " : ""}${said.map((unit) => unit.text).join(" ")}`,
      answer: best.text,
      confidence: Math.min(0.97, best.score / 3),
      sentences: said.map((unit, number) => ({ text: unit.text, shape: unit.shape, added: number >= literal.length, evidence: [number] })),
      evidence: said.map(evidenceOf),
      topic: page,
      switched,
      follow_ups: this.followUps(best, history, rewrite),
    };
    if (kind === "yes") reply.sentences.unshift({ text: "Yes.", shape: "prose", added: false, evidence: [] });
    return { reply, why: trace(said) };
  }

  /**
   * @param {string} text
   * @returns {{ reply: Reply, why: Why }}
   */
  talk(text) {
    const sentences = [{ text, shape: /** @type {const} */ ("prose"), added: false, evidence: [] }];
    return { reply: { ...empty(), kind: "talk", text, sentences, confidence: 1 }, why: this.why(text, text, false, [], []) };
  }

  /** @param {string[]} choices */
  clarify(choices) {
    const { reply, why } = this.talk(`Do you mean ${choices.join(" or ")}?`);
    return { reply: { ...reply, kind: /** @type {const} */ ("clarify"), choices }, why };
  }

  /**
   * @param {string} question
   * @param {Unit[]} ranked
   * @param {Partial<Reply>} base
   * @returns {Reply}
   */
  unknown(question, ranked, base) {
    const text = `These documents don't say: ${question}`;
    const places = [...new Map(ranked.map((unit) => [unit.passage.id, unit])).values()].slice(0, 3);
    return { ...empty(), ...base, kind: "unknown", text, confidence: 0.08, sentences: [{ text, shape: "prose", added: false, evidence: [] }], places: places.map(evidenceOf) };
  }

  /**
   * @param {Unit} best
   * @param {Turn[]} history
   * @param {string} question
   */
  followUps(best, history, question) {
    const document = this.documents.find((one) => one.id === best.passage.document);
    const links = document?.passages.flatMap((passage) => passage.links) ?? [];
    const pages = links.flatMap((link) => this.documents.filter((one) => one.id === link.document).map((one) => `What is ${one.title}?`));
    const asked = new Set([question, ...history.map((turn) => turn.question)]);
    return [...new Set(pages)].filter((one) => !asked.has(one)).slice(0, 3);
  }

  /**
   * @param {string} said
   * @param {string} rewrite
   * @param {boolean} leans
   * @param {Unit[]} ranked
   * @param {Unit[]} used
   * @returns {Why}
   */
  why(said, rewrite, leans, ranked, used) {
    const best = ranked[0]?.score ?? 1;
    const seen = [...new Map(ranked.map((unit) => [unit.passage.id, unit])).values()];
    const readings = [{ kind: /** @type {const} */ ("as-said"), likely: leans ? 0.12 : 0.96, forms: { original: said, rewrite: said, sought: said } }];
    if (leans) readings.push({ kind: /** @type {any} */ ("stand-alone"), likely: 0.83, forms: { original: said, rewrite, sought: rewrite } });
    /** @type {Candidate[]} */
    const passages = seen.map((unit) => {
      const share = unit.score / best;
      return { id: unit.passage.id, title: unit.passage.title, score: share * 3.1, reading: leans ? 1 : 0, features: { rewrite: share, vector: share * 0.7, page: share * share, same: leans ? 0.5 : 0, covered: share * 0.8, rank: share ** 3 } };
    });
    const read = seen.slice(0, 4).map((unit, number) => ({ passage: unit.passage.id, title: unit.passage.title, kind: /** @type {const} */ ("span"), text: unit.text, confidence: number ? 0.3 / number : 0.88, relevance: number ? 0.6 / number : 0.95, behind: 0, chosen: number === 0 && used.length > 0 }));
    const added = used.slice(1).map((unit) => ({ evidence: evidenceOf(unit), score: 0.44, said: true }));
    return { why: { rewritten_by: leans ? "mock" : "", alone: leans ? 0.12 : 0.96, readings, reading: readings.length - 1, read, least: 0.2, rules: leans ? ["references"] : [], added, follow_ups: [], written_by: "", cut: [] }, room: { act: "question", frustrated: false, repeated: false }, timings: { listen: 0.4, understand: 2.1, retrieve: 8.2, rerank: 14.7, read: 11.3, compose: 3.2, follow: 2.6, total: 42.5 }, passages };
  }
}

/** @param {Unit} unit @returns {Evidence} */
function evidenceOf({ passage, start, end, text }) {
  return { text, passage: passage.id, document: passage.document, title: passage.title, section: passage.section, start, end };
}

/** @returns {Reply} */
function empty() {
  return { text: "", kind: "span", answer: "", confidence: 0, rewrite: "", understood: "", sentences: [], evidence: [], places: [], topic: null, switched: "none", follow_ups: [], choices: [], notes: [], written_by: "", cut: [], milliseconds: 1 };
}
