"""Random but plausible windows, described without a toolkit.

`window(content, size)` gives a tree of plain dictionaries; the interpreter of each toolkit turns it into
real widgets. A node has `k` (kind), `c` (children, containers only), `grow` (takes spare room along its box)
and what its kind needs:

containers: vbox hbox (gap, pad) · grid (cols) · group (text) · notebook (tabs, selected; one child a tab) ·
    paned (vertical; two children) · scroll · toolbar · statusbar
controls: button (text, icon, icon_size in logical pixels, flat, toggle, checked) · menubutton (text) · link (text) ·
    entry (text, password) · text (text) · combo (options, index, editable) · spin (value, low, high) ·
    check (text, checked) · radio (text, checked, group) · switch (text, checked) · slider (value 0..1, vertical) ·
    list (items, selected, icons) · tree (nodes of [text, open, children], selected) ·
    table (columns, rows, selected, icons) · icons (items, selected) · swatches (colours)
marks of nothing: label (text, style: plain, heading, small, wrapped) · progress (value) · canvas (style) ·
    separator · space · rich (parts of [text, is_link])

Every control may carry `disabled`. A window has `k` window, `title`, `menubar` ([{text, items}] or None),
`c` (one root node) and `popup` (None, or {type: menu | context | combo | tip, ...}).
"""
from __future__ import annotations

from typing import Any, Callable

from content import Content

Node = dict[str, Any]


def node(kind: str, *children: Node, **values: Any) -> Node:
    made: Node = {"k": kind, **values}
    if children:
        made["c"] = list(children)
    return made


