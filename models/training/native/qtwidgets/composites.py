"""The composite nodes of ../plan.py with Qt Widgets."""

from __future__ import annotations

from typing import Any

from build import BESIDE, UNDER, Builder, Node
from qt import Qt, QtCore, QtGui, QtWidgets

GROW = ("scroll", "tabs", "split2", "list", "icons", "tree", "table", "text", "picture", "chart", "keypad")

SHRINKS = ("scroll", "list", "icons", "tree", "table", "text", "picture", "chart", "split2")


class Composer(Builder):
    """Builds whole windows."""

    def fill(self, layout: Any, children: list[Node], across: bool) -> None:
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self.gap)
        grows = False
        for node in children:
            strong = node["t"] in GROW
            grows = grows or strong or node["t"] in ("v", "space")
            layout.addWidget(self.build(node), 1 if strong or (node["t"] == "space" and across) else 0)
        if not grows:
            layout.addStretch()

    def _v(self, node: Node) -> Any:
        box = QtWidgets.QWidget()
        self.fill(QtWidgets.QVBoxLayout(box), node["children"], False)
        return box

    def _h(self, node: Node) -> Any:
        box = QtWidgets.QWidget()
        self.fill(QtWidgets.QHBoxLayout(box), node["children"], True)
        return box

    def _grid(self, node: Node) -> Any:
        box = QtWidgets.QWidget()
        outer = QtWidgets.QVBoxLayout(box)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.grid([self.build(item) for item in node["items"]], node["columns"], 0))
        outer.addStretch()
        return box

    def _form(self, node: Node) -> Any:
        box = QtWidgets.QWidget()
        layout = QtWidgets.QFormLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self.gap)
        for text, control in node["rows"]:
            layout.addRow(self.plain(text) if control["t"] != "check" else "", self.build(control))
        return box

    def _frame(self, node: Node) -> Any:
        group = QtWidgets.QGroupBox(self.plain(node["text"]))
        layout = QtWidgets.QVBoxLayout(group)
        layout.addWidget(self.build(node["child"]))
        if self.rng.random() < 0.3:
            group.setCheckable(True)
            group.setChecked(self.rng.random() < 0.8)
        return group

    def _expander(self, node: Node) -> Any:
        if self.rng.random() < 0.5:
            tools = QtWidgets.QToolBox()
            for index in range(self.rng.randint(2, 4)):
                tools.addItem(self.build(node["child"]) if index == 0 else QtWidgets.QWidget(), self.plain(node["text"]) + " " * index)
            return tools
        box = QtWidgets.QWidget()
        layout = QtWidgets.QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        head = QtWidgets.QToolButton()
        head.setText(self.plain(node["text"]))
        head.setArrowType(Qt.ArrowType.DownArrow if node["open"] else Qt.ArrowType.RightArrow)
        head.setToolButtonStyle(BESIDE)
        head.setAutoRaise(True)
        head.unfolded = node["open"]
        layout.addWidget(head)
        child = self.build(node["child"])
        layout.addWidget(child)
        child.setVisible(node["open"])
        layout.addStretch()
        return box

    def _scroll(self, node: Node) -> Any:
        area = QtWidgets.QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.build(node["child"]))
        return area

    def _split2(self, node: Node) -> Any:
        split = QtWidgets.QSplitter(Qt.Orientation.Horizontal if node["across"] else Qt.Orientation.Vertical)
        for side in (node["a"], node["b"]):
            widget = self.build(side)
            if side["t"] not in SHRINKS:
                # Otherwise a small side squeezes its controls into each other.
                area = QtWidgets.QScrollArea()
                area.setWidgetResizable(True)
                area.setFrameShape(QtWidgets.QFrame.Shape.NoFrame)
                area.setWidget(widget)
                widget = area
            widget.setMinimumSize(40, 40)
            split.addWidget(widget)
        split.setSizes([int(1000 * node["share"]), int(1000 * (1 - node["share"]))])
        return split

    def _infobar(self, node: Node) -> Any:
        bar = QtWidgets.QFrame()
        bar.setFrameShape(QtWidgets.QFrame.Shape.StyledPanel)
        layout = QtWidgets.QHBoxLayout(bar)
        layout.addWidget(QtWidgets.QLabel(self.plain(node["text"])), 1)
        layout.addWidget(QtWidgets.QPushButton(self.plain(node["button"])))
        layout.addWidget(self.tool({"icon": "window-close", "text": "", "style": "flat"}))
        bar.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        return bar

    def _toolbar(self, node: Node) -> Any:
        bar = QtWidgets.QToolBar()
        size = self.rng.choice([16, 22]) if node["small"] else self.rng.choice([24, 32])
        bar.setIconSize(QtCore.QSize(size, size))
        bar.setToolButtonStyle({"beside": BESIDE, "under": UNDER}.get(node["labels"], Qt.ToolButtonStyle.ToolButtonIconOnly))
        for item in node["items"]:
            if item["t"] == "space":
                bar.addSeparator()
            elif item["t"] in ("combo", "spin"):
                bar.addWidget(self.build(item))
            else:
                action = bar.addAction(self.icon(item["icon"]), self.plain(item["text"]))
                action.setEnabled(item["enabled"])
                action.setCheckable(item["t"] == "toggle")
                action.setChecked(item.get("on", False) and item["t"] == "toggle")
                if item["t"] in ("split", "menubutton"):
                    action.setMenu(self.menu(item.get("menu", []), bar))
                    modes = QtWidgets.QToolButton.ToolButtonPopupMode
                    bar.widgetForAction(action).setPopupMode(modes.MenuButtonPopup if item["t"] == "split" else modes.InstantPopup)
        bar.setSizePolicy(QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Fixed)
        return bar

    def _tabs(self, node: Node) -> Any:
        tabs = QtWidgets.QTabWidget()
        sides = QtWidgets.QTabWidget.TabPosition
        tabs.setTabPosition({"top": sides.North, "bottom": sides.South, "left": sides.West}[node["side"]])
        tabs.setTabsClosable(node["closable"])
        tabs.setDocumentMode(self.rng.random() < 0.4)
        for text, icon, child in node["pages"]:
            page = self.build(child)
            if child["t"] not in SHRINKS and self.rng.random() < 0.5:
                area = QtWidgets.QScrollArea()
                area.setWidgetResizable(True)
                area.setWidget(page)
                page = area
            if page.layout() is not None:
                page.layout().setContentsMargins(self.gap, self.gap, self.gap, self.gap)
            index = tabs.addTab(page, self.plain(text))
            if icon:
                tabs.setTabIcon(index, self.icon(icon))
        tabs.setCurrentIndex(node["at"])
        if self.rng.random() < 0.15:
            tabs.setTabEnabled((node["at"] + 1) % len(node["pages"]), False)
        return tabs

    def _list(self, node: Node) -> Any:
        view = QtWidgets.QListWidget()
        checks = self.rng.random() < 0.12
        view.setAlternatingRowColors(self.rng.random() < 0.3)
        view.setIconSize(QtCore.QSize(self.icon_size, self.icon_size))
        for index, (text, sub, icon, extra) in enumerate(node["rows"]):
            item = QtWidgets.QListWidgetItem(f"{text}\n{sub}" if sub and not extra else text)
            if icon:
                item.setIcon(self.icon(icon))
            if checks and not extra:
                item.setCheckState(Qt.CheckState.Checked if self.rng.random() < 0.5 else Qt.CheckState.Unchecked)
            view.addItem(item)
            if extra:
                row = QtWidgets.QWidget()
                layout = QtWidgets.QHBoxLayout(row)
                layout.setContentsMargins(2, 2, 6, 2)
                layout.addStretch()
                layout.addWidget(self.build(extra))
                item.setSizeHint(QtCore.QSize(10, max(28, row.sizeHint().height())))
                view.setItemWidget(item, row)
            if index == node["at"]:
                view.setCurrentItem(item)
        return view

    def _icons(self, node: Node) -> Any:
        view = QtWidgets.QListWidget()
        view.setViewMode(QtWidgets.QListView.ViewMode.IconMode)
        view.setResizeMode(QtWidgets.QListView.ResizeMode.Adjust)
        view.setMovement(QtWidgets.QListView.Movement.Static)
        view.setIconSize(QtCore.QSize(node["size"], node["size"]))
        view.setSpacing(self.rng.choice([2, 6, 10]))
        view.setWordWrap(True)
        view.setGridSize(QtCore.QSize(node["size"] + 48, node["size"] + 44))
        for index, (text, icon) in enumerate(node["items"]):
            item = QtWidgets.QListWidgetItem(self.icon(icon), text)
            view.addItem(item)
            item.setSelected(index == node["at"])
        return view

    def _tree(self, node: Node) -> Any:
        view = QtWidgets.QTreeWidget()
        view.setColumnCount(1 + node["columns"])
        view.setHeaderHidden(not node["headers"])
        if node["headers"]:
            view.setHeaderLabels(node["headers"])
            view.header().setSectionsClickable(True)
        view.setAlternatingRowColors(self.rng.random() < 0.2)
        parents: list[Any] = []
        for index, ((text, icon, depth, unfolded), cells) in enumerate(zip(node["rows"], node["cells"], strict=True)):
            depth = min(depth, len(parents))
            item = QtWidgets.QTreeWidgetItem([text, *cells])
            if icon:
                item.setIcon(0, self.icon(icon))
            if depth:
                parents[depth - 1].addChild(item)
            else:
                view.addTopLevelItem(item)
            parents = [*parents[:depth], item]
            item.setExpanded(unfolded)
            if index == node["at"]:
                view.setCurrentItem(item)
        if node["columns"]:
            view.resizeColumnToContents(0)
        for item in parents:
            item.setExpanded(True)
        return view

    def _table(self, node: Node) -> Any:
        if node.get("sheet") or self.rng.random() < 0.25:
            return self.sheet(node)
        view = QtWidgets.QTreeWidget()
        view.setRootIsDecorated(False)
        view.setAlternatingRowColors(self.rng.random() < 0.4)
        view.setHeaderLabels(node["headers"])
        view.header().setSectionsClickable(True)
        if self.rng.random() < 0.4:
            view.header().setSortIndicatorShown(True)
            view.header().setSortIndicator(self.rng.randrange(len(node["headers"])), Qt.SortOrder.AscendingOrder)
        for index, row in enumerate(node["rows"]):
            item = QtWidgets.QTreeWidgetItem(row)
            if node["icons"]:
                item.setIcon(0, self.icon(node["icons"][index]))
            if node["checks"]:
                item.setCheckState(0, Qt.CheckState.Checked if node["checks"][index] else Qt.CheckState.Unchecked)
            view.addTopLevelItem(item)
            if index == node["at"]:
                view.setCurrentItem(item)
        for column in range(len(node["headers"]) - 1):
            if self.rng.random() < 0.7:
                view.resizeColumnToContents(column)
        return view

    def sheet(self, node: Node) -> Any:
        """A grid of cells, of which none is a mark."""
        sheet = bool(node.get("sheet"))
        extra = self.rng.randint(0, 12) if sheet else 0
        view = QtWidgets.QTableWidget(len(node["rows"]) + extra * 2, len(node["headers"]) + extra)
        if sheet:
            view.setHorizontalHeaderLabels([chr(65 + index % 26) for index in range(view.columnCount())])
        else:
            view.setHorizontalHeaderLabels(node["headers"])
            view.setSelectionBehavior(QtWidgets.QAbstractItemView.SelectionBehavior.SelectRows)
            view.verticalHeader().setVisible(self.rng.random() < 0.3)
        for y, row in enumerate(node["rows"]):
            for x, text in enumerate(row):
                view.setItem(y, x, QtWidgets.QTableWidgetItem(text))
        if self.rng.random() < 0.5:
            view.verticalHeader().setDefaultSectionSize(self.rng.randint(18, 28))
        if not sheet and node["at"] >= 0:
            view.selectRow(node["at"])
        view.setFont(QtGui.QFont(view.font().family(), view.font().pointSize()))
        return view
