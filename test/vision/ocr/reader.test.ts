import { beforeAll, describe, expect, it } from "vitest";
import { containment, desktopRect } from "../../../src/geometry/rect.js";
import { LineReader, MAX_SEGMENTS } from "../../../src/vision/ocr/reader.js";
import { Recogniser } from "../../../src/vision/ocr/recognise.js";
import { embedded } from "../models.js";
import { type DrawnText, drawPage, emptyFrame, FRAMES, loadFrame, toFrame } from "../pictures.js";

let recogniser: Recogniser;
beforeAll(async () => {
  recogniser = await Recogniser.create(await embedded("recognise"));
});

const STRINGS = [
  "File",
  "Edit",
  "View",
  "Save As...",
  "Print Preview",
  "Find and Replace",
  "Zoom In",
  "Undo typing",
  "New Window",
  "Close All Tabs",
  "Preferences",
  "About",
  "Cancel",
  "Apply",
  "Delete file?",
  "Send message",
  "Export to PDF",
  "Page 3 of 12",
  "Ctrl+Shift+S",
  "2026-11-30",
  "14:05",
  "$1,249.00",
  "75%",
  "192.168.0.17",
  "report_final.docx",
  "user@example.org",
  "Höhe ändern",
  "Déconnexion",
  "Configuración",
  "Ściągnij",
  "Sign in to continue",
  "Remember me on this device",
  "No items selected",
  "Last modified by Maria",
]; // prettier-ignore

/** One string a row, at a pitch that keeps rows apart. */
function column(size: number, bold = false): DrawnText[] {
  return STRINGS.map((text, i) => ({
    text,
    x: i % 2 === 0 ? 20 : 520,
    y: 10 + Math.floor(i / 2) * (size * 2 + 6),
    size,
    bold,
  }));
}

describe("reading a page of known text", () => {
  const cases = [
    { size: 11, ink: "#202020", paper: "#ffffff", bold: false },
    { size: 13, ink: "#202020", paper: "#ffffff", bold: false },
    { size: 13, ink: "#e8e8e8", paper: "#24262b", bold: false },
    { size: 14, ink: "#ffffff", paper: "#2b6cb0", bold: true },
    { size: 18, ink: "#303030", paper: "#f2f0e6", bold: false },
    { size: 26, ink: "#202020", paper: "#ffffff", bold: false },
  ];

  it("reads 201 of 204 strings exactly (98 %) over sizes and themes: at least 95 %, no page under 88 %", async () => {
    const shares: number[] = [];
    for (const { size, ink, paper, bold } of cases) {
      const frame = await drawPage(1100, 40 + 17 * (size * 2 + 6), column(size, bold), ink, paper);
      const reading = await new LineReader(recogniser).read(frame);
      const read = new Set(reading.lines.map((line) => line.text.replaceAll("…", "...")));
      shares.push(STRINGS.filter((text) => read.has(text)).length / STRINGS.length);
    }
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.88);
    expect(shares.reduce((a, b) => a + b) / shares.length).toBeGreaterThanOrEqual(0.95);
  });

  it("places the line and its words", async () => {
    const frame = await drawPage(400, 60, [{ text: "Remember this device", x: 50, y: 20, size: 15 }]);
    const [line] = (await new LineReader(recogniser).read(frame)).lines;
    expect(line?.words.map((w) => w.text)).toEqual(["Remember", "this", "device"]);
    for (const word of line!.words) expect(containment(word.box, line!.box)).toBeCloseTo(1, 3);
    // Where each word's ink begins, by drawing it after what stands before it.
    for (const [index, before] of ["", "Remember ", "Remember this "].entries()) {
      const width = before ? await inkWidth(before) : 0;
      expect(Math.abs(line!.words[index]!.box.x - (50 + width))).toBeLessThanOrEqual(6);
    }
  });

  async function inkWidth(text: string): Promise<number> {
    // The bar's ink ends where the next word would begin.
    const frame = await drawPage(400, 60, [{ text: `${text}|`, x: 0, y: 20, size: 15 }]);
    let right = 0;
    for (let i = 0; i < frame.pixels.length; i += 3)
      if (frame.pixels[i]! < 128) right = Math.max(right, (i / 3) % 400);
    return right - 3;
  }
});