class Maker:
    """Draws nodes; every choice comes from the content's seeded generator."""

    def __init__(self, content: Content, room: float = 1.0) -> None:
        """`room`: area of the window in multiples of 1000 x 700 logical pixels; lists are longer in larger windows."""
        self.content = content
        self.room = room
        self.rng = content.rng
        self.groups = 0
        self.icon_rate = self.rng.choice((0.0, 0.3, 0.9, 1.0))
        self.disabled_rate = self.rng.choice((0.0, 0.06, 0.15, 0.35))

    # -- single controls -------------------------------------------------

    def control(self, kind: str, **values: Any) -> Node:
        made = node(kind, **values)
        if self.rng.random() < self.disabled_rate:
            made["disabled"] = True
        return made

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def many(self, low: int, high: int) -> int:
        """A count of rows or items that fits the room."""
        return max(2, round(self.rng.randint(low, high) * min(3.0, max(0.5, self.room))))

    def icon(self, size: int) -> tuple[str, str] | None:
        return self.content.icon(size)

    def button(self, text: str | None = None, **values: Any) -> Node:
        icon = self.icon(16) if self.chance(self.icon_rate * 0.4) else None
        return self.control("button", text=self.content.word("action") if text is None else text, icon=icon, icon_size=16 if icon else 0, **values)

    def tool(self, size: int, **values: Any) -> Node:
        icon = self.icon(size)
        text = "" if icon and self.chance(0.8) else self.content.word("command").rstrip("…")
        toggle = self.chance(0.2)
        return self.control("button", text=text, icon=icon, icon_size=size if icon else 0, flat=True, toggle=toggle, checked=toggle and self.chance(0.5), **values)

    def check(self) -> Node:
        return self.control("check", text=self.content.word("setting"), checked=self.chance(0.5))

    def switch(self) -> Node:
        return self.control("switch", text=self.content.word("setting"), checked=self.chance(0.5))

    def radios(self, count: int | None = None, horizontal: bool | None = None) -> Node:
        self.groups += 1
        options = self.content.some("setting", count or self.rng.randint(2, 5))
        chosen = self.rng.randrange(len(options))
        flat = self.chance(0.4) if horizontal is None else horizontal
        return node("hbox" if flat else "vbox", *(
            self.control("radio", text=option, checked=index == chosen, group=self.groups)
            for index, option in enumerate(options)), gap=6 if flat else 2)

    def combo(self, **values: Any) -> Node:
        options = self.content.some("option", self.rng.randint(3, 9))
        return self.control("combo", options=options, index=self.rng.randrange(len(options)), editable=self.chance(0.25), **values)

    def spin(self) -> Node:
        return self.control("spin", value=self.rng.randint(0, 200), low=0, high=200)

    def slider(self, **values: Any) -> Node:
        return self.control("slider", value=round(self.rng.random(), 2), **values)

    def entry(self, **values: Any) -> Node:
        text = self.content.rng.choice((self.content.file(), self.content.word("noun"), self.content.word("person"), "", self.content.number()))
        return self.control("entry", text=text, **values)

    def link(self) -> Node:
        text = self.rng.choice((self.content.word("noun"), self.content.word("command"), self.content.line(), "www.example.org", "https://example.net/help"))
        return self.control("link", text=text)

    def label(self, style: str = "plain", text: str | None = None) -> Node:
        return node("label", text=text if text is not None else self.content.word("field") + ":", style=style)

    def field(self) -> Node:
        """A control that follows a label in a form; the rarer ones as often as entries."""
        maker: Callable[[], Node] = self.rng.choice((
            self.entry, self.entry, self.combo, self.combo, self.spin, self.spin, self.slider, self.slider,
            self.switch_alone, lambda: self.radios(horizontal=True, count=self.rng.randint(2, 3)), self.entry_and_button, self.link))
        return maker()

    def switch_alone(self) -> Node:
        return self.control("switch", text="", checked=self.chance(0.5))

    def entry_and_button(self) -> Node:
        field = self.entry()
        field["grow"] = 1
        return node("hbox", field, self.button(text=self.rng.choice(("…", self.content.word("action")))), gap=4)

    def form(self, rows: int) -> Node:
        cells: list[Node] = []
        for _ in range(rows):
            if self.chance(0.16):
                cells += [node("space"), self.check()]
            else:
                cells += [self.label(), self.field()]
        return node("grid", *cells, cols=2)

    def toolbar(self, size: int | None = None, count: int | None = None) -> Node:
        size = size or self.rng.choice((16, 16, 22, 24, 32))
        made: list[Node] = []
        for index in range(count or self.rng.randint(4, 16)):
            if index and self.chance(0.18):
                made.append(node("separator", vertical=True))
            made.append(self.tool(size))
        if self.chance(0.3):
            made.append(self.rng.choice((self.combo, self.entry, self.spin))())
        return node("toolbar", *made)

    def items(self, count: int) -> Node:
        texts = [self.rng.choice((self.content.file, lambda: self.content.word("noun"), lambda: self.content.word("person")))() for _ in range(count)]
        icons = self.icon_rate > 0.5
        return node("list", items=texts, selected=self.rng.randrange(count), icons=[self.icon(16) for _ in texts] if icons else None, grow=1)

    def tree(self, count: int) -> Node:
        def branch(depth: int) -> list[Any]:
            opened = depth < 3 and self.chance(0.6)
            children = [branch(depth + 1) for _ in range(self.rng.randint(1, 4))] if depth < 3 and self.chance(0.6) else []
            return [self.rng.choice((self.content.word("noun"), self.content.file())), opened, children]
        icons = [self.icon(16) for _ in range(4)] if self.icon_rate > 0.5 else None
        return node("tree", nodes=[branch(0) for _ in range(count)], selected=self.rng.randint(0, 6), icons=icons, grow=1)

    def table(self, rows: int) -> Node:
        columns = self.content.some("column", self.rng.randint(2, 6))
        lines = [[self.content.file() if column == 0 else self.content.cell() for column in range(len(columns))] for _ in range(rows)]
        icons = [self.icon(16) for _ in lines] if self.icon_rate > 0.5 else None
        return node("table", columns=columns, rows=lines, selected=self.rng.randrange(max(1, rows)), icons=icons, sort=self.rng.randrange(len(columns)), grow=1)

    def icon_view(self, count: int) -> Node:
        size = self.rng.choice((32, 48, 48))
        items = [[self.content.file() if self.chance(0.6) else self.content.word("noun"), self.icon(size)] for _ in range(count)]
        return node("icons", items=items, size=size, selected=self.rng.randrange(count), grow=1)

    def rich(self) -> Node:
        parts: list[list[Any]] = []
        for _ in range(self.rng.randint(2, 7)):
            parts.append([self.content.line() + " ", False])
            if self.chance(0.7):
                parts.append([self.rng.choice((self.content.word("noun"), self.content.word("command"), self.content.line())).rstrip("."), True])
                parts.append([". ", False])
        return node("rich", parts=parts, grow=1)

    def buttons(self, count: int | None = None, end: bool = True) -> Node:
        texts = self.content.some("action", count or self.rng.randint(1, 4))
        row = [self.button(text) for text in texts]
        return node("hbox", *([node("space", grow=1)] if end else []), *row, gap=6)

    # -- pages -----------------------------------------------------------

    def page(self) -> Node:
        """A page of settings: groups of check boxes, radios, forms, sliders and switches."""
        blocks: list[Node] = []
        for _ in range(self.rng.randint(1, 4) + (self.room > 1.2) + (self.room > 2)):
            inner = self.rng.choice((
                lambda: node("vbox", *(self.check() for _ in range(self.rng.randint(2, 6))), gap=2),
                lambda: node("vbox", *(self.switch() for _ in range(self.rng.randint(2, 5))), gap=4),
                self.radios,
                lambda: self.form(self.rng.randint(2, 6)),
                lambda: self.form(self.rng.randint(2, 5)),
                lambda: node("grid", *(part for _ in range(self.rng.randint(2, 4)) for part in (self.label(), self.slider())), cols=2),
                lambda: node("vbox", self.label("wrapped", self.content.line()), self.buttons(end=False), gap=4),
                lambda: node("vbox", self.label("small", self.content.line()), self.link(), gap=2),
            ))()
            titled = self.chance(0.5)
            blocks.append(node("group", inner, text=self.content.word("noun")) if titled else inner)
        blocks.append(node("space", grow=1))
        return node("vbox", *blocks, gap=8, pad=8)


