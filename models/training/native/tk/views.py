"""Lists, trees, tables, icon views, swatches and texts for the Tk builder."""
from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import Any

from build import Builder, Node


class Views(Builder):
    """The builder with its many-item widgets."""

    def bars(self, widget: Any, frame: Any, both: bool = False) -> None:
        """Packs the widget with a scroll bar."""
        kind = ttk.Scrollbar if self.look.themed else tk.Scrollbar
        bar = kind(frame, orient="vertical", command=widget.yview)
        widget.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        if both:
            low = kind(frame, orient="horizontal", command=widget.xview)
            widget.configure(xscrollcommand=low.set)
            low.pack(side="bottom", fill="x")
        widget.pack(side="left", fill="both", expand=True)

    def make_text(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        made = tk.Text(frame, width=30, height=6, wrap=self.rng.choice(("none", "word")), font=self.rng.choice(("TkFixedFont", "TkFixedFont", "TkTextFont")),
                       bg=self.look.field, fg=self.look.foreground, insertbackground=self.look.foreground, bd=1, highlightthickness=self.rng.choice((0, 1)))
        made.insert("1.0", node["text"])
        self.bars(made, frame, self.rng.random() < 0.2)
        return self.mark("text", made, node) and frame

    def make_rich(self, node: Node, parent: Any) -> Any:
        """A page of text with links; a page is no text box since nobody types into it."""
        frame = self.frame(parent)
        made = tk.Text(frame, width=30, height=6, wrap="word", bg=self.look.field, fg=self.look.foreground, bd=0, padx=self.px(8), pady=self.px(6), cursor="arrow", font="TkTextFont")
        colour = "#8ab4f8" if self.look.dark else "#0645ad"
        spans: list[tuple[str, str]] = []
        for text, is_link in node["parts"]:
            start = made.index("end-1c")
            made.insert("end", text + ("\n" if not is_link and self.rng.random() < 0.3 else ""))
            if is_link:
                spans.append((start, made.index("end-1c")))
                made.tag_add("link", start, "end-1c")
        made.tag_configure("link", foreground=colour, underline=self.rng.random() < 0.7)
        made.configure(state="disabled")
        self.bars(made, frame)
        return self.mark("rich", made, node, spans) and frame

    def make_list(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        if node["icons"] or (self.look.themed and self.rng.random() < 0.4):
            made: Any = ttk.Treeview(frame, show="tree", height=4, selectmode="browse")
            made.column("#0", width=self.px(150))
            for index, text in enumerate(node["items"]):
                icon = self.image(node["icons"][index], 16) if node["icons"] else ""
                made.insert("", "end", iid=str(index), text=text, image=icon)
            made.selection_set(str(node["selected"]))
            self.mark("rows", made, node, "listitem")
        else:
            made = tk.Listbox(frame, height=4, width=20, bg=self.look.field, fg=self.look.foreground, activestyle=self.rng.choice(("none", "underline", "dotbox")),
                              selectbackground=self.look.accent, selectforeground="#ffffff", highlightthickness=self.rng.choice((0, 1)))
            made.insert("end", *node["items"])
            made.selection_set(node["selected"])
            self.mark("listbox", made, node)
        self.bars(made, frame)
        return frame

    def make_tree(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        made = ttk.Treeview(frame, show="tree", height=4)
        made.column("#0", width=self.px(190))
        count = 0

        def add(owner: str, branches: list[Any]) -> None:
            nonlocal count
            for text, opened, children in branches:
                icon = self.image(node["icons"][count % len(node["icons"])], 16) if node["icons"] else ""
                name = made.insert(owner, "end", text=" " + text, open=opened, image=icon)
                if count == node["selected"]:
                    made.selection_set(name)
                count += 1
                add(name, children)

        add("", node["nodes"])
        self.bars(made, frame)
        return self.mark("rows", made, node, "treeitem") and frame

    def make_table(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        names = [f"c{index}" for index in range(len(node["columns"]))]
        pictured = bool(node["icons"])
        made = ttk.Treeview(frame, columns=names[1:] if pictured else names, show="tree headings" if pictured else "headings", height=4)
        for index, (name, title) in enumerate(zip(names, node["columns"])):
            column = "#0" if pictured and index == 0 else name
            made.heading(column, text=title + (self.rng.choice((" ▲", " ▼")) if index == node["sort"] and self.rng.random() < 0.5 else ""), anchor=self.rng.choice(("w", "center")))
            made.column(column, width=self.px(self.rng.randint(60, 190)), stretch=index == len(names) - 1 or self.rng.random() < 0.5)
        striped = self.rng.random() < 0.3
        for index, row in enumerate(node["rows"]):
            tags = ("odd",) if striped and index % 2 else ()
            if pictured:
                made.insert("", "end", iid=str(index), text=" " + row[0], values=row[1:], image=self.image(node["icons"][index], 16), tags=tags)
            else:
                made.insert("", "end", iid=str(index), values=row, tags=tags)
        made.tag_configure("odd", background="#303540" if self.look.dark else "#eef3fa")
        made.selection_set(str(node["selected"]))
        self.bars(made, frame, self.rng.random() < 0.2)
        return self.mark("rows", made, node, "row") and frame

    def make_icons(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        made = tk.Canvas(frame, bg=self.look.field, highlightthickness=0, width=self.px(260), height=self.px(160))
        self.mark("icons", made, node, [])
        extra = self.marks[-1]
        laid = [0]

        def paint(event: Any) -> None:
            if laid[0] == event.width:
                return
            laid[0] = event.width
            made.delete("all")
            extra.extra = []
            cell, high = self.px(node["size"] + 56), self.px(node["size"] + 38)
            columns = max(1, event.width // cell)
            for index, (text, icon) in enumerate(node["items"]):
                x, y = (index % columns) * cell + cell // 2, (index // columns) * high + self.px(6)
                chosen = index == node["selected"]
                parts = [made.create_image(x, y, image=self.image(icon, node["size"]), anchor="n")] if icon else []
                parts.append(made.create_text(x, y + self.px(node["size"] + 3), text=text, anchor="n", width=cell - self.px(6), justify="center",
                                              fill="#ffffff" if chosen else self.look.foreground, font="SmallFont"))
                if chosen:
                    left, top, right, bottom = made.bbox(*parts)
                    made.tag_lower(made.create_rectangle(left - 2, top - 2, right + 2, bottom + 2, fill=self.look.accent, width=0))
                extra.extra.append((parts, chosen, text))
            made.configure(scrollregion=made.bbox("all"))

        made.bind("<Configure>", paint)
        self.bars(made, frame)
        return frame

    def make_swatches(self, node: Node, parent: Any) -> Any:
        frame = self.frame(parent)
        gap = self.rng.choice((0, 1, 2, 3))
        side = self.px(node["size"])
        for index, colour in enumerate(node["colours"]):
            made = tk.Frame(frame, bg=colour, width=side, height=side, bd=self.rng.choice((0, 1)), relief="sunken")
            made.grid(row=index // node["cols"], column=index % node["cols"], padx=gap, pady=gap)
            self.mark("button", made, {"text": colour})
        return frame
