/** One brightness byte per pixel; what the line finder works on. */
export interface LumaPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A whole-pixel part of a picture. */
export interface PixelArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Brightness of packed RGB as (5 R + 8 G + 3 B) / 16: near enough to BT.601, in integers.
 * @param area the part to convert, inside the picture
 */
export function toLuma(rgb: Uint8Array, rgbWidth: number, area: PixelArea): LumaPicture {
  const { width, height } = area;
  const data = new Uint8Array(width * height);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = ((area.y + y) * rgbWidth + area.x) * 3;
    for (const end = to + width; to < end; to++, from += 3)
      data[to] = (rgb[from]! * 5 + rgb[from + 1]! * 8 + rgb[from + 2]! * 3) >> 4;
  }
  return { data, width, height };
}

/** Every 2x2 block averaged; an odd last row or column is dropped. */
export function halve({ data, width, height }: LumaPicture): LumaPicture {
  const halfWidth = width >> 1;
  const halfHeight = height >> 1;
  const half = new Uint8Array(halfWidth * halfHeight);
  let to = 0;
  for (let y = 0; y < halfHeight; y++) {
    let from = y * 2 * width;
    for (let x = 0; x < halfWidth; x++, from += 2, to++)
      half[to] = (data[from]! + data[from + 1]! + data[from + width]! + data[from + width + 1]!) >> 2;
  }
  return { data: half, width: halfWidth, height: halfHeight };
}
