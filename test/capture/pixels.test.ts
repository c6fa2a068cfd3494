import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isReadable, type PixelLayout, toRgb } from "../../src/capture/x11/pixels.js";

const BGRX: Omit<PixelLayout, "stride"> = {
  bitsPerPixel: 32,
  lsbFirst: true,
  red: 0xff0000,
  green: 0xff00,
  blue: 0xff,
};

/** Writes pixels the slow and obvious way. */
function layOut(rgb: Uint8Array, width: number, height: number, layout: PixelLayout): Uint8Array {
  const bytes = layout.bitsPerPixel / 8;
  const source = new Uint8Array(layout.stride * height).fill(0xa5);
  const place = (mask: number, value: number) => {
    const shift = Math.log2(mask & -mask);
    const max = mask / 2 ** shift;
    return Math.round((value * max) / 255) * 2 ** shift;
  };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [r = 0, g = 0, b = 0] = rgb.subarray((y * width + x) * 3);
      const value = place(layout.red, r) + place(layout.green, g) + place(layout.blue, b);
      for (let n = 0; n < bytes; n++) {
        const at = y * layout.stride + x * bytes + (layout.lsbFirst ? n : bytes - 1 - n);
        source[at] = Math.floor(value / 256 ** n) % 256;
      }
    }
  return source;
}

const pictures = fc
  .tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: 1, max: 6 }), fc.nat({ max: 3 }))
  .chain(([width, height, padding]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      padding: fc.constant(padding),
      rgb: fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }),
    }),
  );

describe("server pixels to packed RGB", () => {
  it.each([
    ["32-bit BGRX", BGRX],
    ["32-bit, most significant byte first", { ...BGRX, lsbFirst: false }],
    ["32-bit RGBX", { ...BGRX, red: 0xff, blue: 0xff0000 }],
    ["24-bit", { ...BGRX, bitsPerPixel: 24 }],
    ["24-bit, most significant byte first", { ...BGRX, bitsPerPixel: 24, lsbFirst: false }],
  ])("should read %s of any size and row padding exactly", (_name, layout) => {
    fc.assert(
      fc.property(pictures, ({ width, height, padding, rgb }) => {
        const stride = (width * layout.bitsPerPixel) / 8 + padding * 4;
        const source = layOut(rgb, width, height, { ...layout, stride });
        expect(toRgb(source, { ...layout, stride }, width, height)).toEqual(rgb);
      }),
    );
  });

  it.each([true, false])("should stretch 16-bit 5-6-5 to the full range (lsbFirst %s)", (lsbFirst) => {
    const layout = { bitsPerPixel: 16, stride: 8, lsbFirst, red: 0xf800, green: 0x7e0, blue: 0x1f };
    const rgb = Uint8Array.from([255, 255, 255, 0, 0, 0, 255, 0, 0, 132, 130, 132]);
    expect([...toRgb(layOut(rgb, 4, 1, layout), layout, 4, 1)]).toEqual([...rgb]);
  });

  it("should keep ten-bit channels", () => {
    const layout = {
      bitsPerPixel: 32,
      stride: 4,
      lsbFirst: true,
      red: 0x3ff00000,
      green: 0xffc00,
      blue: 0x3ff,
    };
    expect([...toRgb(layOut(Uint8Array.from([255, 128, 3]), 1, 1, layout), layout, 1, 1)]).toEqual([
      255, 128, 3,
    ]);
  });

  it("should refuse what it cannot read", () => {
    expect(isReadable({ ...BGRX, bitsPerPixel: 8, stride: 4 })).toBe(false);
    expect(isReadable({ ...BGRX, red: 0, stride: 4 })).toBe(false);
    expect(() => toRgb(new Uint8Array(4), { ...BGRX, bitsPerPixel: 8, stride: 4 }, 1, 1)).toThrow(RangeError);
    expect(() => toRgb(new Uint8Array(15), { ...BGRX, stride: 8 }, 2, 2)).toThrow(RangeError);
  });

  it("should fill exactly the shared memory that it returns", () => {
    const pixels = toRgb(new Uint8Array(20), { ...BGRX, stride: 20 }, 5, 1);
    expect(pixels.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(pixels.buffer.byteLength).toBe(15);
  });
});
