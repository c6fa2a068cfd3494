"""Random documents as flat OpenDocument files: text, spreadsheet, slides."""
from __future__ import annotations

from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

from content import Content

HEAD = ('<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
        'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" '
        'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.{kind}"><office:body>')


def text_document(content: Content, rng: Random) -> str:
    parts = [f'<text:h text:outline-level="1">{escape(content.title())}</text:h>']
    for _ in range(rng.randint(3, 25)):
        if rng.random() < 0.15:
            parts.append(f'<text:h text:outline-level="2">{escape(content.word("noun"))}</text:h>')
        elif rng.random() < 0.12:
            cells = "".join(f"<table:table-row>{''.join(f'<table:table-cell><text:p>{escape(content.cell())}</text:p></table:table-cell>' for _ in range(3))}</table:table-row>" for _ in range(4))
            parts.append(f'<table:table table:name="T{len(parts)}"><table:table-column table:number-columns-repeated="3"/>{cells}</table:table>')
        elif rng.random() < 0.2:
            parts.append("<text:list>" + "".join(f"<text:list-item><text:p>{escape(content.line())}</text:p></text:list-item>" for _ in range(rng.randint(2, 6))) + "</text:list>")
        else:
            parts.append(f"<text:p>{escape(' '.join(content.line() for _ in range(rng.randint(1, 7))))}</text:p>")
    return HEAD.format(kind="text") + f"<office:text>{''.join(parts)}</office:text></office:body></office:document>"


def spreadsheet(content: Content, rng: Random) -> str:
    columns = rng.randint(2, 12)

    def cell(row: int, column: int) -> str:
        if row and column and rng.random() < 0.7:
            return f'<table:table-cell office:value-type="float" office:value="{rng.randint(0, 99999) / rng.choice((1, 10, 100))}"/>'
        text = content.word("column") if row == 0 else content.cell()
        return f'<table:table-cell office:value-type="string"><text:p>{escape(text)}</text:p></table:table-cell>' if rng.random() < 0.85 else "<table:table-cell/>"

    sheets = "".join(f'<table:table table:name="{escape(name)}">' + "".join(f"<table:table-row>{''.join(cell(row, column) for column in range(columns))}</table:table-row>" for row in range(rng.randint(5, 50)))
                     + "</table:table>" for name in content.some("noun", rng.randint(1, 5)))
    return HEAD.format(kind="spreadsheet") + f"<office:spreadsheet>{sheets}</office:spreadsheet></office:body></office:document>"


def slides(content: Content, rng: Random) -> str:
    pages = []
    for number in range(rng.randint(1, 9)):
        frames = f'<draw:frame svg:x="2cm" svg:y="1cm" svg:width="22cm" svg:height="3cm"><draw:text-box><text:p>{escape(content.title())}</text:p></draw:text-box></draw:frame>'
        for line in range(rng.randint(0, 5)):
            frames += f'<draw:frame svg:x="2cm" svg:y="{5 + 2 * line}cm" svg:width="20cm" svg:height="1.5cm"><draw:text-box><text:p>{escape(content.line())}</text:p></draw:text-box></draw:frame>'
        if rng.random() < 0.4:
            frames += f'<draw:ellipse svg:x="{rng.randint(2, 18)}cm" svg:y="{rng.randint(5, 12)}cm" svg:width="5cm" svg:height="4cm"/>'
        pages.append(f'<draw:page draw:name="p{number}">{frames}</draw:page>')
    return HEAD.format(kind="presentation") + f"<office:presentation>{''.join(pages)}</office:presentation></office:body></office:document>"


def write(folder: Path, name: str, kind: str, content: Content, rng: Random) -> Path:
    """Writes a document of `kind` (writer, calc, impress); its path."""
    made = {"writer": text_document, "calc": spreadsheet, "impress": slides}[kind](content, rng)
    path = folder / f"{name}.{ {'writer': 'fodt', 'calc': 'fods', 'impress': 'fodp'}[kind]}"
    path.write_text(made, "utf-8")
    return path
