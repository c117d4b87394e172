// A view of every screen that a participant can meet, over the tests' corpus.

import { parse } from "./mock/markdown.js";
import { corpusFiles } from "./setup.js";

/** @import { SourceDocument } from "../types.js" */
/** @import { Screen, Span, View } from "../studio.js" */

/** @type {SourceDocument[]} */
export const documents = (await corpusFiles()).map(({ path, text }) => parse(path.replace(/\.md$/, ""), path, text));

/** Words of a page as a span. @param {string} document @param {string} words @returns {Span} */
function span(document, words) {
  const passage = documents.find((one) => one.id === document)?.passages.find((one) => one.text.includes(words));
  if (!passage) throw new Error(`'${words}' is not in ${document}`);
  const offset = Array.from(passage.text.slice(0, passage.text.indexOf(words))).length;
  return { document, start: { element: passage.id, offset }, end: { element: passage.id, offset: offset + Array.from(words).length }, text: words };
}

const light = { document: "skerrow-light", title: "Skerrow Light" };
const lens = { document: "fresnel-lens", title: "Fresnel lens" };
const keeper = { document: "ada-lindqvist", title: "Ada Lindqvist" };
const topic = { id: "t1", title: "Skerrow Light", genre: "Lighthouses" };
const later = Date.now() + 900_000;
const works = { partner: { present: true, grice: false, acting: false }, deadline: later, late: false };
const waits = { ...works, partner: { ...works.partner, acting: true } };
const talk = { minimum: 6, finished: 2, pay: { so_far: 0, next: 0 } };
const enough = { minimum: 6, finished: 7, pay: { so_far: 220, next: 25 } };
const open = { page: light, back: null, forward: null, visited: [light, lens] };
const QUESTIONS = ["Who built the lighthouse?", "Was the storm that swept away the first courses the only one?", "How is its light made?"];
const REPLIES = ["Halvard Strand did, between 1858 and 1863. He lost a whole winter’s work to a storm on the way.", "It is the only one the page tells of. From then on the blocks were dovetailed, and the tower has not moved since.", null];
const literal = { word: null, spans: [span("skerrow-light", "A Fresnel lens of the first order, made in Paris, gathered its light into a beam.")] };
const pragmatic = [span("skerrow-light", "The lamp burned colza oil until 1889, paraffin until 1931, and electricity has driven it since."), span("skerrow-light", "The lens weighs 2,100 kilograms and floats on a bath of mercury.")];
const spans = { literal: { word: null, spans: [span("skerrow-light", "The engineer Halvard Strand built Skerrow Light between 1858 and 1863.")] }, pragmatic: [span("skerrow-light", "A storm in November 1860 swept away the first two courses of the tower")] };
const taught = QUESTIONS.map((question, number) => ({ number, question, ...(number < 2 ? spans : { literal: null, pragmatic: null }), reply: REPLIES[number] }));
const asked = (/** @type {number} */ count) => QUESTIONS.slice(0, count).map((question, number) => ({ number, question, reply: REPLIES[number], rated: number === 0 }));
const rating = {
  turn: 1, question: QUESTIONS[1], reply: REPLIES[1] ?? "", literal: ["A storm in November 1860 swept away the first two courses of the tower"], pragmatic: ["Strand had the blocks dovetailed from then on", "The tower has not moved since."],
  questions: [["natural", "The reply reads naturally."], ["literal", "The literal answer answers my question."], ["pragmatic", "The additional information is what I would have asked next."], ["faithful", "The reply says what the selected text says."], ["engaging", "I would like to go on with this conversation."]].map(([id, text]) => ({ id, text })),
  low: "strongly agree", high: "strongly disagree", scale: [1, 2, 3, 4, 5],
};
const answered = [
  { number: 0, question: "Who was the engineer of the lighthouse?", answer: "Halvard Strand.", unanswerable: false, topic: "Skerrow Light", section: "Construction" },
  { number: 1, question: "What gathers its light?", answer: "A lens of rings of prisms.", unanswerable: false, topic: "Fresnel lens", section: "" },
  { number: 2, question: "Who ground the first one?", answer: "UNANSWERABLE", unanswerable: true, topic: null, section: null },
];
const scenario = { id: "s1", text: "X has just moved into your street, and you meet each other for the first time. You want to know what kind of neighbour X is." };
const CIRCA = [["Yes", "yes"], ["No", "no"], ["Middle", "in the middle, neither yes nor no"], ["Probably yes", "probably yes, or sometimes yes"], ["Probably no", "probably no"], ["Conditional", "yes, subject to some conditions"], ["Other", "other"], ["Unsure", "I am not sure how X will interpret Y’s answer"]].map(([id, text]) => ({ id, text, comment: id === "Other" }));
const history = [{ question: "Who built Skerrow Light?", answer: "The engineer Halvard Strand." }];

