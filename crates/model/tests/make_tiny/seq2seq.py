"""Tiny T5, BART, mBART and PEGASUS models: states, logits and generated texts."""

import json

import torch
from transformers import (
    BartConfig,
    BartForConditionalGeneration,
    MBartConfig,
    MBartForConditionalGeneration,
    PegasusConfig,
    PegasusForConditionalGeneration,
    T5Config,
    T5ForConditionalGeneration,
)

import files
import int8
import seq2seq_graph
import words

INPUTS = [
    ("who built the old bridge?", "the king built it."),
    ("", "no"),
    ("fish", ""),
    ("The queen saw a boat, \N{FISH} and 水 on the river: why?", "she went to the town"),
    (" ".join(["the king went to the town when the night was long."] * 16), "a long night"),
]

# What `generate` is asked for. Beams are compared with their scores.
CASES = [
    {"max_new_tokens": 12},
    {"max_new_tokens": 1},
    {"max_new_tokens": 12, "min_new_tokens": 6, "no_repeat_ngram_size": 2},
    {"max_new_tokens": 12, "num_beams": 4},
    {"max_new_tokens": 12, "num_beams": 4, "num_return_sequences": 4},
    {"max_new_tokens": 12, "num_beams": 4, "num_return_sequences": 4, "early_stopping": True},
    {"max_new_tokens": 12, "num_beams": 4, "num_return_sequences": 4, "early_stopping": "never"},
    {"max_new_tokens": 12, "num_beams": 4, "num_return_sequences": 4, "length_penalty": 2.0},
    {"max_new_tokens": 12, "num_beams": 4, "num_return_sequences": 4, "length_penalty": 0.6},
    {"max_new_tokens": 12, "num_beams": 4, "num_return_sequences": 2, "length_penalty": -1.0,
     "early_stopping": "never"},
    {"max_new_tokens": 14, "num_beams": 4, "num_return_sequences": 4, "no_repeat_ngram_size": 3},
    {"max_new_tokens": 14, "num_beams": 3, "num_return_sequences": 3, "min_new_tokens": 8},
    {"max_new_tokens": 2, "num_beams": 2, "num_return_sequences": 2},
    {"max_new_tokens": 1, "num_beams": 4, "num_return_sequences": 4},
    {"num_beams": 2},
]


def t5_tokenizer():
    return words.unigram(["<pad>", "</s>", "<unk>"], "<unk>", "</s>")


def bart_tokenizer():
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    template = ("<s> $A </s>", "<s> $A </s> </s> $B </s>")
    return words.wordpiece(special, "<unk>", template)


def t5(vocabulary, **more):
    return T5Config(
        vocab_size=vocabulary, d_model=32, d_kv=8, num_heads=3, d_ff=48, num_layers=3,
        num_decoder_layers=2, dropout_rate=0.0, decoder_start_token_id=0, pad_token_id=0,
        eos_token_id=1, **more,
    )


def bart(kind, vocabulary, longest, **more):
    return kind(
        vocab_size=vocabulary, d_model=32, encoder_layers=3, decoder_layers=2,
        encoder_attention_heads=4, decoder_attention_heads=2, encoder_ffn_dim=48,
        decoder_ffn_dim=40, max_position_embeddings=longest, dropout=0.0, **more,
    )


def generated(model, start, encoded, case):
    """Ids after the start token up to the end token, and the score where beams give one."""
    with torch.no_grad():
        output = model.generate(
            **encoded, **case, do_sample=False, return_dict_in_generate=True, output_scores=True
        )
    ends = model.generation_config.eos_token_id
    rows = []
    for row in output.sequences.tolist():
        assert row[0] == start
        row = row[1:]
        if ends in row:
            row = row[: row.index(ends) + 1]
        rows.append(row)
    scores = output.sequences_scores.tolist() if "sequences_scores" in output else [None] * len(rows)
    each = case.get("num_return_sequences", 1)
    outputs = [{"ids": i, "score": s and round(s, 6)} for i, s in zip(rows, scores)]
    groups = [outputs[at : at + each] for at in range(0, len(outputs), each)]
    # Where there are fewer texts than wanted, Transformers fills up with scores of minus 1e9.
    return [[o for o in group if (o["score"] or 0) > -1e6] for group in groups]


def taught(model, start, encoded, targets):
    """Logits after the start token and each token of the targets, and the encoder's states."""
    longest = max(len(t) for t in targets)
    rows = torch.tensor([[start] + t + [start] * (longest - len(t)) for t in targets])
    with torch.no_grad():
        output = model(**encoded, decoder_input_ids=rows)
    logits = [row[: len(t) + 1] for row, t in zip(output.logits, targets)]
    return logits, output.encoder_last_hidden_state


