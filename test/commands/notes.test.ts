import { expect, it } from "vitest";
import { surfaceNotes } from "../../src/commands/notes.js";
import type { Surface } from "../../src/fusion/surface.js";

const ok = { status: "ok" } as const;
const whole = {
  accessibility: { status: "ok", nodes: 9, kept: 3 },
  vision: { status: "ok", detector: ok, ocr: ok, captioner: ok },
  warnings: [],
} as unknown as Surface;
const notes = (change: Partial<Surface>) => surfaceNotes({ ...whole, ...change });

it("has nothing to say where everything worked, or no tree was asked for", () => {
  expect(surfaceNotes(whole)).toEqual([]);
  expect(notes({ accessibility: { status: "none", nodes: 0, kept: 0 } })).toEqual([]);
});

it("has a line for each loss", () => {
  expect(
    notes({
      accessibility: { status: "partial", reason: "application-unresponsive", nodes: 9, kept: 3 },
      vision: {
        status: "partial",
        reason: "too late",
        detector: { status: "timeout" },
        ocr: ok,
        captioner: { status: "unavailable" },
      },
      warnings: [
        { code: "ax-app-unresponsive", message: 'the application "Mousepad" does not answer' },
        { code: "vision-restarted", message: "again" },
      ],
      withheld: { occluded: 2, tiny: 1 },
    }),
  ).toEqual([
    "accessibility tree partial: application-unresponsive",
    "detector timeout, icon names unavailable: too late",
    'ax-app-unresponsive: the application "Mousepad" does not answer',
    "vision-restarted: again",
    "not numbered: 2 occluded, 1 tiny",
  ]);
});

it("says of a tree that is ok and gave nothing that it gave nothing", () => {
  expect(notes({ accessibility: { status: "ok", nodes: 9, kept: 0 } })).toEqual([
    "accessibility tree: none of its 9 nodes is of use",
  ]);
});
