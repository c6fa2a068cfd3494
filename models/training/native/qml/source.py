"""Writes the trees of ../plan.py as Qt Quick Controls source. `objectName: "role:link"` names the role where no type does."""

from __future__ import annotations

import json
import random
import re
from typing import Any

Node = dict[str, Any]
GROW = ("scroll", "tabs", "split2", "list", "icons", "tree", "table", "text", "picture", "chart", "keypad")
SYMBOLS = "☰ ✕ + − ⋮ ⚙ ⌕ ★ ♥ ✓ ◀ ▶ ▲ ▼ ⏵ ⏸ ⏹ ⟳ ↶ ↷ ✎ ⌂ ⇧ ⬇ ⋯ ⓘ ✉".split()


def q(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def flag(value: bool) -> str:
    return "true" if value else "false"


def tidy(text: str) -> str:
    """Without the semicolons that stand after a brace or another semicolon (texts in quotes are left alone)."""
    parts = re.split(r'("(?:\\.|[^"\\])*")', text)
    return "".join(part if index % 2 else re.sub(r"([{};])(\s*;)+", r"\1", part) for index, part in enumerate(parts))


class Source:
    """One window's writer: its spacing and habits are drawn once, so that a window looks of one piece."""

    def __init__(self, rng: random.Random, six: bool, palette: dict[str, str]) -> None:
        self.rng, self.six = rng, six
        same = {"windowText": "text", "buttonText": "text", "highlightedText": "base", "button": "base", "toolTipBase": "window", "toolTipText": "text"}
        self.colours = palette | {name: palette[of] for name, of in same.items()} if palette else {}
        self.gap = rng.choice([2, 4, 6, 8, 12])
        self.icon_size = rng.choice([16, 20, 24])
        self.wide = rng.random() < 0.6
        self.drawn = rng.random() < 0.2

    def build(self, node: Node, more: str = "") -> str:
        """The node's source; `more` holds further properties, for instance of its layout."""
        if node.get("enabled") is False:
            more += "; enabled: false"
        return str(getattr(self, f"_{node['t']}")(node, more))

    def glyph(self, name: str) -> str:
        """The properties of a button's picture: a themed icon, or a character."""
        if self.drawn:
            return f"text: {q(self.rng.choice(SYMBOLS))}"
        return f"icon.name: {q(name)}; icon.width: {self.icon_size}; icon.height: {self.icon_size}" + (f"; icon.color: {q('transparent')}" if self.rng.random() < 0.3 else "")

    def _space(self, _: Node, more: str) -> str:
        return f"Item {{ Layout.fillWidth: true {more} }}"

    def _label(self, node: Node, more: str) -> str:
        style = {"heading": "; font.bold: true; font.pointSize: 13", "dim": "; opacity: 0.6"}.get(node["style"], "")
        return f"Label {{ text: {q(node['text'])}; elide: Text.ElideRight {style} {more} }}"

    def _paragraph(self, node: Node, more: str) -> str:
        return f"Label {{ text: {q(node['text'])}; wrapMode: Text.Wrap; Layout.fillWidth: true; Layout.preferredWidth: 260 {more} }}"

    def _icon(self, node: Node, more: str) -> str:
        return f"Rectangle {{ implicitWidth: {node['size']}; implicitHeight: {node['size']}; radius: {node['size'] // 2}; color: 'steelblue' {more} }}"

    def face(self, node: Node) -> str:
        text, icon = node.get("text", ""), node.get("icon", "")
        if icon and (not text or node.get("style") == "flat"):
            return self.glyph(icon)
        return f"text: {q(text)}" + (f"; {self.glyph(icon)}" if icon and not self.drawn else "")

    def _button(self, node: Node, more: str) -> str:
        style = node.get("style", "")
        kind = "ToolButton" if style == "flat" and self.rng.random() < 0.6 else "RoundButton" if not node.get("text") and self.rng.random() < 0.3 else "Button"
        extra = {"suggested": "; highlighted: true", "flat": "; flat: true"}.get(style, "")
        return f"{kind} {{ {self.face(node)} {extra} {more} }}"

    def _toggle(self, node: Node, more: str) -> str:
        return self._button(node, f"; checkable: true; checked: {flag(node['on'])} {more}")

    def _menubutton(self, node: Node, more: str) -> str:
        return f"Button {{ text: {q((node['text'] or '☰') + ' ▾')}; Menu {{ objectName: 'menu'; y: parent.height; {self.menu(node['menu'])} }} {more} }}"

    def _split(self, node: Node, more: str) -> str:
        return self._button(node, more)

    def _check(self, node: Node, more: str) -> str:
        state = "Qt.PartiallyChecked" if node.get("mixed") else "Qt.Checked" if node["on"] else "Qt.Unchecked"
        return f"CheckBox {{ text: {q(node['text'])}; tristate: {flag(node.get('mixed', False))}; checkState: {state} {more} }}"

    def _radios(self, node: Node, more: str) -> str:
        inner = " ".join(f"RadioButton {{ text: {q(text)}; checked: {flag(index == node['at'])} }}" for index, text in enumerate(node["texts"]))
        return f"{'RowLayout' if node['across'] else 'ColumnLayout'} {{ spacing: {self.gap} {more}; {inner} }}"

    def _switch(self, node: Node, more: str) -> str:
        return f"Switch {{ text: {q(node['text'])}; checked: {flag(node['on'])} {more} }}"

    def _slider(self, node: Node, more: str) -> str:
        roll = self.rng.random()
        if roll < 0.08:
            return f"Dial {{ value: {node['value']:.2f}; implicitWidth: 56; implicitHeight: 56 {more} }}"
        if roll < 0.16 and node["across"]:
            return f"RangeSlider {{ first.value: {node['value'] / 2:.2f}; second.value: {0.5 + node['value'] / 2:.2f} {more} }}"
        turned = "" if node["across"] else "; orientation: Qt.Vertical"
        return f"Slider {{ value: {node['value']:.2f} {turned} {more} }}"

    def _spin(self, node: Node, more: str) -> str:
        return f"SpinBox {{ to: 999; value: {node['value']}; editable: {flag(self.rng.random() < 0.5)} {more} }}"

    def _entry(self, node: Node, more: str) -> str:
        wide = "; Layout.fillWidth: true" if self.wide and "fillWidth" not in more else ""
        return f"TextField {{ text: {q(node['text'])}; placeholderText: {q(node['hint'])} {wide} {more} }}"

    def _search(self, node: Node, more: str) -> str:
        return self._entry(node, more)

    def _password(self, node: Node, more: str) -> str:
        return f"TextField {{ text: {q(node['text'])}; echoMode: TextInput.Password {more} }}"

    def _text(self, node: Node, more: str) -> str:
        mono = "; font.family: 'DejaVu Sans Mono'; wrapMode: TextEdit.NoWrap" if node["mono"] else "; wrapMode: TextEdit.Wrap"
        return f"ScrollView {{ clip: true; implicitWidth: 200; implicitHeight: 120 {more}; TextArea {{ text: {q(node['text'])} {mono} }} }}"

    def _combo(self, node: Node, more: str) -> str:
        return f"ComboBox {{ model: {json.dumps(node['options'], ensure_ascii=False)}; currentIndex: {node['at']}; editable: {flag(node['editable'])} {more} }}"

    def _link(self, node: Node, more: str) -> str:
        return f"Label {{ objectName: 'role:link'; text: {q(node['text'])}; color: '#2a7fde'; font.underline: {flag(self.rng.random() < 0.7)} {more} }}"

    def _linked(self, node: Node, more: str) -> str:
        return f"RowLayout {{ spacing: 4 {more}; Label {{ text: {q(node['before'])} }} {self._link(node, '')} Label {{ text: {q(node['after'])} }} }}"

    def _progress(self, node: Node, more: str) -> str:
        return f"ProgressBar {{ value: {node['value']:.2f}; Layout.fillWidth: true {more} }}"

    def _picture(self, node: Node, more: str) -> str:
        rng = random.Random(node["seed"])
        blobs = " ".join(f"Rectangle {{ x: parent.width * {rng.random():.2f}; y: parent.height * {rng.random():.2f}; width: {rng.randint(10, 160)}; height: width; radius: width / {rng.choice([2, 2, 8])}; color: '#{rng.randrange(1 << 24):06x}'; opacity: {rng.uniform(0.2, 0.9):.2f} }}" for _ in range(rng.randint(3, 20)))
        a, b = (f"#{rng.randrange(1 << 24):06x}" for _ in range(2))
        return f"Rectangle {{ clip: true; implicitWidth: 240; implicitHeight: 160; gradient: Gradient {{ GradientStop {{ position: 0; color: '{a}' }} GradientStop {{ position: 1; color: '{b}' }} }} {blobs} {more} }}"

    _chart = _picture

    def _keypad(self, node: Node, more: str) -> str:
        keys = " ".join(f"Button {{ text: {q(text)}; Layout.fillWidth: true; Layout.fillHeight: true; implicitWidth: 36 }}" for row in node["rows"] for text in row)
        return f"GridLayout {{ columns: {max(len(row) for row in node['rows'])}; rowSpacing: {self.gap}; columnSpacing: {self.gap} {more}; {keys} }}"

    def _swatches(self, node: Node, more: str) -> str:
        size = self.rng.choice([14, 18, 24, 32])
        squares = " ".join(f"Rectangle {{ objectName: 'role:button'; implicitWidth: {size}; implicitHeight: {size}; color: '{colour}'; border.width: 1; border.color: 'gray' }}" for colour in node["colours"])
        return f"GridLayout {{ columns: {node['columns']}; rowSpacing: 2; columnSpacing: 2 {more}; {squares} }}"

    def _calendar(self, _: Node, more: str) -> str:
        days = " ".join(f"ToolButton {{ text: '{day}'; implicitWidth: 34; implicitHeight: 30; checkable: true; checked: {flag(day == 12)} }}" for day in range(1, 31))
        return f"GridLayout {{ columns: 7; rowSpacing: 0; columnSpacing: 0 {more}; {days} }}"

    def _segments(self, node: Node, more: str) -> str:
        inner = " ".join(f"Button {{ {f'text: {q(text)}' if text else self.glyph(icon)}; checkable: true; autoExclusive: true; checked: {flag(index == node['at'])} }}" for index, (text, icon) in enumerate(node["items"]))
        return f"RowLayout {{ spacing: 0 {more}; {inner} }}"

    def menu(self, entries: list[Node]) -> str:
        parts = []
        for entry in entries:
            if entry["kind"] == "sep":
                parts.append("MenuSeparator { }")
                continue
            check = f"checkable: true; checked: {flag(entry['on'])};" if entry["kind"] in ("check", "radio") else ""
            icon = f"icon.name: {q(entry['icon'])};" if entry["icon"] and not check else ""
            parts.append(f"MenuItem {{ text: {q(entry['text'])}; {check} {icon} enabled: {flag(entry['enabled'])} }}")
        return " ".join(parts)

    # Composites

    def children(self, nodes: list[Node], across: bool) -> str:
        parts = []
        for node in nodes:
            strong = node["t"] in GROW or (node["t"] == "v" and across)
            more = "; Layout.fillWidth: true; Layout.fillHeight: true" if strong else "; Layout.fillWidth: true" if not across and node["t"] in ("v", "h", "form", "frame", "expander", "toolbar", "infobar", "slider") else ""
            if node["t"] in ("space", "entry", "progress", "paragraph"):
                more = ""
            parts.append(self.build(node, more))
        return " ".join(parts)

    def _v(self, node: Node, more: str) -> str:
        return f"ColumnLayout {{ spacing: {self.gap} {more}; {self.children(node['children'], False)} }}"

    def _h(self, node: Node, more: str) -> str:
        return f"RowLayout {{ spacing: {self.gap} {more}; {self.children(node['children'], True)} }}"

    def _grid(self, node: Node, more: str) -> str:
        return f"GridLayout {{ columns: {node['columns']}; rowSpacing: 0; columnSpacing: 0; Layout.alignment: Qt.AlignTop {more}; {' '.join(self.build(item) for item in node['items'])} }}"

    def _form(self, node: Node, more: str) -> str:
        rows = " ".join(f"Label {{ text: {q(text if control['t'] != 'check' else '')} }} {self.build(control)}" for text, control in node["rows"])
        return f"GridLayout {{ columns: 2; rowSpacing: {self.gap}; columnSpacing: {self.gap * 2} {more}; {rows} }}"

    def _frame(self, node: Node, more: str) -> str:
        return f"GroupBox {{ title: {q(node['text'])} {more}; {self.build(node['child'], '; anchors.fill: parent')} }}"

    def _expander(self, node: Node, more: str) -> str:
        inner = self.build(node["child"], "; Layout.fillWidth: true") if node["open"] else ""
        return f"ColumnLayout {{ {more[1:]}; Button {{ objectName: 'expanded:{int(node['open'])}'; flat: true; text: {q(('▾ ' if node['open'] else '▸ ') + node['text'])} }} {inner} }}"

    def _scroll(self, node: Node, more: str) -> str:
        return f"ScrollView {{ clip: true; implicitWidth: 220; implicitHeight: 160; contentWidth: availableWidth {more}; {self.build(node['child'], '; width: parent.width - 12')} }}"

    def _split2(self, node: Node, more: str) -> str:
        side, size = ("preferredWidth", "width") if node["across"] else ("preferredHeight", "height")
        first = f"; SplitView.{side}: parent.{size} * {node['share']:.2f}"
        turned = "Qt.Horizontal" if node["across"] else "Qt.Vertical"
        second = "; SplitView.fillWidth: true; SplitView.fillHeight: true"
        return f"SplitView {{ orientation: {turned} {more}; Item {{ clip: true {first.replace('parent', 'SplitView.view')}; {self.build(node['a'], '; anchors.fill: parent')} }} Item {{ clip: true {second}; {self.build(node['b'], '; anchors.fill: parent')} }} }}"

    def _infobar(self, node: Node, more: str) -> str:
        return f"Frame {{ {more[1:]}; RowLayout {{ anchors.fill: parent; Label {{ text: {q(node['text'])}; Layout.fillWidth: true }} Button {{ text: {q(node['button'])} }} ToolButton {{ text: '✕' }} }} }}"

    def _toolbar(self, node: Node, more: str) -> str:
        parts = []
        for item in node["items"][:14]:
            if item["t"] == "space":
                parts.append("ToolSeparator { }")
            elif item["t"] in ("combo", "spin"):
                parts.append(self.build(item))
            else:
                label = node["labels"] != "none" and not self.drawn
                face = f"text: {q(item['text'])}; {self.glyph(item['icon'])}; display: AbstractButton.{'TextUnderIcon' if node['labels'] == 'under' else 'TextBesideIcon'}" if label else self.glyph(item["icon"])
                parts.append(f"ToolButton {{ {face}; enabled: {flag(item['enabled'])}; checkable: {flag(item['t'] == 'toggle')}; checked: {flag(item.get('on', False))} }}")
        return f"ToolBar {{ {more[1:]}; RowLayout {{ spacing: 0; {' '.join(parts)} }} }}"

    def _tabs(self, node: Node, more: str) -> str:
        tabs = " ".join(f"TabButton {{ text: {q(text)}; {self.glyph(icon) if icon and not self.drawn else ''} {'; width: implicitWidth' if self.rng.random() < 0.5 else ''} }}" for text, icon, _ in node["pages"])
        bar = f"TabBar {{ currentIndex: {node['at']}; Layout.fillWidth: true; {tabs} }}"
        page = f"Pane {{ clip: true; Layout.fillWidth: true; Layout.fillHeight: true; {self.build(node['pages'][node['at']][2], '; anchors.fill: parent')} }}"
        return f"ColumnLayout {{ spacing: 0 {more}; {page + bar if node['side'] == 'bottom' else bar + page} }}"

    def _list(self, node: Node, more: str) -> str:
        kinds = {"switch": "SwitchDelegate", "check": "CheckDelegate"}
        rows = []
        for index, (text, sub, icon, extra) in enumerate(node["rows"]):
            kind = kinds.get(extra["t"], "ItemDelegate") if extra else "ItemDelegate"
            checked = f"; checked: {flag(extra['on'])}" if kind != "ItemDelegate" else ""
            button = f"ToolButton {{ anchors.right: parent.right; anchors.verticalCenter: parent.verticalCenter; {self.glyph('list-remove')} }}" if extra and extra["t"] == "button" else ""
            rows.append(f"{kind} {{ width: parent.width; text: {q(text + (chr(10) + sub if sub else ''))}; {self.glyph(icon) if icon and not self.drawn else ''}; highlighted: {flag(index == node['at'])} {checked}; {button} }}")
        return f"ScrollView {{ clip: true; implicitWidth: 180; implicitHeight: 140; contentWidth: availableWidth {more}; Column {{ width: parent.width; {' '.join(rows)} }} }}"

    def _icons(self, node: Node, more: str) -> str:
        size = node["size"]
        cells = " ".join(
            f"ItemDelegate {{ width: {size + 56}; text: {q(text)}; icon.name: {q(icon)}; icon.width: {size}; icon.height: {size}; icon.color: 'transparent'; display: AbstractButton.TextUnderIcon; highlighted: {flag(index == node['at'])} }}"
            for index, (text, icon) in enumerate(node["items"]))
        return f"ScrollView {{ clip: true; implicitWidth: 220; implicitHeight: 160; contentWidth: availableWidth {more}; Flow {{ width: parent.width; spacing: 4; {cells} }} }}"

    def _tree(self, node: Node, more: str) -> str:
        rows = []
        for index, (text, _, depth, unfolded) in enumerate(node["rows"]):
            arrow = ("▾ " if unfolded else "▸ ") if index + 1 < len(node["rows"]) and node["rows"][index + 1][2] > depth else "   "
            rows.append(f"ItemDelegate {{ objectName: 'role:treeitem'; width: parent.width; leftPadding: {8 + depth * 18}; topPadding: 3; bottomPadding: 3; text: {q(arrow + text)}; highlighted: {flag(index == node['at'])} }}")
        return f"ScrollView {{ clip: true; implicitWidth: 180; implicitHeight: 140; contentWidth: availableWidth {more}; Column {{ width: parent.width; {' '.join(rows)} }} }}"

    def _table(self, node: Node, more: str) -> str:
        count = len(node["headers"])
        widths = [self.rng.uniform(0.6, 1.6) for _ in range(count)]
        share = [width / sum(widths) for width in widths]
        head = " ".join(f"Button {{ objectName: 'role:columnheader'; flat: {flag(self.rng.random() < 0.5)}; width: parent.width * {part:.3f}; height: 28; text: {q(text)} }}" for text, part in zip(node["headers"], share, strict=True))
        rows = []
        for index, row in enumerate(node["rows"]):
            cells = " ".join(f"Label {{ width: parent.width * {part:.3f}; leftPadding: 6; elide: Text.ElideRight; text: {q(text)}; anchors.verticalCenter: parent.verticalCenter }}" for text, part in zip(row, share, strict=True))
            role = "" if node.get("sheet") else "objectName: 'role:row';"
            kind = "Rectangle { color: 'transparent'; border.width: 1; border.color: '#80808080'; height: 24;" if node.get("sheet") else f"ItemDelegate {{ height: 28; highlighted: {flag(index == node['at'])};"
            rows.append(f"{kind} {role} width: parent.width; Row {{ anchors.fill: parent; {cells} }} }}")
        return f"ColumnLayout {{ spacing: 0 {more}; Row {{ Layout.fillWidth: true; {head} }} ScrollView {{ clip: true; implicitWidth: 260; implicitHeight: 140; contentWidth: availableWidth; Layout.fillWidth: true; Layout.fillHeight: true; Column {{ width: parent.width; {' '.join(rows)} }} }} }}"

    def window(self, plan: dict[str, Any], width: int, height: int, phone: bool) -> str:
        """The whole file."""
        imports = "import QtQuick\nimport QtQuick.Controls\nimport QtQuick.Layouts\n" if self.six else "import QtQuick 2.15\nimport QtQuick.Controls 2.15\nimport QtQuick.Layouts 1.15\n"
        parts = [f"width: {width}; height: {height}; title: {q(plan['title'])}; visible: false"]
        parts += [f"palette.{name}: '{colour}'" for name, colour in self.colours.items()]
        if plan["menubar"] and not phone:
            parts.append("menuBar: MenuBar { " + " ".join(f"Menu {{ objectName: 'menu'; title: {q(name)}; {self.menu(entries)} }}" for name, entries in plan["menubar"]) + " }")
        elif plan["header"] or phone:
            items = " ".join(self._button(item | {"style": "flat"}, f"; enabled: {flag(item['enabled'])}") for item in plan["header"])
            parts.append(f"header: ToolBar {{ RowLayout {{ anchors.fill: parent; ToolButton {{ text: '☰' }} Label {{ text: {q(plan['title'])}; Layout.fillWidth: true; elide: Text.ElideRight; horizontalAlignment: Text.AlignHCenter }} {items} ToolButton {{ text: '⋮' }} }} }}")
        if phone and self.rng.random() < 0.5:
            parts.append("footer: TabBar { " + " ".join(f"TabButton {{ text: {q(text)} }}" for text, _, _ in plan["foot"]) + " }")
        elif plan["status"]:
            parts.append(f"footer: Label {{ text: {q(plan['status'])}; padding: 4 }}")
        margin = self.rng.choice([0, 6, 10, 16])
        parts.append(f"Item {{ anchors.fill: parent; anchors.margins: {margin}; clip: true; {self.build(plan['body'], '; anchors.fill: parent')} }}")
        if plan.get("dialog"):
            parts.append(f"Dialog {{ objectName: 'menu'; anchors.centerIn: Overlay.overlay; modal: false; title: {q(plan['title'])}; standardButtons: Dialog.Ok | Dialog.Cancel; {self.build(plan['dialog'])} }}")
        if plan.get("context"):
            parts.append(f"Menu {{ objectName: 'menu'; x: {self.rng.randint(20, max(21, width // 2))}; y: {self.rng.randint(20, max(21, height // 2))}; {self.menu(plan['context'])} }}")
        return imports + tidy("ApplicationWindow {\n" + "\n".join(parts) + "\n}\n")