def reference(model, tokenizer, longest, padding):
    fast = files.fast(tokenizer, longest, pad_token=padding)
    fast.model_input_names = ["input_ids", "attention_mask"]
    start = model.config.decoder_start_token_id
    encoded = fast([text for text, _ in INPUTS], truncation=True, padding=True, return_tensors="pt")
    targets = [tokenizer.encode(target, add_special_tokens=False).ids for _, target in INPUTS]
    logits, states = taught(model, start, encoded, targets)
    inputs = []
    for i, (text, _) in enumerate(INPUTS):
        kept = encoded["attention_mask"][i].bool()
        rows = states[i][kept]
        inputs.append({
            "text": text,
            "ids": encoded["input_ids"][i][kept].tolist(),
            "first_state": files.rounded(rows[0]),
            "last_state": files.rounded(rows[-1]),
            "target": targets[i],
            "logits": files.rounded(logits[i]),
        })
    generations = [
        {"options": case, "outputs": generated(model, start, encoded, case)} for case in CASES
    ]
    one = {name: tensor[:1] for name, tensor in encoded.items()}
    eight_bits = [
        taught(int8.quantized(model, most), start, one, targets[:1])[0][0] for most in (127, 63)
    ]
    return {
        "inputs": inputs,
        "first_logits_in_int8": [files.rounded(logits) for logits in eight_bits],
        "generations": generations,
    }


def save(folder, model, tokenizer, longest, padding, **told):
    files.write(folder, model, tokenizer, reference(model, tokenizer, longest, padding))
    path = folder / "config.json"
    config = json.loads(path.read_text())
    config.update(told)
    path.write_text(json.dumps(config, indent=2) + "\n")


def make(root):
    """Seeds and spreads are such that texts of several lengths come out; the end is made likelier
    where the model has a bias for it."""
    tokenizer = t5_tokenizer()
    size = tokenizer.get_vocab_size()
    # The model has more rows than the tokenizer has pieces, as the published ones have.
    model = T5ForConditionalGeneration(t5(size + 3, n_positions=160))
    model = files.randomize(model, 25, 0.4, tokens=0.2)
    save(root / "t5", model, tokenizer, 160, "<pad>")
    seq2seq_graph.export(root / "t5-onnx", model, tokenizer, 160)

    model = T5ForConditionalGeneration(t5(
        size + 3, n_positions=64, feed_forward_proj="gated-gelu", tie_word_embeddings=False,
        relative_attention_num_buckets=8, relative_attention_max_distance=20,
    ))
    model.lm_head.weight = torch.nn.Parameter(torch.zeros_like(model.lm_head.weight))
    model.config.tie_word_embeddings = False
    model = files.randomize(model, 13, 0.4, tokens=0.2)
    save(root / "t5-gated", model, tokenizer, 64, "<pad>", tie_word_embeddings=False)

    model = PegasusForConditionalGeneration(bart(
        PegasusConfig, size, 48, scale_embedding=True, activation_function="relu",
        decoder_start_token_id=0, pad_token_id=0, eos_token_id=1, forced_eos_token_id=1,
    ))
    model = files.randomize(model, 2, 0.4, tokens=0.2, bias=0.1)
    model.final_logits_bias[0, 1] = 1.5
    save(root / "pegasus", model, tokenizer, 48, "<pad>")

    tokenizer = bart_tokenizer()
    size = tokenizer.get_vocab_size()
    special = dict(bos_token_id=0, pad_token_id=1, eos_token_id=2, decoder_start_token_id=2)
    model = BartForConditionalGeneration(bart(
        BartConfig, size, 48, scale_embedding=False, activation_function="gelu",
        forced_eos_token_id=2, **special,
    ))
    model.generation_config.forced_bos_token_id = 0
    model = files.randomize(model, 2, 0.4, tokens=0.2, bias=0.1)
    model.final_logits_bias[0, 2] = 1.5
    save(root / "bart", model, tokenizer, 48, "<pad>")

    model = MBartForConditionalGeneration(bart(
        MBartConfig, size, 48, scale_embedding=True, activation_function="gelu",
        forced_eos_token_id=2, **special,
    ))
    model = files.randomize(model, 4, 0.4, tokens=0.2, bias=0.1)
    model.final_logits_bias[0, 2] = 1.5
    save(root / "mbart", model, tokenizer, 48, "<pad>")
