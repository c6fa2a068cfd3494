"""Game and media-centre screens: menus, HUDs, inventories, maps, keyboards, launchers, dialogues."""
from __future__ import annotations

from random import Random

import pygame

from skin import Box, Skin, mix

NAMES = ("Start Game", "Continue", "New Game", "Load Game", "Options", "Settings", "Multiplayer", "Credits", "Achievements", "Quit", "Resume", "Save",
         "Restart", "Main Menu", "Story", "Arcade", "Time Trial", "Garage", "Shop", "Practice", "Controls", "Extras", "Language", "Leaderboard")
OPTIONS = ("Music", "Effects", "Brightness", "Gamma", "Field of View", "Mouse Speed", "Voice", "Shadows", "Textures", "Subtitles", "Vibration", "V-Sync",
           "Invert Y", "Motion Blur", "Full Screen", "Show FPS", "Difficulty", "Resolution", "Anti-Aliasing", "Auto Save", "Colour Blind Mode", "Draw Distance")
TITLES = ("Harbour of Glass", "STAR DRIFT", "Tiny Kingdoms", "Iron Orchard", "Moonlit Rally", "Deep Blue 7", "The Last Signal", "Pixel Farm", "Cloud Racers", "Nightfall")


def words(skin: Skin, pool: tuple[str, ...], count: int) -> list[str]:
    """English game words, or words of the frame's language."""
    if skin.content.language == "en" or skin.rng.random() < 0.3:
        return skin.rng.sample(pool, min(count, len(pool)))
    found = skin.content.some(skin.rng.choice(("action", "noun", "command")), count)
    return found + skin.rng.sample(pool, max(0, count - len(found)))


def corner_buttons(skin: Skin, count: int | None = None) -> None:
    """Round or square icon buttons in a corner, as on touch screens."""
    width, _ = skin.surface.get_size()
    side = skin.px(skin.rng.choice((14, 20, 28, 36, 48)))
    count = count or skin.rng.randint(1, 5)
    at_right = skin.rng.random() < 0.7
    for index in range(count):
        x = width - (index + 1) * (side + skin.px(6)) if at_right else skin.px(6) + index * (side + skin.px(6))
        skin.button((x, skin.px(8), side, side), icon=True)


