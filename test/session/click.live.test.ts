import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desktop as Groundmark, openDesktop, type Surface, type SurfaceMark } from "../../dist/index.js";
import { type Desktop, type StandardDesktop, standardDesktop, startDesktop } from "../desktop/index.js";

// One desktop for the file: four real applications take seconds to start, and each test looks anew.
let desktop: Desktop;
let apps: StandardDesktop;
let groundmark: Groundmark;

beforeAll(async () => {
  desktop = await startDesktop({ width: 1920, height: 1080 });
  apps = await standardDesktop(desktop);
  groundmark = await openDesktop({ env: desktop.env });
}, 90_000);

afterAll(async () => {
  await groundmark?.close();
  const left = await desktop?.stop();
  expect(left?.stragglers ?? []).toEqual([]);
});

const find = (surface: Surface, role: string, label: string, app?: string): SurfaceMark => {
  const found = surface.marks.filter(
    (m) => m.role === role && m.label === label && (app === undefined || m.app === app),
  );
  if (found.length !== 1)
    throw new Error(`${found.length} marks are ${role} ${JSON.stringify(label)}:\n${surface.text}`);
  return found[0]!;
};

describe("a live desktop of four toolkits", () => {
  it("gives marks of every application, with the tree ok and boxes on the screen", async () => {
    const surface = await groundmark.observe({ maxMarks: 400 });
    expect(surface.accessibility).toMatchObject({ status: "ok" });
    expect(surface.vision.status).toBe("ok");
    const windows = new Set(surface.marks.map((m) => m.window));
    expect(windows.size).toBeGreaterThanOrEqual(4);
    find(surface, "button", "7");
    find(surface, "link", "Orders");
    find(surface, "button", "Place order");
    find(surface, "checkbox", "Gift wrap");
    for (const m of surface.marks) {
      expect(m.point.x).toBeGreaterThanOrEqual(0);
      expect(m.point.x).toBeLessThan(1920);
      expect(m.point.y).toBeLessThan(1080);
    }
    expect(new Set(surface.marks.map((m) => m.id)).size).toBe(surface.marks.length);
  });

  it("never reads a password field's value", async () => {
    const surface = await groundmark.observe({ maxMarks: 400 });
    const password = surface.marks.find((m) => m.states?.includes("protected"));
    expect(password).toMatchObject({ role: "textbox", value: "[REDACTED_PASSWORD]" });
    expect(JSON.stringify(surface)).not.toContain("hunter2");
  });

  it("keeps every number when nothing changed", async () => {
    const a = await groundmark.observe({ maxMarks: 400 });
    const b = await groundmark.observe({ maxMarks: 400 });
    const number = (s: Surface, m: SurfaceMark) =>
      s.marks.find(
        (o) => o.label === m.label && o.role === m.role && o.box.x === m.box.x && o.box.y === m.box.y,
      )?.id;
    const moved = a.marks
      .filter((m) => m.source !== "ocr" && number(b, m) !== m.id)
      .map((m) => `${m.id} ${m.role} ${m.label}`);
    expect(moved).toEqual([]);
    expect(b.snapshot).not.toBe(a.snapshot);
  });

  it("presses a GTK4 calculator's keys through their action, verified, without moving the pointer", async () => {
    const before = await desktop.pointer();
    for (const key of ["7", "8"]) {
      const surface = await groundmark.observe();
      const result = await groundmark.click(find(surface, "button", key).id);
      expect(result).toMatchObject({ dispatched: true, rung: "semantic", outcome: "verified" });
    }
    const display = (await groundmark.observe({ maxMarks: 400 })).marks.filter((m) => m.value === "78");
    expect(display).toHaveLength(1);
    expect(await desktop.pointer()).toEqual(before);
  });

  it("toggles a web page's check box and proves it by its state", async () => {
    const surface = await groundmark.observe();
    const box = find(surface, "checkbox", "Gift wrap");
    const was = box.states?.includes("checked");
    const result = await groundmark.click(box.id);
    expect(result).toMatchObject({
      dispatched: true,
      outcome: "verified",
      evidence: { reason: "state-changed" },
    });
    const after = find(await groundmark.observe(), "checkbox", "Gift wrap");
    expect(after.id).toBe(box.id);
    expect(after.states?.includes("checked")).toBe(!was);
  });

  it("refuses the pointer in background and uses it in foreground, putting it back", async () => {
    const surface = await groundmark.observe();
    const save = find(surface, "button", "Save draft");
    await expect(groundmark.click(save.id, { button: "right" })).rejects.toMatchObject({
      code: "POLICY_DENIED",
    });
    const before = await desktop.pointer();
    const result = await groundmark.click(save.id, { policy: "foreground", count: 2 });
    expect(result).toMatchObject({
      dispatched: true,
      rung: "pointer",
      outcome: "verified",
      evidence: { pointerRestored: true },
    });
    const after = await desktop.pointer();
    expect({ x: after.x, y: after.y }).toEqual({ x: before.x, y: before.y });
    expect((await groundmark.observe({ maxMarks: 400 })).text).toContain("Draft saved");
  });

  it("dry-runs without touching anything", async () => {
    const surface = await groundmark.observe();
    const result = await groundmark.click(find(surface, "button", "Place order").id, {
      dryRun: true,
      confirm: true,
    });
    expect(result).toMatchObject({ dispatched: false, evidence: { reason: "dry-run" } });
  });

  it("tells unknown, retired and older numbers apart", async () => {
    await groundmark.observe();
    await expect(groundmark.click(999_999)).rejects.toMatchObject({ code: "ELEMENT_NOT_FOUND" });
    const surface = await groundmark.observe();
    const seven = find(surface, "button", "7");
    const parked = await desktop.rawWindow({
      x: 0,
      y: 0,
      width: 1920,
      height: 1080,
      title: "cover",
      overrideRedirect: true,
    });
    try {
      const covered = await groundmark.observe();
      expect(covered.marks.some((m) => m.id === seven.id)).toBe(false);
      expect(covered.withheld?.occluded).toBeGreaterThan(20);
      await expect(groundmark.click(seven.id)).rejects.toMatchObject({ code: "STALE_REF" });
    } finally {
      await parked.close();
    }
    const again = await groundmark.observe();
    expect(find(again, "button", "7").id).not.toBe(seven.id);
  });

  it("does not click what was covered after the observation", async () => {
    const surface = await groundmark.observe();
    const seven = find(surface, "button", "7");
    const cover = await desktop.rawWindow({ ...seven.box, title: "overlay", overrideRedirect: true });
    try {
      await expect(groundmark.click(seven.id)).rejects.toMatchObject({ code: "OCCLUDED" });
      expect(cover.presses).toEqual([]);
    } finally {
      await cover.close();
    }
  });

  it("runs two clicks at once one after the other, each of them once", async () => {
    const surface = await groundmark.observe();
    const display = () => groundmark.observe({ maxMarks: 400 });
    const before =
      (await display()).marks.find((m) => m.app === "gnome-calculator" && m.value !== undefined)?.value ?? "";
    const [three, four] = [find(surface, "button", "3"), find(surface, "button", "4")];
    const results = await Promise.all([groundmark.click(three.id), groundmark.click(four.id)]);
    expect(results.map((x) => x.outcome)).toEqual(["verified", "verified"]);
    const after =
      (await display()).marks.find((m) => m.app === "gnome-calculator" && m.value !== undefined)?.value ?? "";
    expect(after).toBe(`${before}34`);
  });

  it("gives the same marked picture for the same observation", async () => {
    await groundmark.observe();
    const a = await groundmark.markedPng();
    const b = await groundmark.markedPng();
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(true);
    expect(Buffer.from(await groundmark.plainPng()).equals(Buffer.from(a))).toBe(false);
  });

  it("observes one window alone", async () => {
    const surface = await groundmark.observe({
      target: { kind: "window", id: `0x${apps.calculator.windowId.toString(16)}` },
    });
    expect(surface.source).toMatchObject({ kind: "window" });
    find(surface, "button", "7");
    expect(surface.marks.some((m) => m.app === "mousepad")).toBe(false);
  });
});
