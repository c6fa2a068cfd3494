"""Puts a model's manifest entry in the place of the one that has its task."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path


def described(file: Path) -> dict:
    """A file as the manifest lists it."""
    data = file.read_bytes()
    return {"file": file.name, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def replace(models: Path, entry: dict) -> str:
    """Writes the entry into models/manifest.json and removes files of the old one that it lacks; the old one's name."""
    manifest_file = models / "manifest.json"
    manifest = json.loads(manifest_file.read_text())
    position = next(i for i, m in enumerate(manifest["models"]) if m["task"] == entry["task"])
    old, manifest["models"][position] = manifest["models"][position], entry
    manifest_file.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")
    for gone in _files(old) - _files(entry):
        (models / gone).unlink(missing_ok=True)
    return old["name"]


def _files(entry: dict) -> set[str]:
    return {part["file"] for part in (entry, entry.get("labelsFile")) if part}
