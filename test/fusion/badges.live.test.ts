import { afterAll, beforeAll, expect, it } from "vitest";
import { openVision } from "../../dist/vision/workers/vision.js";
import type { Frame } from "../../src/capture/port.js";
import { badgeSize, drawMarks } from "../../src/fusion/overlay.js";
import { FRAME_HEIGHT, FRAME_WIDTH } from "../../src/geometry/letterbox.js";
import { desktopRect, frameRect } from "../../src/geometry/rect.js";

let vision: Awaited<ReturnType<typeof openVision>>;
beforeAll(async () => {
  vision = await openVision();
});
afterAll(() => vision?.close());

/** A badge at its size in the 1024x768 frame, on a ground of its own colour. */
function badge(id: number): Frame {
  const pixels = new Uint8Array(new SharedArrayBuffer(FRAME_WIDTH * FRAME_HEIGHT * 3));
  drawMarks(pixels, [], [{ id, rect: frameRect(100, 100, badgeSize(id).width, badgeSize(id).height) }]);
  const at = (100 * FRAME_WIDTH + 100) * 3;
  const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
  for (let i = 0; i < pixels.length; i += 3) {
    if (pixels[i] !== 0 || pixels[i + 1] !== 0 || pixels[i + 2] !== 0) continue;
    pixels[i] = red;
    pixels[i + 1] = green;
    pixels[i + 2] = blue;
  }
  const region = desktopRect(0, 0, FRAME_WIDTH, FRAME_HEIGHT);
  return {
    pixels,
    width: FRAME_WIDTH,
    height: FRAME_HEIGHT,
    region,
    backend: "image",
    capturedAt: new Date(),
    duration: 0,
  };
}

it("every number of a badge can be read at 1024x768 (FUS-5)", async () => {
  const ids = [
    ...Array.from({ length: 60 }, (_, i) => i + 1),
    68,
    80,
    88,
    99,
    100,
    106,
    118,
    188,
    200,
    369,
    486,
    690,
    808,
    999,
  ];
  const wrong: string[] = [];
  for (const id of ids) {
    const lines = await vision.read(badge(id), desktopRect(80, 80, 80, 60));
    const read = lines.map((l) => l.text).join("");
    if (read !== String(id)) wrong.push(`${id} reads ${JSON.stringify(read)}`);
  }
  expect(wrong).toEqual([]);
});
