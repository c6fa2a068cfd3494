import { describe, expect, it } from "vitest";
import { GroundmarkError } from "../../src/core/errors.js";
import { checked, clickOptions, desktopOptions, mark, observeOptions } from "../../src/library/arguments.js";
import { openDesktop } from "../../src/library/desktop.js";
import { parseImage } from "../../src/library/image.js";

// As plain JavaScript calls it: the compiler has seen none of this.
// biome-ignore lint/suspicious/noExplicitAny: wrong on purpose
type Wrong = any;

const refused = async (work: () => unknown): Promise<GroundmarkError> => {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(GroundmarkError);
    expect(error).toMatchObject({ code: "INVALID_ARGS" });
    return error as GroundmarkError;
  }
  throw new Error("expected a refusal");
};

describe("the library's functions refuse by name what they do not take", () => {
  it.each<[Wrong]>([[null], [undefined], [123], [{}], [[1, 2]], [new ArrayBuffer(3)]])(
    "parseImage(%o)",
    async (image) => {
      const { message, details } = await refused(() => parseImage(image));
      expect(message).toMatch(/^image: expected the bytes of a picture \(Uint8Array\) or a string, got /);
      expect(details).toEqual({ argument: "image" });
    },
  );

  it.each<[Wrong, string]>([
    [null, "options: expected an object with options, got null"],
    ["x", "options: expected an object with options"],
    [{ maxMarks: 0 }, "maxMarks: expected a whole number from 1 to 1000, got 0 (number)"],
    [{ maxMarks: "5" }, 'maxMarks: expected a whole number from 1 to 1000, got "5" (string)'],
    [{ maxMarks: 1.5 }, "maxMarks: "],
    [{ ax: 7 }, "ax: expected the bytes of an accessibility tree"],
    [{ language: "english!" }, "language: expected a tesseract language"],
    [{ marks: 5 }, "there is no option marks (there are ax, maxMarks, language)"],
  ])("parseImage(bytes, %o)", async (options, message) => {
    expect((await refused(() => parseImage(new Uint8Array(3), options))).message).toContain(message);
  });

  it.each<[Wrong, string]>([
    [null, "options: expected an object"],
    [{ display: ":1" }, "there is no option display (there are env, policy)"],
    [{ env: "x" }, "env: expected an object such as process.env"],
    [{ policy: "bold" }, "policy: expected one of background, foreground"],
  ])("openDesktop(%o)", async (options, message) => {
    expect((await refused(() => openDesktop(options))).message).toContain(message);
  });

  it.each<[Wrong, string]>([
    [null, "options: expected an object"],
    [{ target: "window" }, "target: expected a target such as"],
    [{ target: { kind: "screen" } }, "target.kind: expected a target such as"],
    [{ target: { kind: "window" } }, "target.id: expected a string"],
    [{ target: { kind: "display", id: "1" } }, "there is no option target.id"],
  ])("observe(%o)", async (options, message) => {
    expect((await refused(() => checked("options", observeOptions, options))).message).toContain(message);
  });

  it.each<[Wrong, Wrong, string]>([
    ["7", {}, "mark: expected a whole number"],
    [0, {}, "mark: "],
    [7, { count: 4 }, "count: expected a whole number from 1 to 3"],
    [7, { button: "up" }, "button: expected one of left, middle, right"],
    [7, { confirm: "yes" }, "confirm: expected true or false"],
    [7, { signal: {} }, "signal: expected an AbortSignal"],
    [7, { dryrun: true }, "there is no option dryrun"],
  ])("click(%o, %o)", async (number, options, message) => {
    const work = () => {
      checked("mark", mark, number);
      checked("options", clickOptions, options);
    };
    expect((await refused(work)).message).toContain(message);
  });
});

it("what is documented passes, options that are undefined included", () => {
  const all = [
    [desktopOptions, { env: process.env, policy: undefined }],
    [observeOptions, { target: { kind: "window", id: "0x1" }, maxMarks: 1000, language: "deu+eng" }],
    [clickOptions, { button: "right", count: 2, confirm: true, dryRun: false, signal: AbortSignal.abort() }],
  ] as const;
  for (const [schema, options] of all) expect(checked("options", schema, options)).toBe(options);
});
