// @ts-check
/** Interfaces drawn on a canvas: the DOM knows nothing of them, the geometry is ours. */
import { wallpaper } from "./desktop.js";

/** @typedef {import("./widgets.js").Widgets} Widgets */

/**
 * A panel of drawn controls. The script draws with the 2D context and lists what it drew in `canvas.marks`.
 * @param {Widgets} w @param {number} width @param {number} height
 */
export function drawnPanel(w, width, height, see = false) {
  const { random, theme } = w;
  const id = random.id();
  const look = {
    width,
    height,
    see,
    ground: random.pick([theme.ground, "#202028", "#2b2b2b", "#e8e8e8", "#123", "#f4e8d0", "#3c3c44"]),
    flat: random.chance(0.4),
    radius: random.pick([0, 0, 3, 6, 12]),
    hue: random.int(0, 360),
    dark: random.chance(0.6),
    font: random.pick([11, 12, 13, 14, 16, 18]),
    face: random.pick([theme.font, "monospace", "DejaVu Sans", "serif"]),
    pixel: random.chance(0.12),
  };
  const kinds = random.times(Math.round(random.int(6, 40) * Math.max(1, (width * height) / 500000)), () =>
    random.weighted([
      [5, "button"],
      [3, "slider"],
      [2, "checkbox"],
      [2, "radio"],
      [2, "switch"],
      [2, "textbox"],
      [1, "spinbutton"],
      [1, "combobox"],
      [2, "text"],
      [1, "meter"],
      [2, "iconbutton"],
      [1, "tabs"],
      [1, "list"],
    ]),
  );
  const items = kinds.map((kind) => ({
    kind,
    label: w
      .label()
      .replace(/&lt;/g, "<")
      .replace(/&amp;/g, "&")
      .replace(/&quot;/g, '"'),
    on: random.chance(0.5),
    value: random.float(),
    wide: random.int(50, 200),
    names: w.texts.labels(4).map((name) => name.replace(/&[a-z]+;/g, "")),
    shape: random.int(0, 5),
  }));
  const spec = JSON.stringify({ look, items }).replace(/</g, "\\u003c");
  return `<canvas id="${id}" style="width:${width}px;height:${height}px;display:block"></canvas><script>(${drawPanel.toString()})(document.getElementById("${id}"),${spec})</script>`;
}