def preferences(m: Maker) -> Node:
    names = m.content.some("noun", m.rng.randint(2, 7))
    if m.chance(0.6):
        body = node("notebook", *(m.page() for _ in names), tabs=names, icons=[m.icon(16) for _ in names] if m.chance(0.3) else None,
                    selected=m.rng.randrange(len(names)), grow=1)
    else:
        side = node("list", items=names, selected=m.rng.randrange(len(names)), icons=[m.icon(m.rng.choice((16, 24))) for _ in names] if m.chance(m.icon_rate) else None)
        page = m.page()
        page["grow"] = 1
        body = node("hbox", side, page, gap=6, grow=1)
    return node("vbox", body, m.buttons(), gap=6, pad=8)


def editor(m: Maker) -> Node:
    text = node("text", text=m.content.text(m.many(8, 40)), grow=1)
    body = text
    if m.chance(0.5):
        names = [m.content.file() for _ in range(m.rng.randint(2, 6))]
        body = node("notebook", *(text if index == 0 else node("space") for index in range(len(names))), tabs=names, selected=0, grow=1, icons=None)
    if m.chance(0.5):
        body = node("paned", m.rng.choice((m.tree(m.many(3, 7)), m.items(m.many(5, 14)))), body, grow=1)
    rows = [m.toolbar() for _ in range(m.rng.choice((0, 1, 1, 2)))]
    if m.chance(0.3):
        rows.append(search_bar(m))
    return node("vbox", *rows, body, node("statusbar", text=m.content.line()), gap=0, pad=0)


