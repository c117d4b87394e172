// The mock's administration: projects, invitations, numbers, reviews, files.

import { pair } from "./protocols.js";
import { Refused } from "./refused.js";
import { secret } from "./studio.js";

/** @import { ServerResponse } from "node:http" */
/** @import { StudioMock, StudioProject } from "./studio.js" */

const TALK = { minimum_turns: { value: 6, about: "Turns before one may leave", kind: "number" }, pay_base: { value: 200, about: "Pay for the smallest number of turns", kind: "number" } };
const JUDGE = { judges: { value: 2, about: "How many people judge an item", kind: "number" }, disagreement: { value: "adjudicate", about: "What happens where judges disagree", kind: "choice", choices: ["adjudicate", "discard"] } };
const PROTOCOLS = [
  { name: "pragmaticqa", title: "Teaching and learning in a conversation", about: "Two people; a teacher reads and answers beyond the question.", steps: ["conversation"], roles: ["teacher", "student"], settings: { ...TALK, experiments: { value: false, about: "Switch parts off at random and compare", kind: "switch" } } },
  { name: "topiocqa", title: "Questions that change the topic", about: "Two people; the questioner sees titles only.", steps: ["conversation", "additional"], roles: ["questioner", "answerer"], settings: TALK },
  { name: "circa", title: "Answers without yes and no", about: "Scenarios, questions, indirect answers, five judges.", steps: ["questions", "answers", "judgements"], roles: [], settings: { ...JUDGE, judges: { ...JUDGE.judges, value: 5 } } },
  { name: "plausibility", title: "Could this be an answer?", about: "Answers of systems, two judges.", steps: ["judgements"], roles: [], settings: JUDGE },
  { name: "faithfulness", title: "Does the text support it?", about: "Answers with their evidence, two judges.", steps: ["judgements"], roles: [], settings: JUDGE },
];

/**
 * @param {StudioMock} studio @param {string} method @param {string} what @param {string[]} rest @param {URL} url
 * @param {ServerResponse} response @param {() => Promise<string>} body @param {(status: number, body: unknown) => void} reply
 */