/* Runs in the page. */
/** @param {HTMLCanvasElement & { marks?: unknown[] }} canvas @param {any} spec */
function drawPanel(canvas, spec) {
  const { look, items } = spec;
  const ratio = look.pixel ? 0.5 : devicePixelRatio;
  canvas.width = look.width * ratio;
  canvas.height = look.height * ratio;
  if (look.pixel) canvas.style.imageRendering = "pixelated";
  const c = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  c.scale(ratio, ratio);
  const face = look.dark ? `hsl(${look.hue} 25% 32%)` : `hsl(${look.hue} 25% 82%)`;
  const ink = look.dark ? "#eee" : "#111";
  const accent = `hsl(${look.hue} 70% 50%)`;
  const edge = look.dark ? "#0009" : "#0006";
  if (!look.see) {
    c.fillStyle = look.dark ? `hsl(${look.hue} 15% 16%)` : `hsl(${look.hue} 20% 92%)`;
    c.fillRect(0, 0, look.width, look.height);
  }
  c.font = `${look.font}px ${look.face}`;
  c.textBaseline = "middle";
  /** @type {unknown[]} */
  const marks = [];
  const line = look.font + 12;
  const panel = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ w,
    /** @type {number} */ h,
    /** @type {string} */ fill,
  ) => {
    c.beginPath();
    c.roundRect(x + 0.5, y + 0.5, w - 1, h - 1, Math.min(look.radius, h / 2));
    c.fillStyle = fill;
    c.fill();
    if (!look.flat) {
      c.strokeStyle = edge;
      c.stroke();
    }
  };
  const text = (
    /** @type {string} */ s,
    /** @type {number} */ x,
    /** @type {number} */ y,
    align = "left",
  ) => {
    c.textAlign = /** @type {CanvasTextAlign} */ (align);
    c.fillStyle = ink;
    c.fillText(s, x, y);
  };
  const add = (
    /** @type {string} */ role,
    /** @type {number[]} */ box,
    /** @type {Record<string, boolean>} */ states = {},
    /** @type {number[]=} */ click = undefined,
    name = "",
  ) => marks.push({ role, box, states: { disabled: false, ...states }, click, name });
  let x = 14;
  let y = 14;
  let tall = 0;
  for (const item of items) {
    const label = Math.ceil(c.measureText(item.label).width);
    const control = look.font + 4;
    let w = 0;
    let h = line;
    if (item.kind === "button") w = Math.max(label + 20, item.wide * 0.6);
    else if (["checkbox", "radio"].includes(item.kind)) w = control + 6 + label;
    else if (item.kind === "switch") w = control * 2 + 6 + label;
    else if (item.kind === "iconbutton") w = line;
    else if (item.kind === "tabs")
      w = item.names.reduce(
        (/** @type {number} */ sum, /** @type {string} */ name) => sum + c.measureText(name).width + 18,
        0,
      );
    else if (item.kind === "list") {
      w = item.wide + 40;
      h = line * 4;
    } else if (item.kind === "text") w = label;
    else w = item.wide;
    w = Math.ceil(w);
    if (x + w > look.width - 10) {
      x = 14;
      y += tall + 10;
      tall = 0;
    }
    if (y + h > look.height - 6 || x + w > look.width - 4) break;
    const middle = y + line / 2;
    const box = [x, y, x + w, y + h];
    switch (item.kind) {
      case "button":
        panel(x, y, w, h, item.on ? accent : face);
        text(item.label, x + w / 2, middle, "center");
        add("button", box, {}, undefined, item.label);
        break;
      case "iconbutton":
        panel(x, y, w, h, face);
        c.strokeStyle = ink;
        c.lineWidth = 2;
        c.beginPath();
        if (item.shape === 0) c.arc(x + w / 2, middle, w / 4, 0, 6.3);
        else if (item.shape === 1) {
          c.moveTo(x + w * 0.3, y + h * 0.3);
          c.lineTo(x + w * 0.7, y + h * 0.7);
          c.moveTo(x + w * 0.7, y + h * 0.3);
          c.lineTo(x + w * 0.3, y + h * 0.7);
        } else if (item.shape === 2) {
          c.moveTo(x + w * 0.35, y + h * 0.25);
          c.lineTo(x + w * 0.7, middle);
          c.lineTo(x + w * 0.35, y + h * 0.75);
          c.closePath();
        } else if (item.shape === 3)
          for (const k of [0.3, 0.5, 0.7]) {
            c.moveTo(x + w * 0.25, y + h * k);
            c.lineTo(x + w * 0.75, y + h * k);
          }
        else c.rect(x + w * 0.3, y + h * 0.3, w * 0.4, h * 0.4);
        c.stroke();
        c.lineWidth = 1;
        add("button", box);
        break;
      case "checkbox":
      case "radio": {
        const top = middle - control / 2;
        c.beginPath();
        if (item.kind === "radio") c.arc(x + control / 2, middle, control / 2 - 1, 0, 6.3);
        else c.rect(x + 1, top + 1, control - 2, control - 2);
        c.fillStyle = look.dark ? "#0006" : "#fff";
        c.fill();
        c.strokeStyle = ink;
        c.stroke();
        if (item.on) {
          c.fillStyle = accent;
          c.beginPath();
          if (item.kind === "radio") c.arc(x + control / 2, middle, control / 4, 0, 6.3);
          else c.rect(x + 4, top + 4, control - 8, control - 8);
          c.fill();
        }
        text(item.label, x + control + 6, middle);
        add(
          item.kind,
          [x, top, x + w, top + control],
          { checked: item.on },
          [x, top, x + control, top + control],
          item.label,
        );
        break;
      }
      case "switch": {
        const top = middle - control / 2;
        c.beginPath();
        c.roundRect(x, top, control * 2, control, control / 2);
        c.fillStyle = item.on ? accent : "#888";
        c.fill();
        c.beginPath();
        c.arc(x + (item.on ? control * 1.5 : control / 2), middle, control / 2 - 2, 0, 6.3);
        c.fillStyle = "#fff";
        c.fill();
        text(item.label, x + control * 2 + 6, middle);
        add(
          "switch",
          [x, top, x + w, top + control],
          { checked: item.on },
          [x, top, x + control * 2, top + control],
          item.label,
        );
        break;
      }
      case "slider": {
        const knob = x + 7 + (w - 14) * item.value;
        c.fillStyle = "#8888";
        c.fillRect(x, middle - 2, w, 4);
        c.fillStyle = accent;
        c.fillRect(x, middle - 2, knob - x, 4);
        c.beginPath();
        if (look.flat) c.rect(knob - 4, middle - 8, 8, 16);
        else c.arc(knob, middle, 7, 0, 6.3);
        c.fillStyle = look.dark ? "#ddd" : "#555";
        c.fill();
        add("slider", [x, middle - 8, x + w, middle + 8]);
        break;
      }
      case "textbox":
      case "spinbutton":
      case "combobox":
        panel(x, y, w, h, look.dark ? "#0008" : "#fff");
        c.strokeStyle = edge;
        c.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
        c.save();
        c.beginPath();
        c.rect(x, y, w - 18, h);
        c.clip();
        text(item.kind === "spinbutton" ? String(Math.round(item.value * 999)) : item.label, x + 6, middle);
        c.restore();
        c.fillStyle = ink;
        if (item.kind !== "textbox") {
          const at = x + w - 10;
          c.beginPath();
          c.moveTo(at - 4, middle + 2);
          c.lineTo(at + 4, middle + 2);
          c.lineTo(at, middle + 7);
          if (item.kind === "spinbutton") {
            c.moveTo(at - 4, middle - 2);
            c.lineTo(at + 4, middle - 2);
            c.lineTo(at, middle - 7);
          }
          c.fill();
        }
        add(item.kind, box, item.kind === "combobox" ? { expanded: false } : {});
        break;
      case "tabs": {
        let at = x;
        item.names.forEach((/** @type {string} */ name, /** @type {number} */ index) => {
          const wide = Math.round(c.measureText(name).width + 18);
          panel(at, y, wide, h, index === 1 ? accent : face);
          text(name, at + wide / 2, middle, "center");
          add("tab", [at, y, at + wide, y + h], { selected: index === 1 }, undefined, name);
          at += wide;
        });
        break;
      }
      case "list":
        panel(x, y, w, h, look.dark ? "#0006" : "#fff");
        item.names.forEach((/** @type {string} */ name, /** @type {number} */ index) => {
          if (index === 2) {
            c.fillStyle = accent;
            c.fillRect(x, y + index * line, w, line);
          }
          text(name, x + 8, y + index * line + line / 2);
          add(
            "listitem",
            [x, y + index * line, x + w, y + (index + 1) * line],
            { selected: index === 2 },
            undefined,
            name,
          );
        });
        break;
      case "meter":
        c.fillStyle = "#8886";
        c.fillRect(x, middle - 5, w, 10);
        c.fillStyle = accent;
        c.fillRect(x, middle - 5, w * item.value, 10);
        break;
      default:
        text(item.label, x, middle);
    }
    x += w + 16;
    tall = Math.max(tall, h);
  }
  canvas.marks = marks;
}