/** @type {Record<string, { screen: Screen, protocol?: string, role?: string, notices?: View["notices"], earned?: number }>} */
export const SCREENS = {
  qualification: { screen: { kind: "qualification", text: ["In this task you talk with another person about a page of an encyclopedia.", "The teacher answers what was asked, and adds what the student will want to know next."], questions: [{ id: "q1", text: "The student asks who built the lighthouse. What belongs to the literal answer?", options: ["Halvard Strand", "The storm of 1860", "The whole page"] }, { id: "q2", text: "May the reply be copied from the page?", options: ["Yes, that is quickest", "No, it is in one’s own words"] }], needed: 2, attempts_left: 2, last: { passed: false, right: 1, of: 2, explained: [{ id: "q1", chosen: 2, right: 0, why: "Only the words that answer exactly what was asked are literal." }, { id: "q2", chosen: 1, right: 1, why: "" }] }, can: ["qualify"] } },
  lobby: { screen: { kind: "lobby", instructions: ["You talk with another person about a topic that suits you both. One of you teaches and sees the pages; the other asks.", "Please take your time, and write as you would to a friend."], done: 2, can: ["wait"] }, notices: [{ id: "n1", kind: "accepted", text: "Lovely conversation, thank you" }], earned: 460 },
  waiting: { screen: { kind: "waiting", since: Date.now() - 42_000, others: 0, grice: false, can: ["stop_waiting"] } },
  interests: { screen: { kind: "interests", topics: [{ ...topic }, { id: "t2", title: "Fresnel lens", genre: "Lighthouses" }], scale: ["not at all", "a little", "gladly", "very much"], submitted: false, ...works, can: ["interests", "quit"] } },
  background: { screen: { kind: "background", topic, role: "teacher", titles: ["Fresnel lens", "Rubber duck", "Fog signal", "Ada (ferry)", "Tram line 4", "Keeper’s handbook", "Salt mine", "Ada Lindqvist", "Opera house", "Airship"], submitted: false, ...works, can: ["background", "quit"] }, role: "teacher" },
  student: { screen: { kind: "student", phase: "question", topic, turns: asked(2), rating: null, ...works, ...talk, can: ["ask", "quit"] }, role: "student" },
  rating: { screen: { kind: "student", phase: "waiting", topic, turns: asked(3), rating, ...waits, ...talk, can: ["rate", "quit"] }, role: "student" },
  teacher_waits: { screen: { kind: "teacher", phase: "question", topic, start: light, turns: taught.slice(0, 2), draft: null, ...open, ...waits, ...enough, can: ["browse", "leave", "quit"] }, role: "teacher" },
  teacher: { screen: { kind: "teacher", phase: "literal", topic, start: light, turns: taught, draft: null, ...open, back: lens, ...works, ...talk, can: ["browse", "literal", "quit"] }, role: "teacher" },
  teacher_further: { screen: { kind: "teacher", phase: "pragmatic", topic, start: light, turns: taught, draft: { literal, pragmatic }, ...open, ...works, ...talk, can: ["browse", "pragmatic", "back_to", "quit"] }, role: "teacher" },
  teacher_writes: { screen: { kind: "teacher", phase: "reply", topic, start: light, turns: taught, draft: { literal, pragmatic }, ...open, ...works, ...talk, can: ["browse", "reply", "back_to", "quit"] }, role: "teacher" },
  late: { screen: { kind: "student", phase: "waiting", topic, turns: asked(3), rating: null, ...waits, partner: { present: false, grice: false, acting: true }, late: true, ...talk, can: ["end_late", "quit"] }, role: "student" },
  closing: { screen: { kind: "closing", rating: null, questions: [{ id: "topic", text: "I liked the topic.", scale: [1, 2, 3, 4, 5], low: "strongly agree", high: "strongly disagree" }, { id: "partner", text: "My partner was engaged.", scale: [1, 2, 3, 4, 5], low: "strongly agree", high: "strongly disagree" }, { id: "remarks", text: "Is there anything you would like to tell us?", scale: null }], submitted: false, partner: works.partner, can: ["close"] }, role: "student" },
  ended: { screen: { kind: "ended", outcome: "complete", turns: 7, earned: 220, why: "You finished the conversation.", can: ["wait"] }, earned: 220 },
  returned: { screen: { kind: "returned", session: "s1", note: "The second reply repeats the page word for word. Please say it in your own words.", turns: asked(2).map(({ number, question, reply }) => ({ number, question, reply: reply ?? "" })), mine: "reply", can: ["amend", "resubmit"] } },
  questioner: { screen: { kind: "questioner", phase: "question", seed: light, given: null, topics: [{ ...light, sections: ["Construction", "Light", "Keepers"], current: false }, { ...lens, sections: ["Orders", "Cleaning"], current: true }, { ...keeper, sections: ["Life"], current: false }], turns: answered, encouraged: 10, leave_from: 5, on_topic: 1, ...works, ...talk, can: ["ask", "quit"] }, protocol: "topiocqa", role: "questioner" },
  answerer: { screen: { kind: "answerer", phase: "answer", leave_from: 5, turns: [...answered, { number: 3, question: "And how are its prisms kept clean?", answer: null, topic: null }], ...open, page: lens, back: light, ...works, ...talk, can: ["browse", "answer", "unanswerable", "quit"] }, protocol: "topiocqa", role: "answerer" },
  additional: { screen: { kind: "additional", item: "i1", turns: answered.slice(0, 2), question: "How are its prisms kept clean?", documents: [light, lens], ...open, page: lens, done: 3, can: ["browse", "answer", "unanswerable", "skip"] }, protocol: "topiocqa" },
  circa_questions: { screen: { kind: "circa_questions", item: "i1", scenario, count: 5, examples: ["Do you have any pets?", "Is there room for my bicycle?"], done: 2, can: ["questions"] }, protocol: "circa" },
  circa_answers: { screen: { kind: "circa_answers", item: "i1", scenario, questions: ["Do you have any pets?", "Are you often away?", "Do you like to cook?", "Is it far to your work?", "Have you lived by the sea before?"].map((text, at) => ({ id: `q${at}`, text })), examples: [{ question: "Do you like tea?", answer: "I drink nothing else.", meaning: "yes" }], done: 0, can: ["answers"] }, protocol: "circa" },
  practice: { screen: { kind: "practice", number: 2, of: 8, item: { context: scenario.text, question: "Are you free tonight?", answer: "I have to work late." }, labels: CIRCA, last: { item: { question: "Do you like tea?", answer: "I drink nothing else." }, chosen: "Probably yes", right: "Yes", why: "Whoever drinks nothing else likes it." }, can: ["practise"] }, protocol: "circa" },
  judge: { screen: { kind: "judge", item: "i1", shown: { context: scenario.text, question: "Do you have any pets?", answer: "My landlord would have a fit." }, labels: CIRCA, may_flag: true, last: null, done: 12, earned: 120, can: ["judge", "flag", "skip"] }, protocol: "circa", earned: 120 },
  plausibility: { screen: { kind: "judge", item: "i2", shown: { history, question: "Was he from Port Annan?", answer: "Each block of granite was cut and fitted in Port Annan." }, labels: [{ id: "plausible", text: "Yes, it could be an answer" }, { id: "implausible", text: "No, it could not" }], may_flag: true, last: null, done: 0, earned: 0, can: ["judge", "flag", "skip"] }, protocol: "plausibility" },
  faithfulness: { screen: { kind: "judge", item: "i3", shown: { history, question: "How is its light gathered?", answer: "By a lens of the first order, made in Paris.", evidence: [{ text: "A Fresnel lens of the first order, made in Paris, gathered its light into a beam.", title: "Skerrow Light" }, { text: "A Fresnel lens is a lens built from rings of glass prisms.", title: "Fresnel lens" }] }, labels: [{ id: "faithful", text: "Yes, the text supports it" }, { id: "unfaithful", text: "No, the text does not support it" }], may_flag: true, last: null, done: 4, earned: 40, can: ["judge", "flag", "skip"] }, protocol: "faithfulness", earned: 40 },
  suspended: { screen: { kind: "suspended", why: "The questions before the first task were not answered as we need them. Thank you for your time all the same.", can: [] }, protocol: "circa" },
  nothing_left: { screen: { kind: "nothing_left", done: 12, earned: 120, can: [] }, protocol: "circa", earned: 120 },
};

