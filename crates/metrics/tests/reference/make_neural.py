"""Writes what the public scorers say of random answers, for metrics that need a model.

    pip install torch==2.15.0 transformers==5.22.2 sentence-transformers==6.2.0 \
        bert-score==0.3.13 numpy==2.4.6
    python crates/metrics/tests/reference/make_neural.py [bert_score sas bart_score arithmetic kpqa]

The models are the tiny random ones of crates/model/tests/tiny, the words our own. Each theme has
its seed and its file, neural_THEME.jsonl.gz.
"""

import gzip
import json
import logging
import math
import random
import shutil
import sys
import tempfile
from pathlib import Path

import numpy
import torch
from transformers import PreTrainedTokenizerFast

HERE = Path(__file__).resolve().parent
TINY = HERE.parent.parent.parent / "model" / "tests" / "tiny"
LONGEST = {"bart": 48, "t5": 160}

WORDS = """the a an of to in on is was are who what when he she it they and or not yes no river town
bridge stone water king queen boat fish bread night day old new long came went saw made built said
asked Answer title lantern walked zigzag Quixotic 1234 3.5 it's""".split()
ODD = ["\N{FISH}", "ж", "λόγος", "水の城", "e\N{COMBINING ACUTE ACCENT}te", "[SEP]", "[CLS]", "</s>",
       "\u2019", "\u201cso\u201d", "—", "...", "\x1c", "\N{NO-BREAK SPACE}", "ß", "كتاب"]
EDGES = ["", " ", "\t\n", ".", "the", "  the king ", "[SEP]", "\x1cking\x1f", "?!", "\N{FISH}"]


class Texts:
    """Random texts: mostly plain, some odd, empty or longer than the models take."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self):
        chance = self.random.random()
        if chance < 0.08:
            return self.random.choice(EDGES)
        length = self.random.randint(30, 70) if chance < 0.13 else self.random.randint(1, 14)
        words = [self.random.choice(WORDS) for _ in range(length)]
        for i in range(length):
            if self.random.random() < 0.06:
                words[i] = self.random.choice(ODD)
            if self.random.random() < 0.1:
                words[i] += self.random.choice(".,?!;:")
        return " ".join(words)

    def like(self, text):
        """The same text, one with some words changed, or another."""
        chance = self.random.random()
        if chance < 0.1:
            return text
        if chance < 0.5:
            words = [w for w in text.split() if self.random.random() < 0.8]
            return " ".join(w if self.random.random() < 0.8 else self.random.choice(WORDS) for w in words)
        return self.one()

    def case(self):
        reference = self.one()
        several = 1 if self.random.random() < 0.8 else self.random.randint(2, 4)
        references = [reference] + [self.like(reference) for _ in range(several - 1)]
        return [self.one(), self.like(reference), references]


def number(value):
    value = float(value)
    return None if math.isnan(value) else value


def save(theme, lines):
    path = HERE / f"neural_{theme}.jsonl.gz"
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        for line in lines:
            file.write((json.dumps(line, ensure_ascii=False) + "\n").encode())
    cases = sum(len(line.get("cases", [0])) for line in lines)
    print(f"{path.name}: {cases} cases, {path.stat().st_size} bytes")


def special(name):
    if name.startswith("bert"):
        return dict(pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
                    model_input_names=["input_ids", "token_type_ids", "attention_mask"])
    if name == "t5":
        return dict(pad_token="<pad>", eos_token="</s>", unk_token="<unk>",
                    model_input_names=["input_ids", "attention_mask"])
    unknown = "[UNK]" if name.startswith("mpnet") else "<unk>"
    return dict(pad_token="<pad>", bos_token="<s>", eos_token="</s>", cls_token="<s>",
                sep_token="</s>", unk_token=unknown, model_input_names=["input_ids", "attention_mask"])


def tokenizer(name):
    return PreTrainedTokenizerFast(
        tokenizer_file=str(TINY / name / "tokenizer.json"), model_max_length=LONGEST.get(name, 40),
        **special(name),
    )


def folder(root, name):
    """A copy of a tiny model as sentence-transformers and bert-score want it."""
    copy = Path(root) / name
    shutil.copytree(TINY / name, copy)
    tokenizer(name).save_pretrained(copy)
    return str(copy)


def bert_score():
    import bert_score.score
    import bert_score.utils as utils

    # As bert-score has it, but for what Transformers 5 no longer has: build_inputs_with_special_tokens
    # for empty texts, and RoBERTa's add_prefix_space, which puts a space before a text.
    def sent_encode(tokens, text):
        text = text.strip()
        space = " " if text and tokens.cls_token == "<s>" and tokens.unk_token == "<unk>" else ""
        return tokens.encode(space + text, max_length=tokens.model_max_length, truncation=True)

    utils.sent_encode = sent_encode
    lines, texts = [], Texts(1)
    with tempfile.TemporaryDirectory() as root:
        baseline = Path(root) / "base.tsv"
        rows = [[0, 0.1, 0.2, 0.15], [1, 0.3, 0.25, 0.28], [2, -0.1, 0.5, 0.375]]
        baseline.write_text("LAYER,P,R,F\n" + "".join(",".join(map(str, r)) + "\n" for r in rows))
        for name in ["bert-encoder", "mpnet-encoder", "roberta-classifier"]:
            model = folder(root, name)
            for layer in [0, 1, 2]:
                for idf, rescale, size in [(False, False, 120), (True, False, 120), (True, True, 40), (True, False, 1)]:
                    cases = [texts.case() for _ in range(size)]
                    # One at a time: in a batch, padding counts as a token of cosine 0.
                    scores = bert_score.score(
                        [c[1] for c in cases], [c[2] for c in cases], model_type=model,
                        num_layers=layer, idf=idf, batch_size=1, nthreads=0, device="cpu", lang="en",
                        rescale_with_baseline=rescale, baseline_path=str(baseline) if rescale else None,
                    )
                    scores = list(zip(*[[number(v) for v in side] for side in scores]))
                    lines.append({
                        "model": name, "layer": layer, "idf": idf,
                        "baseline": rows[layer][1:] if rescale else None,
                        "cases": [c[1:] + [list(s)] for c, s in zip(cases, scores)],
                    })
    save("bert_score", lines)


def sas():
    from sentence_transformers import CrossEncoder, SentenceTransformer
    from sentence_transformers.sentence_transformer import modules as models

    lines, texts = [], Texts(2)
    with tempfile.TemporaryDirectory() as root:
        for name, size in [("bert-cross-encoder", 1600), ("mpnet-classifier", 500)]:
            model = CrossEncoder(folder(root, name), device="cpu", max_length=40)
            cases = [texts.case()[1:] for _ in range(size)]
            pairs = [(p, r) for p, references in cases for r in references]
            scores = model.predict(pairs, apply_softmax=model.num_labels > 1, batch_size=16)
            scores = iter(scores if scores.ndim == 1 else scores[:, 1])
            best = [max(float(next(scores)) for _ in references) for _, references in cases]
            lines.append({"model": name, "task": "cross-encoder", "cases": [c + [s] for c, s in zip(cases, best)]})
        for name in ["bert-encoder", "mpnet-encoder"]:
            words = models.Transformer(folder(root, name), max_seq_length=40)
            pooling = models.Pooling(32, "mean")
            model = SentenceTransformer(modules=[words, pooling], device="cpu")
            cases = [texts.case()[1:] for _ in range(200)]
            distinct = sorted({t for p, references in cases for t in [p] + references})
            vectors = dict(zip(distinct, torch.nn.functional.normalize(
                model.encode(distinct, convert_to_tensor=True).double(), dim=1)))
            best = [max(float(vectors[p] @ vectors[r]) for r in references) for p, references in cases]
            lines.append({"model": name, "task": "encoder", "cases": [c + [s] for c, s in zip(cases, best)]})
    save("sas", lines)


def likelihood(model, fast, source, target):
    """The mean log-probability of the target's tokens, as bart_score.py takes it."""
    encoded = fast(source, truncation=True, return_tensors="pt")
    labels = fast(target, truncation=True, return_tensors="pt")["input_ids"]
    with torch.no_grad():
        logits = model(input_ids=encoded["input_ids"], attention_mask=encoded["attention_mask"], labels=labels).logits
    each = torch.log_softmax(logits[0], dim=1).gather(1, labels[0].unsqueeze(1))
    return float(each.double().mean())


