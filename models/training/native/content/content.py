"""Words, numbers and icons for generated interfaces (Python generators).

The same tables are read by the generators in other languages: words.tsv beside this file, and the
icon pack that make_icons.py writes ($GROUNDMARK_ICONS, by default the folder `icons` beside this file; without it
interfaces have no icons).
"""
from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from random import Random

LANGUAGES = ("en", "de", "fr", "es", "pl", "ru", "el", "ja", "zh")
WEIGHTS = (50, 9, 8, 7, 5, 7, 4, 5, 5)
CODE = (
    "for i in range(count):", "    total += item.price * item.amount", "def load(path: str) -> dict:",
    "    return json.loads(text)", "int main(int argc, char **argv) {", "  printf(\"%d\\n\", sum);", "}",
    "const names = rows.map((row) => row.name);", "if (width > limit) {", "  resize(image, width / 2);",
    "# keep the newest ten files", "SELECT name, price FROM items WHERE stock > 0;", "while not queue.empty():",
    "    job = queue.get(timeout=1.0)", "import math", "class Reader:", "    def __init__(self, source):",
    "<section class=\"wide\">", "  margin: 0 auto;", "export default settings;",
)
EXTENSIONS = ("txt", "pdf", "png", "jpg", "mp3", "ogg", "odt", "csv", "zip", "py", "cpp", "html", "mkv", "log", "xml")
STEMS = ("report", "budget", "notes", "holiday", "scan", "draft", "invoice", "song", "track", "photo", "backup",
         "readme", "main", "index", "config", "plan", "minutes", "list", "map", "model", "letter", "chart")


@lru_cache(maxsize=None)
def words() -> dict[tuple[str, str], list[str]]:
    """(kind, language) to words, from words.tsv."""
    table: dict[tuple[str, str], list[str]] = {}
    for line in (Path(__file__).parent / "words.tsv").read_text(encoding="utf8").splitlines():
        if line and not line.startswith("#"):
            kind, language, rest = line.split("\t")
            table[kind, language] = rest.split("|")
    return table


@lru_cache(maxsize=None)
def icon_index() -> list[tuple[str, int, str, str, str]]:
    """(tone, size, theme, name, absolute path) of every icon of the pack; empty without a pack."""
    folder = os.environ.get("GROUNDMARK_ICONS", str(Path(__file__).parent / "icons"))
    index = Path(folder, "index.tsv")
    if not index.exists():
        return []
    rows = [line.split("\t") for line in index.read_text().splitlines()]
    return [(tone, int(size), theme, name, str(Path(folder, path))) for tone, size, theme, name, path in rows]


class Content:
    """Draws of one frame: one language, one icon theme, one seeded generator."""

    def __init__(self, rng: Random, dark: bool = False, language: str | None = None) -> None:
        self.rng = rng
        self.dark = dark
        self.language = language or rng.choices(LANGUAGES, WEIGHTS)[0]
        fitting = [row for row in icon_index() if row[0] != ("dark" if dark else "light")]
        themes = sorted({row[2] for row in fitting})
        theme = rng.choice(themes) if themes else ""
        self.icon_theme = theme
        self._icons: dict[int, list[tuple[str, str]]] = {}
        for _, size, name_of_theme, name, path in fitting:
            if name_of_theme == theme:
                self._icons.setdefault(size, []).append((name, path))

    def word(self, kind: str) -> str:
        """A word of this kind in the language of the frame (English where there is none)."""
        table = words()
        return self.rng.choice(table.get((kind, self.language)) or table[kind, "en"])

    def some(self, kind: str, count: int) -> list[str]:
        """Up to `count` different words of a kind."""
        table = words()
        pool = table.get((kind, self.language)) or table[kind, "en"]
        return self.rng.sample(pool, min(count, len(pool)))

    def file(self) -> str:
        stem, rng = self.rng.choice(STEMS), self.rng
        middle = rng.choice(("", "", f"-{rng.randint(1, 99)}", f"_{rng.randint(2001, 2031)}", " copy", " (2)"))
        return f"{stem}{middle}.{rng.choice(EXTENSIONS)}"

    def size(self) -> str:
        return f"{self.rng.uniform(0.1, 900):.1f} {self.rng.choice(('kB', 'MB', 'GB'))}"

    def date(self) -> str:
        rng = self.rng
        day, month, year = rng.randint(1, 28), rng.randint(1, 12), rng.randint(2004, 2031)
        return rng.choice((f"{year}-{month:02}-{day:02}", f"{day:02}.{month:02}.{year}", f"{month}/{day}/{year % 100:02}",
                           f"{year}-{month:02}-{day:02} {rng.randint(0, 23):02}:{rng.randint(0, 59):02}"))

    def number(self) -> str:
        rng = self.rng
        return rng.choice((str(rng.randint(0, 100)), str(rng.randint(0, 9999)), f"{rng.uniform(0, 99):.2f}", f"{rng.randint(0, 100)} %"))

    def cell(self) -> str:
        """Text of a table cell."""
        return self.rng.choice((self.number, self.date, self.size, self.file, lambda: self.word("noun"), lambda: self.word("person")))()

    def line(self) -> str:
        return self.word("sentence")

    def text(self, lines: int) -> str:
        """Several lines of code, of prose or of a log."""
        rng = self.rng
        style = rng.random()
        if style < 0.35:
            return "\n".join(rng.choice(CODE) for _ in range(lines))
        if style < 0.5:
            return "\n".join(f"{self.date()} [{rng.choice(('info', 'warn', 'debug'))}] {self.file()}" for _ in range(lines))
        return "\n".join(" ".join(self.line() for _ in range(rng.randint(1, 3))) if rng.random() < 0.8 else "" for _ in range(lines))

    def title(self) -> str:
        rng = self.rng
        return rng.choice((self.word("noun"), f"{self.file()} - {self.word('noun')}", self.word("menu"), f"{self.word('noun')} – {self.word('person')}"))

    def icon(self, size: int) -> tuple[str, str] | None:
        """(name, path) of an icon of about this size in pixels, or None without a pack."""
        if not self._icons:
            return None
        nearest = min(self._icons, key=lambda have: abs(have - size))
        return self.rng.choice(self._icons[nearest])