const TITLES = /** @type {Record<string, string>} */ ({ pragmaticqa: "Teaching and learning in a conversation", topiocqa: "Questions that change the topic", circa: "Answers without yes and no", plausibility: "Could this be an answer?", faithfulness: "Does the text support it?" });

/** @param {string} name @returns {Omit<View, "version" | "seq" | "now">} */
export function viewOf(name) {
  const { screen, protocol = "pragmaticqa", role = null, notices = [], earned = 0 } = SCREENS[name];
  return { project: { id: "p1", name: "Lighthouses", protocol, title: TITLES[protocol] }, you: { id: "p-3f9a", step: "conversation", role, earned, currency: "USD" }, notices, screen };
}

export const INVITED = {
  project: { id: "p1", name: "Lighthouses", protocol: "pragmaticqa", title: TITLES.pragmaticqa },
  step: "conversation",
  consent: "What you write is kept, and may be published without your name, so that others can study how people teach and ask.\n\nYou may stop at any time, and you may ask us to delete everything you wrote.",
  instructions: ["You talk with another person about a topic that suits you both. One of you teaches and sees the pages; the other asks.", "Please take your time, and write as you would to a friend."],
  asks_name: true,
  minutes: 30,
  pay: { currency: "USD", base: 200, turn: 20, growth: 5, minimum_turns: 6, item: 0 },
};
