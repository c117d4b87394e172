"""Dense layers in eight bits, simulated: a scale for each row of the weights, a scale and a zero
for each row of the input."""

import copy

import torch


def simulate(layer, most):
    scales = layer.weight.data.abs().amax(1, keepdim=True) / most
    weight = (layer.weight.data / scales).round() * scales

    def forward(x):
        low = x.amin(-1, keepdim=True).clamp(max=0)
        high = x.amax(-1, keepdim=True).clamp(min=0)
        step = (high - low) / 255
        zero = (-low / step).round()
        x = (((x / step).round() + zero).clamp(0, 255) - zero) * step
        return torch.nn.functional.linear(x, weight, layer.bias)

    layer.forward = forward


def quantized(model, most):
    """A copy of a model; `most` is 127, or 63 where a machine's instructions could overflow."""
    model = copy.deepcopy(model)
    for layer in model.modules():
        if isinstance(layer, torch.nn.Linear):
            simulate(layer, most)
    return model
