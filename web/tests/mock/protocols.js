// The mock's protocols: what a participant sees, and what an action does.

import { Refused } from "./refused.js";

/** @import { Person, StudioMock, StudioProject } from "./studio.js" */

const RATED = ["The reply reads naturally.", "The literal answer answers my question.", "The additional information is what I would have asked next.", "The reply says what the selected text says.", "I would like to go on with this conversation."];
const IDS = ["natural", "literal", "pragmatic", "faithful", "engaging"];
const CLOSING = [
  { id: "topic", text: "I liked the topic.", scale: [1, 2, 3, 4, 5], low: "strongly agree", high: "strongly disagree" },
  { id: "partner", text: "My partner was engaged.", scale: [1, 2, 3, 4, 5], low: "strongly agree", high: "strongly disagree" },
  { id: "remarks", text: "Is there anything you would like to tell us?", scale: null },
];

/** @param {Person} person */
const present = (person) => person.streams.size > 0;

/** Pairs those who wait. @param {StudioMock} studio @param {StudioProject} project */
export function begin(studio, project) {
  const free = project.people.filter((one) => one.waiting && present(one));
  while (free.length >= 2) {
    const [a, b] = [free.shift(), free.shift()];
    if (a && b) pair(studio, project, a, b);
  }
}

/** @param {StudioMock} studio @param {StudioProject} project @param {Person} a @param {Person} b */
export function pair(studio, project, a, b) {
  const start = studio.documents(project.collection).find((one) => one.id.includes("skerrow-light")) ?? studio.documents(project.collection)[0];
  const page = { document: start.id, title: start.title };
  const pragmatic = project.protocol === "pragmaticqa";
  const session = { id: `s${project.sessions.length + 1}`, people: [a, b], stage: pragmatic ? "interests" : "talk", phase: "question", start: page, turns: [], draft: null, opened: [start.id], trail: [page], at: 0, given: {}, outcome: "", review: "waiting", began: Date.now() };
  project.sessions.push(session);
  for (const one of [a, b]) Object.assign(one, { session, waiting: 0, role: null });
  if (!pragmatic) [a.role, b.role] = ["questioner", "answerer"];
}

/** @param {Person} person */
export function leavePairing(person) {
  if (person.session && !person.session.outcome) end(person.session, person, "deleted");
}

/** @param {any} session @param {Person | null} who @param {string} outcome */
function end(session, who, outcome) {
  session.outcome = outcome;
  session.who = who;
}

/** @param {StudioMock} studio @param {Person} person */
function minimum(studio, person) {
  return person.project.settings.minimum_turns;
}