def search_bar(m: Maker) -> Node:
    field = m.entry()
    field["grow"] = 1
    return node("hbox", m.label(), field, m.button(), m.button(), m.check(), gap=4, pad=3)


def files(m: Maker) -> Node:
    path = m.entry()
    path["grow"] = 1
    bar = node("hbox", m.tool(m.rng.choice((16, 22, 24))), m.tool(22), m.tool(22), path, *([m.combo()] if m.chance(0.4) else []), gap=2, pad=2)
    side = m.rng.choice((m.tree, m.items))(m.many(5, 12))
    view = m.icon_view(m.many(6, 30)) if m.chance(0.45) else m.table(m.many(6, 30))
    return node("vbox", bar, node("paned", side, view, grow=1), node("statusbar", text=m.content.line()), gap=0, pad=0)


def mail(m: Maker) -> Node:
    right = node("paned", m.table(m.many(5, 16)), m.rich() if m.chance(0.5) else node("text", text=m.content.text(12), grow=1), vertical=True, grow=1)
    return node("vbox", m.toolbar(), node("paned", m.tree(m.many(3, 6)), right, grow=1), gap=0, pad=0)


def dialog(m: Maker) -> Node:
    parts = [m.form(m.rng.randint(3, 9))]
    if m.chance(0.3):
        parts.insert(0, m.label("heading", m.content.word("noun")))
    if m.chance(0.3):
        parts.append(m.items(m.many(3, 8)))
    parts += [node("space", grow=1), m.buttons()]
    return node("vbox", *parts, gap=8, pad=10)


def message(m: Maker) -> Node:
    icon = m.icon(48)
    text = node("vbox", m.label("heading", m.content.line()), m.label("wrapped", m.content.line()), *([m.check()] if m.chance(0.4) else []), *([m.link()] if m.chance(0.3) else []), gap=6, grow=1)
    row = node("hbox", *([node("picture", icon=icon)] if icon else []), text, gap=12, grow=1)
    return node("vbox", row, m.buttons(m.rng.randint(1, 3)), gap=10, pad=12)


def keypad(m: Maker) -> Node:
    layout = m.rng.choice((
        ("C ± % ÷ 7 8 9 × 4 5 6 − 1 2 3 + 0 . ⌫ =", 4), ("1 2 3 4 5 6 7 8 9 * 0 #", 3),
        ("MC MR M+ M− C sin 7 8 9 / cos 4 5 6 * tan 1 2 3 - √ 0 . = +", 5),
        ("q w e r t y u i o p a s d f g h j k l ; z x c v b n m , . /", 10)))
    keys = layout[0].split()
    grid = node("grid", *(m.control("button", text=key, icon=None) for key in keys), cols=layout[1], even=True, grow=1)
    top = [node("entry", text=str(m.rng.randint(0, 99999)))]
    if m.chance(0.3):
        top.append(m.radios(3, True))
    return node("vbox", *top, grid, gap=4, pad=6)


def player(m: Maker) -> Node:
    transport = node("hbox", *(m.tool(m.rng.choice((16, 24, 32))) for _ in range(m.rng.randint(3, 7))), m.slider(grow=1), m.label("small", "02:13"), m.tool(16), m.slider(), gap=2, pad=4)
    body = node("paned", m.items(m.many(6, 20)), m.rng.choice((m.table(m.many(5, 20)), node("canvas", style="photo", grow=1))), grow=1)
    return node("vbox", body, m.slider(), transport, gap=2, pad=2)


def colours(m: Maker) -> Node:
    tints = [f"#{m.rng.randrange(1 << 24):06x}" for _ in range(m.rng.choice((12, 18, 24, 40)))]
    sliders = node("grid", *(part for name in ("R", "G", "B", "A") for part in (m.label(text=name), m.slider(), m.spin())), cols=3)
    return node("vbox", node("swatches", colours=tints, cols=m.rng.choice((6, 8, 10)), size=m.rng.choice((12, 16, 20, 26))), sliders,
                node("hbox", m.label(), m.entry(), gap=4), m.buttons(), gap=8, pad=8)


