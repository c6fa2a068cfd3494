import { describe, expect, it } from "vitest";
import { mixedScript, skeleton, wholeScriptConfusable } from "../../src/safety/confusables.js";

describe("mixedScript (SAF-9)", () => {
  it.each([
    ["Cyrillic а in Cancel (trap 37)", "C\u0430ncel"],
    ["Cyrillic capital", "\u0421ancel"],
    ["Cyrillic without a Latin double", "Канcel"],
    ["Greek omicron", "g\u03bfogle"],
    ["Greek capital", "\u0391dmin"],
    ["Armenian", "\u0585pen"],
    ["Cherokee", "\u13dfancel"],
    ["Greek and Cyrillic", "\u03bfтмена"],
    ["mathematical letter", "C\u{1d41a}ncel"],
    ["full-width letter", "C\uff41ncel"],
    ["phonetic letter", "C\u0251ncel"],
    ["small capital", "pa\u028fpal"],
    ["Kelvin sign", "\u212aeep"],
    ["second word", "Save C\u0430ncel"],
    ["zero-width character between", "Can\u200bc\u0435l"],
    ["bidi override", "\u202elecnaC"],
    ["digits in the word", "c\u043e1"],
  ])("flags %s", (_, text) => {
    expect(mixedScript(text)).toBe(true);
  });

  it.each([
    "Cancel",
    "",
    "Отмена",
    "ОК",
    "Ακύρωση",
    "Tシャツ",
    "USBメモリ",
    "Kakao톡",
    "USB-порт",
    "PDF файл",
    "kΩ",
    "Δt",
    "λx",
    "µm",
    "μm",
    "Ωhm",
    "naïve café Straße",
    "Kaydı sil",
    "ＯＫ",
    "０１２",
    "𝐁𝐨𝐥𝐝",
    "25℃",
    "№5",
    "iPhone™",
    "\u2068Save\u2069",
    "Can\u00adcel",
    "גוגל Google",
    "ไทย",
    "3D-модель",
    "中文ABC",
  ])("does not flag %j", (text) => {
    expect(mixedScript(text)).toBe(false);
  });
});

describe("skeleton", () => {
  it.each([
    ["С\u0430nсel", "Cancel"],
    ["\u0440\u0430\u0443\u0440\u0430l", "paypal"],
    ["g\u03bf\u03bfgle", "google"],
    ["\u{1d402}\u{1d41a}ncel", "Cancel"],
    ["\uff23ancel", "Cancel"],
    ["C\u0251ncel", "Cancel"],
    ["Cancel", "Cancel"],
    ["0OlI1", "0OlI1"],
  ])("%s looks like %s", (text, latin) => {
    expect(skeleton(text)).toBe(latin);
  });

  it("covers every Cyrillic and Greek letter that is drawn like a Latin one", () => {
    const pairs: [string, string][] = [
      ["АВЕКМНОРСТХІЈЅ", "ABEKMHOPCTXIJS"],
      ["аеорсухіјѕ", "aeopcyxijs"],
      ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"],
      ["ονικρυχ", "ovikpux"],
    ];
    for (const [from, to] of pairs) expect(skeleton(from)).toBe(to);
  });
});

it("knows texts whose every letter has a Latin double", () => {
  expect(wholeScriptConfusable("СОРУ")).toBe(true);
  expect(wholeScriptConfusable("Отмена")).toBe(true);
  expect(wholeScriptConfusable("Удалить")).toBe(false);
  expect(wholeScriptConfusable("COPY")).toBe(false);
  expect(wholeScriptConfusable("123")).toBe(false);
});
