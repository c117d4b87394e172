// What an administrator's pages show, of a project of each kind.

import { SCREENS } from "./studio_screens.js";

const began = Date.now() - 3 * 86_400_000;
const number = (/** @type {number} */ value, /** @type {string} */ about) => ({ value, about, kind: "number" });
const talk = { minimum_turns: number(6, "Turns before one may leave."), turn_seconds: number(300, "Time for one turn, in seconds."), pay_base: number(200, "Pay for the smallest number of turns, in cents."), pay_turn: number(20, "Pay for each turn after that, in cents."), grice: { value: "none", about: "Whose place Grice takes.", kind: "choice", choices: ["none", "teacher", "student"] }, experiments: { value: true, about: "Switch techniques on and off at random, and compare.", kind: "switch" } };
const judging = { judges: number(5, "How many people judge each item."), gold_every: number(10, "Every how many items one is a gold item."), scenarios: { value: ["X has just moved into your street."], about: "The situations that questions are written for.", kind: "list" } };
export const PROTOCOLS = [
  { name: "pragmaticqa", title: "Teaching and learning in a conversation", about: "Two people; the teacher reads, answers, and adds what the student will want to know next.", steps: ["conversation"], roles: ["teacher", "student"], settings: talk },
  { name: "topiocqa", title: "Questions that change the topic", about: "Two people; the questioner sees titles, the answerer text.", steps: ["conversation", "additional"], roles: ["questioner", "answerer"], settings: talk },
  { name: "circa", title: "Answers without yes and no", about: "Scenarios, questions, indirect answers, and what they mean.", steps: ["questions", "answers", "judgements"], roles: [], settings: judging },
  { name: "plausibility", title: "Could this be an answer?", about: "Answers of systems, judged by two people.", steps: ["judgements"], roles: [], settings: judging },
  { name: "faithfulness", title: "Does the text support it?", about: "Answers of systems with their evidence, judged by two people.", steps: ["judgements"], roles: [], settings: judging },
];
const counts = { participants: 12, open: 2, complete: 7, accepted: 5, items: 0, judgements: 0 };
const talks = { id: "p1", name: "Lighthouses", protocol: "pragmaticqa", title: PROTOCOLS[0].title, collection: "skerrow", made: began, closed: false, grice: null, counts };
const judged = { ...talks, id: "p2", name: "Neighbours", protocol: "circa", title: PROTOCOLS[2].title, collection: null, counts: { participants: 9, open: 0, complete: 0, accepted: 0, items: 120, judgements: 430 } };
const runs = { ...talks, id: "p3", name: "Two systems", protocol: "faithfulness", title: PROTOCOLS[4].title, closed: true, collection: null, counts: { participants: 4, open: 0, complete: 0, accepted: 0, items: 80, judgements: 160 } };
const progress = {
  participants: { joined: 12, present: 4, waiting: 1, suspended: 0 },
  conversations: { open: 2, complete: 7, ended: 3, turns: 48, stale: 1 },
  items: { all: 0, done: 0, waiting: 0, judgements: 0, flagged: 0 },
  reviews: { waiting: 2, accepted: 5, returned: 1, rejected: 0 },
  seconds: { per_turn: { median: 61, p90: 140, n: 48 }, per_item: { median: null, p90: null, n: 0 } },
  agreement: null, spent: 1680, currency: "USD",
};
const judgedProgress = { ...progress, conversations: { open: 0, complete: 0, ended: 0, turns: 0, stale: 0 }, items: { all: 120, done: 80, waiting: 40, judgements: 430, flagged: 1 }, seconds: { per_turn: { median: null, p90: null, n: 0 }, per_item: { median: 20, p90: 41, n: 430 } }, agreement: { fleiss: 0.61, alpha: 0.61, items: 80 }, spent: 4300 };
const person = { id: "p-3f9a71c2", name: "worker 17", step: "conversation", joined: began, qualified: true, suspended: false, present: true, sessions: 3, items: 0, earned: 660, gold: null, seconds_per_item: null, seconds_per_turn: 58 };
const people = [person, { ...person, id: "p-91be02d4", name: null, present: false, sessions: 2, earned: 460, seconds_per_turn: 71 }, { ...person, id: "p-c07d5511", name: "worker 4", present: false, qualified: false, sessions: 0, earned: 0, seconds_per_turn: null }, { ...person, id: "p-7a30ee19", name: "worker 23", present: false, suspended: true, sessions: 1, earned: 200, gold: { right: 3, of: 8 } }];
const session = { id: "s1", began, changed: began, state: "complete", outcome: "complete", topic: "Skerrow Light", turns: 6, participants: [{ id: people[0].id, role: "teacher" }, { id: people[1].id, role: "student" }], review: "waiting", trial: false, conditions: { topic_selection: true, background_test: false }, seconds: 1140 };
const sessions = [session, { ...session, id: "s2", topic: "Fresnel lens", turns: 8, review: "accepted", seconds: 1420 }, { ...session, id: "s3", state: "ended", outcome: "partner_quit", topic: "Skerrow Light", turns: 2, review: null, seconds: 260 }, { ...session, id: "s4", state: "open", outcome: null, topic: "Fog signal", turns: 3, review: null, seconds: 400 }];
const teacher = /** @type {any} */ (SCREENS.teacher.screen);
const whole = { ...session, turns: teacher.turns.slice(0, 2).map((/** @type {any} */ turn) => ({ ...turn, topic: "Skerrow Light", seconds: 74, rating: { natural: 1, literal: 1, pragmatic: 2, faithful: 1, engaging: 2 } })), surveys: { teacher: { topic: 1, partner: 2 }, student: { topic: 1, partner: 1, remarks: "I did not expect the storm." } } };
const subject = (/** @type {string} */ kind, /** @type {string} */ id) => ({ kind, id });
const mean = (/** @type {number} */ value, /** @type {number} */ off, /** @type {number} */ n) => ({ mean: value, low: value - off, high: value + off, n });
const arm = (/** @type {boolean} */ on, /** @type {number} */ seconds, /** @type {number} */ turns, /** @type {number} */ all) => ({ on, conversations: all, complete: all - 2, seconds_per_turn: mean(seconds, 9, all * 6), turns_all: mean(turns - 0.6, 0.8, all), turns_non_empty: mean(turns, 0.7, all - 1), completed: { share: (all - 2) / all, low: 0.52, high: 0.91 } });
const judge = (/** @type {string} */ label, /** @type {number} */ at) => ({ participant: `p-${at}0c4f`, label, comment: null });

