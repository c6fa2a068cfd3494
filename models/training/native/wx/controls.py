"""wxWidgets' controls for placed scenes (../content), and what those that wx draws itself tell of their parts.

Controls that wx borrows from GTK (buttons, entries, note books, data views...) are told by the walk of the GTK 3
generator; what is drawn by wx (lists, trees, ribbons, AUI, property grids, HTML) is told here, with wx's own answers.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

import wx
import wx.adv
import wx.aui
import wx.dataview
import wx.html
import wx.propgrid
import wx.ribbon
import wx.stc
from layout import Placed
from record import Rect, meet

Node = dict[str, Any]
Add = Callable[..., None]  # add(role, box, clip, disabled, name, **states), in logical pixels of the screen
Tell = Callable[[Add], None]

INDENT_BUTTON = 18 + 6  # from a tree item's text or picture to the left of its expander (wxGenericTreeCtrl)
SCROLLER = 14  # pixels that a ribbon page's scroll buttons cover
DROPDOWN = 3  # wxAUI_TBART_DROPDOWN_SIZE, which wxPython does not name


@lru_cache(maxsize=600)
def bitmap(path: str, side: int) -> wx.Bitmap:
    image = wx.Image(path)
    return wx.Bitmap(image.Rescale(side, side, wx.IMAGE_QUALITY_HIGH))


def on_screen(window: wx.Window, rect: wx.Rect) -> Rect:
    """A rectangle of a window's client area, on the screen."""
    left, top = window.ClientToScreen(wx.Point(rect.x, rect.y))
    return left, top, left + rect.width, top + rect.height


def client(window: wx.Window) -> Rect:
    """What can be seen of a window's client area through all that hold it, on the screen."""
    box = on_screen(window, wx.Rect(window.GetClientSize()))
    parent = window.GetParent()
    while parent is not None:
        box = meet(box, on_screen(parent, wx.Rect(parent.GetClientSize())))
        if parent.IsTopLevel():
            break
        parent = parent.GetParent()
    return box


class NotesTabs:
    """Notes where the tabs are drawn: a ribbon tells that to its painter only."""

    def __init__(self) -> None:
        super().__init__()
        self.tabs: dict[str, wx.Rect] = {}

    def DrawTab(self, dc: wx.DC, wnd: wx.Window, tab: Any) -> None:  # noqa: N802 - wx's name
        self.tabs[tab.page.GetLabel()] = wx.Rect(tab.rect)
        super().DrawTab(dc, wnd, tab)


class RibbonArt(NotesTabs, wx.ribbon.RibbonMSWArtProvider):
    """Office's look."""


class AuiRibbonArt(NotesTabs, wx.ribbon.RibbonAUIArtProvider):
    """The look of wx.aui."""


