"""Writes the ONNX file: calibrated, and either fp32 or with int8 convolutions (static QDQ).

    /usr/bin/python3 export.py DATA WEIGHTS OUT.onnx [--int8]

Inputs and outputs: `icons` [n, 3, 32, 32] RGB 0..1 -> `embedding` [n, 128] of unit length, `logits` [n, classes]
whose softmax is the calibrated confidence (the temperature of calibration.json is folded into the scale). The last
class is the reject class. OUT.labels.json lists the names, with the other words for each; the last is "no icon".

Debian has no quantiser for ONNX, so the fake quantisation of PyTorch is exported and tidied: weights become int8
initialisers, activations uint8 between QuantizeLinear and DequantizeLinear.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import Tensor, nn

from data import Icons, Sampler
from evaluate import averaged
from net import EMBEDDING, SIDE, IconNet
from train import planes

CALIBRATION_BATCHES = 12
#: The label of the reject class; `reject` in the manifest.
REJECT = "no icon"


class Quantised(nn.Module):
    """A convolution or linear layer whose input and weights go through fake int8."""

    def __init__(self, layer: nn.Conv2d | nn.Linear) -> None:
        super().__init__()
        self.layer = layer
        self.watching = True
        self.low, self.peaks, self.tails = 0.0, [0.0], [0.0]

    def forward(self, x: Tensor) -> Tensor:
        if self.watching:
            flat = x.detach().flatten()
            some = flat[:: max(1, flat.numel() // 8192)]
            self.low = min(self.low, float(torch.quantile(some, 0.0005)))
            self.tails.append(float(torch.quantile(some, 0.9998)))
            self.peaks.append(float(flat.max()))
            return self.layer(x)
        x = torch.fake_quantize_per_tensor_affine(x, self.scale, self.zero, 0, 255)
        w = torch.fake_quantize_per_channel_affine(self.layer.weight, self.w_scale, self.w_zero, 0, -128, 127)
        if isinstance(self.layer, nn.Linear):
            return F.linear(x, w, self.layer.bias)
        return F.conv2d(x, w, self.layer.bias, self.layer.stride, self.layer.padding)

    def freeze(self) -> None:
        """Ends the calibration. The top of the range lies between the far tail and the highest peaks."""
        high = max(float(np.mean(self.tails[1:])) * 1.15, float(np.median(self.peaks[1:])) * 0.9)
        step = max((high - self.low) / 255, 1e-6)
        weight = self.layer.weight.detach()
        self.scale = torch.tensor(step)
        self.zero = torch.tensor(round(-self.low / step), dtype=torch.int32)
        self.w_scale = (weight.abs().flatten(1).amax(1) / 127).clamp(min=1e-8)
        self.w_zero = torch.zeros(len(weight), dtype=torch.int32)
        self.watching = False


def fuse(module: nn.Module) -> None:
    """Folds every batch norm into the convolution before it."""
    for part in module.modules():
        if isinstance(part, nn.Sequential):
            for i in range(len(part) - 1):
                if isinstance(part[i], nn.Conv2d) and isinstance(part[i + 1], nn.BatchNorm2d):
                    part[i] = nn.utils.fuse_conv_bn_eval(part[i], part[i + 1])
                    part[i + 1] = nn.Identity()


def wrap(module: nn.Module) -> None:
    """Quantises every layer below the module but the first (its five input planes need the precision)."""
    for name, part in module.named_children():
        if isinstance(part, (nn.Conv2d, nn.Linear)):
            if not (isinstance(part, nn.Conv2d) and part.in_channels == 20):
                setattr(module, name, Quantised(part))
        else:
            wrap(part)


def fold_weights(model: onnx.ModelProto) -> None:
    """QuantizeLinear of a weight -> an int8 initialiser; scales and zero points -> initialisers; drops what is unused."""
    graph = model.graph
    stored = {i.name: i for i in graph.initializer}
    constants = {n.output[0]: n.attribute[0].t for n in graph.node if n.op_type == "Constant"}
    passed = {n.output[0]: n.input[0] for n in graph.node if n.op_type in ("Identity", "Cast")}

    def value(name: str) -> np.ndarray | None:
        while name in passed:
            name = passed[name]
        tensor = stored.get(name) or constants.get(name)
        return None if tensor is None else numpy_helper.to_array(tensor)

    weights: set[str] = set()
    for node in [n for n in graph.node if n.op_type == "QuantizeLinear"]:
        weight, scale = value(node.input[0]), value(node.input[1])
        if weight is not None and weight.ndim in (2, 4) and scale is not None:
            steps = scale.reshape(-1, *[1] * (weight.ndim - 1))
            rounded = np.clip(np.round(weight / steps), -128, 127).astype(np.int8)
            graph.initializer.append(numpy_helper.from_array(rounded, node.output[0]))
            weights.add(node.output[0])
            graph.node.remove(node)
    for node in graph.node:
        if node.op_type not in ("QuantizeLinear", "DequantizeLinear"):
            continue
        zero = np.int8 if node.input[0] in weights else np.uint8
        for k, kind in ((1, np.float32), (2, zero)):
            number = value(node.input[k])
            if number is not None:
                name = f"{node.output[0]}_{k}"
                graph.initializer.append(numpy_helper.from_array(np.asarray(number).astype(kind), name))
                node.input[k] = name
    outputs = {o.name for o in graph.output}
    while True:
        used = {i for n in graph.node for i in n.input} | outputs
        idle = [n for n in graph.node if not any(o in used for o in n.output)]
        if not idle:
            break
        for node in idle:
            graph.node.remove(node)
    kept = [i for i in graph.initializer if i.name in used]
    del graph.initializer[:]
    graph.initializer.extend(kept)
    inputs = [i for i in graph.input if i.name == "icons"]
    del graph.input[:]
    graph.input.extend(inputs)


class Exported(nn.Module):
    """The network with the class vectors already of unit length times the calibrated scale."""

    def __init__(self, model: IconNet, temperature: float) -> None:
        super().__init__()
        self.model = model
        rows = F.normalize(model.classes.weight.detach(), dim=1) * (model.scale.detach() / temperature)
        self.classes = nn.Linear(EMBEDDING, len(rows), bias=False)
        self.classes.weight = nn.Parameter(rows, requires_grad=False)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        embedding = F.normalize(self.model.embed(x), dim=1)
        return embedding, self.classes(embedding)


def labels_json(icons: Icons) -> str:
    """One label a line: a name, or a name with its synonyms."""
    entries: list[object] = [
        {"name": name, "synonyms": words} if words else name for name, words in zip(icons.concepts, icons.synonyms)
    ]
    return "[\n" + ",\n".join(json.dumps(e) for e in [*entries, REJECT]) + "\n]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--int8", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    icons = Icons(args.data)
    calibration = json.loads((args.weights.parent / "calibration.json").read_text())
    model = Exported(averaged(args.weights, len(icons.concepts) + 1), calibration["temperature"]).eval()
    fuse(model)
    if args.int8:
        wrap(model.model.body)
        model.model.project = Quantised(model.model.project)
        model.classes = Quantised(model.classes)
        sampler = Sampler(icons, 7)
        with torch.no_grad():
            for _ in range(CALIBRATION_BATCHES):
                model(planes(sampler.batch(64)[0]))
        for part in model.modules():
            if isinstance(part, Quantised):
                part.freeze()
    names = ["icons", "embedding", "logits"]
    torch.onnx.export(
        model,
        torch.zeros(2, 3, SIDE, SIDE),
        str(args.out),
        opset_version=13,
        input_names=names[:1],
        output_names=names[1:],
        dynamic_axes={name: {0: "n"} for name in names},
        do_constant_folding=not args.int8,
    )
    saved = onnx.load(str(args.out))
    if args.int8:
        fold_weights(saved)
    onnx.checker.check_model(saved)
    onnx.save(saved, str(args.out))
    args.out.with_suffix(".labels.json").write_text(labels_json(icons) + "\n")
    print(f"{args.out}: {args.out.stat().st_size} bytes, {len(saved.graph.node)} nodes")


if __name__ == "__main__":
    main()