/** @param {StudioMock} studio @param {Person} person @returns {any} */
export function SCREENS(studio, person) {
  if (person.project.protocol === "circa") return circaScreen(person);
  if (["plausibility", "faithfulness"].includes(person.project.protocol)) return judgeScreen(person);
  const { session } = person;
  if (person.waiting) {
    const others = person.project.people.filter((one) => one !== person && one.waiting && present(one)).length;
    return { kind: "waiting", since: person.waiting, others, grice: false, can: ["stop_waiting"] };
  }
  if (!session) return { kind: "lobby", instructions: ["Read the page, and talk about it."], done: 0, can: ["wait"] };
  const other = session.people.find((/** @type {Person} */ one) => one !== person);
  if (session.outcome && session.review === "returned") {
    const asks = ["student", "questioner"].includes(person.role ?? "");
    const turns = session.turns.map((/** @type {any} */ { number, question, reply }) => ({ number, question, reply }));
    return { kind: "returned", session: session.id, note: session.note, turns, mine: asks ? "question" : "reply", can: ["amend", "resubmit"] };
  }
  if (session.outcome) {
    const outcome = session.outcome === "quit" && session.who !== person ? "partner_quit" : session.outcome;
    return { kind: "ended", outcome, turns: session.turns.length, earned: 200, why: "Thank you for taking part.", can: ["wait"] };
  }
  const mine = ["teacher", "answerer"].includes(person.role ?? "");
  const acting = session.stage === "talk" && (session.phase === "question") === mine;
  const partner = { present: present(other), grice: false, acting };
  const rest = { partner, deadline: Date.now() - (Date.now() % 600_000) + 1_200_000, late: false };
  if (session.stage === "interests") {
    const topics = [{ id: "t1", title: "Skerrow Light", genre: "Lighthouses" }, { id: "t2", title: "Fresnel lens", genre: "Lighthouses" }];
    return { kind: "interests", topics, scale: ["not at all", "a little", "gladly", "very much"], submitted: Boolean(session.given[`i${person.id}`]), ...rest, can: ["interests", "quit"] };
  }
  const topic = { id: "t1", title: "Skerrow Light", genre: "Lighthouses" };
  if (session.stage === "background") {
    const titles = ["Fresnel lens", "Rubber duck", "Fog signal", "Ada (ferry)", "Tram line 4", "Keeper’s handbook", "Salt mine", "Ada Lindqvist", "Opera house", "Airship"];
    return { kind: "background", topic, role: person.role, titles, submitted: Boolean(session.given[`b${person.id}`]), ...rest, can: ["background", "quit"] };
  }
  if (session.stage === "closing") {
    const rating = person.role === "student" ? due(session, true) : null;
    return { kind: "closing", rating, questions: CLOSING, submitted: Boolean(session.given[`c${person.id}`]), partner, can: rating ? ["rate"] : ["close"] };
  }
  const finished = session.turns.filter((/** @type {any} */ turn) => turn.reply !== null).length;
  const least = minimum(studio, person);
  const leave = finished >= least && session.phase === "question" ? ["leave"] : [];
  const talking = { ...rest, minimum: least, finished, pay: { so_far: finished >= least ? 200 + 20 * (finished - least) : 0, next: finished >= least ? 20 + 5 * (finished - least) : 0 } };
  const trail = { page: session.trail[session.at], back: session.trail[session.at - 1] ?? null, forward: session.trail[session.at + 1] ?? null, visited: [...new Map(session.trail.map((/** @type {any} */ page) => [page.document, page])).values()] };
  switch (person.role) {
    case "student": {
      const rating = due(session, false);
      const turns = session.turns.map((/** @type {any} */ { number, question, reply, rated }) => ({ number, question, reply, rated: Boolean(rated) }));
      return { kind: "student", phase: session.phase === "question" ? "question" : "waiting", topic, turns, rating, ...talking, can: [...(session.phase === "question" ? ["ask"] : []), ...(rating ? ["rate"] : []), ...leave, "quit"] };
    }
    case "teacher": {
      const next = { question: [], literal: ["literal"], pragmatic: ["pragmatic", "back_to"], reply: ["reply", "back_to"] };
      return { kind: "teacher", phase: session.phase, topic, start: session.start, turns: session.turns, draft: session.draft, ...trail, ...talking, can: ["browse", .../** @type {any} */ (next)[session.phase], ...leave, "quit"] };
    }
    case "questioner": {
      const seen = [...trail.visited, ...session.linked ?? []];
      const topics = seen.map((page) => ({ ...page, sections: sections(studio.document(person.project, page.document)), current: page.document === session.topic }));
      const turns = session.turns.map((/** @type {any} */ { number, question, reply, unanswerable, topic: of }) => ({ number, question, answer: reply, unanswerable, topic: of }));
      return { kind: "questioner", phase: session.phase === "question" ? "question" : "waiting", seed: session.start, given: null, topics, turns, encouraged: 10, leave_from: least, on_topic: 1, ...talking, can: [...(session.phase === "question" ? ["ask"] : []), ...leave, "quit"] };
    }
    default: {
      const turns = session.turns.map((/** @type {any} */ { number, question, reply, unanswerable, topic: of, section, rationale }) => ({ number, question, answer: reply, unanswerable, topic: of, section, rationale }));
      return { kind: "answerer", phase: session.phase === "question" ? "question" : "answer", leave_from: least, turns, ...trail, ...talking, can: ["browse", ...(session.phase === "question" ? [] : ["answer", "unanswerable"]), ...leave, "quit"] };
    }
  }
}

/** @param {import("../../types.js").SourceDocument} source */
function sections(source) {
  return [...new Set(source.passages.map((passage) => passage.section).filter(Boolean))];
}