def main_menu(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("photo", "clouds", "gradient", "map", "noise", "tiles")))
    size = min(skin.px(rng.choice((36, 48, 64))), width // 10)
    skin.text(rng.choice(TITLES), width // 2, height // 6, rng.choice(((255, 255, 255), skin.accent, (30, 20, 30))), size, "c", width - 20)
    names = words(skin, NAMES, rng.randint(3, 8))
    high = skin.px(rng.choice((22, 28, 34, 44, 56)))
    gap = skin.px(rng.choice((2, 6, 10, 18)))
    wide = max(skin.px(rng.randint(120, 320)), max(skin.font(skin.size).size(name.upper())[0] for name in names) + skin.px(20))
    left = rng.choice((width // 2 - wide // 2, skin.px(40), width - wide - skin.px(40)))
    bare = rng.random() < 0.3
    top = min(height // 3, max(0, height - len(names) * (high + gap) - 20))
    across = rng.random() < 0.15 and width > len(names) * (wide + gap)
    chosen = rng.randrange(len(names))
    for index, name in enumerate(names):
        box = (skin.px(10) + index * (wide + gap), height - high - skin.px(20), wide, high) if across else (left, top + index * (high + gap), wide, high)
        if bare:
            drawn = skin.text(name, box[0] + wide // 2, box[1] + high // 2, skin.accent if index == chosen else skin.ink((30, 30, 30) if skin.dark_behind(box) else (230, 230, 230)), None, "c", wide)
            skin.mark("button", drawn, {"disabled": False}, name)
        else:
            skin.button(box, name, rng.random() < 0.2, states={"selected": True} if index == chosen and rng.random() < 0.4 else None)
    if rng.random() < 0.6:
        corner_buttons(skin)
    skin.text("v1.4.2", skin.px(8), height - skin.px(14), (200, 200, 200), skin.px(11))


def bars(skin: Skin, x: int, y: int, wide: int) -> None:
    for index, colour in enumerate(((200, 40, 40), (40, 90, 220), (40, 180, 60))[: skin.rng.randint(1, 3)]):
        high = skin.px(skin.rng.choice((8, 12, 16)))
        pygame.draw.rect(skin.surface, (20, 20, 20), (x, y + index * (high + 4), wide, high))
        pygame.draw.rect(skin.surface, colour, (x + 1, y + 1 + index * (high + 4), round((wide - 2) * skin.rng.random()), high - 2))
        skin.text(f"{skin.rng.randint(1, 999)} / 999", x + wide // 2, y + high // 2 + index * (high + 4), (255, 255, 255), max(8, high - 3), "c")


def minimap(skin: Skin, box: Box) -> None:
    skin.image(box, "map")
    pygame.draw.rect(skin.surface, skin.accent, box, skin.px(2))


def hud(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("photo", "photo", "map", "tiles", "clouds")))
    for _ in range(rng.randint(0, 8)):
        x, y, side = rng.randrange(width), rng.randrange(height), skin.px(rng.randint(20, 90))
        skin.icon(x, y, side, skin.accent)
        if rng.random() < 0.4:
            skin.text(skin.content.word("person"), x, y - side, (255, 255, 255), skin.px(11), "c")
    bars(skin, skin.px(10), skin.px(10), skin.px(rng.randint(100, 240)))
    side, count = skin.px(rng.choice((24, 32, 40, 52))), rng.choice((6, 8, 9, 10, 12))
    gap = rng.choice((0, 2, 4))
    rows = rng.choice((1, 1, 2))
    start = rng.choice((width // 2 - count * (side + gap) // 2, skin.px(8)))
    if start + count * (side + gap) <= width:
        for row in range(rows):
            for index in range(count):
                x, y = start + index * (side + gap), height - (row + 1) * (side + gap) - skin.px(6)
                skin.button((x, y, side, side), icon=rng.random() < 0.85, states={"selected": index == 0} if row == 0 and rng.random() < 0.5 else None)
                skin.text(str((index + 1) % 10), x + 3, y + skin.px(7), (255, 255, 255), skin.px(9))
    map_side = min(width, height) // 5
    minimap(skin, (width - map_side - skin.px(8), skin.px(8), map_side, map_side))
    if rng.random() < 0.7:
        small = skin.px(rng.choice((14, 18, 24)))
        for index in range(rng.randint(2, 5)):
            skin.button((width - map_side - skin.px(14) - small, skin.px(8) + index * (small + 3), small, small), icon=True)
    if rng.random() < 0.4:
        y = height // 3
        for text in skin.content.some("sentence", rng.randint(1, 4)):
            skin.text(text, skin.px(12), y, (255, 255, 255), skin.px(12), "l", width // 3)
            y += skin.px(17)
        skin.field((skin.px(8), y + skin.px(4), width // 4, skin.px(24)), skin.content.word("action"), hint=True)
    if rng.random() < 0.4:
        side = skin.px(rng.choice((44, 60, 76)))
        for dx, dy in ((0, 0), (-1.2, 0.2), (-0.4, -1.15), (-1.5, -0.9)):
            skin.button((round(width - side * 1.3 + dx * side), round(height - side * 1.4 - map_side // 3 + dy * side), side, side), icon=True)


def inventory(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("photo", "clouds", "noise", "flat")))
    side, gap = skin.px(rng.choice((28, 36, 44, 56))), skin.px(rng.choice((1, 3, 6)))
    cols, rows = min(rng.randint(4, 10), width // (side + gap) - 1), min(rng.randint(3, 8), (height - skin.px(140)) // (side + gap))
    if cols < 2 or rows < 1:
        return
    x0, y0 = (width - cols * (side + gap)) // rng.choice((2, 3, 8)) + 6, skin.px(90)
    panel = (x0 - skin.px(12), y0 - skin.px(74), cols * (side + gap) + skin.px(24), rows * (side + gap) + skin.px(136))
    skin.plate(panel, skin.panel, max(150, skin.alpha))
    skin.text(skin.content.word("noun"), x0, panel[1] + skin.px(16), skin.ink(skin.panel), round(skin.size * 1.3))
    skin.button((panel[0] + panel[2] - skin.px(28), panel[1] + skin.px(4), skin.px(22), skin.px(22)), "×", disabled=False)
    names, wide = words(skin, ("All", "Weapons", "Potions", "Armour", "Quests", "Keys", "Crafting"), rng.randint(2, 5)), (cols * (side + gap)) // 5
    for index, name in enumerate(names):
        box = (x0 + index * wide, y0 - skin.px(40), wide - 2, skin.px(28))
        face = skin.accent if index == 0 else skin.face
        skin.plate(box, face)
        skin.text(name, box[0] + box[2] // 2, box[1] + box[3] // 2, skin.ink(face), skin.px(12), "c", box[2] - 4)
        skin.mark("tab", box, {"selected": index == 0}, name)
    chosen = rng.randrange(cols * rows)
    for index in range(cols * rows):
        box = (x0 + index % cols * (side + gap), y0 + index // cols * (side + gap), side, side)
        full = rng.random() < 0.7
        skin.button(box, icon=full, disabled=False, states={"selected": index == chosen}) if full else slot(skin, box, index == chosen)
        if full and rng.random() < 0.4:
            skin.text(str(rng.randint(2, 99)), box[0] + side - 3, box[1] + side - skin.px(7), (255, 255, 255), skin.px(10), "r")
    y = y0 + rows * (side + gap) + skin.px(12)
    x = x0
    for name in words(skin, ("Use", "Drop", "Equip", "Sell", "Sort", "Split"), rng.randint(1, 4)):
        wide = skin.font(skin.size).size(name.upper())[0] + skin.px(20)
        if x + wide > panel[0] + panel[2]:
            break
        skin.button((x, y, wide, skin.px(30)), name)
        x += wide + skin.px(6)
    right = panel[0] + panel[2] + skin.px(16)
    if right + skin.px(180) < width:
        skin.plate((right, panel[1], skin.px(170), skin.px(220)), skin.panel, max(150, skin.alpha))
        skin.icon(right + skin.px(85), panel[1] + skin.px(60), skin.px(72), skin.accent)
        for index in range(4):
            skin.text(skin.content.line(), right + skin.px(8), panel[1] + skin.px(120) + index * skin.px(18), skin.ink(skin.panel), skin.px(11), "l", skin.px(154))


def slot(skin: Skin, box: Box, chosen: bool) -> None:
    """An empty place of an inventory."""
    skin.plate(box, mix(skin.panel, (0, 0, 0), 0.3))
    if chosen:
        pygame.draw.rect(skin.surface, skin.accent, box, 2)
    skin.mark("button", box, {"disabled": False, "selected": chosen})


def settings(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("photo", "clouds", "gradient", "noise", "flat")))
    wide = min(width - 20, skin.px(rng.randint(420, 760)))
    left, row = (width - wide) // 2, skin.px(rng.choice((24, 30, 36, 46)))
    count = max(2, min(rng.randint(5, 14), (height - skin.px(170)) // row))
    top = max(skin.px(20), (height - count * row - skin.px(150)) // 2)
    skin.plate((left, top, wide, count * row + skin.px(150)), skin.panel, max(170, skin.alpha))
    skin.text(words(skin, ("Options", "Settings", "Audio", "Video"), 1)[0], left + skin.px(16), top + skin.px(22), skin.ink(skin.panel), round(skin.size * 1.5))
    tabs = words(skin, ("Video", "Audio", "Controls", "Gameplay", "Network"), rng.randint(2, 5))
    each = (wide - skin.px(24)) // 5
    for index, name in enumerate(tabs):
        box = (left + skin.px(12) + index * each, top + skin.px(44), each - 2, skin.px(28))
        face = skin.accent if index == 1 else skin.face
        skin.plate(box, face)
        skin.text(name, box[0] + box[2] // 2, box[1] + box[3] // 2, skin.ink(face), min(skin.size, skin.px(14)), "c", box[2] - 6)
        skin.mark("tab", box, {"selected": index == 1}, name)
    names = words(skin, OPTIONS, count)
    names += [skin.content.word("field") for _ in range(count - len(names))]
    kinds = rng.sample(("slider", "switch", "check", "choice", "combo", "spin", "radio"), 4)
    ink = skin.ink(skin.panel)
    for index, name in enumerate(names):
        y, x = top + skin.px(84) + index * row + row // 2, left + wide // 2
        kind = rng.choice(kinds)
        if kind == "check" and rng.random() < 0.6:
            skin.check(left + skin.px(16), y, name, rng.random() < 0.5, "checkbox", wide - 40)
            continue
        skin.text(name, left + skin.px(16), y, ink, min(skin.size, row * 2 // 3), "l", wide // 2 - skin.px(24))
        room, high = wide // 2 - skin.px(20), round(row * 0.75)
        if kind == "slider":
            bar = rng.randint(room // 2, room - skin.px(40))
            skin.slider((x, y - skin.px(9), bar, skin.px(18)), rng.random())
            skin.text(str(rng.randint(0, 100)), x + bar + skin.px(8), y, ink, min(skin.size, high))
        elif kind == "switch":
            skin.switch(x, y, rng.random() < 0.5, max(skin.px(12), high * 3 // 4))
        elif kind == "check":
            skin.check(x, y, "", rng.random() < 0.5)
        elif kind == "choice":
            skin.button((x, y - high // 2, high, high), "‹" if "ejaVu" in skin.family else "<", disabled=False, bare=rng.random() < 0.5)
            skin.text(skin.content.word("option"), x + room // 2, y, ink, min(skin.size, high), "c", room - 2 * high)
            skin.button((x + room - high, y - high // 2, high, high), "›" if "ejaVu" in skin.family else ">", disabled=False, bare=rng.random() < 0.5)
        elif kind == "combo":
            skin.field((x, y - high // 2, room, high), skin.content.word("option"), "combobox")
        elif kind == "spin":
            skin.field((x, y - high // 2, room // 2, high), str(rng.randint(0, 240)), "spinbutton")
        else:
            at, chosen = x, rng.randrange(3)
            for choice in range(3):
                text = words(skin, ("Low", "Mid", "High", "Ultra"), 1)[0]
                if at + skin.font(skin.size).size(text.upper())[0] + skin.px(30) > left + wide:
                    break
                drawn = skin.check(at, y, text, choice == chosen, "radio")
                at = drawn[0] + drawn[2] + skin.px(12)
    x = left + wide - skin.px(12)
    for name in words(skin, ("Apply", "Back", "Defaults", "Cancel"), rng.randint(1, 3)):
        each = skin.font(skin.size).size(name.upper())[0] + skin.px(24)
        if x - each < left:
            break
        skin.button((x - each, top + count * row + skin.px(104), each, skin.px(32)), name)
        x -= each + skin.px(8)


def keyboard(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("photo", "flat", "gradient", "clouds")))
    rows = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-"] if rng.random() < 0.7 else ["йцукенгшщз", "фывапролдж", "ячсмитьбюэ"]
    if "CJK" in skin.family or "ejaVu" not in skin.family:
        rows = ["1234567890", "qwertyuiop", "asdfghjkl'", "zxcvbnm,.-"]
    gap = skin.px(rng.choice((1, 3, 6)))
    wide = min(width - 10, skin.px(rng.randint(420, 1000)))
    each = wide // 10 - gap
    high = min(round(each * rng.uniform(0.6, 1.1)), height // 9)
    left, top = (width - wide) // 2, height - (len(rows) + 1) * (high + gap) - skin.px(12)
    skin.field((left, max(skin.px(10), top - high - skin.px(16)), wide, high), skin.content.file())
    for r, row in enumerate(rows):
        for c, key in enumerate(row):
            skin.button((left + c * (each + gap), top + r * (high + gap), each, high), key.upper() if rng.random() < 0.3 else key, disabled=False)
    y, x = top + len(rows) * (high + gap), left
    for text, cells in (("Shift", 1.5), ("123", 1), ("", 4.5), ("Del", 1.5), ("OK", 1.5)):
        w = round(cells * (each + gap)) - gap
        skin.button((x, y, w, high), text, disabled=False)
        x += w + gap
    skin.text(skin.content.line(), width // 2, max(skin.px(16), top // 3), (255, 255, 255), skin.px(18), "c", width - 20)


def map_game(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background("map")
    for _ in range(rng.randint(3, 16)):
        side = skin.px(rng.choice((14, 18, 24, 32)))
        x, y = rng.randint(0, width - side), rng.randint(skin.px(60), max(skin.px(61), height - side - skin.px(60)))
        if all(x + side < e["box"][0] or x > e["box"][2] or y + side < e["box"][1] or y > e["box"][3] for e in skin.elements):
            skin.button((x, y, side, side), icon=True, disabled=False)
    side = skin.px(rng.choice((22, 28, 36)))
    high = skin.px(rng.choice((26, 34, 44)))
    skin.plate((0, 0, width, high + 6), skin.panel, max(skin.alpha, 200), shape="plain")
    skin.elements = [e for e in skin.elements if e["box"][1] > high + 6 and not (e["box"][2] > width - side - skin.px(14) and e["box"][3] > height - 3 * side)]
    x = skin.px(6)
    for _ in range(rng.randint(2, 5)):
        skin.icon(x + high // 2, 3 + high // 2, high * 6 // 10, skin.ink(skin.panel))
        skin.text(str(rng.randint(0, 9999)), x + high, 3 + high // 2, skin.ink(skin.panel), min(skin.size, high * 2 // 3))
        x += high + skin.px(50)
    for index in range(rng.randint(1, 4)):
        skin.button((width - (index + 1) * (high + 4), 3, high, high), icon=True)
    for index, sign in enumerate(("+", "-")):
        skin.button((width - side - skin.px(10), height - skin.px(20) - (2 - index) * (side + 2), side, side), sign, disabled=False)
    if rng.random() < 0.6:
        wide, rows = skin.px(rng.randint(150, 230)), rng.randint(3, 7)
        top = skin.px(70)
        skin.plate((8, top, wide, rows * skin.px(26) + skin.px(54)), skin.panel, max(skin.alpha, 220), shape="square")
        skin.elements = [e for e in skin.elements if not (e["box"][0] < 8 + wide and e["box"][1] < top + rows * skin.px(26) + skin.px(54) and e["box"][3] > top)]
        skin.field((14, top + skin.px(6), wide - 12, skin.px(26)), skin.content.word("noun"))
        for index, name in enumerate(skin.content.some("noun", rows)):
            skin.check(14 + skin.px(4), top + skin.px(50) + index * skin.px(26), name, rng.random() < 0.5, "checkbox", wide - skin.px(44))


def shelf(skin: Skin, rng: Random) -> None:
    """A media centre or emulator front end: covers in a grid, a side list, hints at the bottom."""
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("gradient", "flat", "clouds", "photo")))
    side = rng.random() < 0.6
    left = skin.px(rng.randint(130, 210)) if side else skin.px(12)
    top = skin.px(54)
    if side:
        skin.plate((0, 0, left - skin.px(10), height), skin.panel, max(200, skin.alpha), shape="plain")
        chosen, row = 1, skin.px(rng.choice((24, 32, 40)))
        for index, name in enumerate(skin.content.some("noun", min(rng.randint(4, 12), (height - top) // row - 1))):
            box = (skin.px(6), top + index * row, left - skin.px(22), row - 2)
            face = skin.accent if index == chosen else skin.panel
            if index == chosen:
                skin.plate(box, face, 255)
            skin.icon(box[0] + row // 2, box[1] + row // 2, row * 6 // 10, skin.ink(face))
            skin.text(name, box[0] + row, box[1] + row // 2, skin.ink(face), min(skin.size, row * 6 // 10), "l", box[2] - row - 4)
            skin.mark("listitem", box, {"selected": index == chosen}, name)
    skin.text(rng.choice(TITLES), left, skin.px(24), (255, 255, 255), skin.px(22))
    skin.field((width - skin.px(230), skin.px(10), skin.px(180), skin.px(28)), skin.content.word("action"), hint=True)
    skin.button((width - skin.px(40), skin.px(10), skin.px(28), skin.px(28)), icon=True)
    wide = skin.px(rng.choice((90, 120, 150, 190)))
    high = round(wide * rng.choice((0.6, 0.75, 1.0, 1.4)))
    label = skin.px(20)
    cols, rows = max(1, (width - left) // (wide + skin.px(14))), max(1, (height - top - skin.px(40)) // (high + label + skin.px(14)))
    chosen = rng.randrange(cols * rows)
    for index in range(min(cols * rows, rng.randint(4, 40))):
        x, y = left + index % cols * (wide + skin.px(14)), top + index // cols * (high + label + skin.px(14))
        if x + wide > width:
            continue
        skin.image((x, y, wide, high))
        if index == chosen:
            pygame.draw.rect(skin.surface, skin.accent, (x - 2, y - 2, wide + 4, high + 4), skin.px(3))
        skin.text(rng.choice((skin.content.word("noun"), rng.choice(TITLES))), x + wide // 2, y + high + label // 2, (240, 240, 240), skin.px(12), "c", wide)
        skin.mark("listitem", (x, y, wide, high + label), {"selected": index == chosen})
    x = skin.px(12)
    for sign, text in zip("ABXY", words(skin, ("Select", "Back", "Search", "Options"), 4)):
        side_px = skin.px(18)
        skin.plate((x, height - skin.px(26), side_px, side_px), skin.accent, 255, shape="pill")
        skin.text(sign, x + side_px // 2, height - skin.px(26) + side_px // 2, skin.ink(skin.accent), skin.px(11), "c")
        drawn = skin.text(text, x + side_px + 4, height - skin.px(17), (240, 240, 240), skin.px(12))
        skin.mark("button", (x, height - skin.px(27), drawn[0] + drawn[2] - x, skin.px(20)), {"disabled": False}, text)
        x = drawn[0] + drawn[2] + skin.px(16)


def dialogue(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background("photo")
    high = skin.px(rng.randint(110, 170))
    skin.plate((skin.px(12), height - high - skin.px(12), width - skin.px(24), high), skin.panel, max(190, skin.alpha))
    skin.text(skin.content.word("person"), skin.px(30), height - high + skin.px(8), skin.accent, round(skin.size * 1.1))
    for index, line in enumerate(skin.content.some("sentence", 3)):
        skin.text(line, skin.px(30), height - high + skin.px(34) + index * round(skin.size * 1.5), skin.ink(skin.panel), None, "l", width - skin.px(70))
    row, wide = skin.px(rng.choice((30, 38, 48))), min(width - 20, skin.px(rng.randint(280, 520)))
    for index, line in enumerate(skin.content.some("sentence", rng.randint(0, 4))):
        skin.button(((width - wide) // 2, height // 6 + index * (row + skin.px(10)), wide, row), line, disabled=False)
    x = width - skin.px(20)
    for name in words(skin, ("Skip", "Auto", "Log", "Save", "Load", "Menu"), rng.randint(2, 6)):
        w = skin.font(skin.px(12)).size(name.upper())[0] + skin.px(14)
        x -= w + 3
        if x < skin.px(20):
            break
        skin.button((x, height - skin.px(38), w, skin.px(20)), name)


def launcher(skin: Skin, rng: Random) -> None:
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("photo", "gradient", "clouds")))
    wide, high = min(width - 20, skin.px(rng.randint(280, 380))), min(height - 20, skin.px(rng.randint(300, 400)))
    x, y = rng.choice(((width - wide) // 2, width - wide - 10)), (height - high) // 2
    skin.plate((x, y, wide, high), skin.panel, max(200, skin.alpha))
    inner, ink, at = wide - skin.px(40), skin.ink(skin.panel), y + skin.px(26)
    skin.text(rng.choice(TITLES), x + wide // 2, at, ink, round(skin.size * 1.4), "c", inner)
    for text in (skin.content.word("person"), "••••••••"):
        at += skin.px(46)
        if rng.random() < 0.5:
            skin.text(skin.content.word("field"), x + skin.px(20), at - skin.px(12), ink, skin.px(11))
        skin.field((x + skin.px(20), at, inner, skin.px(28)), text)
    at += skin.px(50)
    skin.check(x + skin.px(20), at, skin.content.word("setting"), rng.random() < 0.5, "checkbox", inner - skin.px(30))
    at += skin.px(26)
    skin.button((x + skin.px(20), at, inner, skin.px(36)), words(skin, ("Play", "Log in", "Join"), 1)[0])
    at += skin.px(54)
    if at + skin.px(12) < y + high:
        drawn = skin.text(skin.content.word("command"), x + skin.px(20), at, mix(skin.accent, ink, 0.3), skin.px(12), "l", inner)
        skin.mark("link", drawn)
    corner_buttons(skin, 2)


def mines(skin: Skin, rng: Random) -> None:
    """A board of small buttons: a mine field or a number puzzle."""
    width, height = skin.surface.get_size()
    skin.background(rng.choice(("flat", "gradient", "noise")))
    side = skin.px(rng.choice((16, 20, 26, 34)))
    cols, rows = min(rng.randint(6, 16), width // side - 2), min(rng.randint(6, 12), (height - skin.px(70)) // side)
    if cols < 3 or rows < 3:
        return
    x0, y0 = (width - cols * side) // 2, skin.px(56)
    skin.plate((x0 - 8, skin.px(8), cols * side + 16, rows * side + skin.px(56)), skin.panel, 255)
    skin.button((width // 2 - skin.px(14), skin.px(16), skin.px(28), skin.px(28)), icon=True, disabled=False)
    for index in range(cols * rows):
        box = (x0 + index % cols * side, y0 + index // cols * side, side - 1, side - 1)
        if rng.random() < 0.35:
            pygame.draw.rect(skin.surface, mix(skin.panel, (128, 128, 128), 0.4), box)
            if rng.random() < 0.6:
                skin.text(str(rng.randint(1, 5)), box[0] + side // 2, box[1] + side // 2, skin.ink(skin.panel), side * 6 // 10, "c")
        else:
            skin.button(box, icon=rng.random() < 0.1, disabled=False)


SCREENS = ((main_menu, 12), (hud, 14), (inventory, 10), (settings, 22), (keyboard, 6), (map_game, 10), (shelf, 8), (dialogue, 7), (launcher, 6), (mines, 3))
