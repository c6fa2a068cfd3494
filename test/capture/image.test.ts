import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openImage } from "../../src/capture/image/image.js";
import { GroundmarkError } from "../../src/core/errors.js";

type Rgb = readonly [number, number, number];
const QUADRANTS: readonly Rgb[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

/** 64x32: red, green above blue, white. Flat areas, so that lossy formats keep the middles. */
function quadrants(width = 64, height = 32): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels.set(QUADRANTS[(y * 2 < height ? 0 : 2) + (x * 2 < width ? 0 : 1)] as Rgb, (y * width + x) * 3);
  return pixels;
}
const picture = (width = 64, height = 32) =>
  sharp(quadrants(width, height), { raw: { width, height, channels: 3 } });

async function open(bytes: Uint8Array) {
  const image = await openImage(bytes);
  const frame = image.grab({ kind: "display" });
  expect(frame.pixels.length).toBe(frame.width * frame.height * 3);
  expect(frame.pixels.buffer).toBeInstanceOf(SharedArrayBuffer);
  const at = (x: number, y: number): Rgb => {
    const i = (y * frame.width + x) * 3;
    return [frame.pixels[i] as number, frame.pixels[i + 1] as number, frame.pixels[i + 2] as number];
  };
  return { image, frame, at };
}

function expectNear(got: Rgb, wanted: Rgb, tolerance: number): void {
  for (let c = 0; c < 3; c++)
    expect(
      Math.abs((got[c] as number) - (wanted[c] as number)),
      `${got} is not ${wanted}`,
    ).toBeLessThanOrEqual(tolerance);
}

/** Centres of the four quadrants. */
async function expectQuadrants(bytes: Uint8Array, tolerance: number): Promise<void> {
  const { frame, at } = await open(bytes);
  expect([frame.width, frame.height]).toEqual([64, 32]);
  const middles: [number, number][] = [
    [16, 8],
    [48, 8],
    [16, 24],
    [48, 24],
  ];
  middles.forEach(([x, y], i) => {
    expectNear(at(x, y), QUADRANTS[i] as Rgb, tolerance);
  });
}

async function refusal(bytes: Uint8Array, maxPixels?: number): Promise<GroundmarkError> {
  const error = await openImage(bytes, maxPixels === undefined ? {} : { maxPixels }).then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(GroundmarkError);
  const refused = error as GroundmarkError;
  expect(refused.message).not.toMatch(/\n|node_modules|at /);
  expect(refused.suggestion.length).toBeGreaterThan(10);
  return refused;
}

describe("a picture file as a screen", () => {
  it.each([
    ["png", () => picture().png(), 0],
    ["palette png", () => picture().png({ palette: true }), 2],
    ["16-bit png", () => picture().toColourspace("rgb16").png(), 0],
    ["jpeg", () => picture().jpeg({ quality: 95, chromaSubsampling: "4:4:4" }), 8],
    ["progressive jpeg", () => picture().jpeg({ quality: 95, progressive: true }), 8],
    ["webp", () => picture().webp({ quality: 95 }), 16],
    ["lossless webp", () => picture().webp({ lossless: true }), 0],
    ["gif", () => picture().gif(), 2],
    ["tiff", () => picture().tiff({ compression: "lzw" }), 0],
    ["avif", () => picture().avif({ quality: 95 }), 16],
  ] as const)("should decode %s to 8-bit RGB", async (_name, make, tolerance) => {
    await expectQuadrants(await make().toBuffer(), tolerance);
  });

  it("should turn CMYK into RGB", async () => {
    const { at } = await open(await picture().toColourspace("cmyk").jpeg({ quality: 100 }).toBuffer());
    // Ink has fewer colours than a screen: red and blue come back darker, white is paper.
    expectNear(at(16, 8), [232, 0, 0], 25);
    const [r, g, b] = at(16, 24);
    expect(b).toBeGreaterThan(2 * Math.max(r, g));
    expect(at(48, 24)).toEqual([255, 255, 255]);
  });

  it("should turn greyscale into RGB, 8 and 16 bit, with and without alpha", async () => {
    const grey = sharp(Buffer.alloc(100, 128), { raw: { width: 10, height: 10, channels: 1 } });
    for (const bytes of [
      await grey.clone().toColourspace("b-w").png().toBuffer(),
      await grey.clone().toColourspace("grey16").png().toBuffer(),
      await grey.clone().toColourspace("b-w").ensureAlpha().png().toBuffer(),
    ])
      expectNear((await open(bytes)).at(5, 5), [128, 128, 128], 1);
  });

  it.each([8, 16] as const)("should flatten alpha of %i bit on white", async (depth) => {
    const pixels = Buffer.from([255, 0, 0, 0, 255, 0, 0, 128, 255, 0, 0, 255, 0, 0, 0, 0]);
    const source = sharp(pixels, { raw: { width: 4, height: 1, channels: 4 } });
    const bytes = await (depth === 16 ? source.toColourspace("rgb16") : source).png().toBuffer();
    expect((await sharp(bytes).metadata()).depth).toBe(depth === 16 ? "ushort" : "uchar");
    const { at } = await open(bytes);
    expect(at(0, 0)).toEqual([255, 255, 255]);
    expectNear(at(1, 0), [255, 127, 127], 1);
    expect(at(2, 0)).toEqual([255, 0, 0]);
    expect(at(3, 0)).toEqual([255, 255, 255]);
  });

  it("should convert an embedded colour profile to sRGB", async () => {
    const { at } = await open(await picture().withIccProfile("p3").png().toBuffer());
    // The file's numbers differ (Display P3 red is 234, 51, 35); the colour is sRGB red again.
    expectNear(at(16, 8), [255, 0, 0], 3);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])("should apply EXIF orientation %i", async (orientation) => {
    const bytes = await picture().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
    const { frame, at } = await open(bytes);
    expect([frame.width, frame.height]).toEqual(orientation < 5 ? [64, 32] : [32, 64]);
    // Where the stored top left (red) is seen, by the EXIF table.
    const corner = { 1: "tl", 2: "tr", 3: "br", 4: "bl", 5: "tl", 6: "tr", 7: "br", 8: "bl" }[orientation];
    const x = corner?.endsWith("l") ? 4 : frame.width - 5;
    const y = corner?.startsWith("t") ? 4 : frame.height - 5;
    expectNear(at(x, y), [255, 0, 0], 8);
  });

  it("should take one pixel and an 8K screen", async () => {
    const one = await open(
      await sharp(Buffer.from([1, 2, 3]), { raw: { width: 1, height: 1, channels: 3 } })
        .png()
        .toBuffer(),
    );
    expect([one.frame.width, one.frame.height, ...one.frame.pixels]).toEqual([1, 1, 1, 2, 3]);
    const big = await open(await picture(7680, 4320).png({ compressionLevel: 1 }).toBuffer());
    expect([big.frame.width, big.frame.height]).toEqual([7680, 4320]);
    expect(big.at(7679, 4319)).toEqual([255, 255, 255]);
    expect(big.at(0, 4319)).toEqual([0, 0, 255]);
  });

  it("should be one monitor without windows, and one frame for every grab", async () => {
    const { image, frame } = await open(await picture().png().toBuffer());
    expect(image.backend).toBe("image");
    expect(image.displays()).toEqual([
      { id: "image", bounds: { x: 0, y: 0, width: 64, height: 32 }, primary: true, scale: 1 },
    ]);
    expect(image.windows()).toEqual([]);
    expect(image.pointer()).toBeUndefined();
    expect(frame.region).toEqual({ x: 0, y: 0, width: 64, height: 32 });
    expect(image.grab({ kind: "monitor", id: "image" })).toBe(frame);
    expect(() => image.grab({ kind: "monitor", id: "HDMI-1" })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGS" }),
    );
    expect(() => image.grab({ kind: "window", id: "0x1" })).toThrow(
      expect.objectContaining({ code: "WINDOW_NOT_FOUND" }),
    );
    image.close();
    expect(image.alive).toBe(false);
    expect(() => image.grab({ kind: "display" })).toThrow(
      expect.objectContaining({ code: "PLATFORM_NOT_SUPPORTED" }),
    );
  });
});