/** The rating that is due. @param {any} session @param {boolean} last */
function due(session, last) {
  const turns = session.turns.filter((/** @type {any} */ turn) => turn.reply !== null && !turn.rated);
  const found = turns.find((/** @type {any} */ turn) => last || turn.number < session.turns.length - 1);
  if (!found) return null;
  const { number, question, reply, literal, pragmatic } = found;
  return { turn: number, question, reply, literal: literal.spans.map((/** @type {any} */ span) => span.text), pragmatic: pragmatic.map((/** @type {any} */ span) => span.text), questions: RATED.map((text, at) => ({ id: IDS[at], text })), low: "strongly agree", high: "strongly disagree", scale: [1, 2, 3, 4, 5] };
}

/** @param {string} text */
const folded = (text) => text.replace(/\s+/g, " ").trim();

/** @param {StudioMock} studio @param {Person} person @param {any} span */
function checkSpan(studio, person, span) {
  const { session, project } = person;
  if (!session.opened.includes(span.document)) throw new Refused(400, "span", "the page was not opened in this conversation");
  const { passages } = studio.document(project, span.document);
  const [from, to] = [span.start, span.end].map(({ element }) => passages.findIndex((one) => one.id === element));
  if (from < 0 || to < 0) throw new Refused(400, "span", "there is no such element on the page");
  const words = passages.slice(from, to + 1).map((passage, number) => {
    const points = Array.from(passage.text);
    return points.slice(number === 0 ? span.start.offset : 0, from + number === to ? span.end.offset : points.length).join("");
  });
  if (folded(words.join(" ")) !== folded(span.text)) throw new Refused(400, "span", `other words stand there: “${folded(words.join(" "))}”`);
}

/** @param {StudioMock} studio @param {Person} person @param {any} does */
export function act(studio, person, does) {
  const screen = studio.view(person).screen;
  if (!screen.can.includes(does.kind)) throw new Refused(409, "not_now", `'${does.kind}' can't be done now`);
  const { session, project } = person;
  const text = does.question ?? does.text ?? does.answer ?? "";
  if (["ask", "reply", "answer"].includes(does.kind) && !String(text).trim()) throw new Refused(400, "empty", "there are no words");
  switch (does.kind) {
    case "wait":
      Object.assign(person, { waiting: Date.now(), session: null, role: null });
      return;
    case "stop_waiting":
      person.waiting = 0;
      return;
    case "quit":
      end(session, person, "quit");
      return;
    case "amend":
      session.turns[does.turn][screen.mine] = text;
      return;
    case "resubmit":
      session.review = "waiting";
      return;
    case "leave":
      if (project.protocol === "pragmaticqa") session.stage = "closing";
      else finish(session);
      return;
    case "interests":
      session.given[`i${person.id}`] = does.answers;
      if (Object.keys(session.given).length === 2) {
        const teaches = (/** @type {Person} */ one) => session.given[`i${one.id}`][0].teach - session.given[`i${one.id}`][0].learn;
        const [a, b] = session.people;
        [a.role, b.role] = teaches(a) >= teaches(b) ? ["teacher", "student"] : ["student", "teacher"];
        session.stage = "background";
      }
      return;
    case "background":
      session.given[`b${person.id}`] = does.related;
      if (session.people.every((/** @type {Person} */ one) => session.given[`b${one.id}`])) session.stage = "talk";
      return;
    case "ask":
      session.turns.push({ number: session.turns.length, question: text, reply: null, literal: null, pragmatic: null });
      session.phase = "literal";
      return;
    case "rate":
      session.turns[does.turn].rated = does.answers;
      return;
    case "browse":
      browse(studio, person, does);
      return;
    case "literal":
      for (const span of does.spans) checkSpan(studio, person, span);
      if (!does.spans.length && !does.word) throw new Refused(400, "empty", "choose words, or say yes, no or unknown");
      session.draft = { literal: { word: does.word ?? null, spans: does.spans }, pragmatic: session.draft?.pragmatic ?? [] };
      session.phase = "pragmatic";
      return;
    case "pragmatic":
      for (const span of does.spans) checkSpan(studio, person, span);
      if (!does.spans.length && session.draft.literal.word !== "unknown") throw new Refused(400, "empty", "choose something that helps further");
      session.draft.pragmatic = does.spans;
      session.phase = "reply";
      return;
    case "back_to":
      session.phase = does.phase;
      return;
    case "reply":
      Object.assign(session.turns[session.turns.length - 1], { ...session.draft, reply: text });
      Object.assign(session, { draft: null, phase: "question" });
      return;
    case "answer": {
      checkSpan(studio, person, does.rationale);
      const source = studio.document(project, does.rationale.document);
      const at = source.passages.find((one) => one.id === does.rationale.start.element);
      Object.assign(session.turns[session.turns.length - 1], { reply: text, rationale: does.rationale, topic: source.title, section: at?.section ?? "", unanswerable: false });
      Object.assign(session, { phase: "question", topic: source.id });
      return;
    }
    case "unanswerable":
      Object.assign(session.turns[session.turns.length - 1], { reply: "UNANSWERABLE", unanswerable: true, topic: null });
      session.phase = "question";
      return;
    case "close":
      session.given[`c${person.id}`] = does.answers;
      if (session.people.every((/** @type {Person} */ one) => session.given[`c${one.id}`])) finish(session);
      return;
    default:
      actOnItems(person, does);
  }
}

