"""Writing a tiny model's folder."""

import json
import shutil

import torch
from transformers import PreTrainedTokenizerFast


def randomize(model, seed, spread=0.3, tokens=None, bias=None):
    """Weights wide enough that outputs differ clearly; norms near one; biases not zero."""
    generator = torch.Generator().manual_seed(seed)

    def noise(parameter, scale):
        return torch.randn(parameter.shape, generator=generator) * scale

    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            if not parameter.requires_grad:
                continue
            if parameter.dim() == 1 and name.endswith("weight"):
                parameter.copy_(1.0 + noise(parameter, 0.2))
            elif parameter.dim() == 1:
                parameter.copy_(noise(parameter, bias or spread))
            elif "shared" in name or "embed" in name or "lm_head" in name:
                parameter.copy_(noise(parameter, tokens or spread))
            else:
                parameter.copy_(noise(parameter, spread))
    return model.eval()


def rounded(tensor, digits=6):
    if isinstance(tensor, torch.Tensor):
        tensor = tensor.tolist()
    if isinstance(tensor, (list, tuple)):
        return [rounded(value, digits) for value in tensor]
    return round(tensor, digits) if isinstance(tensor, float) else tensor


def write(folder, model, tokenizer, reference):
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    model.save_pretrained(folder)
    (folder / "model.safetensors").chmod(0o644)
    save_tokenizer(folder, tokenizer)
    save_reference(folder, reference)


def save_tokenizer(folder, tokenizer):
    parsed = json.loads(tokenizer.to_str())
    (folder / "tokenizer.json").write_text(
        json.dumps(parsed, ensure_ascii=False, separators=(",", ":")) + "\n"
    )


def save_reference(folder, reference):
    lines = json.dumps(reference, ensure_ascii=False, separators=(",", ":"))
    (folder / "reference.json").write_text(lines + "\n")


def fast(tokenizer, longest, **special):
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, model_max_length=longest, truncation_side="right", **special
    )
