#!/usr/bin/env -S /usr/bin/python3
"""Writes cells.onnx: a network with the detector's interface whose answers are known.

Every 8x8 cell of the input is an anchor. A red cell is a button, a green one a check box that is checked, a
blue one a list item; each box is its cell, and the place to click lies two pixels right of the middle.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CLASSES, STATES = 15, 4
BUTTON, CHECKBOX, LISTITEM = 0, 5, 11
CHECKED, SELECTED = 15, 16


def main() -> None:
    weights = np.zeros((CLASSES + STATES, 3, 1, 1), np.float32)
    weights[BUTTON, :, 0, 0] = [1, -2, -2]
    weights[CHECKBOX, :, 0, 0] = [-2, 1, -2]
    weights[LISTITEM, :, 0, 0] = [-2, -2, 1]
    weights[CHECKED, :, 0, 0] = [0, 1, 0]
    weights[SELECTED, :, 0, 0] = [0, 0, 0.7]
    constants = {
        "weights": weights,
        "low": np.float32(0),
        "high": np.float32(1),
        "eight": np.float32(8),
        "four": np.float32(4),
        "two": np.float32(2),
        "none": np.zeros((1, 3, 1, 1), np.float32),
        "x_axis": np.int64(3),
        "y_axis": np.int64(2),
        "rows": np.array([1, 4 + CLASSES + STATES + 2, -1], np.int64),
    }
    node = helper.make_node
    nodes = [
        node("AveragePool", ["images"], ["cells"], kernel_shape=[8, 8], strides=[8, 8]),
        node("Conv", ["cells", "weights"], ["raw"]),
        node("Clip", ["raw", "low", "high"], ["scores"]),
        node("Conv", ["cells", "none"], ["zero"]),
        node("Add", ["zero", "eight"], ["side"]),
        node("CumSum", ["side", "x_axis"], ["x_end"]),
        node("CumSum", ["side", "y_axis"], ["y_end"]),
        node("Sub", ["x_end", "four"], ["x"]),
        node("Sub", ["y_end", "four"], ["y"]),
        node("Add", ["x", "two"], ["click_x"]),
        node("Concat", ["x", "y", "side", "side", "scores", "click_x", "y"], ["grid"], axis=1),
        node("Reshape", ["grid", "rows"], ["output0"]),
    ]
    graph = helper.make_graph(
        nodes,
        "cells",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, "h", "w"])],
        [helper.make_tensor_value_info("output0", TensorProto.FLOAT, [1, 25, "anchors"])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(Path(__file__).with_name("cells.onnx")))


if __name__ == "__main__":
    main()