export async function administer(studio, method, what, [id, part, sub], url, response, body, reply) {
  if (what === "protocols") return reply(200, { protocols: PROTOCOLS });
  if (!id) return method === "POST" ? reply(201, shown(create(studio, JSON.parse(await body())))) : reply(200, { projects: [...studio.projects.values()].map(shown) });
  const project = studio.projects.get(id);
  if (!project) throw new Refused(404, "project", `there is no project '${id}'`);
  const read = async () => JSON.parse((await body()) || "{}");
  switch (part) {
    case undefined:
      if (method === "PATCH") {
        const { settings, ...change } = await read();
        Object.assign(project, change);
        Object.assign(project.settings, settings);
      }
      if (method === "DELETE") studio.projects.delete(id);
      return method === "DELETE" ? reply(204, null) : reply(200, { ...shown(project), settings: described(project), consent: project.consent });
    case "progress":
      return reply(200, progress(project));
    case "events":
      return watch(project, response);
    case "invitations":
      if (method === "POST") {
        const { step, label = null, uses = null } = await read();
        const made = { id: secret("i-"), label, step: step ?? stepsOf(project)[0], role: null, made: Date.now(), expires: null, uses, used: 0, revoked: false, token: secret("gsi_") };
        project.invitations.push(made);
        const { token, ...invitation } = made;
        return reply(201, { invitation: { ...invitation, open: true }, token, link: `/studio/join#${token}` });
      }
      if (method === "DELETE") {
        const found = project.invitations.find((one) => one.id === sub);
        if (found) found.revoked = true;
        return reply(204, null);
      }
      return reply(200, { invitations: project.invitations.map((one) => ({ ...one, token: undefined, open: !one.revoked && (one.uses === null || one.used < one.uses) })) });
    case "participants": {
      const person = project.people.find((one) => one.id === sub);
      if (method === "DELETE" && person) {
        studio.remove(project, person);
        return reply(200, { sessions: person.session ? 1 : 0, events: person.acts.size });
      }
      if (method === "PATCH" && person) {
        const { suspended, why } = await read();
        person.suspended = suspended ? (why ?? "An administrator decided so.") : null;
        studio.changed(project);
        return reply(204, null);
      }
      return reply(200, { participants: project.people.map((one) => ({ id: one.id, name: one.name, step: one.step, joined: one.joined, qualified: true, suspended: Boolean(one.suspended), present: one.streams.size > 0, sessions: one.session ? 1 : 0, items: one.done.length, earned: one.earned, gold: null, seconds_per_item: null, seconds_per_turn: one.session?.turns.length ? 42 : null })) });
    }
    case "try": {
      const two = [0, 1].map(() => Object.assign(studio.newcomer(project, stepsOf(project)[0], null, secret("t")), { trial: true }));
      if (project.protocol === "pragmaticqa" || project.protocol === "topiocqa") pair(studio, project, two[0], two[1]);
      return reply(201, { participants: two.map((one) => ({ token: one.token, step: one.step })) });
    }
    case "sessions": {
      const session = project.sessions.find((one) => one.id === sub);
      if (sub) return reply(200, { ...summary(session), turns: session.turns });
      return reply(200, { sessions: project.sessions.map(summary) });
    }
    case "queue":
      return reply(200, { queue: project.sessions.filter((one) => one.outcome === "complete" && one.review === "waiting").map((one) => ({ subject: { kind: "session", id: one.id }, participant: null, at: one.began, summary: `${one.turns.length} turns about ${one.start.title}`, seconds: 300 })) });
    case "reviews": {
      const { subject, verdict, note } = await read();
      if (verdict === "return" && !note) throw new Refused(400, "note", "a return wants a note");
      const session = project.sessions.find((one) => one.id === subject.id);
      session.review = { accept: "accepted", return: "returned", reject: "rejected" }[/** @type {string} */ (verdict)];
      session.note = note;
      for (const one of session.people) one.notices.push({ id: secret("n"), kind: session.review, text: note ?? "" });
      studio.changed(project);
      return reply(204, null);
    }
    case "agreement": {
      const judged = project.items.filter((item) => item.votes?.length > 1);
      const votes = judged.flatMap((item) => item.votes);
      const scale = { name: "strict", fleiss: fleiss(judged), alpha: null, pairwise: null, items: judged.length, why: judged.length ? null : "no item has two judgements yet" };
      const labels = new Map();
      for (const { label } of votes) labels.set(label, (labels.get(label) ?? 0) + 1);
      return reply(200, { items: judged.length, judgements: votes.length, scales: [scale], labels: [...labels].map(([label, count]) => ({ label, count })) });
    }
    case "disagreements":
      return reply(200, { items: project.items.filter((item) => item.votes?.length === project.settings.judges && !item.settled && new Set(item.votes.map((/** @type {any} */ vote) => vote.label)).size > 1).map(({ id: item, shown: what2, votes }) => ({ item, shown: what2, votes })) });
    case "adjudications": {
      const { item, label } = await read();
      const found = project.items.find((one) => one.id === item);
      found.settled = label;
      return reply(204, null);
    }
    case "experiments":
      return reply(200, { experiments: project.protocol === "pragmaticqa" ? [{ name: "topic_selection", target: 0.8, arms: [true, false].map((on) => ({ on, conversations: 1, complete: 1, seconds_per_turn: { mean: 61, low: 40, high: 82, n: 6 }, turns_all: { mean: 6, low: null, high: null, n: 1 }, turns_non_empty: { mean: 6, low: null, high: null, n: 1 }, completed: { share: 1, low: 0.2, high: 1 } })) }] : [] });
    case "pool": {
      const pooled = pool(studio, project, await read());
      studio.changed(project);
      return reply(201, pooled);
    }
    case "payments":
      response.writeHead(200, { "Content-Type": "text/csv" }).end("participant,name,step,conversations,turns,items,amount,currency,status\n");
      return undefined;
    case "export":
      response.writeHead(200, { "Content-Type": "application/octet-stream", "Content-Disposition": `attachment; filename="export.${url.searchParams.get("format")}"` }).end(JSON.stringify({ sessions: project.sessions.map((one) => one.turns), items: project.items.map((one) => one.votes) }));
      return undefined;
    case "import": {
      const lines = (await body()).split("\n").filter((line) => line.trim());
      return reply(200, { conversations: lines.length, turns: lines.length, items: 0, judgements: 0, skipped: [] });
    }
    default:
      throw new Refused(404, "not_found", `there is no ${url.pathname}`);
  }
}

/** @param {StudioProject} project */
function described(project) {
  const settings = Object.entries(PROTOCOLS.find((one) => one.name === project.protocol)?.settings ?? {});
  return Object.fromEntries(settings.map(([name, setting]) => [name, { ...setting, value: project.settings[name] ?? setting.value }]));
}

/** @param {StudioProject} project */
const stepsOf = (project) => PROTOCOLS.find((one) => one.name === project.protocol)?.steps ?? ["conversation"];

/** @param {StudioMock} studio @param {any} body @returns {StudioProject} */
function create(studio, body) {
  const protocol = PROTOCOLS.find((one) => one.name === body.protocol);
  if (!protocol) throw new Refused(400, "protocol", `there is no protocol '${body.protocol}'`);
  const settings = Object.fromEntries(Object.entries(protocol.settings).map(([name, { value }]) => [name, value]));
  /** @type {StudioProject} */
  const project = { id: secret("pr-"), name: body.name, protocol: protocol.name, title: protocol.title, collection: body.collection ?? "", made: Date.now(), closed: false, grice: null, settings: { ...settings, ...body.settings }, consent: body.consent ?? "What you write is kept and may be published without your name.\n\nYou can stop at any time, and ask us to delete it.", invitations: [], people: [], sessions: [], items: [], reviews: [], watchers: new Set() };
  if (protocol.name === "circa") {
    const scenarios = project.settings.scenarios ?? ["X has just met a new neighbour and wants to know more about them."];
    scenarios.forEach((/** @type {string} */ text, /** @type {number} */ at) => project.items.push({ id: `q${at}`, step: "questions", by: [], scenario: { id: `s${at}`, text } }));
  }
  studio.projects.set(project.id, project);
  return project;
}

