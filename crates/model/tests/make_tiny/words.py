"""The vocabularies of the tiny models: our own words, no one else's text."""

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

WORDS = """the a an of to in on is was are who what when where why how did does he she it they
you we her his and or not yes no river town bridge stone water king queen boat fish bread night
day old new long came went saw made built said asked question title context answer""".split()
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
OTHERS = "äéñßжистуλογςあ水城?.,!:;'-"

# Texts every encoder must read as its reference does.
TEXTS = [
    "Who built the old bridge?",
    "",
    "fish",
    "  The   queen saw\ta BOAT on the river,\nand asked: why?  ",
    "\N{FISH}\N{ZERO WIDTH JOINER}\N{SNOWFLAKE}\N{VARIATION SELECTOR-16} is water \N{GRINNING FACE}",
    "жил старик у самого синего моря, λόγος καὶ ἀλήθεια, 水の城, كتاب",
    "é versus e\N{COMBINING ACUTE ACCENT}: naïve cafés, groß 1234-5678",
    " ".join(["the king went to the town when the night was long and the bread was old."] * 6),
]

PAIRS = [
    ("Who built the bridge?", "The king built the stone bridge when the town was new."),
    ("", "The river was long."),
    ("What is it?", ""),
    ("Where did the fish go \N{FISH}?", "水の城 жил, in the water."),
    ("when did she come to the town?", " ".join(["the queen came to the town at night."] * 9)),
    (" ".join(["who saw the boat on the river?"] * 9), "the fish saw the boat."),
    (" ".join(["who saw the boat?"] * 9), " ".join(["the fish saw the boat on the river."] * 9)),
]


def pieces(special):
    """Special tokens, words, and letters alone and inside words."""
    characters = list(LETTERS + OTHERS)
    inside = ["##" + c for c in LETTERS] + ["##ing", "##ed", "##s"]
    inside = list(dict.fromkeys(inside))
    return {piece: i for i, piece in enumerate(list(special) + WORDS + sorted(set(characters) - set(WORDS)) + inside)}


def wordpiece(special, unknown, template):
    """As BERT and MPNet have it: lower case, no accents, words cut into pieces."""
    vocabulary = pieces(special)
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=unknown))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.add_special_tokens(list(special))
    used = {name: vocabulary[name] for name in special}
    single, pair = template
    tokenizer.post_processor = processors.TemplateProcessing(
        single=single, pair=pair, special_tokens=list(used.items())
    )
    return tokenizer


def byte_level(special, template):
    """As RoBERTa and BART have it: bytes joined into longer pieces by merges."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {piece: i for i, piece in enumerate(list(special) + alphabet)}
    merges = []
    for word in WORDS:
        left = "Ġ"
        for letter in word:
            merge = (left, letter)
            left += letter
            if left not in vocabulary:
                vocabulary[left] = len(vocabulary)
                merges.append(merge)
    tokenizer = Tokenizer(models.BPE(vocabulary, merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(list(special))
    end, start = template
    tokenizer.post_processor = processors.RobertaProcessing(
        sep=(end, vocabulary[end]), cls_token=(start, vocabulary[start]), add_prefix_space=False
    )
    return tokenizer


def unigram(special, unknown, end):
    """As T5 and PEGASUS have it: SentencePiece's most likely pieces, and an end token."""
    scores = [(piece, 0.0) for piece in special]
    scores += [("▁" + word, -3.0 - 0.02 * i) for i, word in enumerate(WORDS) if len(word) > 1]
    scores += [("▁", -4.0)]
    scores += [(letter, -6.0 - 0.01 * i) for i, letter in enumerate(LETTERS + OTHERS)]
    names = [piece for piece, _ in scores]
    tokenizer = Tokenizer(models.Unigram(scores, unk_id=names.index(unknown), byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.NFKC(), normalizers.Replace(" {2,}", " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    tokenizer.add_special_tokens(list(special))
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"$A {end}", pair=f"$A {end} $B {end}", special_tokens=[(end, names.index(end))]
    )
    return tokenizer
