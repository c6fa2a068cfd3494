import { describe, expect, it } from "vitest";
import { desktopRect } from "../../src/geometry/rect.js";
import { type GateMark, gate } from "../../src/safety/gate.js";

const MARK: GateMark = {
  id: 7,
  label: "Cancel",
  box: desktopRect(10, 20, 30, 40),
  verdict: "match",
  evidence: { ocr: "Cancel", distance: 0, reason: "alike" },
  risk: "normal",
};

const code = (mark: Partial<GateMark>, confirm = false) => gate({ ...MARK, ...mark }, { confirm })?.code;

describe("gate (SAF-7), every state", () => {
  const table = [
    // verdict, risk, occluded, without confirmation, with it
    ["match", "normal", false, undefined, undefined],
    ["match", "sensitive", false, undefined, undefined],
    ["unverifiable", "normal", false, undefined, undefined],
    ["unverifiable", "sensitive", false, "CONFIRMATION_REQUIRED", undefined],
    ["mismatch", "normal", false, "ADVERSARIAL_UI_DISCREPANCY", "ADVERSARIAL_UI_DISCREPANCY"],
    ["mismatch", "sensitive", false, "ADVERSARIAL_UI_DISCREPANCY", "ADVERSARIAL_UI_DISCREPANCY"],
    ["match", "normal", true, "OCCLUDED", "OCCLUDED"],
    ["match", "sensitive", true, "OCCLUDED", "OCCLUDED"],
    ["unverifiable", "normal", true, "OCCLUDED", "OCCLUDED"],
    ["unverifiable", "sensitive", true, "OCCLUDED", "OCCLUDED"],
    ["mismatch", "normal", true, "OCCLUDED", "OCCLUDED"],
    ["mismatch", "sensitive", true, "OCCLUDED", "OCCLUDED"],
  ] as const;
  it.each(table)("%s, %s, occluded %s: %s, confirmed: %s", (verdict, risk, occluded, plain, confirmed) => {
    const mark = { verdict, risk, flags: occluded ? ["occluded"] : [] };
    expect(code(mark)).toBe(plain);
    expect(code(mark, true)).toBe(confirmed);
  });

  it("refuses a mark without a verdict, and one with a verdict that it does not know", () => {
    const { verdict: _, ...bare } = MARK;
    expect(gate(bare, { confirm: true })?.code).toBe("STALE_REF");
    expect(code({ verdict: "fine" as "match" }, true)).toBe("STALE_REF");
  });

  it("takes an unknown risk for a sensitive one", () => {
    expect(code({ verdict: "unverifiable", risk: undefined as unknown as "normal" })).toBe(
      "CONFIRMATION_REQUIRED",
    );
  });

  it("lets flags that only inform pass", () => {
    expect(code({ flags: ["instruction-like", "untrusted-geometry", "vision-only"] })).toBeUndefined();
  });

  it("says what the screen shows, what the application says, how far apart and where", () => {
    const refusal = gate(
      {
        ...MARK,
        verdict: "mismatch",
        evidence: { ocr: "Delete Database", distance: 0.8, reason: "text-differs" },
      },
      { confirm: false },
    );
    expect(refusal?.toBody()).toMatchObject({
      code: "ADVERSARIAL_UI_DISCREPANCY",
      details: {
        mark: 7,
        visual: "Delete Database",
        ax: "Cancel",
        distance: 0.8,
        bounds: { x: 10, y: 20, width: 30, height: 40 },
        reason: "text-differs",
      },
    });
    expect(refusal?.suggestion).toBeTruthy();
  });

  it("quotes 80 characters and no page", () => {
    const page = "lorem ipsum ".repeat(30);
    const body = gate(
      { ...MARK, verdict: "mismatch", label: page, evidence: { ocr: page } },
      { confirm: false },
    )?.toBody();
    for (const quote of [body?.details?.visual, body?.details?.ax])
      expect(quote).toBe(`${page.slice(0, 79)}…`);
  });

  it("does not leak a secret through the details", () => {
    const refusal = gate(
      {
        ...MARK,
        verdict: "mismatch",
        label: "4111 1111 1111 1111",
        evidence: { ocr: "4111 1111 1111 1111" },
      },
      { confirm: false },
    );
    expect(JSON.stringify(refusal?.toBody())).not.toContain("1111 1111");
    expect(JSON.stringify(refusal?.toBody())).toContain("[REDACTED_CARD]");
  });
});