/**
 * A scene drawn with WebGL (shaded triangles) and buttons drawn over it with the same context.
 * @param {Widgets} w
 */
export function webglScreen(w) {
  const { random, width, height } = w;
  const id = random.id();
  const buttons = random.times(random.int(2, 9), () => ({
    wide: random.int(80, 240),
    high: random.int(26, 64),
    colour: [random.float(), random.float(), random.float()],
  }));
  const spec = JSON.stringify({
    width,
    height,
    seed: random.int(1, 1e6),
    buttons,
    left: random.chance(0.5) ? 40 : width / 2 - 100,
    top: random.int(40, height / 3),
  });
  return `<canvas id="${id}" style="position:absolute;inset:0;width:${width}px;height:${height}px"></canvas><script>(${drawWebgl.toString()})(document.getElementById("${id}"),${spec})</script>`;
}

/* Runs in the page. */
/** @param {HTMLCanvasElement & { marks?: unknown[] }} canvas @param {any} spec */
function drawWebgl(canvas, spec) {
  canvas.width = spec.width * devicePixelRatio;
  canvas.height = spec.height * devicePixelRatio;
  const gl = canvas.getContext("webgl", { preserveDrawingBuffer: true });
  canvas.marks = [];
  if (!gl) return;
  const shader = (/** @type {number} */ type, /** @type {string} */ source) => {
    const made = /** @type {WebGLShader} */ (gl.createShader(type));
    gl.shaderSource(made, source);
    gl.compileShader(made);
    return made;
  };
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  gl.attachShader(
    program,
    shader(
      gl.VERTEX_SHADER,
      "attribute vec2 p;attribute vec3 c;varying vec3 v;void main(){gl_Position=vec4(p,0.,1.);v=c;}",
    ),
  );
  gl.attachShader(
    program,
    shader(
      gl.FRAGMENT_SHADER,
      "precision mediump float;varying vec3 v;void main(){gl_FragColor=vec4(v,1.);}",
    ),
  );
  gl.linkProgram(program);
  gl.useProgram(program);
  let seed = spec.seed;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  /** @type {number[]} */
  const data = [];
  const vertex = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number[]} */ c) =>
    data.push((x / spec.width) * 2 - 1, 1 - (y / spec.height) * 2, ...c);
  const quad = (
    /** @type {number[]} */ [x1 = 0, y1 = 0, x2 = 0, y2 = 0],
    /** @type {number[]} */ top,
    /** @type {number[]} */ bottom,
  ) => {
    vertex(x1, y1, top);
    vertex(x2, y1, top);
    vertex(x1, y2, bottom);
    vertex(x2, y1, top);
    vertex(x2, y2, bottom);
    vertex(x1, y2, bottom);
  };
  quad([0, 0, spec.width, spec.height], [next(), next(), next()], [next(), next(), next()]);
  for (let i = 0; i < 60; i++) {
    const x = next() * spec.width;
    const y = next() * spec.height;
    const size = 20 + next() * 200;
    for (let k = 0; k < 3; k++)
      vertex(x + (next() - 0.5) * size, y + (next() - 0.5) * size, [
        next() * 0.7,
        next() * 0.7,
        next() * 0.7,
      ]);
  }
  let y = spec.top;
  for (const button of spec.buttons) {
    if (y + button.high > spec.height - 10) break;
    const box = [spec.left, y, spec.left + button.wide, y + button.high];
    const c = button.colour;
    quad(box, [0.05, 0.05, 0.05], [0.05, 0.05, 0.05]);
    quad(
      [box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2],
      c.map((/** @type {number} */ v) => Math.min(1, v + 0.3)),
      c,
    );
    // Letters as blocks: what matters is that something like a caption stands on the button.
    for (let k = 0; k < 6; k++) {
      const at = box[0] + button.wide / 2 - 30 + k * 10;
      const dark = c[0] + c[1] + c[2] > 1.6 ? [0, 0, 0] : [1, 1, 1];
      quad([at, box[1] + button.high / 2 - 6, at + 2, box[1] + button.high / 2 + 6], dark, dark);
      quad(
        [at, box[1] + button.high / 2 - 6 + (k % 3) * 4, at + 7, box[1] + button.high / 2 - 4 + (k % 3) * 4],
        dark,
        dark,
      );
    }
    canvas.marks.push({ role: "button", box, states: { disabled: false } });
    y += button.high + 14;
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(data), gl.STATIC_DRAW);
  for (const [name, size, offset] of /** @type {[string, number, number][]} */ ([
    ["p", 2, 0],
    ["c", 3, 8],
  ])) {
    const at = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, gl.FLOAT, false, 20, offset);
  }
  gl.viewport(0, 0, canvas.width, canvas.height);
  gl.drawArrays(gl.TRIANGLES, 0, data.length / 5);
}

/** A screen that is mostly canvas. @param {Widgets} w @returns {string} */
export function canvasScreen(w) {
  const { random, width, height } = w;
  if (random.chance(0.2)) return webglScreen(w);
  if (random.chance(0.5))
    return `<div style="position:absolute;inset:0">${drawnPanel(w, width, height)}</div>`;
  const wide = Math.round(width * (0.3 + random.float() * 0.5));
  const tall = Math.round(height * (0.4 + random.float() * 0.5));
  return `<div style="position:absolute;inset:0;background:${wallpaper(w)}"></div><div style="position:absolute;left:${random.int(0, width - wide)}px;top:${random.int(0, height - tall)}px">${drawnPanel(w, wide, tall, random.chance(0.4))}</div>`;
}
