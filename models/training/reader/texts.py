"""What lines say: texts of text.json (text.js) and made-up ones, in the shares that screens have."""

from __future__ import annotations

import json
import random
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

from alphabet import ASCII, CYRILLIC, GREEK, LATIN, MORE, SYMBOLS, VIETNAMESE, encode

sys.path.append(str(Path(__file__).parent.parent / "native"))
from words import ACTIONS, NOUNS  # noqa: E402

CYRILLIC_LANGUAGES = ("ru", "uk", "bg", "sr", "mk", "be")
#: Shares of lines; the rest is made up.
SHARES = (("en", 0.45), ("latin", 0.20), ("cyrillic", 0.09), ("greek", 0.05), ("made", 0.21))
#: One text in so many is kept for validation, by its hash.
HELD_OUT_ONE_IN = 40
#: Letters whose capital differs by size alone: told apart by what stands beside them.
CASE_PAIRS = "cosvwxzukp"
#: Marks of placeholders in text.json (text.js).
NUMBER, NOUN = "\ue000", "\ue001"
LONGEST = (6, 10, 14, 18, 22, 26, 30, 36, 44)
ENDINGS = "txt pdf png jpg odt ods docx xlsx csv json py js ts md html css log zip tar.gz conf ini sh deb iso mp3 mp4 svg xml yaml".split()
UNITS = "KB MB GB kB MiB GiB bytes px pt mm cm ms s °C km/h Hz kHz dpi fps kg".split()
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
KEYS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890") + "F1 F5 F11 Del Enter Tab Home End Esc PgUp Space Left".split()
COMMANDS = "ls cd git npm make ssh cat grep sudo docker python3 tar curl echo mkdir".split()
#: Characters that are easily taken for one another, drawn together.
ALIKE = ("il1I|!jtfrJL", "0OoQD8B", "ijl.,;:'\"|!I1", "rnm vvw cld", "5S$2Z8B6G", "-–—−_~=", "()[]{}<>", ".,:;'`´’")


@dataclass
class Text:
    """A line's text as it is drawn. `code`: asks for a font of fixed widths."""

    text: str
    language: str
    code: bool = False


def held_out(text: str) -> bool:
    return zlib.crc32(text.lower().encode()) % HELD_OUT_ONE_IN == 0


