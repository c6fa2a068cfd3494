"""What Qt Widgets say of every control in a window: role, place and state. Boxes become screen pixels."""

from __future__ import annotations

from typing import Any

from qt import Qt, QtCore, QtGui, QtWidgets

Element = dict[str, Any]
Style = QtWidgets.QStyle
MOST_ROWS = 400


def plain(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


def fill(widget: Any, option: Any) -> None:
    """Fills a style option as the widget would; for widgets that Qt made itself, as well as can be from outside."""
    try:
        widget.initStyleOption(option)
    except RuntimeError:
        option.initFrom(widget)
        if isinstance(widget, QtWidgets.QAbstractButton):
            option.text = widget.text()


class Walk:
    """Collects the elements of one toplevel widget; `factor` is screen pixels per Qt pixel."""

    def __init__(self, root: Any, factor: float) -> None:
        self.root, self.factor = root, factor
        self.elements: list[Element] = []
        self.ignore: list[list[float]] = []

    def run(self) -> Walk:
        self.visit(self.root, self.glob(self.root, self.root.rect()))
        return self

    def glob(self, widget: Any, rect: Any) -> Any:
        """A widget's rectangle in Qt's global coordinates."""
        return QtCore.QRect(widget.mapToGlobal(rect.topLeft()), rect.size())

    def pixels(self, rect: Any) -> list[float]:
        factor = self.factor
        return [rect.x() * factor, rect.y() * factor, (rect.x() + rect.width()) * factor, (rect.y() + rect.height()) * factor]

    def add(self, role: str, rect: Any, clip: Any, widget: Any, *, click: Any = None, name: str = "", disabled: bool | None = None, **states: bool) -> None:
        cut = rect.intersected(clip)
        if cut.isEmpty():
            return
        element: Element = {"role": role, "box": self.pixels(cut), "states": {"disabled": not widget.isEnabled() if disabled is None else disabled, **states}}
        if cut != rect:
            element["whole"] = self.pixels(rect)
        if click is not None:
            element["click"] = self.pixels(click.intersected(clip))
        if name:
            element["name"] = plain(name)
        self.elements.append(element)

    def visit(self, widget: Any, clip: Any) -> None:
        rect = self.glob(widget, widget.rect())
        clip = clip.intersected(rect)
        if clip.isEmpty():
            return
        below = True
        for kind, method in KINDS:
            if isinstance(widget, kind):
                below = method(self, widget, rect, clip) is True
                break
        if below:
            self.children(widget, clip)

    def children(self, widget: Any, clip: Any) -> None:
        for child in widget.children():
            if isinstance(child, QtWidgets.QWidget) and child.isVisible() and not child.isWindow():
                self.visit(child, clip)

    # Buttons

    def tool_button(self, widget: Any, rect: Any, clip: Any) -> None:
        if widget.objectName() == "qt_toolbar_ext_button" and not widget.isEnabled():
            return
        states = {"checked": widget.isChecked()} if widget.isCheckable() else {}
        if hasattr(widget, "unfolded"):
            states = {"expanded": widget.unfolded}
        name = widget.text() or widget.toolTip()
        if widget.popupMode() == QtWidgets.QToolButton.ToolButtonPopupMode.MenuButtonPopup and widget.menu() is not None:
            option = QtWidgets.QStyleOptionToolButton()
            fill(widget, option)
            arrow = widget.style().subControlRect(Style.ComplexControl.CC_ToolButton, option, Style.SubControl.SC_ToolButtonMenu, widget)
            first = widget.style().subControlRect(Style.ComplexControl.CC_ToolButton, option, Style.SubControl.SC_ToolButton, widget)
            if arrow.isValid() and arrow.width() < widget.width():
                if first.right() >= arrow.left():
                    first.setRight(arrow.left() - 1)
                self.add("button", self.glob(widget, first), clip, widget, name=name, **states)
                self.add("button", self.glob(widget, arrow), clip, widget)
                return
        self.add("button", rect, clip, widget, name=name, **states)

    def push(self, widget: Any, rect: Any, clip: Any) -> None:
        states = {"checked": widget.isChecked()} if widget.isCheckable() else {}
        self.add("button", rect, clip, widget, name=widget.text() or widget.toolTip(), **states)

    def check(self, widget: Any, rect: Any, clip: Any) -> None:
        radio = isinstance(widget, QtWidgets.QRadioButton)
        option = QtWidgets.QStyleOptionButton()
        fill(widget, option)
        style, sub = widget.style(), Style.SubElement
        mark = style.subElementRect(sub.SE_RadioButtonIndicator if radio else sub.SE_CheckBoxIndicator, option, widget)
        whole = mark
        if widget.text():
            space = style.subElementRect(sub.SE_RadioButtonContents if radio else sub.SE_CheckBoxContents, option, widget)
            size = widget.fontMetrics().size(Qt.TextFlag.TextShowMnemonic.value if hasattr(Qt.TextFlag.TextShowMnemonic, "value") else Qt.TextFlag.TextShowMnemonic, widget.text())
            text = style.visualRect(widget.layoutDirection(), space, QtCore.QRect(space.x(), space.y() + (space.height() - size.height()) // 2, min(size.width(), space.width()), size.height()))
            whole = mark.united(text)
        partly = not radio and widget.checkState() == Qt.CheckState.PartiallyChecked
        states = {} if partly else {"checked": widget.isChecked()}
        self.add("radio" if radio else "checkbox", self.glob(widget, whole), clip, widget, click=self.glob(widget, mark), name=widget.text(), **states)

    def group(self, widget: Any, rect: Any, clip: Any) -> bool:
        if widget.isCheckable():
            option = QtWidgets.QStyleOptionGroupBox()
            fill(widget, option)
            control, sub = Style.ComplexControl.CC_GroupBox, Style.SubControl
            mark = widget.style().subControlRect(control, option, sub.SC_GroupBoxCheckBox, widget)
            label = widget.style().subControlRect(control, option, sub.SC_GroupBoxLabel, widget)
            self.add("checkbox", self.glob(widget, mark.united(label)), clip, widget, click=self.glob(widget, mark), name=widget.title(), checked=widget.isChecked())
        return True

    # Fields

    def entry(self, widget: Any, rect: Any, clip: Any) -> None:
        self.add("textbox", rect, clip, widget, name=widget.placeholderText())
        for child in widget.children():
            if isinstance(child, QtWidgets.QToolButton) and child.isVisible() and child.isEnabled() and child.x() > widget.width() // 2 and child.width() > 4:
                self.add("button", self.glob(child, child.rect()), clip, child)

    def spin(self, widget: Any, rect: Any, clip: Any) -> None:
        self.add("spinbutton", rect, clip, widget)

    def combo(self, widget: Any, rect: Any, clip: Any) -> None:
        self.add("combobox", rect, clip, widget, expanded=widget.view().isVisible())

    def text(self, widget: Any, rect: Any, clip: Any) -> None:
        if not widget.isReadOnly():
            self.add("textbox", rect, clip, widget)

    def slider(self, widget: Any, rect: Any, clip: Any) -> None:
        if isinstance(widget, QtWidgets.QSlider):
            option = QtWidgets.QStyleOptionSlider()
            fill(widget, option)
            sub = Style.SubControl
            parts = [widget.style().subControlRect(Style.ComplexControl.CC_Slider, option, part, widget) for part in (sub.SC_SliderGroove, sub.SC_SliderHandle)]
            rect = self.glob(widget, parts[0].united(parts[1]).intersected(widget.rect()))
        self.add("slider", rect, clip, widget)

    def label(self, widget: Any, rect: Any, clip: Any) -> None:
        if not hasattr(widget, "link_at"):
            return
        document = QtGui.QTextDocument()
        document.setDefaultFont(widget.font())
        document.setDocumentMargin(0)
        document.setHtml(widget.text())
        inner = widget.contentsRect()
        document.setTextWidth(-1 if not widget.wordWrap() else inner.width())
        size = document.size()  # asking lays it out
        block = document.firstBlock()
        layout = block.layout()
        if layout.lineCount() == 0:
            return
        line = layout.lineAt(0)
        start, length = widget.link_at
        first, last = (edge[0] if isinstance(edge, tuple) else edge for edge in (line.cursorToX(start), line.cursorToX(start + length)))
        top = inner.y() + (inner.height() - size.height()) / 2
        place = QtCore.QRect(int(inner.x() + min(first, last)), int(top), int(abs(last - first)) + 1, int(line.height()) + 1)
        self.add("link", self.glob(widget, place), clip, widget, name=document.toPlainText()[start : start + length])

    # Tabs, menus

    def tabs(self, bar: Any, rect: Any, clip: Any) -> None:
        area = clip
        for child in bar.children():
            # The scroll arrows of a bar that is too narrow lie above its tabs.
            if isinstance(child, QtWidgets.QToolButton) and child.isVisible():
                self.add("button", self.glob(child, child.rect()), clip, child)
                arrow = self.glob(child, child.rect())
                if arrow.left() > rect.center().x():
                    area = area.intersected(QtCore.QRect(rect.x(), rect.y(), arrow.left() - rect.left(), rect.height()))
        for index in range(bar.count()):
            if bar.isTabVisible(index):
                self.add("tab", self.glob(bar, bar.tabRect(index)), area, bar, name=bar.tabText(index), selected=index == bar.currentIndex(), disabled=not (bar.isEnabled() and bar.isTabEnabled(index)))
                for side in (QtWidgets.QTabBar.ButtonPosition.LeftSide, QtWidgets.QTabBar.ButtonPosition.RightSide):
                    button = bar.tabButton(index, side)
                    if button is not None and button.isVisible():
                        self.add("button", self.glob(button, button.rect()), area, button)

    def menu_bar(self, bar: Any, rect: Any, clip: Any) -> bool:
        for action in bar.actions():
            if action.isVisible() and not action.isSeparator():
                place = bar.actionGeometry(action)
                if not place.isEmpty():
                    self.add("menuitem", self.glob(bar, place), clip, bar, name=action.text(), disabled=not action.isEnabled())
        return True

    def menu(self, menu: Any, rect: Any, clip: Any) -> None:
        for action in menu.actions():
            if action.isVisible() and not action.isSeparator():
                states = {"checked": action.isChecked()} if action.isCheckable() else {}
                self.add("menuitem", self.glob(menu, menu.actionGeometry(action)), clip, menu, name=action.text(), disabled=not action.isEnabled(), **states)

    # Views

    def header(self, view: Any, rect: Any, clip: Any) -> None:
        # A header that cannot be clicked looks the same and can be dragged; row numbers have no class.
        if view.orientation() != Qt.Orientation.Horizontal:
            self.ignore.append(self.pixels(clip))
            return
        for index in range(view.count()):
            if not view.isSectionHidden(index):
                place = QtCore.QRect(view.sectionViewportPosition(index), 0, view.sectionSize(index), view.height())
                name = view.model().headerData(index, Qt.Orientation.Horizontal) if view.model() else ""
                self.add("columnheader", self.glob(view.viewport(), place), clip, view, name=str(name or ""))

    def view(self, view: Any, rect: Any, clip: Any) -> bool:
        port = self.glob(view.viewport(), view.viewport().rect())
        inner = clip.intersected(port)
        if isinstance(view, QtWidgets.QTreeView):
            self.tree(view, inner)
        elif isinstance(view, QtWidgets.QListView):
            self.list(view, inner)
        elif isinstance(view, QtWidgets.QTableView):
            self.table(view, inner)
        return True

    def mark(self, view: Any, index: Any, cell: Any, inner: Any) -> None:
        """The check box of a cell, where it has one."""
        state = index.data(Qt.ItemDataRole.CheckStateRole)
        if state is None:
            return
        option = QtWidgets.QStyleOptionViewItem()
        option.initFrom(view)
        option.rect = cell
        option.features = QtWidgets.QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        place = view.style().subElementRect(Style.SubElement.SE_ItemViewItemCheckIndicator, option, view)
        checked = state in (2, Qt.CheckState.Checked)
        self.add("checkbox", self.glob(view.viewport(), place), inner, view, checked=checked)

    def list(self, view: Any, inner: Any) -> None:
        model = view.model()
        for row in range(min(model.rowCount(view.rootIndex()), MOST_ROWS)):
            index = model.index(row, view.modelColumn(), view.rootIndex())
            cell = view.visualRect(index)
            if cell.isEmpty() or view.isRowHidden(row):
                continue
            self.add("listitem", self.glob(view.viewport(), cell), inner, view, name=str(index.data() or "").split("\n")[0], selected=view.selectionModel().isSelected(index))
            self.mark(view, index, cell, inner)

    def tree(self, view: Any, inner: Any) -> None:
        model = view.model()
        columns = [column for column in range(model.columnCount()) if not view.isColumnHidden(column)]
        roots = range(min(model.rowCount(view.rootIndex()), MOST_ROWS))
        deep = view.rootIsDecorated() and any(model.hasChildren(model.index(row, 0, view.rootIndex())) for row in roots)
        role = "treeitem" if deep or view.rootIsDecorated() else "row" if len(columns) > 1 else "listitem"
        index = view.indexAt(QtCore.QPoint(2, 1))
        if not index.isValid():
            index = model.index(0, 0, view.rootIndex())
        index = index.sibling(index.row(), 0)
        for _ in range(MOST_ROWS):
            if not index.isValid():
                return
            cell = view.visualRect(index)
            if cell.top() > view.viewport().height():
                return
            if not cell.isEmpty():
                line = cell
                for column in columns[1:]:
                    line = line.united(view.visualRect(index.sibling(index.row(), column)))
                if view.rootIsDecorated():
                    line = line.adjusted(-min(view.indentation(), line.left()), 0, 0, 0)
                states = {"selected": view.selectionModel().isSelected(index)}
                if model.hasChildren(index) and role == "treeitem":
                    states["expanded"] = view.isExpanded(index)
                self.add(role, self.glob(view.viewport(), line), inner, view, name=str(index.data() or ""), **states)
                self.mark(view, index, cell, inner)
            index = view.indexBelow(index)

    def table(self, view: Any, inner: Any) -> None:
        if view.selectionBehavior() != QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows:
            return
        model = view.model()
        for row in range(min(model.rowCount(), MOST_ROWS)):
            line = view.visualRect(model.index(row, 0)).united(view.visualRect(model.index(row, model.columnCount() - 1)))
            if not view.isRowHidden(row) and not line.isEmpty():
                self.add("row", self.glob(view.viewport(), line), inner, view, name=str(model.index(row, 0).data() or ""), selected=view.selectionModel().isSelected(model.index(row, 0)))

    def calendar(self, widget: Any, rect: Any, clip: Any) -> bool:
        view = widget.findChild(QtWidgets.QTableView)
        if view is not None and view.isVisible():
            inner = clip.intersected(self.glob(view.viewport(), view.viewport().rect()))
            rows = 1 if widget.horizontalHeaderFormat() != QtWidgets.QCalendarWidget.HorizontalHeaderFormat.NoHorizontalHeader else 0
            columns = 1 if widget.verticalHeaderFormat() != QtWidgets.QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader else 0
            for row in range(rows, view.model().rowCount()):
                for column in range(columns, view.model().columnCount()):
                    index = view.model().index(row, column)
                    if not view.isRowHidden(row) and not view.isColumnHidden(column):
                        self.add("button", self.glob(view.viewport(), view.visualRect(index)), inner, view, name=str(index.data() or ""), selected=view.selectionModel().isSelected(index))
        for child in widget.findChildren(QtWidgets.QToolButton):
            if child.isVisible():
                self.tool_button(child, self.glob(child, child.rect()), clip)
        return False

    def unknown(self, widget: Any, rect: Any, clip: Any) -> None:
        self.ignore.append(self.pixels(clip))

    def nothing(self, widget: Any, rect: Any, clip: Any) -> None:
        """Widgets without marks inside."""



KINDS: list[tuple[Any, Any]] = [
    (QtWidgets.QCalendarWidget, Walk.calendar), (QtWidgets.QMenuBar, Walk.menu_bar), (QtWidgets.QMenu, Walk.menu), (QtWidgets.QTabBar, Walk.tabs),
    (QtWidgets.QCheckBox, Walk.check), (QtWidgets.QRadioButton, Walk.check), (QtWidgets.QToolButton, Walk.tool_button), (QtWidgets.QAbstractButton, Walk.push),
    (QtWidgets.QLineEdit, Walk.entry), (QtWidgets.QAbstractSpinBox, Walk.spin), (QtWidgets.QComboBox, Walk.combo), (QtWidgets.QPlainTextEdit, Walk.text),
    (QtWidgets.QTextEdit, Walk.text), (QtWidgets.QScrollBar, Walk.nothing), (QtWidgets.QAbstractSlider, Walk.slider), (QtWidgets.QLabel, Walk.label),
    (QtWidgets.QHeaderView, Walk.header), (QtWidgets.QAbstractItemView, Walk.view), (QtWidgets.QGroupBox, Walk.group),
]