def bart_score():
    from transformers import BartForConditionalGeneration, T5ForConditionalGeneration

    lines, texts = [], Texts(3)
    for name, kind, size in [("bart", BartForConditionalGeneration, 1500), ("t5", T5ForConditionalGeneration, 550)]:
        model, fast = kind.from_pretrained(TINY / name).eval(), tokenizer(name)
        cases = []
        for _ in range(size):
            _, prediction, references = texts.case()
            forward = [likelihood(model, fast, prediction, r) for r in references]
            back = [likelihood(model, fast, r, prediction) for r in references]
            both = max((a + b) / 2 for a, b in zip(forward, back))
            cases.append([prediction, references, [max(forward), max(back), both]])
        lines.append({"model": name, "cases": cases})
    save("bart_score", lines)


def cosine(a, b):
    lengths = numpy.linalg.norm(a) * numpy.linalg.norm(b)
    return float(a @ b / lengths) if lengths else 0.0


def posscore(candidate, reference):
    def mean(words, content):
        vectors = [vector for kind, vector in words if kind == content]
        return numpy.mean(vectors, axis=0) if vectors else numpy.zeros(4)

    shares = [sum(kind for kind, _ in words) / len(words) if words else 0 for words in (candidate, reference)]
    factor = math.exp(1 - shares[1] / shares[0]) if all(shares) else 1.0
    return factor * cosine(mean(candidate, 1), mean(reference, 1)) + cosine(mean(candidate, 0), mean(reference, 0))


