"""Makes an int8 copy of an exported recogniser: quantise.py MODEL.onnx FOLDER OUT.onnx

QLinearConv throughout: activations unsigned with a zero point, weights signed with a scale for each output channel.
Ranges are the smallest and largest values on LINES training lines (never validation's). The sums beside shortcuts
stay float. On processors without VNNI the runtime's fast kernels saturate and misread bold text (models/README.md):
the package carries the fp32 file, this one is for measuring.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper

from shards import Lines

LINES = 200


def ranges(model: onnx.ModelProto, pictures: list[np.ndarray]) -> dict[str, tuple[float, float]]:
    """Smallest and largest value of each tensor of the graph, which is run here node by node."""
    stored = {i.name: torch.from_numpy(numpy_helper.to_array(i).copy()) for i in model.graph.initializer}
    found: dict[str, tuple[float, float]] = {}
    for picture in pictures:
        values = dict(stored, x=torch.from_numpy(picture.astype(np.float32) / 255)[None, None])
        for node in model.graph.node:
            a = {p.name: helper.get_attribute_value(p) for p in node.attribute}
            inputs = [values[name] for name in node.input]
            if node.op_type == "Conv":
                pads = a.get("pads", [0, 0, 0, 0])
                assert pads[:2] == pads[2:], node.name
                out = F.conv2d(*inputs, stride=a.get("strides", 1), padding=pads[:2], dilation=a.get("dilations", 1))
            elif node.op_type == "Relu":
                out = inputs[0].relu()
            elif node.op_type == "Add":
                out = inputs[0] + inputs[1]
            elif node.op_type == "Constant":
                out = torch.from_numpy(numpy_helper.to_array(a["value"]).copy())
            elif node.op_type == "Squeeze":
                out = inputs[0].squeeze(2)
            else:
                raise SystemExit(f"{node.op_type} is not known here")
            values[node.output[0]] = out
        for name, value in values.items():
            if name not in stored:
                low, high = found.get(name, (0.0, 0.0))
                found[name] = (min(low, float(value.min())), max(high, float(value.max())))
    return found


def quantise(model: onnx.ModelProto, span: dict[str, tuple[float, float]]) -> onnx.ModelProto:
    graph = model.graph
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    outputs = {o.name for o in graph.output}
    users: dict[str, list] = {}
    for node in graph.node:
        for name in node.input:
            users.setdefault(name, []).append(node)
    nodes, constants, whole, passed = [], {}, {}, set()

    def constant(name: str, value: np.ndarray) -> str:
        constants[name] = value
        return name

    def scale_of(name: str) -> tuple[str, str, float]:
        low, high = span[name]
        scale = max((high - low) / 255, 1e-6)
        zero = min(255, max(0, round(-low / scale)))
        return constant(f"{name}_s", np.array(scale, np.float32)), constant(f"{name}_z", np.array(zero, np.uint8)), scale

    for node in graph.node:
        if id(node) in passed:
            continue
        if node.op_type != "Conv":
            nodes.append(node)
            continue
        then = users.get(node.output[0], [])
        relu = then[0] if len(then) == 1 and then[0].op_type == "Relu" and node.output[0] not in outputs else None
        if relu is not None:
            passed.add(id(relu))
        x, y = node.input[0], (relu or node).output[0]
        xs, xz, x_scale = scale_of(x)
        ys, yz, _ = scale_of(y)
        if x not in whole:
            whole[x] = f"{x}_q"
            nodes.append(helper.make_node("QuantizeLinear", [x, xs, xz], [whole[x]]))
        weight, bias = stored[node.input[1]], stored[node.input[2]]
        scale = np.maximum(np.abs(weight).reshape(len(weight), -1).max(1), 1e-8) / 127
        # A channel that is nearly dead would overflow the 32 bits of its bias.
        scale = np.maximum(scale, np.abs(bias) / (x_scale * 2.0**29)).astype(np.float32)
        k = node.output[0]
        whole_weight = np.clip(np.round(weight / scale.reshape(-1, 1, 1, 1)), -127, 127).astype(np.int8)
        inputs = [whole[x], xs, xz, constant(f"{k}_w", whole_weight), constant(f"{k}_ws", scale), constant(f"{k}_wz", np.zeros(len(scale), np.int8)), ys, yz]
        inputs.append(constant(f"{k}_b", np.round(bias / (x_scale * scale)).astype(np.int32)))
        attributes = {p.name: helper.get_attribute_value(p) for p in node.attribute}
        nodes.append(helper.make_node("QLinearConv", inputs, [f"{y}_q"], name=node.name, **attributes))
        whole[y] = f"{y}_q"
        nodes.append(helper.make_node("DequantizeLinear", [whole[y], ys, yz], [y]))
    used = {name for node in nodes for name in node.input} | outputs
    nodes = [n for n in nodes if n.op_type != "DequantizeLinear" or n.output[0] in used]
    used = {name for node in nodes for name in node.input}
    kept = [i for i in graph.initializer if i.name in used]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept + [numpy_helper.from_array(v, k) for k, v in constants.items() if k in used])
    onnx.checker.check_model(model)
    return model


def main() -> None:
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    source, folder, out = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
    model = onnx.load(str(source))
    lines = Lines(sorted(folder.glob("train-*.npz"))[0])
    onnx.save(quantise(model, ranges(model, lines.pictures[:LINES])), str(out))
    print(out, f"{out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
