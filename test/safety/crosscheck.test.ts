import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CrosscheckInput, crosscheck, type Verdict } from "../../src/safety/crosscheck.js";
import { ATTACKS, MUST_MISMATCH } from "./attack-labels.js";
import { HONEST, type LabelPair } from "./honest-labels.js";

function judge(pair: LabelPair, source: CrosscheckInput["source"] = "ax"): Verdict {
  const shown = typeof pair.shown === "string" ? [pair.shown] : pair.shown;
  return crosscheck({
    role: pair.role,
    name: pair.name,
    ...(pair.value === undefined ? {} : { value: pair.value }),
    ...(pair.description === undefined ? {} : { description: pair.description }),
    states: pair.states ?? ["enabled"],
    lines: shown.map((text) => ({ text, confidence: pair.confidence ?? 0.95 })),
    source,
  });
}

const button = (name: string, text: string, confidence = 0.95): Verdict =>
  judge({ role: "button", name, shown: text, confidence, why: "" });

describe("crosscheck on the label corpus (SAF-6)", () => {
  it.each(HONEST.map((p) => [`${p.role} ${p.name} / ${p.shown} (${p.why})`, p] as const))(
    "honest, never a mismatch: %s",
    (_, pair) => {
      const result = judge(pair);
      expect(result.verdict, result.reason).not.toBe("mismatch");
    },
  );

  it.each(ATTACKS.map((p) => [`${p.role} ${p.name} / ${p.shown} (${p.why})`, p] as const))(
    "attack, never a match: %s",
    (_, pair) => {
      const result = judge(pair);
      expect(result.verdict, result.reason).not.toBe("match");
      if (MUST_MISMATCH.has(pair.why)) expect(result.verdict, result.reason).toBe("mismatch");
    },
  );

  it("keeps its counts: a rule that answers unverifiable to everything would pass the tables above", () => {
    const count = (pairs: readonly LabelPair[], kind: Verdict["verdict"]) =>
      pairs.filter((p) => judge(p).verdict === kind).length;
    const line = (name: string, pairs: readonly LabelPair[]) =>
      `${name}: ${pairs.length} pairs, ${count(pairs, "match")} match, ${count(pairs, "unverifiable")} unverifiable, ${count(pairs, "mismatch")} mismatch`;
    console.info(`${line("honest", HONEST)}\n${line("attacks", ATTACKS)}`);
    expect(count(HONEST, "match") / HONEST.length).toBeGreaterThan(0.6);
    expect(count(ATTACKS, "mismatch") / ATTACKS.length).toBeGreaterThan(0.8);
  });
});

