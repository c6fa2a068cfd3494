"""Figures of a detector on frames with truth.

    evaluate.py MODEL.onnx|CHECKPOINT.pt FOLDER... [--limit N] [--scale S] [--score T] [--overlays OUT]

The network sees each frame at `--scale` input pixels a logical pixel (default 1, never enlarged). Prints
class-agnostic AP at IoU 0.5, recall by click point and by IoU at `--score`, marks for each control,
precision, roles, states, and all of it by class and by short side in logical pixels. The product's own
figures come from `npm run bench -- accuracy`; these are for choosing checkpoints.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402

from frames import read_truth  # noqa: E402
from network import CLASSES, SIZE_MULTIPLE, STATES, Exported, UiNet, fold_batch_norm  # noqa: E402
from weights import start_from  # noqa: E402

LOWEST = 0.05
#: Candidates looked at in a frame, best first.
MOST_CANDIDATES = 1500
SUPPRESS_IOU = 0.55
#: Larger pictures are scaled to this many pixels, as the product's first pass does.
MOST_PIXELS = 2.1e6
BANDS = ((0, 12), (12, 16), (16, 24), (24, 48), (48, 1e9))


def iou_matrix(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """IoU of boxes [N, 4] with boxes [M, 4]."""
    inter = np.clip(np.minimum(a[:, None, 2:], b[None, :, 2:]) - np.maximum(a[:, None, :2], b[None, :, :2]), 0, None).prod(2)
    area = lambda x: (x[:, 2:] - x[:, :2]).prod(1)  # noqa: E731
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-9)


def suppress(boxes: np.ndarray, scores: np.ndarray, limit: float = SUPPRESS_IOU) -> list[int]:
    """Greedy class-agnostic non-maximum suppression; indices, best first."""
    order = np.argsort(-scores, kind="stable")
    kept: list[int] = []
    while order.size:
        kept.append(int(order[0]))
        over = iou_matrix(boxes[order[:1]], boxes[order[1:]])[0]
        order = order[1:][over <= limit]
    return kept


class Finder:
    """Runs the exported form of a checkpoint (or of an ONNX file's weights) on whole frames."""

    def __init__(self, model: Path):
        net = UiNet()
        if model.suffix == ".onnx":
            start_from(net, model, torch.zeros(1, 3, 128, 128))
        else:
            net.load_state_dict(torch.load(model, map_location="cpu")["average"])
        self.model = Exported(fold_batch_norm(net)).eval().to(memory_format=torch.channels_last)

    def find(self, image: np.ndarray, scale: float) -> dict[str, np.ndarray]:
        """image [H, W, 3] BGR. Boxes in picture pixels, best first, one for each element."""
        h, w = image.shape[:2]
        size = (max(1, round(w * scale)), max(1, round(h * scale)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA) if scale != 1 else image
        ph, pw = (-(-s // SIZE_MULTIPLE) * SIZE_MULTIPLE for s in (size[1], size[0]))
        canvas = np.full((ph, pw, 3), 114, np.uint8)
        canvas[: size[1], : size[0]] = small
        x = torch.from_numpy(canvas[..., ::-1].transpose(2, 0, 1).copy())[None].float() / 255
        with torch.no_grad():
            out = self.model(x.contiguous(memory_format=torch.channels_last))[0].numpy()
        n = len(CLASSES)
        scores = out[4 : 4 + n].max(0)
        best = np.argsort(-scores, kind="stable")[:MOST_CANDIDATES]
        out = out[:, best[scores[best] > LOWEST]]
        scores = out[4 : 4 + n].max(0)
        boxes = np.stack([out[0] - out[2] / 2, out[1] - out[3] / 2, out[0] + out[2] / 2, out[1] + out[3] / 2], 1)
        kept = suppress(boxes, scores)
        factor = np.array([w / size[0], h / size[1]] * 2, np.float32)
        return {
            "boxes": boxes[kept] * factor,
            "scores": scores[kept],
            "roles": out[4 : 4 + n].argmax(0)[kept],
            "states": out[4 + n : 4 + n + len(STATES), kept].T,
            "points": out[-2:, kept].T * factor[:2],
        }


def match(found: np.ndarray, truth: np.ndarray, at: float = 0.5) -> np.ndarray:
    """Greedy, best score first: the truth index of each found box, or -1."""
    owner = np.full(len(found), -1)
    if len(found) == 0 or len(truth) == 0:
        return owner
    over = iou_matrix(found, truth)
    free = np.ones(len(truth), bool)
    for i in range(len(found)):
        candidates = np.where(free, over[i], 0)
        j = int(candidates.argmax())
        if candidates[j] >= at:
            owner[i] = j
            free[j] = False
    return owner


def average_precision(hits: np.ndarray, scores: np.ndarray, total: int) -> float:
    """Area under the precision envelope (all points)."""
    order = np.argsort(-scores, kind="stable")
    true = np.cumsum(hits[order])
    precision = true / (np.arange(len(true)) + 1)
    recall = true / max(total, 1)
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.sum(np.diff(np.concatenate([[0], recall])) * envelope))


def evaluate(finder: Finder, frames: list, seen: float, threshold: float, overlays: Path | None) -> dict:
    hits, scores, controls = [], [], 0
    rows = []  # one a control: class, short side, found by IoU, found by click, role right
    marks = good = pointed_marks = 0
    state_right = np.zeros((len(STATES), 2))
    for number, frame in enumerate(frames):
        image = cv2.imread(str(frame.picture), cv2.IMREAD_COLOR)
        if image is None:
            continue
        whole = (MOST_PIXELS / (image.shape[0] * image.shape[1])) ** 0.5
        found = finder.find(image, min(1.0, seen / frame.scale, whole))
        centre = (found["boxes"][:, :2] + found["boxes"][:, 2:]) / 2
        if len(frame.ignore):
            c = centre[:, None]
            hidden = ((c > frame.ignore[None, :, :2]) & (c < frame.ignore[None, :, 2:])).all(2).any(1)
            found = {k: v[~hidden] for k, v in found.items()}
        truth = frame.table
        owner = match(found["boxes"], truth[:, 1:5])
        hits.append(owner >= 0)
        scores.append(found["scores"])
        controls += len(truth)
        sure = found["scores"] >= threshold
        marks += int(sure.sum())
        good += int((owner[sure] >= 0).sum())
        place = {int(j): i for i, j in enumerate(owner) if j >= 0 and sure[i]}
        clickable = np.isin(found["roles"], [CLASSES.index(c) for c in ("checkbox", "radio", "switch")])
        points = np.where(clickable[:, None], found["points"], (found["boxes"][:, :2] + found["boxes"][:, 2:]) / 2)
        for j, row in enumerate(truth):
            low, high = row[5:7] - 2, row[7:9] + 2
            inside = ((points > low) & (points < high)).all(1) & sure
            i = place.get(j)
            short = min(row[3] - row[1], row[4] - row[2]) / frame.scale
            rows.append((int(row[0]), short, i is not None, i is not None or bool(inside.any()), i is not None and found["roles"][i] == row[0]))
            if i is not None:
                known = row[9:] >= 0
                state_right[known, 0] += (found["states"][i] > 0.5)[known] == (row[9:] > 0.5)[known]
                state_right[known, 1] += 1
        if overlays is not None:
            draw(image, found, owner, sure, truth, place, overlays / f"{number:03d}-{frame.picture.stem}.jpg")
    table = np.array(rows, float).reshape(-1, 5)
    mean = lambda part, col: round(float(part[:, col].mean()), 3) if len(part) else None  # noqa: E731
    found_only = table[table[:, 2] > 0]
    return {
        "frames": len(frames),
        "controls": controls,
        "AP50": round(average_precision(np.concatenate(hits), np.concatenate(scores), controls), 4),
        "score": threshold,
        "recall": mean(table, 2),
        "recall by click": mean(table, 3),
        "precision": round(good / max(marks, 1), 3),
        "marks for each control": round(marks / max(controls, 1), 2),
        "role right": mean(found_only, 4),
        "states right": {s: [round(a / b, 3) if b else None, int(b)] for s, (a, b) in zip(STATES, state_right)},
        "by short side": {f"{a}-{b if b < 1e9 else ''}": [int(len(p)), mean(p, 2), mean(p, 3)] for a, b in BANDS if len(p := table[(table[:, 1] >= a) & (table[:, 1] < b)]) or True},
        "by class (n, recall, by click, role)": {
            c: [int(len(p)), mean(p, 2), mean(p, 3), mean(p[p[:, 2] > 0], 4)] for i, c in enumerate(CLASSES) if len(p := table[table[:, 0] == i])
        },
    }


def draw(image, found, owner, sure, truth, place, out: Path) -> None:
    """Truth found: thin green; missed: blue; marks that are no control: red, with role and score."""
    out.parent.mkdir(parents=True, exist_ok=True)
    for j, row in enumerate(truth):
        x0, y0, x1, y1 = (int(v) for v in row[1:5])
        cv2.rectangle(image, (x0, y0), (x1, y1), (0, 160, 0) if j in place else (255, 0, 0), 1 if j in place else 2)
        if j not in place:
            cv2.putText(image, CLASSES[int(row[0])], (x0, y0 - 2), cv2.FONT_HERSHEY_PLAIN, 0.8, (255, 0, 0), 1)
    for i in np.where(sure & (owner < 0))[0]:
        x0, y0, x1, y1 = (int(v) for v in found["boxes"][i])
        cv2.rectangle(image, (x0, y0), (x1, y1), (0, 0, 255), 1)
        text = f"{CLASSES[found['roles'][i]]} {found['scores'][i]:.2f}"
        cv2.putText(image, text, (x0, y1 + 9), cv2.FONT_HERSHEY_PLAIN, 0.8, (0, 0, 255), 1)
    cv2.imwrite(str(out), image)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--score", type=float, default=0.45)
    parser.add_argument("--overlays", type=Path)
    args = parser.parse_args()
    finder = Finder(args.model)
    for folder in args.folders:
        frames = read_truth(folder)
        if not frames:
            raise SystemExit(f"no frames in {folder}")
        step = max(1, len(frames) // args.limit)
        result = evaluate(finder, frames[::step][: args.limit], args.scale, args.score, args.overlays)
        print(folder.name, json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