/** @param {any} session */
function finish(session) {
  end(session, null, "complete");
  for (const one of session.people) one.earned += 200;
}

/** @param {StudioMock} studio @param {Person} person @param {any} does */
function browse(studio, person, does) {
  const { session, project } = person;
  if (does.how !== "link") {
    session.at = Math.min(session.trail.length - 1, Math.max(0, session.at + (does.how === "back" ? -1 : 1)));
    return;
  }
  const open = studio.document(project, session.trail[session.at].document);
  const linked = open.passages.some((passage) => passage.links.some((link) => link.document === does.document));
  if (!linked && !session.opened.includes(does.document)) throw new Refused(400, "no_link", "the open page does not link there");
  const { id, title } = studio.document(project, does.document);
  session.trail = [...session.trail.slice(0, session.at + 1), { document: id, title }];
  session.at += 1;
  if (!session.opened.includes(id)) session.opened.push(id);
}

const YES_NO = /\b(yes|yeah|yep|no|nope|sure|definitely|absolutely)\b/i;

/** @param {StudioMock} studio @param {Person} person @param {any} typed */
export function check(studio, person, typed) {
  if (typed.answer !== undefined) {
    const found = YES_NO.exec(typed.answer);
    return found ? [{ code: "yes_no", text: "Try to say it without this word.", words: [found[0]] }] : [];
  }
  const notes = [];
  const screen = studio.view(person).screen;
  if (screen.kind !== "questioner") return [];
  const words = screen.topics.flatMap((/** @type {any} */ topic) => topic.sections.join(" ").toLowerCase().split(/\W+/)).filter((/** @type {string} */ word) => word.length > 3);
  const used = typed.question.toLowerCase().split(/\W+/).filter((/** @type {string} */ word) => words.includes(word));
  if (used.length) notes.push({ code: "overlap", text: "These words stand in a section title. Try to ask with your own words.", words: used });
  if (screen.turns.length && !/\b(it|its|he|she|him|her|they|them|there|that|this|then|one)\b/i.test(typed.question)) notes.push({ code: "coreference", text: "Nothing here refers back to what was said. In talking one would often say “it” or “she”.", words: [] });
  return notes;
}

/** @param {Person} person @returns {any[]} */
function open(person) {
  const judges = person.project.settings.judges;
  const items = person.project.items.filter((item) => item.step === person.step && !person.done.includes(item.id) && !item.flagged);
  return items.filter((item) => item.by.length < (item.step === "judgements" ? judges : 1));
}

const PRACTICE = [
  { item: { question: "Do you like tea?", answer: "I drink nothing else." }, right: "Yes", why: "Whoever drinks nothing else likes it." },
  { item: { question: "Are you free tonight?", answer: "I have to work late." }, right: "No", why: "Working late leaves no time." },
];

