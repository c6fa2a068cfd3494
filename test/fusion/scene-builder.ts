import type { AxNode } from "../../src/ax/node.js";
import type { Frame, WindowInfo } from "../../src/capture/port.js";
import type { Scene, StaticText, TreeItem } from "../../src/fusion/scene.js";
import { desktopRect, type Rect } from "../../src/geometry/rect.js";
import type { Detection, TextLine } from "../../src/vision/port.js";

/** A small world by hand: a grey screen, windows, and what the three channels say of it. */
export class SceneBuilder {
  private readonly frame: Frame;
  private readonly windows: WindowInfo[] = [];
  private readonly tree: TreeItem[] = [];
  private readonly detections: Detection[] = [];
  private readonly statics: StaticText[] = [];
  private readonly silent: Rect<"desktop">[] = [];
  private readonly lines: TextLine[] = [];
  private ids = 0;

  constructor(width = 800, height = 600, x = 0, y = 0) {
    const pixels = new Uint8Array(new SharedArrayBuffer(width * height * 3)).fill(200);
    this.frame = {
      pixels,
      width,
      height,
      region: desktopRect(x, y, width, height),
      backend: "x11",
      capturedAt: new Date(0),
      duration: 1,
    };
  }

  /** Ink, so that the place is not flat. */
  draw(r: Rect<"desktop">): this {
    const { region, width, height, pixels } = this.frame;
    for (let y = r.y; y < r.y + r.height; y += 2)
      for (let x = r.x; x < r.x + r.width; x += 2) {
        const px = Math.floor(x - region.x);
        const py = Math.floor(y - region.y);
        if (px >= 0 && py >= 0 && px < width && py < height)
          pixels.fill(20, (py * width + px) * 3, (py * width + px) * 3 + 3);
      }
    return this;
  }

  window(id: string, bounds: Rect<"desktop">, more: Partial<WindowInfo> = {}): this {
    this.windows.push({
      id,
      title: id,
      pid: 100,
      bounds,
      client: bounds,
      overrideRedirect: false,
      focused: false,
      draws: true,
      ...more,
    });
    return this;
  }

  node(
    role: AxNode["role"],
    name: string,
    bounds: Rect<"desktop"> | undefined,
    more: Partial<AxNode> = {},
  ): AxNode {
    return {
      id: `n${++this.ids}`,
      role,
      nativeRole: role,
      ...(name ? { name } : {}),
      states: ["enabled", "showing"],
      actions: ["click"],
      ...(bounds ? { bounds } : {}),
      geometryTrusted: true,
      app: "app",
      pid: 100,
      path: `/${this.ids}`,
      children: [],
      ...more,
    };
  }

  item(node: AxNode, more: Partial<TreeItem> = {}): this {
    this.tree.push({
      node,
      ...(node.name ? { name: node.name } : {}),
      context: false,
      hidden: false,
      inDialog: false,
      ...more,
    });
    return this;
  }

  control(role: AxNode["role"], name: string, bounds: Rect<"desktop">, more: Partial<AxNode> = {}): this {
    this.draw(bounds);
    return this.item(this.node(role, name, bounds, more));
  }

  /** Words that the tree knows and that take no action. */
  static(text: string, box: Rect<"desktop">, window?: string): this {
    this.statics.push({ text, box, ...(window ? { window } : {}) });
    return this;
  }

  text(text: string, box: Rect<"desktop">, confidence = 0.95): this {
    this.draw(box);
    const each = box.width / text.length;
    let at = box.x;
    const words = text.split(" ").map((w) => {
      const word = { text: w, confidence, box: desktopRect(at, box.y, w.length * each, box.height) };
      at += (w.length + 1) * each;
      return word;
    });
    this.lines.push({ text, confidence, box, words });
    return this;
  }

  seen(
    role: Detection["role"],
    box: Rect<"desktop">,
    score = 0.8,
    more: Pick<Detection, "states" | "point"> = {},
  ): this {
    this.draw(box);
    this.detections.push({ role, label: role, box, score, scale: 1, ...more });
    return this;
  }

  /** An area of which the tree says nothing. */
  unknown(area: Rect<"desktop">): this {
    this.silent.push(area);
    return this;
  }

  build(): Scene {
    return {
      frame: this.frame,
      displays: [{ id: "d", primary: true, bounds: this.frame.region }],
      windows: this.windows,
      tree: this.tree,
      statics: this.statics,
      detections: this.detections,
      silent: this.silent,
      lines: this.lines,
    };
  }
}