describe("a file that is no picture", () => {
  it.each([
    ["nothing", "", /empty/],
    ["text", "hello, world", /not a picture/],
    ["an SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', /SVG/],
    ["a PDF", "%PDF-1.7\n", /PDF/],
    ["HTML", "<!doctype html><title>x</title>", /HTML/],
    ["a ZIP", "PK\x03\x04rest", /ZIP/],
    ["a PNG signature alone", "\x89PNG\r\n\x1a\n", /PNG picture is damaged/],
  ])("should refuse %s", async (_name, content, message) => {
    const error = await refusal(Buffer.from(content, "latin1"));
    expect(error.code).toBe("INVALID_ARGS");
    expect(error.message).toMatch(message);
  });

  it("should refuse too many pixels by the header, before decoding", async () => {
    const error = await refusal(await picture(2000, 1000).png().toBuffer(), 1_999_999);
    expect(error.code).toBe("RESOURCE_EXHAUSTED");
    expect(error.details).toEqual({ width: 2000, height: 1000, maxPixels: 1_999_999 });
    // A bomb: 60000x60000 in the header of a file of 70 bytes.
    const bomb = Buffer.from(await picture().png().toBuffer());
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    expect((await refusal(bomb)).code).toMatch(/RESOURCE_EXHAUSTED|INVALID_ARGS/);
  });

  it("should refuse every truncation of a PNG, a JPEG and a WebP", async () => {
    // Noise: every byte of the file carries pixels, so that a cut always loses some.
    const noise = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, i) => (i * 7919) % 251));
    const source = sharp(noise, { raw: { width: 60, height: 40, channels: 3 } });
    const files = [
      await source.clone().png().toBuffer(),
      await source.clone().jpeg().toBuffer(),
      await source.clone().webp({ lossless: true }).toBuffer(),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        async (file, part) => {
          expect((await refusal(file.subarray(0, Math.floor(file.length * part)))).code).toBe("INVALID_ARGS");
        },
      ),
      { numRuns: 150 },
    );
  });

  it("should answer damaged bytes with a picture or a clear refusal, nothing else", async () => {
    const files = [
      await picture().png().toBuffer(),
      await picture().jpeg().toBuffer(),
      await picture().webp().toBuffer(),
      await picture().gif().toBuffer(),
      await picture().tiff().toBuffer(),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (file, changes) => {
          const bytes = Buffer.from(file);
          for (const [at, value] of changes) bytes[at % bytes.length] = value;
          await openImage(bytes, { maxPixels: 1_000_000 }).then(
            (image) => expect(image.grab({ kind: "display" }).pixels.length).toBeGreaterThan(0),
            (error: unknown) => {
              expect(error).toBeInstanceOf(GroundmarkError);
              expect(["INVALID_ARGS", "RESOURCE_EXHAUSTED"]).toContain((error as GroundmarkError).code);
            },
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
