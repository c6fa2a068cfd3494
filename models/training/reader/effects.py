"""What may happen to a line, as bits of its `effects`, and the bands of sizes that figures are given by."""

EFFECTS = (
    "bold", "light", "italic", "underline", "mnemonic", "strike", "icon", "border", "cut", "caret", "selection",
    "gradient", "picture", "lcd", "no antialiasing", "low contrast", "ellipsis", "mono", "resampled", "nothing",
)  # fmt: skip
#: Pixels of the font, low and high.
SIZE_BANDS = ((0, 11), (11, 14), (14, 18), (18, 28), (28, 99))


def bits(marks: set[str]) -> int:
    return sum(1 << i for i, name in enumerate(EFFECTS) if name in marks)


def marks_of(effects: int) -> list[str]:
    return [name for i, name in enumerate(EFFECTS) if effects >> i & 1]
