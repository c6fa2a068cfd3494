import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  foldCase,
  letterCount,
  normaliseLabel,
  parseLabel,
  stripAccents,
  words,
} from "../../src/safety/normalise.js";

describe("normaliseLabel", () => {
  it.each([
    ["  Save \n as ", "save as"],
    ["&File", "file"],
    ["_File", "file"],
    ["E_xit", "exit"],
    ["File(&F)", "file"],
    ["ファイル(F)", "ファイル"],
    ["文件(F)...", "文件"],
    ["Save && Close", "save & close"],
    ["snake__case", "snake_case"],
    ["Open…", "open"],
    ["Open...", "open"],
    ["Name:", "name"],
    ["Fenêtre :", "fenêtre"],
    ["Required *", "required"],
    ["Save (Ctrl+S)", "save"],
    ["Save\tCtrl+S", "save"],
    ["Undo Ctrl+Z", "undo"],
    ["Quit [Ctrl-Q]", "quit"],
    ["Copy ⌘C", "copy"],
    ["Zoom In Ctrl++", "zoom in"],
    ["Alles auswählen Strg+A", "alles auswählen"],
    ["Full Screen F11", "full screen"],
    ["Close (Alt+F4)", "close"],
    ["Don’t Save", "don't save"],
    ["„Quoted“", '"quoted"'],
    ["a – b", "a - b"],
    ["STRASSE", "strasse"],
    ["Straße", "strasse"],
    ["ΟΔΟΣ", "οδοσ"],
    ["οδος", "οδοσ"],
    ["İptal", "iptal"],
    ["ＯＫ", "ok"],
    ["ﬁnd", "find"],
    ["S\u200ba\u00adv\u2068e\u2069", "save"],
    ["\u202eSave", "save"],
  ])("%j is %j", (raw, expected) => {
    expect(normaliseLabel(raw)).toBe(expected);
  });

  it.each([
    "Page Down",
    "Move up",
    "Home",
    "Delete Del",
    "Vitamin (C)",
    "100%",
    "e-mail",
    "Ctrl+S",
    "F1",
    "Tab",
    "Volume -",
  ])("leaves %j whole: that is no shortcut", (raw) => {
    expect(normaliseLabel(raw)).toBe(raw.toLowerCase());
  });

  it("keeps punctuation that is all there is, and is empty only without ink", () => {
    expect(normaliseLabel("...")).toBe("...");
    expect(normaliseLabel("\u200b \u2060")).toBe("");
  });

  it("is idempotent for plain words and never throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (raw) => {
        expect(normaliseLabel(raw)).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e]/u);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{2,8}( [a-z]{2,8}){0,3}$/), (raw) => {
        expect(normaliseLabel(normaliseLabel(raw))).toBe(normaliseLabel(raw));
      }),
    );
  });
});

describe("parseLabel", () => {
  it("keeps the shortcut apart", () => {
    expect(parseLabel("Save\tCtrl+S")).toEqual({
      full: "save ctrl+s",
      text: "save",
      shortcut: "ctrl+s",
      cut: false,
    });
    expect(parseLabel("Speichern Strg+S").shortcut).toBe("ctrl+s");
  });

  it("tells a cut label", () => {
    expect(parseLabel("Docum…").cut).toBe(true);
    expect(parseLabel("Docum. .").cut).toBe(true);
    expect(parseLabel("Docum.").cut).toBe(false);
  });
});

it("folds case fully and drops accents but not voicing marks", () => {
  expect(foldCase("ẞ")).toBe("ss");
  expect(stripAccents("żółć é ø")).toBe("zolc e o");
  expect(stripAccents("が")).toBe("が");
});

it("finds words and letters", () => {
  expect(words("don't save 100%")).toEqual(["dont", "save", "100"]);
  expect(letterCount("a1 é漢")).toBe(3);
});