describe("reading desktops", () => {
  it("reads menus, dialogs, tables, dark and light", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1920x1080.png`);
    const texts = (await new LineReader(recogniser).read(frame)).lines.map((line) => line.text);
    const expected = [
      "Dashboard",
      "Customers",
      "Reports",
      "Settings",
      "Overview",
      "Returns",
      "Shipping",
      "Gift cards",
      "Search orders",
      "Any status",
      "Filter",
      "New order",
      "Customer",
      "#10231",
      "Anna Keller",
      "2026-01-10",
      "Paid",
      "$12.50",
      "Edit",
      "Nadia Haddad",
      "$499.35",
      "Leave at door",
      "Save changes",
      "Cancel",
      "Notify customer",
      "Document",
      "Help",
      "Shopping list for Saturday",
      "2 loaves of bread",
      "Call the plumber before 17:30.",
      "Invoice no. 20391 is due on 14 March.",
      "Undo",
      "mod",
    ]; // prettier-ignore
    const missing = expected.filter((text) => !texts.includes(text));
    expect(missing.length, missing.join(", ")).toBeLessThanOrEqual(1);
  });

  it("reads small text of a 3840x2160 screen, and only inside the asked rectangle (VIS-5)", async () => {
    const page = await drawPage(3840, 2160, [
      { text: "Transfer funds", x: 3600, y: 2100, size: 13 },
      { text: "Cancel", x: 3600, y: 2060, size: 13 },
    ]);
    const frame = toFrame(page.pixels, 3840, 2160, -3840, 0);
    const reader = new LineReader(recogniser);
    const lines = (await reader.read(frame, desktopRect(-250, 2095, 200, 30))).lines;
    expect(lines.map((l) => l.text)).toEqual(["Transfer funds"]);
    expect(lines[0]!.box.x).toBeLessThan(-230);
    expect(lines[0]!.box.y).toBeGreaterThan(2095);
    expect((await reader.read(frame, desktopRect(10, 10, 50, 50))).lines).toEqual([]);
  });
});

describe("what is not read (VIS-6)", () => {
  it("reports shapes that are no text as unread, not as lines", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1280x800.png`);
    const { lines, unread } = await new LineReader(recogniser).read(frame);
    expect(unread.length).toBeGreaterThan(5);
    for (const line of lines) {
      expect(line.text).not.toBe("");
      for (const box of unread) expect(containment(box, line.box)).toBeLessThan(1);
    }
  });

  it("treats a reading below 0.6 as unread", async () => {
    const frame = await drawPage(200, 40, [{ text: "Maybe", x: 10, y: 10, size: 14 }]);
    const answer = (confidence: number) => ({
      name: "fixed",
      read: async () => ({ words: [{ text: "Maybe", confidence, from: 0, to: 40 }], confidence }),
    });
    expect((await new LineReader(answer(0.61)).read(frame)).lines).toHaveLength(1);
    const unsure = await new LineReader(answer(0.59)).read(frame);
    expect(unsure.lines).toEqual([]);
    expect(unsure.unread).toHaveLength(1);
  });

  it("sees no text of very low contrast and says nothing about it", async () => {
    const frame = await drawPage(300, 40, [{ text: "Hidden text", x: 10, y: 10, size: 14 }], "#f4f4f4");
    expect(await new LineReader(recogniser).read(frame)).toMatchObject({
      lines: [],
      unread: [],
      warnings: [],
    });
  });

  it.each([
    ["one colour", emptyFrame(1280, 800, 30)],
    ["one pixel", emptyFrame(1, 1)],
    ["one row", emptyFrame(3000, 1)],
  ])("reads nothing in %s", async (_, frame) => {
    expect(await new LineReader(recogniser).read(frame)).toMatchObject({ lines: [], unread: [] });
  });
});

describe("bounds", () => {
  it("reads each different segment once and the same frame from the cache", async () => {
    const rows = Array.from({ length: 10 }, (_, i) => ({ text: "Pending", x: 30, y: 10 + i * 40, size: 14 }));
    const frame = await drawPage(200, 420, rows);
    const reader = new LineReader(recogniser);
    const first = await reader.read(frame);
    expect(first.lines.map((l) => l.text)).toEqual(rows.map(() => "Pending"));
    expect(reader.timings).toMatchObject({ segments: 10, recognised: 1 });
    expect(await reader.read(frame)).toEqual(first);
    expect(reader.timings.recognised).toBe(0);
  });

  it("names the cut when more places look like text than are read", async () => {
    const word = await drawPage(26, 12, [{ text: "ab", x: 2, y: 0, size: 10 }]);
    const frame = emptyFrame(2080, 1200);
    for (let y = 0; y < 1200; y++)
      for (let x = 0; x < 2080; x++) {
        const from = ((y % 12) * 26 + (x % 26)) * 3;
        frame.pixels.set(word.pixels.subarray(from, from + 3), (y * 2080 + x) * 3);
      }
    const reader = new LineReader({
      name: "fixed",
      read: async () => ({ words: [{ text: "ab", confidence: 1, from: 0, to: 10 }], confidence: 1 }),
    });
    const { warnings } = await reader.read(frame);
    expect(reader.timings.segments).toBe(MAX_SEGMENTS);
    expect(warnings).toMatchObject([{ code: "ocr-segments-cut" }]);
  });

  it("stops at the deadline with what it has", async () => {
    const frame = await loadFrame(`${FRAMES}desktop-1280x800.png`);
    let asked = 0;
    const reading = await new LineReader(recogniser).read(frame, undefined, () => ++asked > 20);
    expect(reading.late).toBe(true);
    expect(reading.lines.length).toBeGreaterThan(0);
    expect(reading.warnings).toMatchObject([{ code: "ocr-deadline" }]);
  });
});