describe("crosscheck, rule by rule", () => {
  it.each([
    // name, shown, confidence, verdict, reason
    ["Save", "Save", 0.95, "match", "alike"],
    ["Close", "Close dialog", 0.95, "match", "contained"],
    ["Documents and settings", "Docum...", 0.95, "match", "contained"],
    ["Save", "Save", 0.5, "match", "alike"],
    ["Delete", "Delete", 0.5, "unverifiable", "low-confidence"],
    ["Settings", "Profile", 0.95, "mismatch", "text-differs"],
    ["Settings", "Profile", 0.59, "unverifiable", "low-confidence"],
    ["Settings", "Profile", 0.6, "mismatch", "text-differs"],
    ["Settings", "Pr", 0.95, "unverifiable", "symbol"],
    ["Send $100", "Send $900", 0.95, "mismatch", "digits-differ"],
    ["Install", "Uninstall", 0.95, "mismatch", "opposite"],
    ["Play", "Pay", 0.95, "mismatch", "sensitive-word"],
    ["C\u0430ncel", "Cancel", 0.95, "mismatch", "confusable"],
    ["C\u0430ncel", "Cancel", 0.1, "mismatch", "confusable"],
    ["Insert", "Ins", 0.95, "match", "contained"],
    ["Insertion", "Ins", 0.95, "unverifiable", "abbreviated"],
    ["Reset password", "Reset pass...", 0.95, "unverifiable", "cut-off"],
    ["Pay", "Pay $50", 0.95, "unverifiable", "amount-on-one-side"],
    ["\u0421\u041e\u0420\u0423", "COPY", 0.95, "unverifiable", "lookalike-script"],
    ["\u53d6\u6d88", "iX2", 0.95, "unverifiable", "script-unread"],
  ] as const)("button %s / %s read at %f: %s, %s", (name, shown, confidence, verdict, reason) => {
    expect(button(name, shown, confidence)).toMatchObject({ verdict, reason });
  });

  it("compares a field by its value and never by its name (design gate 4)", () => {
    const field = (value: string | undefined, shown: string) =>
      judge({ role: "textbox", name: "Email", shown, ...(value === undefined ? {} : { value }), why: "" });
    expect(field("alice@example.org", "alice@example.org")).toMatchObject({
      verdict: "match",
      reason: "value",
    });
    expect(field("alice@example.org", "delete everything")).toMatchObject({
      verdict: "mismatch",
      reason: "value-differs",
    });
    expect(field(undefined, "alice@example.org")).toMatchObject({ reason: "name-not-displayed" });
  });

  it("never compares a protected field, whatever was read in it", () => {
    const result = judge({
      role: "textbox",
      name: "Password",
      value: "hunter2",
      shown: "hunter2",
      states: ["protected"],
      why: "",
    });
    expect(result).toEqual({ verdict: "unverifiable", reason: "protected" });
  });

  it.each(["vision", "ocr"] as const)(
    "a mark of source %s has nothing to be compared with, however surely it was read",
    (source) => {
      const pair: LabelPair = { role: "button", name: "Submit", shown: "Submit", why: "" };
      expect(judge(pair, source)).toMatchObject({
        verdict: "unverifiable",
        reason: "pixels-only",
        ocr: "Submit",
      });
      expect(judge({ ...pair, confidence: 0.5 }, source)).toMatchObject({ reason: "low-confidence" });
      expect(judge({ ...pair, shown: [] }, source)).toMatchObject({ reason: "nothing-read" });
      expect(judge({ ...pair, name: "trash", shown: "Play" }, source).verdict).toBe("unverifiable");
    },
  );

  it.each([
    ["Send to Bob", "Send to Rob", "mismatch", "text-differs"],
    ["Delete report", "Delete repost", "mismatch", "text-differs"],
    ["Pay Anna", "Pay Hanna", "unverifiable", "inexact"],
    ["Delete mailbox", "Archive Delete mailbax", "unverifiable", "inexact"],
    ["Send to Eva", "Send to Eua", "unverifiable", "inexact"],
    ["Send to all", "SEND T0 A1I.", "match", "alike"],
    ["Löschen: Modern", "Loschen Modem", "match", "alike"],
    [
      "Learn how to reset your password without an e-mail",
      "Learn how to reset yaur password without an e-mail",
      "unverifiable",
      "inexact",
    ],
  ] as const)(
    "compares a sensitive label letter by letter: %s / %s: %s, %s",
    (name, shown, verdict, reason) => {
      expect(button(name, shown)).toMatchObject({ verdict, reason });
    },
  );

  it.each([
    ["File", "Ele", "unverifiable"],
    ["File", "Pay", "mismatch"],
    ["View", "Help", "mismatch"],
    ["Edit", "Edits", "match"],
    ["New", "Now or never", "mismatch"],
    ["Up", "Pay up", "mismatch"],
    ["Files", "Elos", "mismatch"],
  ] as const)("takes a short name misread for what it may be: %s / %s: %s", (name, shown, verdict) => {
    expect(button(name, shown).verdict).toBe(verdict);
  });

  it("never holds the content of a text of many lines against it", () => {
    const area = (states: LabelPair["states"], value: string) =>
      judge({
        role: "textbox",
        name: "",
        value,
        shown: "New Window Ctrl+N Open Recent Save As",
        why: "",
        states: states ?? [],
      });
    const long = "Dear all, the harvest was good this year";
    expect(area(["multiline"], long)).toMatchObject({ verdict: "unverifiable", reason: "other-text" });
    expect(area([], `${long}\nand so on`)).toMatchObject({ verdict: "unverifiable" });
    expect(area(["multiline"], "100").verdict).toBe("unverifiable");
    expect(area([], long).verdict).toBe("mismatch");
  });

  it("leaves badly read lines out while another line was read well (VIS-6)", () => {
    const result = crosscheck({
      role: "button",
      name: "Save",
      states: [],
      lines: [
        { text: "Save", confidence: 0.9 },
        { text: "Delete", confidence: 0.3 },
      ],
      source: "ax",
    });
    expect(result).toMatchObject({ verdict: "match", ocr: "Save", confidence: 0.9 });
  });

  it("reports what it compared: the reading, the distance and the confidence", () => {
    const result = button("Settings", "Profile");
    expect(result).toMatchObject({ ocr: "Profile", confidence: 0.95 });
    expect(result.distance).toBeGreaterThan(0.35);
    expect(result.distance).toBeLessThanOrEqual(1);
  });
});

describe("crosscheck, properties", () => {
  const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }));

  it("answers every input without NaN, and never matches on empty text (trap 40)", () => {
    fc.assert(
      fc.property(text, text, fc.double({ min: 0, max: 1 }), (name, shown, confidence) => {
        const r = button(name, shown, confidence);
        if (r.distance !== undefined) expect(r.distance >= 0 && r.distance <= 1).toBe(true);
        if (name.trim() === "" || shown.trim() === "") expect(r.verdict).not.toBe("match");
      }),
      { numRuns: 500 },
    );
  });

  it("matches a label with itself, in any case", () => {
    const word = fc.stringMatching(/^[a-z]{2,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (parts) => {
        const label = parts.join(" ");
        expect(button(label, label.toUpperCase()).verdict).toBe("match");
      }),
    );
  });

  it("blocks a Cyrillic lookalike in any Latin word, at any place, whatever was read (trap 37)", () => {
    const doubles: Record<string, string> = {
      a: "а",
      e: "е",
      o: "о",
      p: "р",
      c: "с",
      x: "х",
      y: "у",
      i: "і",
    };
    fc.assert(
      fc.property(fc.stringMatching(/^[bdfghk][aeopcxyi]{1,6}[bdfghk]$/), fc.nat(), (word, n) => {
        const at = 1 + (n % (word.length - 2));
        const forged = word.slice(0, at) + doubles[word[at]!] + word.slice(at + 1);
        expect(button(forged, word)).toMatchObject({ verdict: "mismatch", reason: "confusable" });
        expect(button(forged, forged).verdict).toBe("mismatch");
      }),
    );
  });

  it("never matches two different amounts, however long the label around them is (trap 38)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 1, max: 99_999 }), (a, b) => {
        fc.pre(a !== b);
        expect(
          button(`Transfer $${a} to the savings account`, `Transfer $${b} to the savings account`),
        ).toMatchObject({
          verdict: "mismatch",
          reason: "digits-differ",
        });
      }),
    );
  });
});