def wizard(m: Maker) -> Node:
    body = node("vbox", m.label("heading", m.content.word("noun")), m.label("wrapped", m.content.line()), m.page(), gap=8, pad=10, grow=1)
    side = node("canvas", style="gradient", w=m.rng.randint(80, 160))
    row = node("hbox", *([side] if m.chance(0.6) else []), body, gap=4, grow=1)
    return node("vbox", row, node("separator"), m.buttons(m.rng.randint(3, 4)), gap=6, pad=6)


def paint(m: Maker) -> Node:
    size = m.rng.choice((16, 16, 22, 24))
    tools = node("grid", *(m.tool(size) for _ in range(m.rng.choice((8, 12, 16, 20)))), cols=2, even=True)
    options = node("vbox", m.form(m.rng.randint(2, 5)), m.items(m.many(3, 7)), m.toolbar(16, m.rng.randint(3, 6)), gap=6, pad=4)
    tints = [f"#{m.rng.randrange(1 << 24):06x}" for _ in range(m.rng.choice((16, 28)))]
    return node("vbox", m.toolbar(), node("hbox", tools, node("canvas", style="photo", grow=1), options, gap=4, grow=1),
                node("swatches", colours=tints, cols=len(tints) if m.chance(0.6) else len(tints) // 2, size=m.rng.choice((14, 18))), gap=2, pad=2)


def dense(m: Maker) -> Node:
    """Many small controls of the rarer classes, side by side."""
    columns = []
    for _ in range(m.rng.randint(2, 3) + (m.room > 1.5)):
        column = m.page()
        column["grow"] = 1
        columns.append(column)
    return node("vbox", *([m.toolbar(16)] if m.chance(0.5) else []), node("hbox", *columns, gap=6, grow=1), m.buttons(), gap=4, pad=6)


def chat(m: Maker) -> Node:
    field = m.entry()
    field["grow"] = 1
    talk = node("vbox", m.rich(), node("hbox", m.tool(16), field, m.button(), gap=4, pad=4), gap=2, grow=1)
    return node("paned", m.items(m.many(5, 15)), talk, grow=1)


def calendar(m: Maker) -> Node:
    start, days = m.rng.randint(0, 6), m.rng.randint(28, 31)
    cells = [m.label("small", name) for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")] + [node("space") for _ in range(start)]
    cells += [m.control("button", text=str(day), icon=None, flat=True) for day in range(1, days + 1)]
    head = node("hbox", m.tool(16), node("space", grow=1), m.label("heading", m.content.date()), node("space", grow=1), m.tool(16))
    return node("vbox", head, node("grid", *cells, cols=7, even=True, grow=1), *([m.form(2)] if m.chance(0.5) else []), gap=4, pad=6)


def login(m: Maker) -> Node:
    form = node("grid", m.label(), m.entry(), m.label(), m.control("entry", text="secret12", password=True), cols=2)
    return node("vbox", m.label("heading", m.content.word("noun")), form, m.check(), m.switch(), node("hbox", m.link(), node("space", grow=1), m.button(), gap=8), node("space", grow=1), gap=8, pad=16)


def find(m: Maker) -> Node:
    left = node("vbox", node("grid", m.label(), m.combo(), m.label(), m.entry(), cols=2), node("hbox", node("vbox", m.check(), m.check(), m.check(), gap=2), m.radios(3, False), gap=12), gap=6, grow=1)
    right = node("vbox", *(m.button() for _ in range(m.rng.randint(2, 4))), node("space", grow=1), gap=4)
    return node("hbox", left, right, gap=8, pad=8)


def manager(m: Maker) -> Node:
    """A table with its buttons: downloads, tasks, packages."""
    return node("vbox", m.toolbar(), search_bar(m), m.table(m.many(5, 24)), m.buttons(m.rng.randint(2, 5), m.chance(0.5)), node("statusbar", text=m.content.line()), gap=3, pad=2)


def mixer(m: Maker) -> Node:
    strips = [node("vbox", m.label("small", m.content.word("noun")), m.slider(vertical=True, grow=1), m.spin(), m.control("check", text="M", checked=m.chance(0.3)), gap=4) for _ in range(m.rng.randint(3, 8))]
    return node("vbox", m.toolbar(16), node("hbox", *strips, gap=10, grow=1), gap=4, pad=6)


SCENES: tuple[tuple[Callable[[Maker], Node], int, float, float], ...] = (
    # builder, weight, share of windows with a menu bar, size of the window against the screen
    (preferences, 16, 0.1, 0.5), (editor, 9, 0.95, 0.75), (files, 9, 0.7, 0.7), (mail, 6, 0.8, 0.75), (dialog, 10, 0.1, 0.4),
    (message, 4, 0.0, 0.28), (keypad, 4, 0.5, 0.3), (player, 5, 0.6, 0.55), (colours, 5, 0.1, 0.4), (wizard, 5, 0.0, 0.5),
    (paint, 6, 0.9, 0.8), (dense, 14, 0.3, 0.7), (chat, 4, 0.3, 0.5), (calendar, 3, 0.2, 0.35), (login, 4, 0.0, 0.3),
    (find, 5, 0.0, 0.4), (manager, 7, 0.7, 0.65), (mixer, 5, 0.4, 0.5))


def menu_items(m: Maker, depth: int = 0) -> list[Node]:
    made: list[Node] = []
    for text in m.content.some("command", m.rng.randint(3, 13)):
        if made and m.chance(0.18):
            made.append({"k": "separator"})
        item: Node = {"k": "item", "text": text, "disabled": m.chance(0.12), "icon": m.icon(16) if m.icon_rate > 0.5 and m.chance(0.6) else None,
                      "shortcut": m.rng.choice(("", "", f"Ctrl+{m.rng.choice('ABCFGNOPQSVWXZ')}", f"F{m.rng.randint(1, 12)}", f"Ctrl+Shift+{m.rng.choice('KLMNT')}"))}
        kind = m.rng.random()
        if kind < 0.13:
            item |= {"k": "checkitem", "checked": m.chance(0.5), "icon": None}
        elif kind < 0.2:
            item |= {"k": "radioitem", "checked": m.chance(0.5), "icon": None}
        elif kind < 0.28 and depth < 1:
            item |= {"k": "submenu", "items": menu_items(m, depth + 1), "shortcut": ""}
        made.append(item)
    return made


def window(content: Content, room: float = 1.0) -> Node:
    """One random window; `share` tells how much of its area it wants along each side (room: see Maker)."""
    m = Maker(content, room)
    build, _, bar, share = content.rng.choices(SCENES, [scene[1] for scene in SCENES])[0]
    root = build(m)
    root["grow"] = 1
    menubar = None
    if m.chance(bar):
        menubar = [{"text": text, "items": menu_items(m)} for text in content.some("menu", m.rng.randint(3, 9))]
    popup: Node | None = None
    draw = m.rng.random()
    if menubar and draw < 0.35:
        popup = {"type": "menu", "index": m.rng.randrange(len(menubar)), "sub": m.chance(0.6)}
    elif draw < 0.5:
        popup = {"type": "context", "items": menu_items(m), "at": [m.rng.uniform(0.1, 0.7), m.rng.uniform(0.1, 0.7)], "sub": m.chance(0.5)}
    elif draw < 0.75:
        popup = {"type": "combo"}
    elif draw < 0.83:
        popup = {"type": "tip", "text": content.line(), "at": [m.rng.uniform(0.1, 0.7), m.rng.uniform(0.1, 0.8)]}
    return {"k": "window", "scene": build.__name__, "title": content.title(), "menubar": menubar, "c": [root], "popup": popup, "share": share * m.rng.uniform(0.8, 1.25)}
