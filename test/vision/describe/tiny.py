#!/usr/bin/env -S /usr/bin/python3
"""Writes a captioner of Florence-2's form into tiny/, whose captions are known.

It says "very very red arrow" of a picture that is red on the whole and "very very blue box" of any other. What
it says next follows from the last token, from the picture's mean colour, and from the length of the decoder's
cache: it says "very" until four tokens are in it. Where the colour comes from is the encoder's cache, which the
merged decoder makes in its first step only; later it gives an empty tensor in its place, as real exports do.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

PROMPT = "What does the image describe?"
WORDS = ["very", "Ġvery", "Ġred", "Ġblue", "Ġarrow", "Ġbox"]
BYTES = sorted(set(PROMPT.replace(" ", "Ġ")))
MERGES = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("i", "m")]
SPECIAL = ["<s>", "<pad>", "</s>"]
TOKENS = SPECIAL + BYTES + [a + b for a, b in MERGES] + WORDS
ID = {token: i for i, token in enumerate(TOKENS)}
# An embedding is one-hot for the token, then three numbers for a colour.
VOCABULARY = len(TOKENS)
WIDTH = VOCABULARY + 3
SIDE = 32
MEAN, STD = [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]


def transitions() -> np.ndarray:
    """Logit of the next token by the last one."""
    table = np.full((VOCABULARY, VOCABULARY), -30.0, np.float32)
    follow = {
        "</s>": ["<s>"],
        "<s>": ["very"],
        "very": ["Ġvery", "Ġred", "Ġblue"],
        "Ġvery": ["Ġred", "Ġblue"],
        "Ġred": ["Ġarrow"],
        "Ġblue": ["Ġbox"],
        "Ġarrow": ["</s>"],
        "Ġbox": ["</s>"],
    }
    for last, following in follow.items():
        for token in following:
            table[ID[last], ID[token]] = 0
    return table


def by_colour() -> np.ndarray:
    """Added logits by the mean colour, -1 to 1 a channel."""
    table = np.zeros((3, VOCABULARY), np.float32)
    table[0, ID["Ġred"]] = 8
    table[2, ID["Ġblue"]] = 8
    return table


def while_short() -> np.ndarray:
    table = np.zeros(VOCABULARY, np.float32)
    table[ID["Ġvery"]] = 20
    return table


def info(name: str, shape: list[int | str], kind: int = TensorProto.FLOAT) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, kind, shape)


def constants(**values: np.ndarray) -> list[onnx.TensorProto]:
    return [numpy_helper.from_array(value, name) for name, value in values.items()]


def save(
    path: Path,
    nodes: list[onnx.NodeProto],
    inputs: list[onnx.ValueInfoProto],
    outputs: list[onnx.ValueInfoProto],
    weights: list[onnx.TensorProto],
) -> None:
    graph = helper.make_graph(nodes, path.stem, inputs, outputs, weights)
    model = helper.make_model(
        graph, producer_name="tiny.py", opset_imports=[helper.make_opsetid("", 13)], ir_version=8
    )
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


def vision_encoder(path: Path) -> None:
    """The mean colour as one position: [n, 1, WIDTH]."""
    nodes = [
        helper.make_node("ReduceMean", ["pixel_values"], ["colour"], axes=[2, 3], keepdims=0),
        helper.make_node("MatMul", ["colour", "place"], ["row"]),
        helper.make_node("Unsqueeze", ["row", "one"], ["image_features"]),
    ]
    place = np.concatenate([np.zeros((3, VOCABULARY)), np.eye(3)], axis=1).astype(np.float32)
    save(
        path,
        nodes,
        [info("pixel_values", ["n", 3, "height", "width"])],
        [info("image_features", ["n", 1, WIDTH])],
        constants(place=place, one=np.array([1])),
    )


def embed_tokens(path: Path) -> None:
    table = np.concatenate([np.eye(VOCABULARY), np.zeros((VOCABULARY, 3))], axis=1).astype(np.float32)
    save(
        path,
        [helper.make_node("Gather", ["table", "input_ids"], ["inputs_embeds"])],
        [info("input_ids", ["n", "length"], TensorProto.INT64)],
        [info("inputs_embeds", ["n", "length", WIDTH])],
        constants(table=table),
    )


def encoder_model(path: Path) -> None:
    """Every position as it is, where the mask lets it through."""
    nodes = [
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "two"], ["mask3"]),
        helper.make_node("Mul", ["inputs_embeds", "mask3"], ["last_hidden_state"]),
    ]
    save(
        path,
        nodes,
        [
            info("attention_mask", ["n", "length"], TensorProto.INT64),
            info("inputs_embeds", ["n", "length", WIDTH]),
        ],
        [info("last_hidden_state", ["n", "length", WIDTH])],
        constants(two=np.array([2])),
    )


def speak(last: str, seen: str, length: str) -> list[onnx.NodeProto]:
    """Logits from the last tokens [n, l, WIDTH], the picture [n, 1, WIDTH] and how many tokens there are."""
    return [
        helper.make_node("Slice", [last, "zero", "vocabulary", "two"], ["token"]),
        helper.make_node("MatMul", ["token", "transitions"], ["next"]),
        helper.make_node("Slice", [seen, "vocabulary", "width", "two"], ["colour"]),
        helper.make_node("MatMul", ["colour", "by_colour"], ["coloured"]),
        helper.make_node("Less", [length, "four"], ["short"]),
        helper.make_node("Cast", ["short"], ["short_float"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["short_float", "while_short"], ["more"]),
        helper.make_node("Add", ["next", "coloured"], ["both"]),
        helper.make_node("Add", ["both", "more"], ["logits"]),
    ]


def spoken_weights() -> list[onnx.TensorProto]:
    return constants(
        zero=np.array([0]),
        one=np.array([1]),
        two=np.array([2]),
        four=np.array([4]),
        vocabulary=np.array([VOCABULARY]),
        width=np.array([WIDTH]),
        transitions=transitions(),
        by_colour=by_colour(),
        while_short=while_short(),
    )


COMMON_INPUTS = [
    info("encoder_attention_mask", ["n", "context"], TensorProto.INT64),
    info("encoder_hidden_states", ["n", "context", WIDTH]),
]


def decoder_model(path: Path) -> None:
    """Without a cache: all tokens at each step."""
    nodes = [
        helper.make_node("Slice", ["encoder_hidden_states", "zero", "one", "one"], ["seen"]),
        helper.make_node("Shape", ["inputs_embeds"], ["sizes"]),
        helper.make_node("Slice", ["sizes", "one", "two", "zero"], ["length"]),
        *speak("inputs_embeds", "seen", "length"),
    ]
    save(
        path,
        nodes,
        [*COMMON_INPUTS, info("inputs_embeds", ["n", "length", WIDTH])],
        [info("logits", ["n", "length", VOCABULARY])],
        spoken_weights(),
    )


def decoder_model_merged(path: Path) -> None:
    """With a cache of one head; the encoder's part of it is made where use_cache_branch is false."""
    cache = [f"0.{side}.{kind}" for side in ("decoder", "encoder") for kind in ("key", "value")]
    made = helper.make_graph(
        [
            helper.make_node("Unsqueeze", ["encoder_hidden_states", "one"], ["made_used"]),
            helper.make_node("Identity", ["made_used"], ["made_given"]),
        ],
        "make",
        [],
        [info("made_used", ["n", 1, "context", WIDTH]), info("made_given", ["n", 1, "context", WIDTH])],
    )
    kept = helper.make_graph(
        [
            helper.make_node("Identity", ["past_key_values.0.encoder.key"], ["kept_used"]),
            helper.make_node(
                "Slice", ["past_key_values.0.encoder.key", "zero", "zero", "two"], ["kept_given"]
            ),
        ],
        "keep",
        [],
        [info("kept_used", ["n", 1, "past", WIDTH]), info("kept_given", ["n", 1, "none", WIDTH])],
    )
    nodes = [
        helper.make_node(
            "If", ["use_cache_branch"], ["context", "present.0.encoder.key"], then_branch=kept, else_branch=made
        ),
        helper.make_node("Identity", ["present.0.encoder.key"], ["present.0.encoder.value"]),
        helper.make_node("Unsqueeze", ["inputs_embeds", "one"], ["now"]),
        helper.make_node(
            "Concat", ["past_key_values.0.decoder.key", "now"], ["present.0.decoder.key"], axis=2
        ),
        helper.make_node("Identity", ["present.0.decoder.key"], ["present.0.decoder.value"]),
        helper.make_node("Squeeze", ["context", "one"], ["context3"]),
        helper.make_node("Slice", ["context3", "zero", "one", "one"], ["seen"]),
        helper.make_node("Shape", ["present.0.decoder.key"], ["sizes"]),
        helper.make_node("Slice", ["sizes", "two", "three", "zero"], ["length"]),
        *speak("inputs_embeds", "seen", "length"),
    ]
    past = lambda name: info(f"past_key_values.{name}", ["n", 1, "past", WIDTH])
    present = lambda name: info(f"present.{name}", ["n", 1, "now", WIDTH])
    save(
        path,
        nodes,
        [
            *COMMON_INPUTS,
            info("inputs_embeds", ["n", 1, WIDTH]),
            *[past(name) for name in cache],
            info("use_cache_branch", [1], TensorProto.BOOL),
        ],
        [info("logits", ["n", 1, VOCABULARY]), *[present(name) for name in cache]],
        [*spoken_weights(), *constants(three=np.array([3]))],
    )


def tokenizer() -> dict[str, object]:
    added = [{"id": ID[token], "content": token, "special": True} for token in SPECIAL]
    return {
        "version": "1.0",
        "added_tokens": added,
        "model": {"type": "BPE", "vocab": ID, "merges": [f"{a} {b}" for a, b in MERGES]},
    }


def main() -> None:
    folder = Path(__file__).parent / "tiny"
    (folder / "onnx").mkdir(parents=True, exist_ok=True)
    vision_encoder(folder / "onnx" / "vision_encoder.onnx")
    embed_tokens(folder / "onnx" / "embed_tokens.onnx")
    encoder_model(folder / "onnx" / "encoder_model.onnx")
    decoder_model(folder / "onnx" / "decoder_model.onnx")
    decoder_model_merged(folder / "onnx" / "decoder_model_merged.onnx")
    texts = {
        "tokenizer.json": tokenizer(),
        "preprocessor_config.json": {
            "size": {"height": SIDE, "width": SIDE},
            "image_mean": MEAN,
            "image_std": STD,
        },
        "generation_config.json": {"decoder_start_token_id": ID["</s>"], "eos_token_id": ID["</s>"]},
    }
    for name, content in texts.items():
        (folder / name).write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
