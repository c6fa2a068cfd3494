// @ts-check
// A small interface that programs draw by themselves: the canvas page, the WebGL page and the SDL window all
// show this one, and no accessibility tree knows of it. A classic script, so that pages load it from a file;
// tests import it for its effect.

/**
 * @typedef {{kind: "button" | "icon" | "slot" | "text", text: string, x: number, y: number, width: number,
 *   height: number}} Drawn
 */

(() => {
  /** @type {Drawn[]} */
  const items = [];
  ["New game", "Load", "Save", "Options"].forEach((text, i) => {
    items.push({ kind: "button", text, x: 24 + i * 136, y: 20, width: 124, height: 34 });
  });
  ["menu", "plus", "close", "play"].forEach((text, i) => {
    items.push({ kind: "icon", text, x: 640 + i * 52, y: 18, width: 38, height: 38 });
  });
  for (let i = 0; i < 6; i++)
    items.push({ kind: "slot", text: String(i + 1), x: 210 + i * 72, y: 470, width: 60, height: 60 });
  ["Attack", "Defend", "Use item", "Run away"].forEach((text, i) => {
    items.push({ kind: "button", text, x: 24, y: 250 + i * 48, width: 130, height: 38 });
  });
  items.push({ kind: "text", text: "Score 1840", x: 24, y: 84, width: 120, height: 20 });
  items.push({ kind: "text", text: "The goblin blocks the bridge", x: 330, y: 200, width: 280, height: 20 });
  items.push({ kind: "text", text: "Health 73 of 90", x: 690, y: 84, width: 150, height: 20 });

  /** @param {CanvasRenderingContext2D} g @param {Drawn} item */
  function drawIcon(g, { text, x, y, width, height }) {
    const [left, top, right, bottom] = [x + 11, y + 11, x + width - 11, y + height - 11];
    g.beginPath();
    if (text === "play") {
      g.moveTo(left, top);
      g.lineTo(right, y + height / 2);
      g.lineTo(left, bottom);
      g.fill();
      return;
    }
    /** @type {Record<string, number[][]>} */
    const strokes = {
      menu: [0, 1, 2].map((i) => [
        left,
        top + (i * (bottom - top)) / 2,
        right,
        top + (i * (bottom - top)) / 2,
      ]),
      plus: [
        [left, y + height / 2, right, y + height / 2],
        [x + width / 2, top, x + width / 2, bottom],
      ],
      close: [
        [left, top, right, bottom],
        [left, bottom, right, top],
      ],
    };
    for (const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] of strokes[text] ?? []) {
      g.moveTo(x0, y0);
      g.lineTo(x1, y1);
    }
    g.stroke();
  }

  /** @param {CanvasRenderingContext2D} g */
  function draw(g) {
    const sky = g.createLinearGradient(0, 0, 0, 560);
    sky.addColorStop(0, "#24344d");
    sky.addColorStop(1, "#3f5a4a");
    g.fillStyle = sky;
    g.fillRect(0, 0, 880, 560);
    g.lineWidth = 2;
    g.textBaseline = "middle";
    for (const item of items) {
      const { kind, text, x, y, width, height } = item;
      if (kind !== "text") {
        g.fillStyle = kind === "slot" ? "#1a2230" : "#e0b050";
        g.strokeStyle = kind === "slot" ? "#8090a8" : "#5a4010";
        g.fillRect(x, y, width, height);
        g.strokeRect(x, y, width, height);
      }
      g.fillStyle = kind === "text" || kind === "slot" ? "#f4f4f4" : "#201808";
      g.strokeStyle = g.fillStyle;
      g.font = `${kind === "text" ? 18 : 16}px "DejaVu Sans", sans-serif`;
      g.textAlign = kind === "text" ? "left" : "center";
      if (kind === "icon") drawIcon(g, item);
      else g.fillText(text, kind === "text" ? x : x + width / 2, y + height / 2);
    }
  }

  /** @type {any} */ (globalThis).DRAWN = { width: 880, height: 560, items, draw };
})();
