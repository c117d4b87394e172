// The studio's contract as its pages read it (crates/studio/API.md). Offsets count Unicode code points, times are
// milliseconds since 1970, money is in the currency's smallest unit.

export interface Pay {
  currency: string;
  base: number;
  turn: number;
  growth: number;
  minimum_turns: number;
  item: number;
}

export interface ProjectName {
  id: string;
  name: string;
  protocol: string;
  title: string;
}

export interface Invited {
  project: ProjectName;
  step: string;
  consent: string;
  instructions: string[];
  asks_name: boolean;
  minutes: number | null;
  pay: Pay | null;
}

export interface Place {
  element: string;
  offset: number;
}

export interface Span {
  document: string;
  start: Place;
  end: Place;
  text: string;
}

export interface PageName {
  document: string;
  title: string;
}

export interface Partner {
  present: boolean;
  grice: boolean;
  acting: boolean;
}

export interface Question {
  id: string;
  text: string;
}

export interface ClosingQuestion extends Question {
  scale: number[] | null;
  low?: string;
  high?: string;
}

export interface Rating {
  turn: number;
  question: string;
  reply: string;
  literal: string[];
  pragmatic: string[];
  questions: Question[];
  low: string;
  high: string;
  scale: number[];
}

export interface Shown {
  context?: string | null;
  question?: string | null;
  answer?: string | null;
  history?: { question: string; answer: string }[] | null;
  evidence?: { text: string; title?: string | null }[] | null;
}

export interface Label {
  id: string;
  text: string;
  comment?: boolean;
}

export interface Explained {
  item: Shown;
  chosen: string;
  right: string;
  why: string;
}

export type Word = "yes" | "no" | "unknown";

export interface Literal {
  word: Word | null;
  spans: Span[];
}

interface Can {
  can: string[];
}

interface Shared extends Can {
  partner: Partner;
  deadline: number | null;
  late: boolean;
}

interface Talking extends Shared {
  minimum: number;
  finished: number;
  pay: { so_far: number; next: number } | null;
}

interface Browsing {
  page: PageName | null;
  back: PageName | null;
  forward: PageName | null;
  visited: PageName[];
}

export interface Topic {
  id: string;
  title: string;
  genre: string;
}

export interface Qualification extends Can {
  kind: "qualification";
  text: string[];
  questions: { id: string; text: string; options: string[] }[];
  needed: number;
  attempts_left: number;
  last: { passed: boolean; right: number; of: number; explained: { id: string; chosen: number; right: number; why: string }[] } | null;
}

export interface Lobby extends Can {
  kind: "lobby";
  instructions: string[];
  done: number;
}

export interface Waiting extends Can {
  kind: "waiting";
  since: number;
  others: number;
  grice: boolean;
}

export interface Ended extends Can {
  kind: "ended";
  outcome: string;
  turns: number;
  earned: number;
  why: string;
}

export interface Suspended extends Can {
  kind: "suspended";
  why: string;
}

export interface NothingLeft extends Can {
  kind: "nothing_left";
  done: number;
  earned: number;
}

export interface Returned extends Can {
  kind: "returned";
  session: string;
  note: string;
  turns: { number: number; question: string; reply: string }[];
  mine: "question" | "reply";
}

export interface Interests extends Shared {
  kind: "interests";
  topics: Topic[];
  scale: string[];
  submitted: boolean;
}

export interface Background extends Shared {
  kind: "background";
  topic: Topic;
  role: string;
  titles: string[];
  submitted: boolean;
}

export interface Student extends Talking {
  kind: "student";
  phase: "question" | "waiting";
  topic: Topic;
  turns: { number: number; question: string; reply: string | null; rated: boolean }[];
  rating: Rating | null;
}

export interface Teacher extends Talking, Browsing {
  kind: "teacher";
  phase: "question" | "literal" | "pragmatic" | "reply";
  topic: Topic;
  start: PageName;
  turns: { number: number; question: string; literal: Literal | null; pragmatic: Span[] | null; reply: string | null }[];
  draft: { literal: Literal | null; pragmatic: Span[] | null } | null;
}

export interface Closing extends Can {
  kind: "closing";
  rating: Rating | null;
  questions: ClosingQuestion[];
  submitted: boolean;
  partner: Partner;
}

export interface AnsweredTurn {
  number: number;
  question: string;
  answer: string | null;
  unanswerable?: boolean;
  topic: string | null;
  section?: string | null;
}

export interface Questioner extends Talking {
  kind: "questioner";
  phase: "question" | "waiting";
  seed: PageName;
  given: string | null;
  topics: { document: string; title: string; sections: string[]; current: boolean }[];
  turns: AnsweredTurn[];
  encouraged: number;
  leave_from: number;
  on_topic: number;
}

