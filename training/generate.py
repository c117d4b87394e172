"""A Qwen2 model out of a GGUF file that continues many short prompts at once.

Prompts are padded on the right, so that plain causal attention reads them; keys and values stand in tables of a fixed size, and a step is one
CUDA graph. Of the likely tokens (at least a tenth as likely as the likeliest) one is drawn.
"""

import concurrent.futures

import torch
from torch.nn import functional

PART, CHECK = 256, 16


def tensors(path, device, dtype):
    import gguf

    reader = gguf.GGUFReader(path)
    told = {name: field.contents() for name, field in reader.fields.items() if name.startswith("qwen2.")}
    made = lambda one: (one.name, torch.from_numpy(gguf.quants.dequantize(one.data, one.tensor_type).astype("float32")).to(device, dtype))
    with concurrent.futures.ThreadPoolExecutor(6) as pool:
        return told, dict(pool.map(made, reader.tensors))


class Qwen:
    def __init__(self, told, weights, rows, width):
        self.layers, self.heads, self.kv = (told[f"qwen2.{name}"] for name in ("block_count", "attention.head_count", "attention.head_count_kv"))
        self.eps, self.size = told["qwen2.attention.layer_norm_rms_epsilon"], told["qwen2.embedding_length"] // self.heads
        self.out = weights["output.weight"] if "output.weight" in weights else weights["token_embd.weight"]
        self.words = weights.get("token_embd.weight", self.out)
        self.norm, self.device, self.dtype = weights["output_norm.weight"], self.out.device, self.out.dtype
        both = lambda n, names, kind: torch.cat([weights[f"blk.{n}.{name}.{kind}"] for name in names])
        asked = ("attn_q", "attn_k", "attn_v")
        self.qkv = [(both(n, asked, "weight"), both(n, asked, "bias")) for n in range(self.layers)]
        self.ffn = [both(n, ("ffn_gate", "ffn_up"), "weight") for n in range(self.layers)]
        self.rest = [{name: weights[f"blk.{n}.{name}.weight"] for name in ("attn_norm", "ffn_norm", "attn_output", "ffn_down")} for n in range(self.layers)]
        at = torch.arange(width, device=self.device).float()
        angles = at[:, None] / told["qwen2.rope.freq_base"] ** (torch.arange(0, self.size, 2, device=self.device).float() / self.size)
        self.cos, self.sin = (torch.cat([one, one], -1).to(self.dtype) for one in (angles.cos(), angles.sin()))
        self.keys, self.values = (torch.zeros(self.layers, rows, self.kv, width, self.size, device=self.device, dtype=self.dtype) for _ in range(2))
        self.rows, self.width, self.graphs = rows, width, {}
        self.pool = torch.cuda.graph_pool_handle() if self.device.type == "cuda" else None
        self.token, self.place = (torch.zeros(rows, dtype=torch.long, device=self.device) for _ in range(2))
        self.all = torch.arange(rows, device=self.device)

    def normed(self, x, weight):
        wide = x.float()
        return (wide * torch.rsqrt(wide.square().mean(-1, keepdim=True) + self.eps)).to(self.dtype) * weight

    def turned(self, x, cos, sin):
        left, right = x.chunk(2, -1)
        return x * cos + torch.cat([-right, left], -1) * sin

    def through(self, x, places, attend):
        """The layers; `attend(n, q, k, v)` is what differs between reading and writing."""
        cos, sin = self.cos[places][..., None, :], self.sin[places][..., None, :]
        for n in range(self.layers):
            rest = self.rest[n]
            found = functional.linear(self.normed(x, rest["attn_norm"]), *self.qkv[n]).unflatten(-1, (-1, self.size))
            q, k, v = found.split([self.heads, self.kv, self.kv], -2)
            x = x + functional.linear(attend(n, self.turned(q, cos, sin), self.turned(k, cos, sin), v), rest["attn_output"])
            gate, up = functional.linear(self.normed(x, rest["ffn_norm"]), self.ffn[n]).chunk(2, -1)
            x = x + functional.linear(functional.silu(gate) * up, rest["ffn_down"])
        return self.normed(x, self.norm)

    def read(self, ids, lengths, first):
        """Fills the tables from row `first` on; the state at each prompt's end."""
        count, width = ids.shape

        def attend(n, q, k, v):
            self.keys[n, first : first + count, :, :width], self.values[n, first : first + count, :, :width] = k.transpose(1, 2), v.transpose(1, 2)
            often = lambda one: one.repeat_interleave(self.heads // self.kv, 2).transpose(1, 2)
            return functional.scaled_dot_product_attention(q.transpose(1, 2), often(k), often(v), is_causal=True).transpose(1, 2).flatten(2)

        states = self.through(self.words[ids], torch.arange(width, device=self.device), attend)
        return states[torch.arange(count, device=self.device), lengths - 1]

    def drawn(self, states, heat, least):
        logits = functional.linear(states, self.out).float()
        if heat == 0:
            return logits.argmax(-1)
        logits = logits / heat
        logits = logits.masked_fill(logits < logits.amax(-1, keepdim=True) + torch.log(torch.tensor(least)).item(), -torch.inf)
        return (logits - torch.empty_like(logits).exponential_().log()).argmax(-1)

    def step(self, width, heat, least):
        """The next token of each row, in place."""
        seen = (torch.arange(width, device=self.device)[None] <= self.place[:, None])[:, None, None].expand(-1, self.kv, self.heads // self.kv, -1)

        def attend(n, q, k, v):
            self.keys[n][self.all, :, self.place], self.values[n][self.all, :, self.place] = k, v
            q = q.unflatten(1, (self.kv, self.heads // self.kv))
            return functional.scaled_dot_product_attention(q, self.keys[n][:, :, :width], self.values[n][:, :, :width], attn_mask=seen).flatten(1)

        self.token.copy_(self.drawn(self.through(self.words[self.token], self.place, attend), heat, least))
        self.place.add_(1)

    def stepper(self, width, heat, least):
        if self.device.type == "cpu":
            return lambda: self.step(width, heat, least)
        if width not in self.graphs:
            kept = self.token.clone(), self.place.clone()
            side = torch.cuda.Stream()
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                self.step(width, heat, least)
            torch.cuda.current_stream().wait_stream(side)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=self.pool):
                self.step(width, heat, least)
            self.token.copy_(kept[0])
            self.place.copy_(kept[1])
            self.graphs[width] = graph
        return self.graphs[width].replay

    @torch.inference_mode()
    def continued(self, prompts, most, stop, heat=0.7, least=0.1):
        """The tokens that follow each of the prompts (lists of tokens), up to `stop`."""
        lengths = torch.tensor([len(one) for one in prompts] + [1] * (self.rows - len(prompts)), device=self.device)
        self.place.copy_(lengths)
        for start in range(0, len(prompts), PART):
            part = prompts[start : start + PART]
            longest = max(map(len, part))
            ids = torch.tensor([one + [0] * (longest - len(one)) for one in part], device=self.device)
            states = self.read(ids, lengths[start : start + len(part)], start)
            self.token[start : start + len(part)] = self.drawn(states, heat, least)
        width = min(self.width, -(-(max(map(len, prompts)) + most) // 64) * 64)
        most = min(most, width - max(map(len, prompts)))
        found, ended = [self.token.clone()], self.all >= len(prompts)
        next_one = self.stepper(width, heat, least)
        for n in range(1, most):
            ended = ended | (found[-1] == stop)
            if n % CHECK == 0 and bool(ended.all()):
                break
            next_one()
            found.append(self.token.clone())
        rows = torch.stack(found, 1).tolist()[: len(prompts)]
        return [row[: row.index(stop)] if stop in row else row for row in rows]
