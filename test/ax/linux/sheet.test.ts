import { describe, expect, it } from "vitest";
import type { AppCalls } from "../../../src/ax/linux/calls.js";
import { rawNode } from "../../../src/ax/linux/raw.js";
import { visibleCells } from "../../../src/ax/linux/sheet.js";

const MAX = 2 ** 31 - 1;
const table = rawNode({
  ref: { bus: ":1.1", path: "/table" },
  role: 55,
  name: "",
  states: [],
  interfaces: [],
  childCount: MAX,
});

/** An application whose two corner cells are at these places. */
function application(first: [number, number], last: [number, number]): AppCalls {
  const places = [first, last];
  let corner = 0;
  const answers: Record<string, (argument: number) => unknown> = {
    GetExtents: () => [0, 0, 300, 200],
    GetAccessibleAtPoint: () => [":1.1", `/cell/${corner++}`],
    GetRowAtIndex: (index) => places[index]![0],
    GetColumnAtIndex: (index) => places[index]![1],
    GetAccessibleAt: (row) => [":1.1", `/at/${row}`],
  };
  return {
    first: async (path: string, _: string, member: string, __ = "", body: number[] = []) =>
      member === "GetIndexInParent" ? Number(path.slice("/cell/".length)) : answers[member]!(body[0] ?? 0),
  } as unknown as AppCalls;
}

describe("visibleCells", () => {
  it("gives the cells between the corners, row by row", async () => {
    const cells = await visibleCells(table, application([2, 1], [4, 2]), 100);
    expect(cells.truncated).toBe(false);
    expect(cells.refs.map((ref) => ref.path)).toEqual(["/at/2", "/at/2", "/at/3", "/at/3", "/at/4", "/at/4"]);
    expect(await visibleCells(table, application([0, 0], [MAX, MAX]), 10)).toMatchObject({ truncated: true });
  });

  it.each<[string, [number, number], [number, number]]>([
    ["columns that run backwards", [0, 9], [MAX, 0]],
    ["rows that run backwards", [9, 0], [0, MAX]],
  ])("counts no cells for %s", async (_, first, last) => {
    const started = performance.now();
    expect(await visibleCells(table, application(first, last), 10)).toEqual({ refs: [], truncated: true });
    expect(performance.now() - started).toBeLessThan(200);
  });
});