export interface Answerer extends Talking, Browsing {
  kind: "answerer";
  leave_from: number;
  phase: "question" | "waiting" | "answer";
  turns: AnsweredTurn[];
}

export interface Additional extends Can, Browsing {
  kind: "additional";
  item: string;
  turns: AnsweredTurn[];
  question: string;
  documents: PageName[];
  done: number;
}

export interface CircaQuestions extends Can {
  kind: "circa_questions";
  item: string;
  scenario: { id: string; text: string };
  count: number;
  examples: string[];
  done: number;
}

export interface CircaAnswers extends Can {
  kind: "circa_answers";
  item: string;
  scenario: { id: string; text: string };
  questions: Question[];
  examples: { question: string; answer: string; meaning: string }[];
  done: number;
}

export interface Practice extends Can {
  kind: "practice";
  number: number;
  of: number;
  item: Shown;
  labels: Label[];
  last: Explained | null;
}

export interface Judge extends Can {
  kind: "judge";
  item: string;
  shown: Shown;
  labels: Label[];
  may_flag: boolean;
  last: Explained | null;
  done: number;
  earned: number;
}

export type Screen =
  | Qualification | Lobby | Waiting | Ended | Suspended | NothingLeft | Returned | Interests | Background | Student | Teacher
  | Closing | Questioner | Answerer | Additional | CircaQuestions | CircaAnswers | Practice | Judge;

export interface View {
  version: string;
  seq: number;
  now: number;
  project: ProjectName;
  you: { id: string; step: string; role: string | null; earned: number; currency: string };
  notices: { id: string; kind: "returned" | "rejected" | "accepted"; text: string }[];
  screen: Screen;
}

export interface Note {
  code: string;
  text: string;
  words: string[];
}

/** What is done with an action; its fields are those of crates/studio/API.md. */
export type Does = { kind: string } & Record<string, unknown>;

export interface Setting {
  value: unknown;
  about: string;
  kind: "number" | "switch" | "text" | "choice" | "list";
  choices?: string[];
}

export interface Protocol {
  name: string;
  title: string;
  about: string;
  steps: string[];
  roles: string[];
  settings: Record<string, Setting>;
}

export interface Project extends ProjectName {
  collection: string | null;
  made: number;
  closed: boolean;
  grice: string | null;
  counts: { participants: number; open: number; complete: number; accepted: number; items: number; judgements: number };
  settings?: Record<string, Setting>;
  consent?: string;
}

export interface Spread {
  median: number | null;
  p90: number | null;
  n: number;
}

export interface Progress {
  participants: { joined: number; present: number; waiting: number; suspended: number };
  conversations: { open: number; complete: number; ended: number; turns: number; stale: number };
  items: { all: number; done: number; waiting: number; judgements: number; flagged: number };
  reviews: { waiting: number; accepted: number; returned: number; rejected: number };
  seconds: { per_turn: Spread; per_item: Spread };
  agreement: { fleiss: number | null; alpha: number | null; items: number } | null;
  spent: number;
  currency: string;
}

export interface Invitation {
  id: string;
  label: string | null;
  step: string;
  role: string | null;
  made: number;
  expires: number | null;
  uses: number | null;
  used: number;
  revoked: boolean;
  open: boolean;
}

export interface Participant {
  id: string;
  name: string | null;
  step: string;
  joined: number;
  qualified: boolean;
  suspended: boolean;
  present: boolean;
  sessions: number;
  items: number;
  earned: number;
  gold: { right: number; of: number } | null;
  seconds_per_item: number | null;
  seconds_per_turn: number | null;
}

export interface Subject {
  kind: "session" | "questions" | "answers" | "judgement";
  id: string;
}

export interface Queued {
  subject: Subject;
  participant: string | null;
  at: number;
  summary: string;
  seconds: number | null;
}

export interface Agreement {
  items: number;
  judgements: number;
  scales: { name: string; fleiss: number | null; alpha: number | null; pairwise: number | null; items: number; why: string | null }[];
  labels: { label: string; count: number }[];
}

export interface Disagreement {
  item: string;
  shown: Shown;
  votes: { participant: string; label: string; comment: string | null }[];
}

export interface Mean {
  mean: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

export interface Experiment {
  name: string;
  target: number | null;
  arms: { on: boolean; conversations: number; complete: number; seconds_per_turn: Mean; turns_all: Mean; turns_non_empty: Mean; completed: { share: number | null; low: number | null; high: number | null } }[];
}