class Controls:
    """Makes the controls of one window; `tells` afterwards tell those that wx draws."""

    def __init__(self, rng: Random, size: int, scale: float) -> None:
        self.rng, self.size, self.scale = rng, size, scale
        self.tells: list[Tell] = []
        self.groups: set[int] = set()
        self.face = wx.SystemSettings.GetColour(wx.SYS_COLOUR_BTNFACE)
        self.solid = self.face.Alpha() == 255  # some themes have see-through buttons, of which AUI makes white bars
        self.kept: list[Any] = []

    def px(self, value: float) -> int:
        return round(value * self.scale)

    # -- a window's content -----------------------------------------------

    def fill(self, panel: wx.Window, placed: list[Placed]) -> None:
        """Makes everything that was placed; runs of flat buttons become one tool bar."""
        at = 0
        while at < len(placed):
            run = self.run(placed, at)
            if self.solid and len(run) > 1 and sum(each.node["k"] == "button" for each in run) > 1:
                self.toolbar(panel, run, placed[at + len(run) :])
                at += len(run)
                continue
            each = placed[at]
            maker, rect = getattr(self, "make_" + each.node["k"], None), wx.Rect(*each.box)
            made = maker(panel, each.node, rect) if maker else None
            if made is not None:
                made.SetSize(rect)  # as the maker left it
                if each.node.get("disabled"):
                    made.Disable()
            at += 1

    def run(self, placed: list[Placed], at: int) -> list[Placed]:
        found: list[Placed] = []
        for each in placed[at:]:
            x, y, _, high = each.box
            tool = each.node["k"] == "button" and each.node.get("flat")
            gap = each.node["k"] == "separator" and each.node.get("vertical") and found
            if not tool and not gap:
                break
            if found:
                before = found[-1].box
                if not 0 <= x - before[0] - before[2] <= self.px(3) or abs(y + high / 2 - found[0].box[1] - found[0].box[3] / 2) > self.px(3):
                    break
            found.append(each)
        while found and found[-1].node["k"] == "separator":
            found.pop()
        return found

    def toolbar(self, panel: wx.Window, run: list[Placed], others: list[Placed]) -> None:
        left, top = run[0].box[0], min(each.box[1] for each in run)
        right, high = run[-1].box[0] + run[-1].box[2], max(each.box[3] for each in run)
        side = next((self.px(each.node["icon_size"]) for each in run if each.node.get("icon")), self.size)
        texts = any(each.node.get("text") for each in run)
        style = wx.aui.AUI_TB_PLAIN_BACKGROUND if self.rng.random() < 0.5 else 0
        bar = wx.aui.AuiToolBar(panel, style=style | wx.aui.AUI_TB_NO_TOOLTIPS | (wx.aui.AUI_TB_HORZ_TEXT | wx.aui.AUI_TB_TEXT if texts else 0))
        bar.SetFont(wx.SystemSettings.GetFont(wx.SYS_DEFAULT_GUI_FONT))
        bar.SetToolBitmapSize(wx.Size(side, side))
        tools: list[tuple[int, Node]] = []
        for each in run:
            node = each.node
            if node["k"] == "separator":
                bar.AddSeparator()
                continue
            number = wx.NewIdRef()
            self.kept.append(number)
            picture = bitmap(node["icon"][1], side) if node.get("icon") else wx.NullBitmap
            kind = wx.ITEM_CHECK if node.get("toggle") else wx.ITEM_NORMAL
            bar.AddTool(int(number), node.get("text", ""), picture, kind=kind)
            if node.get("disabled"):
                bar.EnableTool(int(number), False)
            if node.get("checked"):
                bar.ToggleTool(int(number), True)
            if kind == wx.ITEM_NORMAL and self.rng.random() < 0.08:
                bar.SetToolDropDown(int(number), True)
                node["split"] = True
            tools.append((int(number), node))
        bar.Realize()
        # It may want more room than the layout gave, but not that of its neighbours.
        best = bar.GetBestSize()
        edge = min([each.box[0] for each in others if each.box[0] >= right and each.box[1] < top + high and each.box[1] + each.box[3] > top], default=panel.GetSize().width)
        under = min([each.box[1] for each in others if each.box[1] >= top + high], default=panel.GetSize().height)
        bar.SetSize(left, top, max(right - left, min(best.width, edge - left)), max(high, min(best.height, under - top)))

        def tell(add: Add) -> None:
            clip = client(bar)
            for number, node in tools:
                rect = bar.GetToolRect(number)
                if not bar.GetToolFits(number) or not rect.width:
                    continue
                states = {"checked": bar.GetToolToggled(number)} if node.get("toggle") else {}
                off = not bar.GetToolEnabled(number)
                if node.get("split"):
                    arrow = bar.GetArtProvider().GetElementSize(DROPDOWN)
                    cut = rect.x + rect.width - arrow
                    add("button", on_screen(bar, wx.Rect(rect.x, rect.y, cut - rect.x, rect.height)), clip, off, node.get("text", ""))
                    add("button", on_screen(bar, wx.Rect(cut, rect.y, arrow, rect.height)), clip, off, "")
                else:
                    add("button", on_screen(bar, rect), clip, off, node.get("text", ""), **states)

        self.tells.append(tell)

    # -- controls of GTK, told by the walk -------------------------------

    def make_button(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        text, style = wx.Control.EscapeMnemonics(node["text"]), wx.BU_EXACTFIT | (wx.BORDER_NONE if node.get("flat") else 0)
        side = max(10, min(rect.height - self.px(6), self.px(node.get("icon_size") or 16)))
        if node.get("toggle"):
            made = wx.ToggleButton(panel, label=text, style=style)
            made.SetValue(bool(node.get("checked")))
        else:
            made = wx.Button(panel, label=text, style=style)
        if node.get("icon"):
            made.SetBitmap(bitmap(node["icon"][1], side))
        return made

    def make_check(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        made = wx.CheckBox(panel, label=wx.Control.EscapeMnemonics(node["text"]))
        made.SetValue(bool(node.get("checked")))
        rect.width = max(rect.width, made.GetBestSize().width)
        return made

    make_switch = make_check  # wx has no switch of its own

    def make_radio(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        first = node["group"] not in self.groups
        self.groups.add(node["group"])
        made = wx.RadioButton(panel, label=wx.Control.EscapeMnemonics(node["text"]), style=wx.RB_GROUP if first else 0)
        if node.get("checked"):
            made.SetValue(True)
        return made

    def make_link(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        return wx.adv.HyperlinkCtrl(panel, label=node["text"], url="https://example.org/", style=wx.NO_BORDER | wx.adv.HL_ALIGN_LEFT)

    def make_entry(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        return wx.TextCtrl(panel, value=node["text"], style=wx.TE_PASSWORD if node.get("password") else 0)

    def make_text(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        if self.rng.random() < 0.5:
            return wx.TextCtrl(panel, value=node["text"], style=wx.TE_MULTILINE | (wx.TE_DONTWRAP if self.rng.random() < 0.5 else 0))
        return self.code(panel, node)

    def code(self, panel: wx.Window, node: Node) -> wx.Window:
        """An editor with line numbers and colours (Scintilla), which wx draws."""
        made = wx.stc.StyledTextCtrl(panel)
        made.SetText(node["text"])
        ink, paper = wx.SystemSettings.GetColour(wx.SYS_COLOUR_WINDOWTEXT), wx.SystemSettings.GetColour(wx.SYS_COLOUR_WINDOW)
        family = self.rng.choice(("DejaVu Sans Mono", "Liberation Mono", "Hack", "Noto Sans Mono"))
        made.StyleSetFont(wx.stc.STC_STYLE_DEFAULT, wx.Font(wx.FontInfo(wx.Size(0, self.size)).FaceName(family)))
        made.StyleSetForeground(wx.stc.STC_STYLE_DEFAULT, ink)
        made.StyleSetBackground(wx.stc.STC_STYLE_DEFAULT, paper)
        made.StyleClearAll()
        if self.rng.random() < 0.7:
            made.SetLexer(wx.stc.STC_LEX_PYTHON)
            made.SetKeyWords(0, "for in def return import class while not if else True False None")
            for style in (wx.stc.STC_P_WORD, wx.stc.STC_P_STRING, wx.stc.STC_P_COMMENTLINE, wx.stc.STC_P_NUMBER, wx.stc.STC_P_OPERATOR):
                made.StyleSetForeground(style, wx.Colour(*(self.rng.randrange(40, 200) for _ in range(3))))
        made.SetMarginType(1, wx.stc.STC_MARGIN_NUMBER)
        made.SetMarginWidth(1, self.size * 3 if self.rng.random() < 0.7 else 0)
        made.SetCaretForeground(ink)
        made.SetCaretPeriod(0)
        made.SetUseHorizontalScrollBar(self.rng.random() < 0.5)

        def tell(add: Add) -> None:
            box = made.GetScreenRect()
            add("textbox", (box.x, box.y, box.x + box.width, box.y + box.height), client(panel), not made.IsEnabled(), "")

        self.tells.append(tell)
        return made

    def make_combo(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        if node.get("editable"):
            return wx.ComboBox(panel, value=node["options"][node["index"]], choices=node["options"])
        made = wx.Choice(panel, choices=node["options"])
        made.SetSelection(node["index"])
        return made

    def make_spin(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        if self.rng.random() < 0.25:
            return wx.SpinCtrlDouble(panel, min=0, max=500, initial=float(node["value"]), inc=0.5)
        return wx.SpinCtrl(panel, min=0, max=500, initial=int(node["value"]))

    def make_slider(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        style = wx.SL_VERTICAL if node.get("vertical") else wx.SL_HORIZONTAL
        if not node.get("vertical") and rect.height > 44 and self.rng.random() < 0.4:
            style |= wx.SL_LABELS
        made = wx.Slider(panel, value=round(100 * node["value"]), minValue=0, maxValue=100, style=style)
        # GTK draws nothing in less room than its theme asks for.
        best = made.GetBestSize()
        wide, high = max(rect.width, best.width if node.get("vertical") else 0), max(rect.height, 0 if node.get("vertical") else best.height)
        rect.x, rect.y, rect.width, rect.height = rect.x - (wide - rect.width) // 2, rect.y - (high - rect.height) // 2, wide, high
        return made

    def make_progress(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        made = wx.Gauge(panel, range=100)
        made.SetValue(round(100 * node["value"]))
        return made

    def make_label(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        made = wx.StaticText(panel, label=wx.Control.EscapeMnemonics(node["text"]), style=wx.ST_NO_AUTORESIZE)
        if node["style"] == "heading":
            made.SetFont(made.GetFont().Bold().Scaled(1.3))
        elif node["style"] == "small":
            made.SetFont(made.GetFont().Scaled(0.9))
        if rect.height > 2 * self.size:
            made.Wrap(rect.width)
        rect.width += self.px(4)
        return made

    def make_statusbar(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        return wx.StaticText(panel, label=wx.Control.EscapeMnemonics(node["text"]), style=wx.ST_NO_AUTORESIZE)

    def make_separator(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        return wx.StaticLine(panel, style=wx.LI_VERTICAL if rect.height > rect.width else wx.LI_HORIZONTAL)

    def make_group(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        return wx.StaticBox(panel, label=wx.Control.EscapeMnemonics(node["text"]))

    # -- what wx draws ---------------------------------------------------

    def make_swatches(self, panel: wx.Window, node: Node, rect: wx.Rect) -> None:
        across, count = node["cols"], len(node["colours"])
        side = max(6, min(rect.width // across, rect.height // max(1, -(-count // across))))
        border = self.rng.choice((wx.BORDER_SIMPLE, wx.BORDER_NONE, wx.BORDER_SUNKEN))
        parts = []
        for index, colour in enumerate(node["colours"]):
            made = wx.Panel(panel, pos=(rect.x + index % across * side, rect.y + index // across * side), size=(side - 2, side - 2), style=border)
            made.SetBackgroundColour(colour)
            parts.append(made)

        def tell(add: Add) -> None:
            for made in parts:
                box = made.GetScreenRect()
                add("button", (box.x, box.y, box.x + box.width, box.y + box.height), client(panel), False, "")

        self.tells.append(tell)

    def make_canvas(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        own = Random(self.rng.randrange(1 << 30))
        picture = wx.Bitmap(max(1, rect.width), max(1, rect.height))
        dc = wx.MemoryDC(picture)
        dc.GradientFillLinear(wx.Rect(0, 0, rect.width, rect.height), wx.Colour(own.randrange(1 << 24)), wx.Colour(own.randrange(1 << 24)), wx.DOWN)
        for _ in range(own.randrange(30)):
            dc.SetBrush(wx.Brush(wx.Colour(own.randrange(1 << 24))))
            dc.SetPen(wx.TRANSPARENT_PEN)
            side, x, y = own.randint(3, max(4, rect.height // 3)), own.randrange(max(1, rect.width)), own.randrange(max(1, rect.height))
            if own.random() < 0.5:
                dc.DrawCircle(x, y, side // 2)
            else:
                dc.DrawRectangle(x, rect.height - side, side // 3 + 2, side)
        dc.SelectObject(wx.NullBitmap)
        return wx.StaticBitmap(panel, bitmap=picture)

    def make_picture(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        return wx.StaticBitmap(panel, bitmap=bitmap(node["icon"][1], min(rect.width, rect.height)))

    def make_notebook(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        if not self.solid or self.rng.random() < 0.5:
            book = wx.Notebook(panel)
            for text in node["tabs"]:
                book.AddPage(wx.Panel(book), wx.Control.EscapeMnemonics(text))
            book.SetSelection(node["selected"])
            return book
        style = wx.aui.AUI_NB_TOP | wx.aui.AUI_NB_SCROLL_BUTTONS | self.rng.choice((0, wx.aui.AUI_NB_CLOSE_ON_ACTIVE_TAB, wx.aui.AUI_NB_CLOSE_ON_ALL_TABS))
        book = wx.aui.AuiNotebook(panel, style=style)
        if self.rng.random() < 0.4:
            book.SetArtProvider(wx.aui.AuiSimpleTabArt())
        for text in node["tabs"]:
            book.AddPage(wx.Panel(book), text)
        book.SetSelection(node["selected"])

        def tell(add: Add) -> None:
            strip = book.GetActiveTabCtrl()
            clip, size = client(strip), strip.GetClientSize()
            buttons: set[tuple[int, int, int, int]] = set()
            for y in range(3, size.height, 5):
                for x in range(0, size.width, 3):
                    # What comes back without a hit is no button: not to be looked at.
                    hit, found = strip.ButtonHitTest(x, y)
                    if hit:
                        buttons.add((found.rect.x, found.rect.y, found.rect.width, found.rect.height))
            # Scroll buttons lie at the ends of the strip, over the tabs.
            ends = [box for box in buttons if not any(page.rect.width and page.rect.Contains(wx.Point(box[0] + box[2] // 2, box[1] + box[3] // 2)) for page in strip.GetPages()) or box[0] + box[2] >= size.width - 2]
            right = min((box[0] for box in ends if box[0] > size.width // 2), default=size.width)
            seen = meet(clip, on_screen(strip, wx.Rect(0, 0, right, size.height)))
            for page in strip.GetPages():
                rect = page.rect
                if rect.width:
                    add("tab", on_screen(strip, wx.Rect(rect.x, rect.y, rect.width, min(rect.height, size.height - rect.y))), seen, False, page.caption, selected=page.active)
            for box in buttons:
                add("button", on_screen(strip, wx.Rect(*box)), clip if box in ends else seen, False, "")

        self.tells.append(tell)
        return book

    def make_list(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        icons, draw = node.get("icons"), self.rng.random()
        if not icons and draw < 0.5:
            made = wx.ListBox(panel, choices=node["items"])
            made.SetSelection(node["selected"])
            return made
        if not icons and draw < 0.75:
            made = wx.CheckListBox(panel, choices=node["items"])
            for index in range(len(node["items"])):
                made.Check(index, self.rng.random() < 0.5)
            made.SetSelection(node["selected"])
            return made
        made = wx.ListCtrl(panel, style=wx.LC_REPORT | wx.LC_NO_HEADER | wx.LC_SINGLE_SEL)
        made.InsertColumn(0, "", width=max(40, rect.width - self.px(24)))
        return self.rows(made, "listitem", [[text] for text in node["items"]], icons, node["selected"])

    def make_table(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        count = len(node["columns"])
        share = max(self.px(40), round((rect.width - self.px(22)) / count * self.rng.choice((0.7, 0.98, 0.98, 1.4))))
        if self.rng.random() < 0.4:
            made = wx.dataview.DataViewListCtrl(panel, style=self.rng.choice((0, wx.dataview.DV_ROW_LINES, wx.dataview.DV_VERT_RULES)))
            for text in node["columns"]:
                made.AppendTextColumn(text, width=share, flags=wx.dataview.DATAVIEW_COL_RESIZABLE | wx.dataview.DATAVIEW_COL_SORTABLE)
            for row in node["rows"]:
                made.AppendItem((row + [""] * count)[:count])
            if node["rows"]:
                made.SelectRow(node["selected"])
            return made
        made = wx.ListCtrl(panel, style=wx.LC_REPORT | wx.LC_SINGLE_SEL | self.rng.choice((0, wx.LC_HRULES, wx.LC_VRULES)))
        for index, text in enumerate(node["columns"]):
            made.InsertColumn(index, text, width=share, format=wx.LIST_FORMAT_RIGHT if index and self.rng.random() < 0.2 else wx.LIST_FORMAT_LEFT)
        if self.rng.random() < 0.4:
            made.ShowSortIndicator(node["sort"], self.rng.random() < 0.5)
        return self.rows(made, "row", node["rows"], node.get("icons"), node["selected"])

    def rows(self, made: wx.ListCtrl, role: str, rows: list[list[str]], icons: list[Any] | None, selected: int) -> wx.ListCtrl:
        """Fills a list and tells its rows and headers."""
        side = self.size + self.px(3)
        if icons and any(icons):
            pictures = wx.ImageList(side, side)
            for found in icons:
                pictures.Add(bitmap(found[1], side) if found else wx.Bitmap(side, side))
            made.AssignImageList(pictures, wx.IMAGE_LIST_SMALL)
        for index, row in enumerate(rows):
            made.InsertItem(index, row[0], index % len(icons) if icons and any(icons) else -1)
            for column in range(1, min(len(row), made.GetColumnCount())):
                made.SetItem(index, column, row[column])
        if rows:
            made.Select(selected)

        def tell(add: Add) -> None:
            # The header is a window above that of the rows.
            inner = [child for child in made.GetChildren() if child.IsShown()]
            body = max(inner, key=lambda child: child.GetSize().height) if inner else made
            header = next((child for child in inner if child is not body), None)
            clip = client(body)
            if header is not None and role == "row":
                left = 0  # nothing scrolls sideways here
                for column in range(made.GetColumnCount()):
                    wide = made.GetColumnWidth(column)
                    add("columnheader", on_screen(header, wx.Rect(left, 0, wide, header.GetSize().height)), client(header), False, made.GetColumn(column).GetText())
                    left += wide
            for index in range(made.GetItemCount()):
                box = on_screen(made, made.GetItemRect(index))
                box = (max(box[0], clip[0]), box[1], min(box[2], clip[2]), box[3])
                add(role, box, clip, not made.IsEnabled(), rows[index][0], selected=made.IsSelected(index))

        self.tells.append(tell)
        return made

    def make_icons(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        made = wx.ListCtrl(panel, style=wx.LC_ICON | wx.LC_SINGLE_SEL)
        side = self.px(node["size"])
        pictures = wx.ImageList(side, side)
        for index, (text, found) in enumerate(node["items"]):
            pictures.Add(bitmap(found[1], side) if found else wx.Bitmap(side, side))
        made.AssignImageList(pictures, wx.IMAGE_LIST_NORMAL)
        made.SetSize(rect)
        for index, (text, _) in enumerate(node["items"]):
            made.InsertItem(index, text, index)
        made.Select(node["selected"])

        def tell(add: Add) -> None:
            inner = [child for child in made.GetChildren() if child.IsShown()]
            clip = client(max(inner, key=lambda child: child.GetSize().height)) if inner else client(made)
            for index in range(made.GetItemCount()):
                icon, label = made.GetItemRect(index, wx.LIST_RECT_ICON), made.GetItemRect(index, wx.LIST_RECT_LABEL)
                box = on_screen(made, icon.Union(label))
                add("listitem", box, clip, not made.IsEnabled(), node["items"][index][0], selected=made.IsSelected(index))

        self.tells.append(tell)
        return made

    def make_tree(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        if self.rng.random() < 0.25:
            return self.properties(panel, node)
        whole = self.rng.random() < 0.4
        style = wx.TR_HAS_BUTTONS | wx.TR_HIDE_ROOT | wx.TR_LINES_AT_ROOT | (wx.TR_FULL_ROW_HIGHLIGHT | wx.TR_NO_LINES if whole else self.rng.choice((0, wx.TR_NO_LINES)))
        made = wx.TreeCtrl(panel, style=style)
        icons, side = node.get("icons"), self.size + self.px(3)
        have = bool(icons and any(icons))
        if have:
            pictures = wx.ImageList(side, side)
            for found in icons:
                pictures.Add(bitmap(found[1], side) if found else wx.Bitmap(side, side))
            made.AssignImageList(pictures)
        items: list[Any] = []
        opened: list[Any] = []

        def walk(branches: list[Any], parent: Any) -> None:
            for text, is_open, children in branches:
                item = made.AppendItem(parent, text, len(items) % len(icons) if have else -1)
                items.append(item)
                walk(children, item)
                if is_open and children:
                    opened.append(item)

        walk(node["nodes"], made.AddRoot(""))
        for item in opened:
            made.Expand(item)
        if node["selected"] < len(items) and self.rng.random() < 0.8:
            made.SelectItem(items[node["selected"]])
        made.EnsureVisible(items[0])

        def tell(add: Add) -> None:
            clip = client(made)
            for item in items:
                text = made.GetBoundingRect(item, True) if made.IsVisible(item) else None
                if not text:
                    continue
                box = on_screen(made, text)
                parent = made.ItemHasChildren(item)
                left = box[0] - (side + 4 if have else 0)
                box = (clip[0], box[1], clip[2], box[3]) if whole else (left - (INDENT_BUTTON if parent else 0), box[1], box[2], box[3])
                states = {"expanded": made.IsExpanded(item)} if parent else {}
                add("treeitem", box, clip, not made.IsEnabled(), made.GetItemText(item), selected=made.IsSelected(item), **states)

        self.tells.append(tell)
        return made

    def properties(self, panel: wx.Window, node: Node) -> wx.Window:
        """A grid of properties in categories, in place of a tree."""
        made = wx.propgrid.PropertyGrid(panel, style=wx.propgrid.PG_SPLITTER_AUTO_CENTER | self.rng.choice((0, wx.propgrid.PG_BOLD_MODIFIED)))
        count = 0
        for text, _, children in node["nodes"]:
            made.Append(wx.propgrid.PropertyCategory(text, f"c{count}"))
            for name in [child[0] for child in children] or [text]:
                count += 1
                maker = self.rng.choice((lambda label, key: wx.propgrid.StringProperty(label, key, value=text), lambda label, key: wx.propgrid.IntProperty(label, key, value=count * 7),
                                         lambda label, key: wx.propgrid.BoolProperty(label, key, value=count % 2 == 0), lambda label, key: wx.propgrid.ColourProperty(label, key, value=wx.Colour(self.rng.randrange(1 << 24)))))
                made.Append(maker(name, f"p{count}"))

        def tell(add: Add) -> None:
            clip, size = client(made), made.GetClientSize()
            spans: dict[str, list[int]] = {}
            for y in range(size.height):
                found = made.HitTest(wx.Point(size.width // 2, y)).GetProperty()
                if found is not None:
                    spans.setdefault(found.GetName(), [y, y + 1])[1] = y + 1
            for name, (top, bottom) in spans.items():
                found = made.GetProperty(name)
                states = {"expanded": found.IsExpanded()} if found.IsCategory() else {}
                add("row", on_screen(made, wx.Rect(0, top, size.width, bottom - top)), clip, False, found.GetLabel(), **states)

        self.tells.append(tell)
        return made

    def make_rich(self, panel: wx.Window, node: Node, rect: wx.Rect) -> wx.Window:
        """A page of HTML; every link tells its words."""
        made = wx.html.HtmlWindow(panel, style=self.rng.choice((wx.BORDER_NONE, wx.BORDER_SUNKEN)) | wx.html.HW_SCROLLBAR_AUTO)
        escape = {ord("&"): "&amp;", ord("<"): "&lt;"}
        text = "".join(f'<a href="{index}">{part.translate(escape)}</a>' if link else part.translate(escape) + ("<br>" if self.rng.random() < 0.2 else "") for index, (part, link) in enumerate(node["parts"]))
        ink, paper = (wx.SystemSettings.GetColour(which).GetAsString(wx.C2S_HTML_SYNTAX) for which in (wx.SYS_COLOUR_WINDOWTEXT, wx.SYS_COLOUR_WINDOW))
        dark = wx.SystemSettings.GetColour(wx.SYS_COLOUR_WINDOW).GetLuminance() < 0.5
        made.SetSize(rect)
        made.SetStandardFonts(max(6, round(self.size * 0.75)), wx.SystemSettings.GetFont(wx.SYS_DEFAULT_GUI_FONT).GetFaceName())
        made.SetPage(f'<body bgcolor="{paper}" text="{ink}" link="{"#82afff" if dark else "#0a46be"}">{text}</body>')

        def tell(add: Add) -> None:
            clip, words = client(made), {}
            step = made.GetScrollPixelsPerUnit()
            start = made.GetViewStart()
            shift = (start[0] * step[0], start[1] * step[1])

            def look(cell: Any, x: int, y: int) -> None:
                while cell is not None:
                    left, top = x + cell.GetPosX(), y + cell.GetPosY()
                    link = cell.GetLink()
                    if cell.GetFirstChild() is not None:
                        look(cell.GetFirstChild(), left, top)
                    elif link is not None and cell.GetWidth() > 0:
                        words.setdefault(link.GetHref(), []).append((left - shift[0], top - shift[1], left + cell.GetWidth() - shift[0], top + cell.GetHeight() - shift[1]))
                    cell = cell.GetNext()

            look(made.GetInternalRepresentation(), 0, 0)
            for href, boxes in words.items():
                left, top, right, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)
                add("link", on_screen(made, wx.Rect(left, top, right - left, bottom - top)), clip, False, node["parts"][int(href)][0])

        self.tells.append(tell)
        return made

    # -- ribbons ---------------------------------------------------------

    def ribbon(self, frame: wx.Window, content: Any) -> wx.ribbon.RibbonBar:
        """A ribbon with a few pages; button bars and tool bars in its panels."""
        rng = self.rng
        bar = wx.ribbon.RibbonBar(frame, style=wx.ribbon.RIBBON_BAR_FLOW_HORIZONTAL | wx.ribbon.RIBBON_BAR_SHOW_PAGE_LABELS)
        art = (RibbonArt if rng.random() < 0.6 else AuiRibbonArt)()
        if rng.random() < 0.6 or not self.solid:
            hue = wx.Colour(*(rng.randrange(60, 255) for _ in range(3)))
            art.SetColourScheme(hue if self.face.GetLuminance() > 0.5 or not self.solid else self.face, wx.Colour(*(rng.randrange(60, 255) for _ in range(3))), wx.Colour(*(rng.randrange(0, 120) for _ in range(3))))
        art.SetFont(wx.ribbon.RIBBON_ART_TAB_LABEL_FONT, wx.SystemSettings.GetFont(wx.SYS_DEFAULT_GUI_FONT))
        for which in (wx.ribbon.RIBBON_ART_BUTTON_BAR_LABEL_FONT, wx.ribbon.RIBBON_ART_PANEL_LABEL_FONT):
            art.SetFont(which, wx.SystemSettings.GetFont(wx.SYS_DEFAULT_GUI_FONT))
        bar.SetArtProvider(art)
        self.kept.append(art)
        names = content.some("menu", rng.randint(2, 6))
        chosen = rng.randrange(len(names))
        parts: list[tuple[wx.Window, int, Node]] = []
        panels: list[wx.ribbon.RibbonPanel] = []
        big, small = self.px(rng.choice((24, 32, 32))), self.px(16)
        for index, name in enumerate(names):
            page = wx.ribbon.RibbonPage(bar, wx.ID_ANY, name)
            if index != chosen:
                continue
            for _ in range(rng.randint(2, 5)):
                panel = wx.ribbon.RibbonPanel(page, wx.ID_ANY, content.word("noun"), wx.NullBitmap, style=wx.ribbon.RIBBON_PANEL_NO_AUTO_MINIMISE)
                panels.append(panel)
                if rng.random() < 0.65:
                    holder: Any = wx.ribbon.RibbonButtonBar(panel)
                    for text in content.some("command", rng.randint(2, 6)):
                        icon, number = content.icon(big), wx.NewIdRef()
                        self.kept.append(number)
                        kind = rng.choice((wx.ribbon.RIBBON_BUTTON_NORMAL,) * 4 + (wx.ribbon.RIBBON_BUTTON_TOGGLE, wx.ribbon.RIBBON_BUTTON_DROPDOWN))
                        picture = bitmap(icon[1], big) if icon else wx.ArtProvider.GetBitmap(wx.ART_NORMAL_FILE, size=(big, big))
                        holder.AddButton(int(number), text.rstrip("…"), picture, "", kind)
                        node = {"text": text, "disabled": rng.random() < 0.12, "toggle": kind == wx.ribbon.RIBBON_BUTTON_TOGGLE, "checked": rng.random() < 0.5}
                        if node["disabled"]:
                            holder.EnableButton(int(number), False)
                        if node["toggle"] and node["checked"]:
                            holder.ToggleButton(int(number), True)
                        parts.append((holder, int(number), node))
                else:
                    holder = wx.ribbon.RibbonToolBar(panel)
                    for _ in range(rng.randint(3, 10)):
                        icon, number = content.icon(small), wx.NewIdRef()
                        self.kept.append(number)
                        toggle = rng.random() < 0.2
                        picture = bitmap(icon[1], small) if icon else wx.ArtProvider.GetBitmap(wx.ART_NORMAL_FILE, size=(small, small))
                        holder.AddTool(int(number), picture, "", wx.ribbon.RIBBON_BUTTON_TOGGLE if toggle else wx.ribbon.RIBBON_BUTTON_NORMAL)
                        node = {"text": "", "disabled": rng.random() < 0.12, "toggle": toggle, "checked": rng.random() < 0.5}
                        if node["disabled"]:
                            holder.EnableTool(int(number), False)
                        if toggle and node["checked"]:
                            holder.ToggleTool(int(number), True)
                        parts.append((holder, int(number), node))
                        if rng.random() < 0.15:
                            holder.AddSeparator()
                    holder.SetRows(2, 3)
        bar.SetActivePage(chosen)
        bar.Realize()

        def tell(add: Add) -> None:
            clip = client(bar)
            for index, name in enumerate(names):
                if name in art.tabs:
                    add("tab", on_screen(bar, art.tabs[name]), clip, False, name, selected=index == bar.GetActivePage())
            page = bar.GetPage(chosen)
            seen = client(page)
            over = any(on_screen(panel, wx.Rect(panel.GetSize()))[2] > seen[2] + 1 for panel in panels)
            if over:  # a scroll button lies over the end of the page
                add("ignore", (seen[2] - SCROLLER, seen[1], seen[2], seen[3]), clip, False, "")
                seen = (seen[0], seen[1], seen[2] - SCROLLER, seen[3])
            for holder, number, node in parts:
                rect = holder.GetItemRect(number) if isinstance(holder, wx.ribbon.RibbonButtonBar) else holder.GetToolRect(number)
                if rect.width:
                    states = {"checked": node["checked"] and node["toggle"]} if node["toggle"] else {}
                    add("button", on_screen(holder, rect), meet(seen, client(holder)), node["disabled"], node["text"], **states)

        self.tells.append(tell)
        return bar

