import { describe, expect, it } from "vitest";
import { Deadline, withTimeout } from "../../src/core/deadline.js";
import { ERROR_CODES, type ErrorCode, GroundmarkError, invalidArg } from "../../src/core/errors.js";

describe("errors", () => {
  it("give every code a suggestion that tells what to do", () => {
    for (const code of Object.keys(ERROR_CODES) as ErrorCode[]) {
      const body = new GroundmarkError(code, "x").toBody();
      expect(body.suggestion.length).toBeGreaterThan(10);
      expect(body).toEqual({ code, message: "x", suggestion: ERROR_CODES[code] });
    }
  });

  it("keep a thrower's own suggestion and details", () => {
    const e = new GroundmarkError("TIMEOUT", "late", { suggestion: "wait", details: { ms: 5 } });
    expect(e.toBody()).toEqual({ code: "TIMEOUT", message: "late", suggestion: "wait", details: { ms: 5 } });
  });

  it("turn anything else into INTERNAL without a stack trace in the body", () => {
    const body = GroundmarkError.from(new TypeError("boom")).toBody();
    expect(body.code).toBe("INTERNAL");
    expect(JSON.stringify(body)).not.toContain("at ");
    expect(GroundmarkError.from("text").message).toBe("text");
  });

  it("name what an argument should have been", () => {
    const e = invalidArg("--max-marks", "a whole number from 1 to 1000", "x".repeat(500));
    expect(e.code).toBe("INVALID_ARGS");
    expect(e.message).toMatch(
      /^--max-marks: expected a whole number from 1 to 1000, got "x{80}" \(string\)$/,
    );
  });
});

describe("deadlines", () => {
  it("abandon work that never answers", async () => {
    const never = new Promise<never>(() => {});
    await expect(withTimeout(never, 20, "the application")).rejects.toMatchObject({
      code: "TIMEOUT",
      message: "the application: no answer within 20 ms",
    });
  });

  it("pass results and failures on", async () => {
    await expect(withTimeout(Promise.resolve(7), 1000, "x")).resolves.toBe(7);
    await expect(withTimeout(Promise.reject(new Error("no")), 1000, "x")).rejects.toThrow("no");
  });

  it("count down to zero", async () => {
    const d = new Deadline(15);
    expect(d.passed).toBe(false);
    await new Promise((r) => setTimeout(r, 25));
    expect(d.passed).toBe(true);
    expect(d.remaining).toBe(0);
  });
});
