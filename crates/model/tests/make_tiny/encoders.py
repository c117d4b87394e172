"""Tiny BERT, RoBERTa and MPNet models and what Transformers says of our texts."""

import torch
from transformers import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
    MPNetConfig,
    MPNetForSequenceClassification,
    MPNetModel,
    RobertaConfig,
    RobertaForSequenceClassification,
    RobertaForTokenClassification,
)

import files
import graph
import words

LONGEST = 40
# The text whose states after each layer are kept.
LAYERS_OF = 3
SHAPE = dict(
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=48,
    hidden_dropout_prob=0.0,
    attention_probs_dropout_prob=0.0,
    attn_implementation="eager",
)


def bert():
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    template = ("[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1")
    tokenizer = words.wordpiece(special, "[UNK]", template)
    fast = files.fast(
        tokenizer, LONGEST, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]", mask_token="[MASK]",
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
    )
    config = dict(SHAPE, vocab_size=len(fast), max_position_embeddings=LONGEST, type_vocab_size=2, pad_token_id=0)
    return tokenizer, fast, config


def roberta():
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    tokenizer = words.byte_level(special, ("</s>", "<s>"))
    fast = files.fast(
        tokenizer, LONGEST, pad_token="<pad>", bos_token="<s>", eos_token="</s>", cls_token="<s>",
        sep_token="</s>", unk_token="<unk>", mask_token="<mask>",
        model_input_names=["input_ids", "attention_mask"],
    )
    config = dict(
        SHAPE, vocab_size=len(fast), max_position_embeddings=LONGEST + 2, type_vocab_size=1,
        pad_token_id=1, bos_token_id=0, eos_token_id=2, layer_norm_eps=1e-5,
    )
    return tokenizer, fast, config


def mpnet():
    special = ["<s>", "<pad>", "</s>", "<unk>", "[UNK]", "<mask>"]
    template = ("<s> $A </s>", "<s> $A </s> </s> $B </s>")
    tokenizer = words.wordpiece(special, "[UNK]", template)
    fast = files.fast(
        tokenizer, LONGEST, pad_token="<pad>", bos_token="<s>", eos_token="</s>", cls_token="<s>",
        sep_token="</s>", unk_token="[UNK]", mask_token="<mask>",
        model_input_names=["input_ids", "attention_mask"],
    )
    config = dict(
        SHAPE, vocab_size=len(fast), max_position_embeddings=LONGEST + 2, pad_token_id=1,
        bos_token_id=0, eos_token_id=2, layer_norm_eps=1e-5,
    )
    return tokenizer, fast, config


def batch(fast, inputs):
    if inputs and isinstance(inputs[0], tuple):
        first, second = [list(side) for side in zip(*inputs)]
        return fast(first, second, truncation=True, padding=True, return_tensors="pt")
    return fast(list(inputs), truncation=True, padding=True, return_tensors="pt")


def ids(encoded):
    return [
        [i for i, kept in zip(row, mask) if kept]
        for row, mask in zip(encoded["input_ids"].tolist(), encoded["attention_mask"].tolist())
    ]


def encoder(folder, family, model):
    """Mean of the last states over the tokens, made unit length; and a long text's states after
    each layer, the embeddings first."""
    tokenizer, fast, _ = family
    encoded = batch(fast, words.TEXTS)
    with torch.no_grad():
        output = model(**encoded, output_hidden_states=True)
    states = output.last_hidden_state
    mask = encoded["attention_mask"].unsqueeze(-1).float()
    pooled = (states * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
    vectors = torch.nn.functional.normalize(pooled, dim=1)
    files.write(folder, model, tokenizer, {
        "texts": words.TEXTS, "ids": ids(encoded), "vectors": files.rounded(vectors),
        "first_states": files.rounded(states[0][: len(ids(encoded)[0])]),
        "layers_of": LAYERS_OF, "layers": [
            files.rounded(layer[LAYERS_OF][: len(ids(encoded)[LAYERS_OF])])
            for layer in output.hidden_states
        ],
    })


def classifier(folder, family, model):
    tokenizer, fast, _ = family
    reference = {}
    for name, inputs in (("texts", words.TEXTS), ("pairs", words.PAIRS)):
        encoded = batch(fast, inputs)
        with torch.no_grad():
            logits = model(**encoded).logits
        reference[name] = {
            "inputs": inputs, "ids": ids(encoded), "logits": files.rounded(logits)
        }
    files.write(folder, model, tokenizer, reference)
    return reference


def reader(folder, family, model):
    tokenizer, fast, _ = family
    encoded = batch(fast, words.PAIRS)
    with torch.no_grad():
        output = model(**encoded)
    lengths = [len(row) for row in ids(encoded)]
    files.write(folder, model, tokenizer, {
        "pairs": words.PAIRS, "ids": ids(encoded),
        "start": [files.rounded(row[:n]) for row, n in zip(output.start_logits, lengths)],
        "end": [files.rounded(row[:n]) for row, n in zip(output.end_logits, lengths)],
    })


def token_classifier(folder, family, model):
    """The logits of each token, and which text it is of: none for special tokens."""
    tokenizer, fast, _ = family
    reference = {}
    for name, inputs in (("texts", words.TEXTS), ("pairs", words.PAIRS)):
        encoded = batch(fast, inputs)
        with torch.no_grad():
            logits = model(**encoded).logits
        lengths = [len(row) for row in ids(encoded)]
        reference[name] = {
            "inputs": inputs, "ids": ids(encoded),
            "text": [encoded.sequence_ids(i)[:n] for i, n in enumerate(lengths)],
            "logits": [files.rounded(row[:n]) for row, n in zip(logits, lengths)],
        }
    files.write(folder, model, tokenizer, reference)


def make(root):
    labels = {0: "no", 1: "maybe", 2: "yes"}
    family = bert()
    plain = BertModel(BertConfig(**family[2]), add_pooling_layer=False)
    encoder(root / "bert-encoder", family, files.randomize(plain, 1))
    judge = BertForSequenceClassification(BertConfig(**family[2], num_labels=3, id2label=labels))
    reference = classifier(root / "bert-classifier", family, files.randomize(judge, 2))
    graph.export(root / "bert-classifier-onnx", judge, family[0], family[1], reference)
    graph.quantize(root / "bert-classifier-onnx", root / "bert-classifier-int8")
    reading = BertForQuestionAnswering(BertConfig(**family[2]))
    reader(root / "bert-reader", family, files.randomize(reading, 3))
    scorer = BertForSequenceClassification(BertConfig(**family[2], num_labels=1))
    classifier(root / "bert-cross-encoder", family, files.randomize(scorer, 7))
    key = {0: "K", 1: "O"}
    marker = BertForTokenClassification(BertConfig(**family[2], num_labels=2, id2label=key))
    token_classifier(root / "bert-token-classifier", family, files.randomize(marker, 8))
    family = roberta()
    marker = RobertaForTokenClassification(RobertaConfig(**family[2], num_labels=2))
    token_classifier(root / "roberta-token-classifier", family, files.randomize(marker, 9))
    judge = RobertaForSequenceClassification(RobertaConfig(**family[2], num_labels=3))
    classifier(root / "roberta-classifier", family, files.randomize(judge, 4))
    family = mpnet()
    plain = MPNetModel(MPNetConfig(**family[2]), add_pooling_layer=False)
    encoder(root / "mpnet-encoder", family, files.randomize(plain, 5))
    judge = MPNetForSequenceClassification(MPNetConfig(**family[2], num_labels=2))
    classifier(root / "mpnet-classifier", family, files.randomize(judge, 6))