/** @param {StudioProject} project */
function shown(project) {
  const { id, name, protocol, title, collection, made, closed, sessions, items, people } = project;
  const complete = sessions.filter((one) => one.outcome === "complete").length;
  const judgements = items.reduce((sum, item) => sum + (item.votes?.length ?? 0), 0);
  return { id, name, protocol, title, collection, made, closed, grice: null, counts: { participants: people.length, open: sessions.length - complete, complete, accepted: sessions.filter((one) => one.review === "accepted").length, items: items.length, judgements } };
}

/** @param {any} session */
function summary(session) {
  return { id: session.id, began: session.began, changed: session.began, state: session.outcome ? "complete" : "open", outcome: session.outcome || null, topic: session.start.title, turns: session.turns.length, participants: session.people.map((/** @type {any} */ one) => ({ id: one.id, role: one.role })), review: session.review, trial: false, conditions: {}, seconds: 300 };
}

/** @param {StudioProject} project */
function progress(project) {
  const { counts } = shown(project);
  const done = project.items.filter((item) => item.by.length).length;
  const reviews = (/** @type {string} */ kind) => project.sessions.filter((one) => one.review === kind && one.outcome === "complete").length;
  const judged = project.items.filter((item) => item.votes?.length > 1);
  return {
    participants: { joined: counts.participants, present: project.people.filter((one) => one.streams.size).length, waiting: project.people.filter((one) => one.waiting).length, suspended: 0 },
    conversations: { open: counts.open, complete: counts.complete, ended: 0, turns: project.sessions.reduce((sum, one) => sum + one.turns.length, 0), stale: 0 },
    items: { all: project.items.length, done, waiting: project.items.length - done, judgements: counts.judgements, flagged: 0 },
    reviews: { waiting: reviews("waiting"), accepted: reviews("accepted"), returned: reviews("returned"), rejected: reviews("rejected") },
    seconds: { per_turn: { median: 61, p90: 140, n: 12 }, per_item: { median: 20, p90: 41, n: counts.judgements } },
    agreement: judged.length ? { fleiss: fleiss(judged), alpha: null, items: judged.length } : null,
    spent: project.people.reduce((sum, one) => sum + one.earned, 0),
    currency: "USD",
  };
}

/** @param {StudioProject} project @param {ServerResponse} response */
function watch(project, response) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  let last = "";
  const tell = () => {
    const now = JSON.stringify(progress(project));
    if (now !== last) response.write(`event: progress\ndata: ${now}\n\n`);
    last = now;
  };
  tell();
  const timer = setInterval(tell, 300);
  response.on("close", () => clearInterval(timer));
}

/** @param {any[]} items */
function fleiss(items) {
  const labels = [...new Set(items.flatMap((item) => item.votes.map((/** @type {any} */ vote) => vote.label)))];
  const counts = items.map((item) => labels.map((label) => item.votes.filter((/** @type {any} */ vote) => vote.label === label).length));
  const agreed = counts.reduce((sum, row) => { const n = row.reduce((a, b) => a + b, 0); return sum + (row.reduce((a, b) => a + b * b, 0) - n) / (n * (n - 1)); }, 0) / items.length;
  const all = counts.flat().reduce((a, b) => a + b, 0);
  const chance = labels.reduce((sum, _, at) => sum + (counts.reduce((a, row) => a + row[at], 0) / all) ** 2, 0);
  return chance === 1 ? null : (agreed - chance) / (1 - chance);
}

/** @param {StudioMock} studio @param {StudioProject} project @param {any} body */
function pool(studio, project, { questions, runs, from }) {
  const before = project.items.length;
  if (from) {
    const plausible = (/** @type {any} */ item) => (item.settled ? item.settled === "plausible" : item.votes.every((/** @type {any} */ vote) => vote.label === "plausible"));
    for (const { shown: what, evidence } of studio.projects.get(from)?.items.filter(plausible) ?? []) project.items.push({ id: `p${project.items.length}`, step: "judgements", by: [], votes: [], shown: { ...what, evidence } });
    const taken = project.items.length - before;
    return { items: taken, answers: taken, dropped: { same: 0, unlike: 0, few: 0, no_evidence: 0 } };
  }
  let same = 0;
  for (const { id, question, history } of questions) {
    const known = new Set();
    for (const { answers } of runs) {
      const answer = answers.find((/** @type {any} */ one) => one.id === id);
      if (!answer) continue;
      if (known.has(answer.answer)) same += 1;
      else {
        const evidence = answer.passages.map((/** @type {string} */ text) => ({ text, title: null }));
        project.items.push({ id: `p${project.items.length}`, step: "judgements", by: [], votes: [], evidence, shown: { question, history, answer: answer.answer, ...(project.protocol === "faithfulness" ? { evidence } : {}) } });
      }
      known.add(answer.answer);
    }
  }
  return { items: project.items.length - before, answers: project.items.length - before + same, dropped: { same, unlike: 0, few: 0, no_evidence: 0 } };
}