def greedy(candidate, reference):
    """Rows of vectors, last the weight; special tokens are no different here."""
    if not candidate or not reference:
        return [0.0, 0.0, 0.0]
    sides = [numpy.array(side, dtype=float) for side in (candidate, reference)]
    vectors, weights = [s[:, :-1] for s in sides], [s[:, -1] for s in sides]
    unit = [v / numpy.linalg.norm(v, axis=1, keepdims=True) for v in vectors]
    table = unit[0] @ unit[1].T
    means = [table.max(axis=1) @ weights[0], table.max(axis=0) @ weights[1]]
    p, r = [m / w.sum() if w.sum() else 0.0 for m, w in zip(means, weights)]
    return [float(p), float(r), float(2 * p * r / (p + r)) if p + r else 0.0]


def weighted_rouge_l(candidate, reference):
    """The authors' recurrence: a match is always taken, with the reference's weight."""
    if not candidate or not reference:
        return [0.0, 0.0, 0.0]
    table = numpy.zeros((len(reference) + 1, len(candidate) + 1))
    for i, (token, weight) in enumerate(reference):
        for j, (other, _) in enumerate(candidate):
            same = table[i, j] + weight
            table[i + 1, j + 1] = same if token == other else max(table[i, j + 1], table[i + 1, j])
    sums = [sum(w for _, w in side) for side in (candidate, reference)]
    p, r = [float(table[-1, -1]) / s if s else 0.0 for s in sums]
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


def arithmetic():
    """Vectors and weights are eighths, so that they are the same numbers everywhere."""
    dice = random.Random(4)

    def vector(zeros):
        return [0] * 4 if dice.random() < zeros else [dice.randint(-8, 8) or 1 for _ in range(4)]

    def eighths(rows):
        return [[v / 8 for v in row] for row in rows]

    lines = []
    cases = []
    for _ in range(2000):
        sides = [[[int(dice.random() < 0.5), vector(0.1)] for _ in range(dice.choice([0, 1, 2, 3, 6]))] for _ in "ab"]
        exact = [[(kind, numpy.array(v) / 8) for kind, v in side] for side in sides]
        cases.append(sides + [posscore(*exact)])
    lines.append({"what": "posscore", "cases": cases})
    cases = []
    for _ in range(2000):
        sides = [[vector(0) + [dice.choice([0, 1, 3, 8])] for _ in range(dice.choice([0, 1, 2, 3, 6]))] for _ in "ab"]
        cases.append(sides + [greedy(*[eighths(s) for s in sides])])
    lines.append({"what": "greedy", "cases": cases})
    cases = []
    for _ in range(2000):
        sides = [[[dice.randint(0, 5), dice.randint(0, 8)] for _ in range(dice.choice([0, 1, 2, 5, 12]))] for _ in "ab"]
        cases.append(sides + [weighted_rouge_l(*[[(t, w / 8) for t, w in s] for s in sides])])
    lines.append({"what": "weighted_rouge_l", "cases": cases})
    save("arithmetic", lines)


def kpqa():
    from transformers import AutoModelForTokenClassification, BertModel

    texts, fast = Texts(5), tokenizer("bert-token-classifier")
    marker = AutoModelForTokenClassification.from_pretrained(TINY / "bert-token-classifier").eval()
    encoder = BertModel.from_pretrained(TINY / "bert-encoder", add_pooling_layer=False).eval()

    def weights(question, answer):
        encoded = fast(question, answer, truncation=True, return_tensors="pt")
        with torch.no_grad():
            keys = torch.softmax(marker(**encoded).logits[0].double(), dim=1)[:, 0]
        own = [i for i, text in enumerate(encoded.sequence_ids(0)) if text == 1]
        return [(int(encoded["input_ids"][0][i]), float(keys[i])) for i in own]

    def vectors(text, weighted):
        encoded = fast(text, truncation=True, return_tensors="pt")
        ids = encoded["input_ids"][0].tolist()
        if len(ids) == 2:
            return []
        with torch.no_grad():
            states = encoder(**encoded, output_hidden_states=True).hidden_states[1][0].double().tolist()
        # Where the pair was cut, the tokens do not fit one to one: left out here.
        if ids[1:-1] != [token for token, _ in weighted]:
            return None
        return [row + [w] for row, w in zip(states, [0.0] + [w for _, w in weighted] + [0.0])]

    cases = []
    while len(cases) < 700:
        question, prediction, references = texts.case()
        strip = prediction.strip(), [r.strip() for r in references]
        key = weights(question, strip[0]), [weights(question, r) for r in strip[1]]
        sides = vectors(strip[0], key[0]), [vectors(r, k) for r, k in zip(strip[1], key[1])]
        if sides[0] is None or None in sides[1]:
            continue
        scores = [greedy(sides[0], s) for s in sides[1]], [weighted_rouge_l(key[0], k) for k in key[1]]
        best = [[max(side) for side in zip(*each)] for each in scores]
        cases.append([question, prediction, references] + best)
    save("kpqa", [{"cases": cases}])


if __name__ == "__main__":
    logging.disable(logging.WARNING)
    torch.manual_seed(0)
    themes = dict(bert_score=bert_score, sas=sas, bart_score=bart_score, arithmetic=arithmetic, kpqa=kpqa)
    for theme in sys.argv[1:] or themes:
        themes[theme]()
