import { describe, expect, it } from "vitest";
import { type ElementBox, mergeElements } from "../../../src/vision/detect/merge.js";

const at = (
  label: string,
  score: number,
  x: number,
  y: number,
  width: number,
  height: number,
): ElementBox => ({
  label,
  score,
  box: { x, y, width, height },
});
const merged = (...boxes: ElementBox[]) =>
  mergeElements(
    [...boxes].sort((a, b) => b.score - a.score),
    0.4,
  ).map((b) => b.label);

describe("mergeElements: one box per element", () => {
  it("keeps the best of several classes on one place", () => {
    expect(merged(at("button", 0.6, 10, 10, 60, 24), at("input", 0.4, 12, 10, 58, 24))).toEqual(["button"]);
  });

  it("drops the glyph inside its button, but not the one on a panel", () => {
    expect(merged(at("icon_button", 0.6, 10, 10, 32, 32), at("icon", 0.5, 18, 18, 16, 16))).toEqual([
      "icon_button",
    ]);
    expect(merged(at("item", 0.6, 10, 10, 300, 200), at("icon", 0.5, 18, 18, 16, 16))).toEqual([
      "item",
      "icon",
    ]);
  });

  it("drops what the detector calls text: the reader supplies it", () => {
    expect(merged(at("text", 0.9, 10, 10, 60, 14))).toEqual([]);
  });

  it("drops a second, smaller box on the same centre", () => {
    expect(merged(at("button", 0.5, 100, 100, 70, 40), at("link", 0.3, 115, 112, 38, 16))).toEqual([
      "button",
    ]);
  });

  it("prefers a sure small box to a loose guess around it", () => {
    expect(merged(at("button", 0.9, 115, 112, 38, 20), at("item", 0.3, 95, 102, 78, 40))).toEqual(["button"]);
  });

  it("keeps a tab's close button and a row's check box", () => {
    expect(merged(at("tab", 0.6, 0, 0, 120, 30), at("icon_button", 0.5, 96, 7, 16, 16))).toEqual([
      "tab",
      "icon_button",
    ]);
    expect(merged(at("item", 0.6, 0, 0, 200, 30), at("checkbox", 0.5, 92, 7, 16, 16))).toEqual([
      "item",
      "checkbox",
    ]);
  });

  it("drops half of a key, shifted over its edge", () => {
    expect(merged(at("button", 0.6, 100, 100, 60, 40), at("icon_button", 0.3, 86, 104, 28, 30))).toEqual([
      "button",
    ]);
  });

  it("keeps neighbours that touch", () => {
    expect(merged(at("button", 0.6, 0, 0, 60, 30), at("button", 0.5, 56, 0, 60, 30))).toHaveLength(2);
  });
});
