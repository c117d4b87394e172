// The server's answers, as the page reads them. Offsets count Unicode code points.

export interface Me {
  owner: string | null;
  scopes: string[];
  needs_key: boolean;
  version: string;
  system: string;
  generator: string | null;
}

export interface Collection {
  name: string;
  documents: number;
  passages: number;
  bytes: number;
  ingested: number | null;
  vectors: boolean;
  removable: boolean;
  problem: string | null;
  examples?: string[];
  sources?: { name: string; at: number | null; complete: boolean }[];
}

export interface Job {
  id: string;
  collection: string;
  state: "running" | "done" | "failed";
  step: "reading" | "vectors" | "done";
  bytes: number;
  total: number;
  documents: number;
  words: number;
  problems: string[];
  message: string | null;
}

export type BlockKind =
  | "paragraph" | "list" | "item" | "step" | "definition" | "code" | "table" | "row" | "caption" | "formula" | "heading";

export interface Block {
  kind: BlockKind;
  start: number;
  end: number;
}

export interface Link {
  start: number;
  end: number;
  document: string;
  title: string;
}

export interface Passage {
  id: string;
  document: string;
  ordinal: number;
  title: string;
  section: string;
  text: string;
  blocks: Block[];
  anchor: string | null;
  line: number | null;
  links: Link[];
}

export interface SourceDocument {
  id: string;
  title: string;
  url: string | null;
  path: string;
  passages: Passage[];
}

export interface Evidence {
  text: string;
  passage: string;
  document: string;
  title: string;
  section: string;
  start: number;
  end: number;
}

export interface Sentence {
  text: string;
  shape: "prose" | "lines" | "code";
  added: boolean;
  evidence: number[];
}

export interface Cut {
  text: string;
  why: string;
}

export interface Topic {
  document: string;
  title: string;
}

export interface Reply {
  text: string;
  kind: "span" | "yes" | "no" | "unknown" | "talk" | "clarify";
  answer: string;
  confidence: number;
  rewrite: string;
  understood: string;
  sentences: Sentence[];
  evidence: Evidence[];
  places: Evidence[];
  topic: Topic | null;
  switched: "none" | "no-switch" | "switch-to-new" | "switch-to-old";
  follow_ups: string[];
  choices: string[];
  notes: string[];
  written_by: string;
  cut: Cut[];
  milliseconds: number;
}

export type Verdict = "useful" | "wrong" | "not-in-source";

export interface Feedback {
  verdict: Verdict;
  note: string | null;
}

export interface Turn {
  number: number;
  question: string;
  reply: Reply;
  feedback: Feedback | null;
  at: number;
}

export interface Summary {
  id: string;
  name: string | null;
  title: string;
  collection: string;
  /** Whether the server has the collection. */
  served: boolean;
  began: number;
  changed: number;
  turns: number;
}

export interface Conversation extends Summary {
  said: Turn[];
}

/** What a stream tells, event by event. */
export interface Told {
  found: { passages: number; title: string | null };
  understood: { rewrite: string; shown: string };
  sentence: { text: string; shape: Sentence["shape"]; added: boolean; evidence: Evidence[] };
  follow_ups: { follow_ups: string[] };
  done: { turn: Turn };
  error: { message: string; code: string; type: string; hint: string | null };
}

export interface Reading {
  kind: "as-said" | "stand-alone" | "about-page";
  likely: number;
  forms: { original: string; rewrite: string; sought: string };
}

export interface Candidate {
  id: string;
  title: string;
  score: number;
  reading: number;
  features: Record<string, number>;
}

export interface Why {
  why: {
    rewritten_by: string;
    alone: number;
    readings: Reading[];
    reading: number;
    read: {
      passage: string;
      title: string;
      kind: Reply["kind"];
      text: string;
      confidence: number;
      relevance: number;
      behind: number;
      chosen: boolean;
    }[];
    least: number;
    rules: string[];
    added: { evidence: Evidence; score: number; said: boolean }[];
    follow_ups: { text: string; from: string; score: number | null; found: string; rank: number }[];
    written_by: string;
    cut: Cut[];
  };
  room: { act: string; frustrated: boolean; repeated: boolean };
  timings: Record<string, number>;
  passages: Candidate[];
  /** What each feature counts, where the server tells. */
  weights?: Record<string, number>;
}