/** The answers by path. @type {Record<string, unknown>} */
export const ANSWERS = {
  "/api/studio/protocols": { protocols: PROTOCOLS },
  "/api/studio/projects": { projects: [talks, judged, runs] },
};
for (const [project, now] of /** @type {const} */ ([[talks, progress], [judged, judgedProgress], [runs, { ...judgedProgress, items: { ...judgedProgress.items, all: 80, done: 80, waiting: 0, judgements: 160 } }]])) {
  const at = `/api/studio/projects/${project.id}`;
  Object.assign(ANSWERS, {
    [at]: { ...project, settings: PROTOCOLS.find((one) => one.name === project.protocol)?.settings, topics: [], seeds: [], consent: "What you write is kept, and may be published without your name.\n\nYou may stop at any time." },
    [`${at}/progress`]: now,
    [`${at}/events`]: now,
    [`${at}/invitations`]: { invitations: [{ id: "i1", label: "Course of May", step: PROTOCOLS.find((one) => one.name === project.protocol)?.steps[0], role: null, made: began, expires: began + 14 * 86_400_000, uses: 20, used: 11, revoked: false, open: true }, { id: "i2", label: null, step: "conversation", role: null, made: began, expires: null, uses: null, used: 1, revoked: true, open: false }] },
    [`${at}/participants`]: { participants: project === talks ? people : people.map((one) => ({ ...one, step: "judgements", items: 48, gold: { right: 5, of: 6 }, seconds_per_item: 21, seconds_per_turn: null })) },
    [`${at}/sessions`]: { sessions },
    [`${at}/sessions/s1`]: whole,
    [`${at}/queue`]: { queue: [{ subject: subject("session", "s1"), participant: null, at: began, summary: "6 turns about Skerrow Light", seconds: 1140 }, { subject: subject("answers", "a1"), participant: people[1].id, at: began, summary: "Do you have any pets? — My landlord would have a fit.", seconds: 62 }] },
    [`${at}/agreement`]: { items: 80, judgements: 430, scales: [{ name: "strict", fleiss: 0.61, alpha: 0.612, pairwise: 0.7, items: 80, why: null }, { name: "relaxed", fleiss: 0.76, alpha: 0.757, pairwise: 0.84, items: 80, why: null }], labels: [["Yes", 170], ["No", 121], ["Probably yes", 60], ["Probably no", 31], ["In the middle", 22], ["Yes, with conditions", 20], ["Other", 6]].map(([label, count]) => ({ label, count })) },
    [`${at}/disagreements`]: { items: [{ item: "i1", shown: /** @type {any} */ (SCREENS.judge.screen).shown, votes: ["No", "Probably no", "No", "In the middle", "Probably no"].map(judge) }] },
    [`${at}/experiments`]: { experiments: [{ name: "topic_selection", target: 0.8, arms: [arm(true, 58, 7.1, 12), arm(false, 83, 6.2, 5)] }, { name: "background_test", target: null, arms: [arm(true, 61, 6.9, 9), arm(false, 64, 6.8, 8)] }] },
  });
}

/** The administrator's pages by name, each with what is done on it. @type {Record<string, { path: string, open?: string }>} */
export const PAGES = {
  projects: { path: "/studio" },
  new_project: { path: "/studio", open: 'button:text-is("New project")' },
  progress: { path: "/studio/projects/p1" },
  progress_judging: { path: "/studio/projects/p2" },
  invitations: { path: "/studio/projects/p1#invitations" },
  people: { path: "/studio/projects/p1#people" },
  review: { path: "/studio/projects/p1#review", open: 'summary:text-is("Read the conversation")' },
  agreement: { path: "/studio/projects/p2#agreement" },
  experiments: { path: "/studio/projects/p1#experiments" },
  data: { path: "/studio/projects/p1#data" },
  data_judging: { path: "/studio/projects/p3#data" },
  settings: { path: "/studio/projects/p1#settings" },
};
