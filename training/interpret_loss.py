"""What the interpret recipe learns with: rows read twice, running means, labels and sides in one loss."""

import copy
import os

import torch
from torch.nn import functional

from interpret_rows import HEADS, SIDES
from trunk import SMALL, WORDS, Model, device, soft_loss


class Twice(Model):
    """Reads each row twice while it learns, each time with other units dropped."""

    def forward(self, ids, mask, types):
        if not self.training:
            return super().forward(ids, mask, types)
        return super().forward(*(torch.cat([t, t]) for t in (ids, mask, types)))


class Average:
    """The running mean of a model's weights."""

    def __init__(self, model, decay=0.999):
        self.model, self.decay, self.steps = model, decay, 0
        self.mean = None

    @torch.no_grad()
    def update(self):
        now = [p for p in self.model.parameters() if p.requires_grad]
        if self.mean is None:
            self.mean = [p.detach().clone() for p in now]
        self.steps += 1
        torch._foreach_lerp_(self.mean, [p.detach() for p in now], 1 - min(self.decay, self.steps / (self.steps + 10)))

    @torch.no_grad()
    def copy(self):
        made = copy.deepcopy(self.model)
        for p, mean in zip([p for p in made.parameters() if p.requires_grad], self.mean):
            p.copy_(mean)
        return made


def save(what, into):
    """Whole, or not at all."""
    torch.save(what, f"{into}.new")
    os.replace(f"{into}.new", into)


def started(folder, prepared, kind=Model):
    model = kind(folder, HEADS, frozen=folder == SMALL)
    weights = {k: v.float() for k, v in torch.load(prepared, weights_only=True).items()}
    lost = model.trunk.load_state_dict(weights, strict=False).missing_keys
    if [name for name in lost if name != WORDS]:
        raise SystemExit(f"{prepared} lacks {lost[:4]}")
    return model


def agreeing(head):
    """A row for yes and one for no: 1 for the labels that agree with it."""
    return torch.stack([functional.one_hot(torch.tensor(of), HEADS[head]).sum(0) for of in SIDES[head]]).float()


def fitted(target, weight, side, whose, twice=0.0):
    """The loss: labels where there are some, else the side where it is known; and both readings alike."""
    at = device()
    target = {head: table.to(at) for head, table in target.items()}
    weight, side, whose = weight.to(at), side.to(at), whose.to(at)
    agrees = {head: agreeing(head).to(at) for head in HEADS}

    def loss(outputs, numbers, mask):
        number = whose[torch.tensor(numbers, device=at)]
        if twice:
            number = torch.cat([number, number])
        known = (side[number] >= 0).float()
        value = 0.0
        for head, logits in outputs.items():
            value = value + soft_loss(logits, target[head][number], weight[number])
            likely = (logits.softmax(-1) * agrees[head][side[number].clamp(min=0)]).sum(-1)
            value = value - 0.5 * (known * likely.clamp(min=1e-6).log()).sum() / len(number)
            if twice:
                first, second = logits.log_softmax(-1).chunk(2)
                apart = functional.kl_div(first, second, log_target=True, reduction="batchmean") + functional.kl_div(second, first, log_target=True, reduction="batchmean")
                value = value + twice * 0.5 * apart
        return value

    return loss
