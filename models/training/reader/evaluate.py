"""Figures of a checkpoint on validation lines, and the temperature of its confidences.

    evaluate.py CHECKPOINT FOLDER [--limit N] [--out calibration.json] [--errors N] [--pack FOLDER] [--raw]

Share of lines read exactly and character error rate (edits / characters), in all and by language, size, effect and
whether the font was trained on. The temperature makes the softmax of emitted characters the share of them that is
right; `--out` stores it for land.py. `--pack` writes the lines for evaluate.js, which measures an exported file
(fp32 or int8) in the product's runtime. Lines on which nothing is to be read count as exact when nothing is.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np  # noqa: E402
import torch  # noqa: E402

from alphabet import decode  # noqa: E402
from effects import SIZE_BANDS, marks_of  # noqa: E402
from fonts import UNSEEN  # noqa: E402
from network import Reader, folded  # noqa: E402
from shards import Lines, batch  # noqa: E402
from texts import CYRILLIC_LANGUAGES  # noqa: E402



def edits(a: list[int], b: list[int]) -> tuple[int, list[bool]]:
    """Levenshtein distance, and for each item of `a` whether it is matched with an equal one of `b`."""
    rows = [list(range(len(b) + 1))]
    for i, x in enumerate(a):
        row = [i + 1]
        for j, y in enumerate(b):
            row.append(min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (x != y)))
        rows.append(row)
    right = [False] * len(a)
    i, j = len(a), len(b)
    while i and j:
        if rows[i][j] == rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]):
            right[i - 1] = a[i - 1] == b[j - 1]
            i, j = i - 1, j - 1
        elif rows[i][j] == rows[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return rows[-1][-1], right


def emitted(logits: torch.Tensor, steps: int) -> tuple[list[int], list[int]]:
    """Greedy CTC: classes, and the step at which each was emitted. logits [classes, steps]."""
    best = logits[:, :steps].argmax(0).tolist()
    places = [t for t, c in enumerate(best) if c and (t == 0 or best[t - 1] != c)]
    return [best[t] for t in places], places


def fit_temperature(logits: torch.Tensor, right: torch.Tensor) -> float:
    """Temperature under which the largest softmax of `logits` [n, classes] is most likely to be `right` [n]."""
    best, lowest = 1.0, float("inf")
    for t in np.arange(0.5, 4.01, 0.05):
        sure = torch.softmax(logits / float(t), 1).amax(1).clamp(1e-4, 1 - 1e-4)
        loss = float(-(right * sure.log() + (1 - right) * (1 - sure).log()).mean())
        if loss < lowest:
            best, lowest = float(t), loss
    return round(best, 2)


def kinds_of(lines: Lines, i: int) -> list[str]:
    language = str(lines.about["languages"][i])
    size, names = float(lines.about["sizes"][i]), marks_of(int(lines.about["effects"][i]))
    if "nothing" in names:
        return ["nothing"]
    script = "Cyrillic" if language in CYRILLIC_LANGUAGES else {"el": "Greek", "en": "English", "made": "made up"}.get(language, "Latin")
    band = next(f"size {a}-{b}" for a, b in SIZE_BANDS if a <= size < b)
    font = "font unseen" if str(lines.about["families"][i]) in UNSEEN else "font seen"
    return ["text", f"script {script}", f"language {language}", band, font, *(f"effect {name}" for name in names)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=8000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--errors", type=int, default=0, help="print so many misread lines")
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--raw", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    net = Reader()
    net.load_state_dict(torch.load(args.checkpoint, map_location="cpu")["net" if args.raw else "average"])
    model = folded(net).to(memory_format=torch.channels_last)
    counts: dict[str, np.ndarray] = {}
    tops, rights, sures, wrong, packed = [], [], [], [], []
    left = args.limit
    for file in sorted(args.folder.glob("validation-*.npz")):
        lines = Lines(file)
        chosen = sorted(range(len(lines.pictures))[:left], key=lambda i: lines.pictures[i].shape[1])
        left -= len(chosen)
        for k in range(0, len(chosen), 32):
            part = chosen[k : k + 32]
            item = batch([lines.pictures[i] for i in part], [lines.labels[i] for i in part])
            with torch.no_grad():
                logits = model(item.pictures.contiguous(memory_format=torch.channels_last))
            for row, i in enumerate(part):
                truth = lines.labels[i].tolist()
                read, places = emitted(logits[row], int(item.steps[row]))
                distance, right = edits(read, truth)
                value = np.array([1, distance == 0, distance, len(truth)])
                for kind in kinds_of(lines, i):
                    counts[kind] = counts.get(kind, np.zeros(4)) + value
                if places:
                    tops.append(logits[row][:, places].T)
                    rights += right
                    sures.append((len(tops) - 1, distance == 0))
                if distance and len(wrong) < args.errors:
                    wrong.append(f"{decode(truth)!r} read as {decode(read)!r} ({', '.join(kinds_of(lines, i)[2:])})")
                if args.pack:
                    packed.append((lines.pictures[i], decode(truth)))
    temperature = fit_temperature(torch.cat(tops), torch.tensor(rights, dtype=torch.float32)) if tops else 1.0
    for kind in sorted(counts):
        n, exact, distance, characters = counts[kind]
        print(f"{kind:24s} {int(n):6d} lines  exact {exact / n:.3f}  CER {100 * distance / max(characters, 1):6.2f} %")
    sure = np.array([float(torch.softmax(t / temperature, 1).amax(1).mean()) for t in tops])
    good = np.array([g for _, g in sures], float)
    print(f"temperature {temperature}, characters right {np.mean(rights) if rights else 0:.3f}")
    for at in (0.3, 0.5, 0.6, 0.7, 0.8, 0.9):
        kept = sure >= at
        if kept.any():
            print(f"confidence >= {at}: {kept.mean():.3f} of the lines that are read, {good[kept].mean():.3f} of them exact")
    print("\n".join(wrong))
    if args.out:
        n, exact, distance, characters = counts["text"]
        args.out.write_text(json.dumps({"temperature": temperature, "exact": round(exact / n, 4), "cer": round(distance / characters, 5)}) + "\n")
    if args.pack:
        args.pack.mkdir(parents=True, exist_ok=True)
        (args.pack / "lines.bin").write_bytes(b"".join(np.ascontiguousarray(p).tobytes() for p, _ in packed))
        (args.pack / "lines.json").write_text(json.dumps([[p.shape[1], text] for p, text in packed], ensure_ascii=False))


if __name__ == "__main__":
    main()
