"""Writes bleu_sentences.jsonl.gz and bleu_corpora.jsonl.gz.
Made with sacrebleu 2.6.0 and regex 2026.11.9 on Python 3.11.7."""

import logging
import os

from sacrebleu.metrics import BLEU

import answer_texts as words

HERE = os.path.dirname(os.path.abspath(__file__))
TOKENIZERS = ["13a"] * 4 + ["intl"] * 2 + ["none", "char"]
SMOOTHINGS = [("exp", None)] * 4 + [("floor", None), ("floor", 0.5), ("add-k", None), ("add-k", 2.5), ("none", None)]


def options(rng):
    smoothing, value = rng.choice(SMOOTHINGS)
    return {"tokenizer": rng.choice(TOKENIZERS), "lowercase": rng.random() < 0.3,
            "smoothing": smoothing, "value": value}


def bleu(chosen, effective):
    return BLEU(lowercase=chosen["lowercase"], tokenize=chosen["tokenizer"], force=True,
                smooth_method=chosen["smoothing"], smooth_value=chosen["value"], effective_order=effective)


def result(score):
    return {"score": score.score, "precisions": score.precisions, "penalty": score.bp,
            "lengths": [score.sys_len, score.ref_len]}


def sentences():
    rng = words.rng(20230701)
    for number in range(2600):
        prediction, references = words.references(rng, 16)
        chosen = options(rng)
        effective = number % 5 != 0
        score = bleu(chosen, effective).sentence_score(prediction, references)
        yield {**chosen, "effective": effective, "prediction": prediction, "references": references, **result(score)}


def corpora():
    rng = words.rng(20230702)
    for number in range(260):
        chosen = options(rng)
        predictions, columns = zip(*(words.references(rng, 12) for _ in range(rng.randint(1, 8))))
        width = max(map(len, columns))
        streams = [[c[i] if i < len(c) else None for c in columns] for i in range(width)]
        effective = number % 4 == 0
        score = bleu(chosen, effective).corpus_score(list(predictions), streams)
        yield {**chosen, "effective": effective, "predictions": predictions, "references": columns, **result(score)}


if __name__ == "__main__":
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    words.write(os.path.join(HERE, "bleu_sentences.jsonl.gz"), sentences())
    words.write(os.path.join(HERE, "bleu_corpora.jsonl.gz"), corpora())
