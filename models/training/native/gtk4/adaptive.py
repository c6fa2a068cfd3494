"""Windows in the manner of libadwaita: boxed lists, preferences, side bars, view switchers, tabs, dialogs, phones."""

from __future__ import annotations

import random
from typing import Any

from build import ACROSS, DOWN, margins
from composites import Composer
from gi.repository import Adw, Gio, Gtk

from screens import Plan  # noqa: E402


class Adaptive:
    """Makes one window; `plan` draws contents, `composer` builds ordinary controls."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.plan = Plan(rng)
        self.words = self.plan.words
        self.composer = Composer(rng)

    def row(self) -> Gtk.Widget:
        rng, words = self.rng, self.words
        kind = rng.choices(["switch", "combo", "entry", "password", "action", "open", "button", "check", "spin", "slider", "radio", "expander", "link"], [4, 2.5, 2, 1, 1.5, 3, 2, 2, 1.5, 1.5, 2, 1.5, 1])[0]
        title = words.phrase() if rng.random() < 0.6 else words.noun()
        subtitle = words.sentence(2, 8) if rng.random() < 0.35 else ""
        if kind == "combo":
            row: Any = Adw.ComboRow(title=title, subtitle=subtitle, model=Gtk.StringList.new([words.noun() for _ in range(rng.randint(2, 7))]))
            return row
        if kind in ("entry", "password"):
            row = Adw.EntryRow(title=title, show_apply_button=rng.random() < 0.4) if kind == "entry" else Adw.PasswordEntryRow(title=title)
            row.set_text(words.person() if rng.random() < 0.6 else "")
            return row
        if kind == "expander":
            row = Adw.ExpanderRow(title=title, subtitle=subtitle, expanded=rng.random() < 0.6, show_enable_switch=rng.random() < 0.4)
            for _ in range(rng.randint(1, 3)):
                row.add_row(self.simple(rng.choice(["switch", "open", "check"]), words.noun(), ""))
            return row
        return self.simple(kind, title, subtitle)

    def simple(self, kind: str, title: str, subtitle: str) -> Gtk.Widget:
        rng = self.rng
        row = Adw.ActionRow(title=title.replace("&", "+"), subtitle=subtitle.replace("&", "+"))
        if rng.random() < 0.3:
            row.set_icon_name(self.composer.name(self.words.icon()))
        if kind == "open":
            row.set_activatable(True)
            if rng.random() < 0.5:
                row.add_suffix(Gtk.Label(label=self.words.noun(), css_classes=["dim-label"]))
            row.add_suffix(Gtk.Image(icon_name="go-next-symbolic"))
            return row
        if kind == "action":
            row.add_suffix(Gtk.Label(label=self.words.cell(), css_classes=["dim-label"]))
            return row
        makers = {"switch": lambda: self.plan.switch() | {"text": ""}, "check": lambda: self.plan.check() | {"text": ""}, "radio": lambda: self.plan.check() | {"text": ""},
                  "button": lambda: self.plan.button(0.6), "spin": self.plan.spin, "slider": self.plan.slider, "link": self.plan.link}
        control = self.composer.build(makers[kind]())
        if kind == "radio":
            control.set_group(Gtk.CheckButton())
        if kind in ("check", "radio") and rng.random() < 0.7:
            row.add_prefix(control)
        else:
            row.add_suffix(control)
        if kind in ("switch", "check", "radio"):
            row.set_activatable_widget(control if rng.random() < 0.6 else None)
        return row

    def group(self) -> Gtk.Widget:
        group = Adw.PreferencesGroup(title=self.words.noun().replace("&", "+") if self.rng.random() < 0.8 else "", description=self.words.sentence(4, 10).replace("&", "+") if self.rng.random() < 0.3 else "")
        if self.rng.random() < 0.15:
            group.set_header_suffix(self.composer.build(self.plan.button(0.8) | {"style": "flat"}))
        for _ in range(self.rng.randint(1, 6)):
            group.add(self.row())
        return group

    def page(self) -> Gtk.Widget:
        page = Adw.PreferencesPage(title=self.words.noun().replace("&", "+"), icon_name=self.composer.name(self.words.icon()))
        for _ in range(self.rng.randint(1, 4)):
            page.add(self.group())
        return page

    def header(self, title: Gtk.Widget | None = None, buttons: bool = True) -> Gtk.Widget:
        bar = Adw.HeaderBar()
        if title is not None:
            bar.set_title_widget(title)
        for _ in range(self.rng.randint(0, 3) if buttons else 0):
            node = self.plan.tool() | {"style": self.rng.choice(["", "flat", "flat"])}
            self.rng.choice([bar.pack_start, bar.pack_end])(self.composer.build(node))
        if self.rng.random() < 0.7 and buttons:
            bar.pack_end(self.composer.build({"t": "menubutton", "icon": "open-menu", "text": "", "menu": self.plan.menu(), "enabled": True, "style": "flat"}))
        if self.rng.random() < 0.25:
            bar.add_css_class("flat")
        return bar

    def stacked(self, *parts: Gtk.Widget) -> Gtk.Widget:
        box = Gtk.Box(orientation=DOWN)
        for part in parts:
            box.append(part)
        if not isinstance(parts[-1], Adw.ViewSwitcherBar):
            parts[-1].set_vexpand(True)
        return box

    def views(self) -> Gtk.Widget:
        """A view switcher in the header bar or at the foot of the window."""
        stack = Adw.ViewStack(vexpand=True)
        for index in range(self.rng.randint(2, 4)):
            stack.add_titled_with_icon(self.page() if index == 0 else Gtk.Box(), f"p{index}", self.words.noun(), self.composer.name(self.words.icon()))
        if self.rng.random() < 0.5:
            return self.stacked(self.header(Adw.ViewSwitcherTitle(stack=stack, title=self.words.noun())), stack)
        return self.stacked(self.header(), stack, Adw.ViewSwitcherBar(stack=stack, reveal=True))

    def tabbed(self) -> Gtk.Widget:
        view = Adw.TabView(vexpand=True)
        for index in range(self.rng.randint(2, 7)):
            child = self.composer.build(self.plan.text() if self.rng.random() < 0.5 else {"t": "scroll", "child": self.plan.page()}) if index == 0 else Gtk.Box()
            page = view.append(child)
            page.set_title(self.words.file())
            if self.rng.random() < 0.4:
                page.set_icon(Gio.ThemedIcon.new(self.composer.name(self.words.icon())))
        view.set_selected_page(view.get_nth_page(0))
        return self.stacked(self.header(), Adw.TabBar(view=view, autohide=False), view)

    def sidebar(self) -> Gtk.Widget:
        rows = Gtk.ListBox(css_classes=["navigation-sidebar"])
        for text, sub, icon, _ in self.plan.list_rows(4, 14):
            box = margins(Gtk.Box(spacing=10), 2)
            box.append(Gtk.Image(icon_name=self.composer.name(icon or self.words.icon())))
            box.append(Gtk.Label(label=text, xalign=0, hexpand=True, ellipsize=3))
            if sub and self.rng.random() < 0.3:
                box.append(Gtk.Label(label=str(self.rng.randint(1, 99)), css_classes=["dim-label"]))
            rows.append(box)
        rows.select_row(rows.get_row_at_index(0))
        side = self.stacked(self.header(buttons=False), Gtk.ScrolledWindow(child=rows, hscrollbar_policy=2))
        side.get_first_child().set_show_end_title_buttons(False)
        side.set_size_request(self.rng.randint(180, 280), -1)
        main = self.rng.choice([self.page, lambda: self.composer.build(self.plan.icons()), lambda: self.composer.build(self.plan.table()), lambda: self.composer.build({"t": "scroll", "child": self.plan.page()})])()
        box = Gtk.Box(orientation=ACROSS)
        box.append(side)
        box.append(Gtk.Separator(orientation=DOWN))
        content = self.stacked(self.header(), main)
        content.set_hexpand(True)
        content.get_first_child().set_show_start_title_buttons(False)
        box.append(content)
        return box

    def status(self) -> Gtk.Widget:
        page = Adw.StatusPage(title=self.words.noun().replace("&", "+"), description=self.words.sentence(4, 10).replace("&", "+"), icon_name=self.words.icon() + "-symbolic")
        box = Gtk.Box(orientation=DOWN, spacing=12, halign=Gtk.Align.CENTER)
        for index in range(self.rng.randint(1, 3)):
            button = Gtk.Button(label=self.words.action(), css_classes=["pill", *(["suggested-action"] if index == 0 else [])])
            box.append(button)
        page.set_child(box)
        overlay = Adw.ToastOverlay(child=page)
        if self.rng.random() < 0.6:
            toast = Adw.Toast(title=self.words.sentence(2, 5).replace("&", "+"), timeout=0)
            if self.rng.random() < 0.7:
                toast.set_button_label(self.words.action())
            overlay.add_toast(toast)
        return self.stacked(self.header(), overlay)

    def ordinary(self, large: bool) -> Gtk.Widget:
        body = self.composer.build(self.plan.window(["files", "editor", "mail", "player", "inspector", "sheet", "dump"] if large else ["form", "preferences", "wizard", "calculator", "mixer", "dump"])["body"])
        least, _ = body.get_preferred_size()
        return self.stacked(self.header(), margins(Gtk.ScrolledWindow(child=body) if least.width > 700 or least.height > 500 else body, self.rng.choice([0, 6, 12])))

    def phone(self) -> Gtk.Widget:
        page = self.rng.choice([self.views, lambda: self.stacked(self.header(), self.page()), lambda: self.stacked(self.header(), Gtk.ScrolledWindow(child=self.boxed())), self.status])()
        return page

    def boxed(self) -> Gtk.Widget:
        box = margins(Gtk.Box(orientation=DOWN, spacing=12), 12)
        for _ in range(self.rng.randint(1, 3)):
            rows = Gtk.ListBox(selection_mode=Gtk.SelectionMode.NONE, css_classes=["boxed-list"])
            for _ in range(self.rng.randint(2, 7)):
                rows.append(self.row())
            box.append(rows)
        return Adw.Clamp(child=box)

    def window(self, width: int, height: int, phone: bool, large: bool) -> Gtk.Window:
        rng = self.rng
        title = f"{self.words.noun()} {self.words.action()}"
        if not phone and not large and rng.random() < 0.2:
            return self.dialog(title)
        window = Adw.Window(title=title, default_width=max(200, width), default_height=max(160, height))
        kinds = [self.views, self.tabbed, self.sidebar, self.sidebar, self.status, lambda: self.ordinary(large), lambda: self.ordinary(large), lambda: self.stacked(self.header(), self.page())]
        window.set_content(self.phone() if phone else rng.choice(kinds)())
        return window

    def dialog(self, title: str) -> Gtk.Window:
        rng, words = self.rng, self.words
        kind = rng.choice(["message", "preferences", "about"])
        if kind == "message":
            box = Adw.MessageDialog(heading=words.sentence(2, 5), body=words.sentence(6, 18), modal=False)
            for index in range(rng.randint(1, 3)):
                box.add_response(f"r{index}", words.action())
            box.set_response_appearance("r0", rng.choice([Adw.ResponseAppearance.DEFAULT, Adw.ResponseAppearance.SUGGESTED, Adw.ResponseAppearance.DESTRUCTIVE]))
            if rng.random() < 0.3:
                box.set_extra_child(self.composer.build(self.plan.entry()))
            box.set_title(title)
            return box
        if kind == "about":
            return Adw.AboutWindow(application_name=words.noun(), application_icon="help-browser", developer_name=words.person(), version="4.2", website="http://localhost", issue_url="http://localhost", comments=words.sentence(5, 12), developers=[words.person()], title=title)
        window = Adw.PreferencesWindow(title=title, search_enabled=rng.random() < 0.7, default_width=rng.randint(480, 800), default_height=rng.randint(400, 700))
        for _ in range(rng.randint(1, 4)):
            window.add(self.page())
        return window
