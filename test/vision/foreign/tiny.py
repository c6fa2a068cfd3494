#!/usr/bin/env -S /usr/bin/python3
"""Writes detectors of the forms that others export, whose answers are known.

Every cell of a grid is one anchor. Its class scores come from the mean colour of its pixels: a red cell is
class 0, a blue one class 1. All boxes reach 0.5 strides left, 1.5 up, 2 right and 1 down of the cell's centre.
Run it in its folder: it writes the .onnx files beside itself.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

STRIDES = (8, 16, 32)
BINS = 16
DISTANCES = (0.5, 1.5, 2.0, 1.0)
# Of a cell's mean red, green and blue: a saturated cell has logit 6, any other below -2.
CLASS_WEIGHTS = np.array([[12, -12, -12], [-12, -12, 12]], np.float32)
CLASS_BIAS = -6.0

Shape = list[int | str]


class Graph:
    """Nodes and constants of one model."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(value, name))
        return name

    def add(self, kind: str, inputs: list[str], output: str, **attributes: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def save(
        self, path: Path, size: Shape, outputs: dict[str, Shape], metadata: dict[str, str] | None = None
    ) -> None:
        value = lambda name, shape: helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        graph = helper.make_graph(
            self.nodes,
            "tiny",
            [value("images", [1, 3, *size])],
            [value(name, shape) for name, shape in outputs.items()],
            self.constants,
        )
        model = helper.make_model(
            graph, producer_name="tiny.py", opset_imports=[helper.make_opsetid("", 13)], ir_version=8
        )
        helper.set_model_props(model, metadata or {})
        onnx.checker.check_model(model)
        path.write_bytes(model.SerializeToString())


def class_logits(graph: Graph, stride: int, classes: int) -> str:
    """[1, classes, H, W]"""
    mean = graph.add(
        "AveragePool", ["images"], f"mean{stride}", kernel_shape=[stride] * 2, strides=[stride] * 2
    )
    weights = graph.constant(f"weights{stride}", CLASS_WEIGHTS[:classes, :, None, None])
    bias = graph.constant(f"bias{stride}", np.full(classes, CLASS_BIAS, np.float32))
    return graph.add("Conv", [mean, weights, bias], f"logits{stride}")


def spread(graph: Graph, values: np.ndarray, stride: int, name: str) -> str:
    """The same values in every cell: [1, len(values), H, W]."""
    mean = f"mean{stride}"
    none = graph.constant(f"none_{name}", np.zeros((len(values), 3, 1, 1), np.float32))
    bias = graph.constant(f"values_{name}", values.astype(np.float32))
    return graph.add("Conv", [mean, none, bias], name)


def bin_logits(distance: float) -> np.ndarray:
    """Logits whose softmax has the distance as its mean."""
    logits = np.full(BINS, -40.0)
    low = int(distance)
    share = distance - low
    logits[low] = np.log(max(1 - share, 1e-12))
    if share > 0:
        logits[low + 1] = np.log(share)
    return logits


def strides_in_one(path: Path, size: Shape) -> None:
    """One tensor a stride: distributions of the distances, then class logits."""
    graph = Graph()
    outputs: dict[str, Shape] = {}
    for stride in STRIDES:
        logits = class_logits(graph, stride, 2)
        bins = spread(graph, np.concatenate([bin_logits(d) for d in DISTANCES]), stride, f"bins{stride}")
        name = graph.add("Concat", [bins, logits], f"out{stride}", axis=1)
        outputs[name] = [1, 4 * BINS + 2, *cells(size, stride)]
    graph.save(path, size, outputs, {"names": "{0: 'button', 1: 'text field'}"})


def strides_in_pairs(path: Path, size: Shape) -> None:
    """Two tensors a stride: class logits, and distances in strides; one class, no names."""
    graph = Graph()
    outputs: dict[str, Shape] = {}
    for stride in STRIDES:
        outputs[class_logits(graph, stride, 1)] = [1, 1, *cells(size, stride)]
        outputs[spread(graph, np.array(DISTANCES), stride, f"edges{stride}")] = [1, 4, *cells(size, stride)]
    graph.save(path, size, outputs)


def rows(path: Path, size: Shape, anchors_first: bool, names: list[str]) -> None:
    """The decoded head of a YOLOv8 export, of stride 8 alone, in either order."""
    graph = Graph()
    logits = class_logits(graph, 8, len(names))
    scores = graph.add("Sigmoid", [logits], "scores")
    # Centres of the cells: the running sum of 8 along each axis, less 4; boxes of fixed size around them.
    left, up, right, down = (8 * d for d in DISTANCES)
    eights = spread(graph, np.array([8.0]), 8, "eights")
    axes = {name: graph.constant(name, np.array(axis, np.int64)) for name, axis in (("wide", 3), ("high", 2))}
    parts: list[str] = []
    for axis, shift in (("wide", (right - left) / 2 - 4), ("high", (down - up) / 2 - 4)):
        summed = graph.add("CumSum", [eights, axes[axis]], f"sum_{axis}")
        offset = graph.constant(f"shift_{axis}", np.array(shift, np.float32))
        parts.append(graph.add("Add", [summed, offset], f"centre_{axis}"))
    parts += [spread(graph, np.array([left + right]), 8, "w"), spread(graph, np.array([up + down]), 8, "h")]
    joined = graph.add("Concat", [*parts, scores], "joined", axis=1)
    shape = graph.constant("shape", np.array([1, 4 + len(names), -1], np.int64))
    flat = graph.add("Reshape", [joined, shape], "flat" if anchors_first else "output0")
    out: Shape = [1, 4 + len(names), "anchors"]
    if anchors_first:
        graph.add("Transpose", [flat], "output0", perm=[0, 2, 1])
        out = [1, "anchors", 4 + len(names)]
    listed = ", ".join(f"{i}: '{name}'" for i, name in enumerate(names))
    graph.save(path, size, {"output0": out}, {"names": f"{{{listed}}}", "task": "detect"})


def cells(size: Shape, stride: int) -> Shape:
    return [side // stride if isinstance(side, int) else f"{side}_{stride}" for side in size]


def main() -> None:
    here = Path(__file__).parent
    rows(here / "rows-free.onnx", ["height", "width"], False, ["icon"])
    rows(here / "rows-fixed.onnx", [640, 640], True, ["button", "text field"])
    strides_in_one(here / "strides-one.onnx", [640, 640])
    strides_in_pairs(here / "strides-pairs.onnx", ["height", "width"])


if __name__ == "__main__":
    main()
