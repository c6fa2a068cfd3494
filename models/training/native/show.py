#!/usr/bin/env -S /usr/bin/python3
"""Draws truth over frames, for looking: `show.py OUT.jpg TRUTH.jsonl [FIRST [COUNT [WIDTH]]]` makes one sheet of COUNT frames."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image, ImageDraw

COLOURS = {"button": "#e6194b", "link": "#0082c8", "textbox": "#3cb44b", "combobox": "#f58231", "spinbutton": "#911eb4", "checkbox": "#00c8c8",
           "radio": "#f032e6", "switch": "#7fbf00", "slider": "#b08000", "tab": "#008080", "menuitem": "#aa6e28", "listitem": "#800000",
           "treeitem": "#808000", "row": "#4040ff", "columnheader": "#ff8080"}


def draw(record: dict, folder: Path, width: int) -> Image.Image:
    """The frame with its boxes, scaled to `width` pixels."""
    picture = Image.open(folder / record["frame"]).convert("RGB")
    pen = ImageDraw.Draw(picture, "RGBA")
    thick = max(1, round(record["width"] / width))
    for box in record["ignore"]:
        pen.rectangle(box, fill=(120, 120, 120, 120))
    for element in record["elements"]:
        colour = COLOURS[element["role"]]
        pen.rectangle([element["box"][0], element["box"][1], element["box"][2] - 1, element["box"][3] - 1], outline=colour, width=thick)
        if "click" in element:
            pen.rectangle(element["click"], fill=colour + "70")
        states = element.get("states", {})
        marks = "".join(letter for letter, key in (("c", "checked"), ("s", "selected"), ("e", "expanded"), ("d", "disabled")) if states.get(key))
        if marks:
            pen.text((element["box"][2] - 6 * len(marks) - 2, element["box"][1]), marks, fill=colour)
    return picture.resize((width, round(width * record["height"] / record["width"])), Image.LANCZOS)


def main() -> None:
    out, truth = Path(sys.argv[1]), Path(sys.argv[2])
    first, count, width = (int(value) for value in [*sys.argv[3:6], *["0", "4", "960"][len(sys.argv) - 3 :]][:3])
    records = [json.loads(line) for line in truth.read_text("utf-8").splitlines()][first : first + count]
    pictures = [draw(record, truth.parent, width) for record in records]
    columns = 2 if len(pictures) > 1 else 1
    rows = [pictures[index : index + columns] for index in range(0, len(pictures), columns)]
    sheet = Image.new("RGB", (width * columns, sum(max(p.height for p in row) for row in rows)))
    y = 0
    for row in rows:
        for index, picture in enumerate(row):
            sheet.paste(picture, (index * width, y))
        y += max(p.height for p in row)
    sheet.save(out, quality=90)
    for record in records:
        print(record["frame"], record["width"], record["height"], record["scale"], record["look"], len(record["elements"]))


if __name__ == "__main__":
    main()