/** @param {Person} person */
function circaScreen(person) {
  if (person.step === "judgements") return judgeScreen(person);
  const item = open(person)[0];
  if (!item) return { kind: "nothing_left", done: person.done.length, earned: person.earned, can: [] };
  if (person.step === "questions") return { kind: "circa_questions", item: item.id, scenario: item.scenario, count: 5, examples: ["Do you have any pets?"], done: person.done.length, can: ["questions"] };
  return { kind: "circa_answers", item: item.id, scenario: item.scenario, questions: item.questions, examples: [{ question: "Do you like tea?", answer: "I drink nothing else.", meaning: "yes" }], done: person.done.length, can: ["answers"] };
}

/** @param {Person} person */
export function labelsOf(person) {
  if (person.project.protocol === "circa") return [["Yes", "yes"], ["No", "no"], ["In the middle", "in the middle, neither yes nor no"], ["Probably yes", "probably yes, or sometimes yes"], ["Probably no", "probably no"], ["Yes, with conditions", "yes, subject to some conditions"], ["Other", "other"], ["Unsure", "I am not sure how to interpret the answer"]].map(([id, text]) => ({ id, text, comment: id === "Other" }));
  const texts = person.project.protocol === "plausibility" ? [["plausible", "Yes, it could be an answer"], ["implausible", "No, it could not"]] : [["faithful", "Yes, the text supports it"], ["unfaithful", "No, the text does not support it"]];
  return texts.map(([id, text]) => ({ id, text, comment: false }));
}

/** @param {Person} person */
function judgeScreen(person) {
  const labels = labelsOf(person);
  if (person.project.protocol === "circa" && person.practised < PRACTICE.length) {
    return { kind: "practice", number: person.practised + 1, of: PRACTICE.length, item: PRACTICE[person.practised].item, labels, last: person.explained, can: ["practise"] };
  }
  const item = open(person)[0];
  if (!item) return { kind: "nothing_left", done: person.done.length, earned: person.earned, can: [] };
  return { kind: "judge", item: item.id, shown: item.shown, labels, may_flag: true, last: person.explained, done: person.done.length, earned: person.earned, can: ["judge", "flag", "skip"] };
}

/** @param {Person} person @param {any} does */
function actOnItems(person, does) {
  const { project } = person;
  if (does.kind === "practise") {
    const one = PRACTICE[person.practised];
    person.explained = { ...one, chosen: does.label };
    person.practised += 1;
    return;
  }
  const item = project.items.find((one) => one.id === does.item);
  const done = () => {
    person.done.push(item.id);
    item.by.push(person.id);
    person.earned += 10;
    person.explained = null;
  };
  switch (does.kind) {
    case "questions": {
      const odd = does.questions.find((/** @type {string} */ text) => !/^(are|is|do|does|did|have|has|can|could|would|will|were|was|should)\b/i.test(text));
      if (odd) throw new Refused(400, "not_polar", `“${odd}” can't be answered with yes or no`, "Begin with Do you, Are you, Have you or the like.");
      done();
      project.items.push({ id: `a${project.items.length}`, step: "answers", by: [], scenario: item.scenario, questions: does.questions.map((/** @type {string} */ text, /** @type {number} */ at) => ({ id: `${item.id}q${at}`, text })) });
      return;
    }
    case "answers": {
      for (const { id, text } of item.questions) {
        const found = YES_NO.exec(does.answers[id] ?? "");
        if (found) throw new Refused(400, "yes_no", `the answer to “${text}” has the word “${found[0]}” in it`, "Say it in another way: “I drink nothing else.”");
      }
      done();
      for (const { id, text } of item.questions) project.items.push({ id: `j${project.items.length}`, step: "judgements", by: [], votes: [], shown: { context: item.scenario.text, question: text, answer: does.answers[id] } });
      return;
    }
    case "judge":
      done();
      item.votes.push({ participant: person.id, label: does.label, comment: does.comment ?? null });
      return;
    case "flag":
      item.flagged = true;
      return;
    case "skip":
      person.done.push(item.id);
      return;
    default:
      throw new Refused(400, "body", `there is no action '${does.kind}'`);
  }
}