class Texts:
    def __init__(self, file: Path, rng: random.Random, validation: bool):
        stored = json.loads(file.read_text(encoding="utf8"))
        self.rng = rng
        self.by_language: dict[str, list[str]] = {}
        for language, texts in stored["languages"].items():
            own = [*ACTIONS.get(language, []), *NOUNS.get(language, [])]
            chosen = [t for t in texts + own if t and held_out(t) == validation and encode(t.replace(NUMBER, "1").replace(NOUN, "a"))]
            if chosen:
                self.by_language[language] = chosen
        listed = [w for t in self.by_language["en"] for w in t.split() if w.isalpha() and len(w) < 14]
        self.words = sorted(set(listed))
        self.rare_words = [w for w in stored["words"] if held_out(w) == validation]
        self.verbs = [w for w in ACTIONS["en"] if w.isalpha()]
        self.nouns = NOUNS["en"]
        self.latin = [k for k in self.by_language if k not in CYRILLIC_LANGUAGES and k not in ("en", "el")]
        self.cyrillic = [k for k in self.by_language if k in CYRILLIC_LANGUAGES]

    def choose(self) -> Text:
        """One line's text: in the alphabet, no longer than about 44 characters, without outer spaces."""
        while True:
            chosen = self._draw()
            text = self._shorten(self._filled(chosen.text))
            if chosen.language != "made" or not chosen.code:
                text = self._vary(text)
            if text and encode(text) is not None:
                return Text(text, chosen.language, chosen.code)

    def _filled(self, text: str) -> str:
        r = self.rng
        while NUMBER in text:
            text = text.replace(NUMBER, str(r.choice([r.randint(0, 12), r.randint(0, 999)])), 1)
        while NOUN in text:
            text = text.replace(NOUN, self._word(), 1)
        return text

    def _draw(self) -> Text:
        r = self.rng
        kind = r.choices([k for k, _ in SHARES], [s for _, s in SHARES])[0]
        if kind == "en":
            if r.random() < 0.12:
                return Text(self._command(), "en")
            return Text(r.choice(self.by_language["en"]), "en")
        if kind == "made":
            return self._make()
        language = {"latin": lambda: r.choice(self.latin), "greek": lambda: "el", "cyrillic": self._cyrillic}[kind]()
        return Text(r.choice(self.by_language[language]), language)

    def _cyrillic(self) -> str:
        return self.rng.choices(self.cyrillic, [3 if k == "ru" else 2 if k == "uk" else 1 for k in self.cyrillic])[0]

    def _word(self) -> str:
        return self.rng.choice(self.words if self.rng.random() < 0.8 else self.rare_words)

    def _command(self) -> str:
        """What menus and buttons say: a verb, a noun, sometimes a key behind it."""
        r = self.rng
        text = f"{r.choice(self.verbs)} {r.choice(self.nouns)}"
        if r.random() < 0.3:
            text += r.choice(["…", "..."])
        return text

    def _shorten(self, text: str) -> str:
        """A run of whole words where the text is long, sometimes with the ellipsis of a label without room."""
        r = self.rng
        most = r.choice(LONGEST)
        if len(text) > most:
            words = text.split(" ")
            first = r.randrange(len(words)) if r.random() < 0.6 else 0
            short = words[first]
            for word in words[first + 1 :]:
                if len(short) + 1 + len(word) > most:
                    break
                short += " " + word
            text = short[: LONGEST[-1]]
            if r.random() < 0.25:
                text = text[: r.randint(max(1, len(text) // 2), len(text))].rstrip() + r.choice(["…", "…", "..."])
        return text.strip()

    def _vary(self, text: str) -> str:
        r = self.rng
        q = r.random()
        if q < 0.04:
            return text.upper()
        if q < 0.07:
            return text.title()
        if q < 0.12 and text[-1:].isalnum():
            return text + r.choice(["…", "...", ":", ":", " …", "*"])
        if q < 0.15 and text[-1:].isalpha():
            letter = r.choice(CASE_PAIRS)
            letter = letter.upper() if r.random() < 0.5 else letter
            return text + letter if r.random() < 0.5 else f"{text} {letter}"
        if q < 0.17:
            return f"{r.choice('•·-–—✓▸►◆*')} {text}"
        return text

    def _make(self) -> Text:
        r = self.rng
        kind = r.choices(["number", "name", "code", "random", "lone", "start"], [0.38, 0.20, 0.14, 0.16, 0.08, 0.04])[0]
        if kind == "number":
            return Text(self._number(), "made", r.random() < 0.2)
        if kind == "name":
            return Text(self._name(), "made", r.random() < 0.2)
        if kind == "code":
            return Text(self._code(), "made", r.random() < 0.8)
        if kind == "lone":
            return Text(r.choice(ASCII[1:] if r.random() < 0.6 else ASCII[1:] + LATIN + CYRILLIC + GREEK + SYMBOLS + MORE), "made")
        if kind == "start":
            return Text(self._word()[: r.randint(1, 4)], "made")
        return Text(self._random(), "made", r.random() < 0.3)

    def _number(self) -> str:
        r = self.rng
        whole, cents = r.randint(0, 9999), r.randint(0, 99)
        return r.choice(
            [
                lambda: str(r.randint(0, 99)),
                lambda: str(r.randint(100, 999999)),
                lambda: f"{whole:,}.{cents:02d}",
                lambda: f"{whole:,}".replace(",", r.choice(". '")) + f",{cents:02d}",
                lambda: f"{r.random() * r.choice([1, 10, 1000]):.{r.randint(1, 4)}f}",
                lambda: f"{r.randint(0, 100)}{r.choice(['%', ' %'])}",
                lambda: r.choice([f"{r.choice('$€£')}{whole}.{cents:02d}", f"{whole},{cents:02d} {r.choice('€₺₽₴') if r.random() < .7 else 'zł'}"]),
                lambda: f"{r.randint(1, 31):02d}{(s := r.choice('./-'))}{r.randint(1, 12):02d}{s}{r.randint(1990, 2039)}",
                lambda: f"{r.randint(2000, 2039)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}",
                lambda: f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}" + (f":{r.randint(0, 59):02d}" if r.random() < 0.3 else ""),
                lambda: f"{r.randint(1, 12)}:{r.randint(0, 59):02d} {r.choice(['AM', 'PM', 'am', 'pm'])}",
                lambda: f"{r.random() * 1000:.1f} {r.choice(UNITS)}",
                lambda: f"{r.randint(1, 4000)} {r.choice(UNITS)}",
                lambda: f"{r.choice('−+-±')}{r.randint(0, 999)}",
                lambda: f"{r.choice(['', 'v'])}{r.randint(0, 24)}.{r.randint(0, 40)}.{r.randint(0, 40)}",
                lambda: f"{r.randint(1, 99)}{r.choice(['/', ' / ', ' of '])}{r.randint(1, 99)}",
                lambda: f"({r.randint(0, 99)})",
                lambda: f"{r.randint(0, 1 << 32):08x}",
                lambda: f"#{r.randint(0, (1 << 24) - 1):06X}",
                lambda: f"{r.choice('ABCDEFGHXYZ')}{r.randint(1, 200)}",
                lambda: f"{r.randint(1, 3840)}{r.choice([' × ', '×', 'x', ' x '])}{r.randint(1, 2160)}",
                lambda: f"192.168.{r.randint(0, 255)}.{r.randint(0, 255)}",
                lambda: f"+{r.randint(1, 99)} {r.randint(100, 999)} {r.randint(100, 999)} {r.randint(1000, 9999)}",
                lambda: f"{r.randint(1, 30)} {r.choice(MONTHS)} {r.randint(2000, 2039)}",
                lambda: f"{r.choice('0123456789')} {r.choice('+−×÷=-/*')} {r.choice('0123456789')}",
            ]
        )()

    def _name(self) -> str:
        """Files, paths, addresses, shortcuts, labels with a value."""
        r, w = self.rng, self._word
        low = lambda: w().lower()  # noqa: E731
        return r.choice(
            [
                lambda: low() + r.choice(["_", "-", ".", ""]) + str(r.randint(0, 2039)) + "." + r.choice(ENDINGS),
                lambda: w() + "." + r.choice(ENDINGS),
                lambda: "/" + "/".join(low() for _ in range(r.randint(1, 4))),
                lambda: r.choice(["~/", "./", "../", "C:\\", "/home/", "/usr/"]) + low() + r.choice("/\\") + w(),
                lambda: low() + r.choice([".", "_", ""]) + low() + "@" + low() + r.choice([".com", ".org", ".net", ".example", ".pl", ".de"]),
                lambda: r.choice(["https://", "http://", "www."]) + low() + r.choice([".com", ".org/", ".io/", ".net/"]) + low(),
                lambda: "+".join(r.sample(["Ctrl", "Shift", "Alt", "Super", "Meta"], r.choice([1, 1, 1, 2]))) + "+" + r.choice(KEYS),
                lambda: "".join(r.sample("⇧⌘⌥⌃", r.choice([1, 2]))) + r.choice(KEYS),
                lambda: f"F{r.randint(1, 12)}",
                lambda: w().title() + ": " + self._number(),
                lambda: w() + " " + self._number(),
                lambda: w().title() + " " + w().title(),
                lambda: w().title() + " (" + w() + ")",
                lambda: w().title() + f" {r.randint(1, 99)}",
                lambda: w().title() + r.choice([" - ", " – ", " — ", " | ", " · ", " / ", " › ", " > ", " → "]) + w().title(),
                lambda: "@" + low() + r.choice(["", "_", "."]) + low(),
                lambda: "#" + low(),
            ]
        )()

    def _code(self) -> str:
        r, w = self.rng, self._word
        low = lambda: w().lower()  # noqa: E731
        return r.choice(
            [
                lambda: low() + w().title() + r.choice(["", w().title()]),
                lambda: low() + "_" + low(),
                lambda: f"{low()}({low()}, {self._number()});",
                lambda: f"{low()} = {self._number()}",
                lambda: f"$ {r.choice(COMMANDS)} -{r.choice('abcdefrlx')} {low()}",
                lambda: f"const {low()} = {low()}.{low()}();",
                lambda: f'if ({low()} {r.choice(["==", "!=", "<", ">=", "===", "&&", "||"])} {r.randint(0, 99)}) {{',
                lambda: f'"{low()}": {r.choice(["true", "false", "null", self._number()])},',
                lambda: f"<{low()} {low()}=\"{low()}\">",
                lambda: f"</{low()}>",
                lambda: f"def {low()}(self, {low()}):",
                lambda: f"import {low()} from '{low()}';",
                lambda: f"// {w()} {low()} {low()}",
                lambda: f"#include <{low()}.h>",
                lambda: f"return {low()}[{r.randint(0, 9)}];",
                lambda: f"-rw-r--r-- {r.randint(1, 9)} {low()}",
                lambda: f"{r.randint(1, 999)}: {low()} {low()}",
                lambda: w().upper() + "_" + w().upper(),
            ]
        )()

    def _random(self) -> str:
        r = self.rng
        kind = r.random()
        if kind < 0.35:
            pool = ASCII[1:]
        elif kind < 0.75:
            pool = r.choice([LATIN, VIETNAMESE, CYRILLIC + "аеосрхіуКМНТВАОРСЕХЁё", GREEK + "οναΑΕΟΡΤ", ASCII[1:]])
        else:
            pool = r.choice([SYMBOLS, MORE, ASCII[1:33], "0123456789.,:-%", *ALIKE])
        if r.random() < 0.2:
            return " ".join(r.choice(pool) for _ in range(r.randint(1, 5)))
        return "".join(r.choice(pool) if r.random() > 0.15 else r.choice(ASCII) for _ in range(r.randint(1, 9)))
