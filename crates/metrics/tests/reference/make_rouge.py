"""Writes rouge.jsonl.gz, stems.jsonl.gz and weighted.jsonl.gz, and rouge_fixture.jsonl.gz when given
the folder with the package's own test texts (prediction_large.txt, target_large.txt).
Made with rouge-score 0.1.2 and nltk 3.10.4 on Python 3.11.7."""

import os
import sys

from nltk.stem.porter import PorterStemmer
from rouge_score import rouge_scorer

import answer_texts as words

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = ["rouge1", "rouge2", "rouge3", "rougeL", "rougeLsum"]
SCORERS = [rouge_scorer.RougeScorer(TYPES, use_stemmer=stem) for stem in (False, True)]


def values(scores):
    return [[float(v) for v in scores[kind]] for kind in TYPES]


def lines(rng, text):
    return "\n".join(text.split(" ")) if rng.random() < 0.1 else text.replace(". ", "\n")


def rouge():
    rng = words.rng(20220601)
    for number in range(2600):
        prediction, references = words.references(rng, 20)
        prediction, references = lines(rng, prediction), [lines(rng, r) for r in references]
        if len(references) > 1 and rng.random() < 0.3:
            references[1] = references[0]
        scorer = SCORERS[number % 2]
        scores = scorer.score(references[0], prediction) if len(references) == 1 else scorer.score_multi(references, prediction)
        yield {"stem": number % 2 == 1, "prediction": prediction, "references": references, "scores": values(scores)}


STARTS = """relat condit ration val hesit digit conform radic differ vil analog vietnam predic oper feud
decis hope call form sens tripl electr good reviv allow infer airlin gyroscop adjust defens irrit
replac depend adopt homolog commun activ angul effect bowdler prob rat ceas contr roll ge the archae
phil tr b ski cr fl sp d l t y yy ayy oxy cry play enjoy s z x fe agr ow bl s1 19 a e o i u ab
eat ingl fizz hiss fall hopp tann fil fail siz troubl conflat plaster motor happ""".split()
ENDS = """ational tional enci anci izer bli abli alli entli eli ousli ization ation ator alism iveness
fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic
able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize e ll l y ies sses ss s ied eed ed
ing ings ingly edly ly ally fully logy eying ying yed ying ally aly ility ality ivity""".split() + [""]


def stems():
    rng = words.rng(20220602)
    stemmer = PorterStemmer()
    found = set(words.PLAIN) | set(stemmer.pool) | {a + b for a in STARTS for b in ENDS}
    for _ in range(4000):
        found.add("".join(rng.choice("aeiouysltdngrbc1") for _ in range(rng.randint(1, 12))) + rng.choice(ENDS))
    for word in sorted(found):
        if word and all("a" <= c <= "z" or "0" <= c <= "9" for c in word):
            yield [word, stemmer.stem(word)]


def weighted():
    """The recurrence of KPQA's rouge_scorer, with the reference's weights on the path."""
    rng = words.rng(20220603)
    for _ in range(400):
        side = lambda: [[rng.choice("abcdef"), round(rng.random(), 3)] for _ in range(rng.randint(1, 14))]
        reference, prediction = side(), side()
        table = [[0.0] * (len(prediction) + 1) for _ in range(len(reference) + 1)]
        for i, (token, weight) in enumerate(reference, 1):
            for j, (other, _) in enumerate(prediction, 1):
                same = table[i - 1][j - 1] + weight
                table[i][j] = same if token == other else max(table[i - 1][j], table[i][j - 1])
        matched = table[-1][-1]
        precision = matched / sum(w for _, w in prediction)
        recall = matched / sum(w for _, w in reference)
        f = 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0
        yield {"reference": reference, "prediction": prediction, "score": [precision, recall, f]}


def fixture(folder):
    read = lambda name: open(os.path.join(folder, name), encoding="utf-8").read().splitlines()
    for prediction, target in zip(read("prediction_large.txt"), read("target_large.txt"), strict=True):
        yield [values(scorer.score(target, prediction)) for scorer in SCORERS]


if __name__ == "__main__":
    words.write(os.path.join(HERE, "rouge.jsonl.gz"), rouge())
    words.write(os.path.join(HERE, "stems.jsonl.gz"), stems())
    words.write(os.path.join(HERE, "weighted.jsonl.gz"), weighted())
    if len(sys.argv) > 1:
        words.write(os.path.join(HERE, "rouge_fixture.jsonl.gz"), fixture(sys.argv[1]))
