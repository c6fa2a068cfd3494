// @ts-check
/** The random look of a page: colours, measures and the style sheet of its own controls. */
import { FONTS } from "./assets.js";

/** @param {number} hue @param {number} saturation @param {number} lightness */
const hsl = (hue, saturation, lightness) =>
  `hsl(${hue} ${saturation}% ${Math.max(0, Math.min(100, lightness))}%)`;

export class Theme {
  /** @param {import("./rng.js").Rng} random @param {import("./kit.js").Kit} kit */
  constructor(random, kit) {
    this.kit = kit;
    /** Whether the page's own style sheet draws what the kit leaves open. */
    this.draws = kit.own || kit.bundle !== undefined;
    this.contrast = this.draws && random.chance(0.06);
    this.dark = this.draws ? random.chance(0.42) : kit.dark;
    const hue = random.int(0, 360);
    const accentHue = (hue + random.pick([0, 0, 30, 120, 180, 200])) % 360;
    const tint = this.contrast ? 0 : random.pick([0, 0, 5, 10, 20, 30]);
    const ground = this.contrast
      ? this.dark
        ? 0
        : 100
      : this.dark
        ? random.int(6, 24)
        : random.int(88, 100);
    const surface = this.contrast
      ? ground
      : this.dark
        ? ground + random.int(-3, 10)
        : random.int(Math.max(86, ground - 6), 100);
    this.accentHue = accentHue;
    this.ground = hsl(hue, tint, ground);
    this.surface = hsl(hue, tint, surface);
    this.raised = hsl(hue, tint, this.dark ? surface + random.int(2, 8) : surface - random.int(2, 9));
    this.border = this.contrast
      ? this.dark
        ? "#fff"
        : "#000"
      : hsl(hue, tint, this.dark ? surface + random.int(6, 22) : surface - random.int(6, 32));
    this.ink = this.contrast
      ? this.dark
        ? "#fff"
        : "#000"
      : hsl(hue, tint, this.dark ? random.int(78, 98) : random.int(5, 30));
    this.faint = hsl(hue, tint, this.dark ? random.int(50, 70) : random.int(40, 60));
    this.accent = this.contrast
      ? random.pick(["#ff0", "#0ff", "#0f0", "#1aebff"])
      : hsl(accentHue, random.int(40, 95), this.dark ? random.int(42, 66) : random.int(32, 54));
    this.onAccent = this.contrast ? "#000" : "#fff";
    this.font = random.pick(FONTS);
    /** Small captions, small icons and little padding, as in dense tools. */
    this.dense = random.chance(0.4);
    this.fontSize = this.dense
      ? random.pick([10, 11, 11, 12, 12, 13])
      : random.pick([12, 13, 13, 14, 14, 15, 16, 18]);
    this.pad = this.dense ? random.pick([1, 2, 3, 4, 4]) : random.pick([3, 4, 5, 6, 8, 10, 12]);
    this.radius = random.pick([0, 0, 2, 3, 4, 6, 8, 12, 20]);
    this.iconSize = this.dense
      ? random.pick([10, 12, 12, 13, 14, 14, 16, 16])
      : random.pick([14, 16, 16, 18, 18, 20, 22, 24, 24]);
    this.css = this.styleSheet(random);
  }

  /** What bundles of components take over of the look. @param {import("./rng.js").Rng} random */
  options(random) {
    const rgb = [random.int(0, 210), random.int(0, 160), random.int(0, 230)];
    const hex = `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
    const palette = random.pick([
      "blue",
      "indigo",
      "violet",
      "teal",
      "green",
      "orange",
      "red",
      "pink",
      "cyan",
    ]);
    const { dark, contrast, radius, font, dense } = this;
    return {
      dark,
      contrast,
      compact: dense,
      accent: hex,
      rgb,
      palette,
      radius: Math.min(radius, 10),
      fontSize: Math.min(this.fontSize, 15),
      font,
    };
  }

  /** @param {import("./rng.js").Rng} random */
  styleSheet(random) {
    return this.controls(random) + this.layout(random) + this.parts(random);
  }

  /** Buttons, fields and checks, where the kit does not draw them. @param {import("./rng.js").Rng} random */
  controls(random) {
    const { accent, border, surface, raised, faint, ink, pad, radius, fontSize, font, kit } = this;
    if (!this.draws) {
      const face = random.chance(0.3) ? `font-family:'${font}',sans-serif;` : "";
      const ground = kit.desktop ? `background:${this.ground};` : "";
      return `body{font-size:${fontSize}px;${face}${ground}}`;
    }
    const button = random.pick([
      `background:${raised};border:1px solid ${border}`,
      `background:${accent};color:${this.onAccent};border:1px solid transparent`,
      `background:transparent;border:1px solid ${accent};color:${accent}`,
      `background:linear-gradient(${surface},${raised});border:1px solid ${border};box-shadow:0 1px 1px #0002`,
      "background:#c3c7cb;color:#000;border:2px outset #fff",
      `background:${raised};border:0;font-weight:600`,
      `background:transparent;border:0;color:${accent};font-weight:600`,
    ]);
    const field = random.pick([
      `background:${surface};border:1px solid ${border}`,
      `background:${surface};border:1px solid ${border}`,
      `background:transparent;border:0;border-bottom:1px solid ${faint};border-radius:0`,
      `background:${raised};border:1px solid transparent`,
      `background:${this.dark ? surface : "#fff"};border:2px inset #ccc;border-radius:0`,
      `background:${surface};border:1px solid ${border};border-bottom:2px solid ${faint}`,
    ]);
    const size = random.int(11, 20);
    const checks = random.pick([
      "",
      "",
      `.g-check[type=checkbox]{appearance:none;width:${size}px;height:${size}px;border:${random.int(1, 2)}px solid ${faint};border-radius:${random.int(0, 5)}px;background:${surface};position:relative}.g-check[type=checkbox]:checked{background:${accent};border-color:${accent}}.g-check[type=checkbox]:checked::after{content:"";position:absolute;left:28%;top:5%;width:30%;height:60%;border:solid ${this.onAccent};border-width:0 2px 2px 0;transform:rotate(45deg)}.g-check[type=radio]{appearance:none;width:${size}px;height:${size}px;border:${random.int(1, 2)}px solid ${faint};border-radius:50%;background:${surface}}.g-check[type=radio]:checked{border:${Math.round(size * 0.3)}px solid ${accent}}`,
      `.g-check[type=checkbox]{appearance:none;width:13px;height:13px;border:2px inset #bbb;background:#fff;position:relative}.g-check[type=checkbox]:checked::after{content:"✓";position:absolute;left:0;top:-5px;font-size:13px;color:#000}.g-check[type=radio]{appearance:none;width:12px;height:12px;border:2px inset #bbb;border-radius:50%;background:#fff}.g-check[type=radio]:checked{background:radial-gradient(#000 35%,#fff 40%)}`,
    ]);
    return `body{background:${this.ground};color:${ink};font:${fontSize}px '${font}',sans-serif}h1,h2,h3{margin:.4em 0}
a{color:${accent};text-decoration:${random.pick(["none", "underline"])}}
.g-btn{font:inherit;color:inherit;padding:${Math.max(1, pad - 1)}px ${pad * 2}px;border-radius:${radius}px;${button};text-align:center;min-width:${random.pick([0, 0, 60, 75])}px}
${random.chance(0.4) ? `.g-btn:nth-of-type(2n){background:${accent};color:${this.onAccent}}` : ""}
.g-in{font:inherit;color:inherit;padding:${Math.max(1, pad - 2)}px ${pad}px;border-radius:${Math.min(radius, 8)}px;${field}}
select.g-in{${this.dark ? `background-color:${surface};` : ""}}
.g-check{accent-color:${accent};width:${random.int(12, 20)}px;height:${random.int(12, 18)}px;vertical-align:middle;margin:2px;flex-shrink:0}
.g-range{accent-color:${accent}}.g-btn:disabled,.g-in:disabled,.g-check:disabled{opacity:.5}${checks}`;
  }

  /** Containers of screens. @param {import("./rng.js").Rng} random */
  layout(random) {
    const { accent, border, surface, raised, pad, radius, kit } = this;
    const own = this.draws;
    const sheet = own ? surface : this.dark ? "#1b1e21" : "#fff";
    return `*{box-sizing:border-box}html,body{margin:0!important;padding:0!important;width:100vw!important;height:100vh!important;max-width:none!important;min-width:0!important;overflow:hidden;position:relative}
.g-page{position:absolute;inset:0;display:flex;flex-direction:column;overflow:hidden;${own ? "" : `background:${this.dark ? "" : "inherit"}`}}
.g-win{position:absolute;display:flex;flex-direction:column;overflow:hidden;box-shadow:0 ${random.int(0, 8)}px ${random.int(0, 24)}px #0006;${kit.desktop ? "" : `background:${sheet};border:${random.int(0, 2)}px solid ${border};border-radius:${random.pick([0, 0, radius, 8])}px;`}${own ? `color:${this.ink};` : ""}}
.g-body{flex:1;display:flex;flex-direction:column;min-height:0;overflow:hidden;position:relative;${kit.desktop ? "" : `background:${sheet};`}}
.g-main{flex:1;padding:${pad * 2}px;overflow:hidden;min-width:0}.g-side{${own ? `background:${raised};` : ""}border-right:1px solid ${border};overflow:hidden;flex-shrink:0}
.g-row{display:flex;align-items:center;gap:${Math.max(2, pad)}px;margin:${pad / 2}px 0;flex-wrap:wrap}.g-stack{display:flex;flex-direction:column;gap:${pad / 2}px;margin:${pad / 2}px 0;align-items:flex-start}
.g-pad{padding:${pad * 1.5}px}.g-lab{display:inline-flex;align-items:center;gap:${random.int(3, 8)}px;white-space:nowrap}.g-card,.g-fieldset{border:1px solid ${border};border-radius:${radius}px;padding:${pad * 1.5}px;${own ? `background:${surface}` : ""}}
.g-mut{opacity:.65;font-size:.92em}.g-badge{background:${accent};color:${this.onAccent};border-radius:9px;padding:0 6px;font-size:.85em}
.g-cols{display:flex;flex:1;min-height:0}.g-bar{display:flex;align-items:center;gap:${random.int(0, 5)}px;padding:${random.int(1, 5)}px;border-bottom:1px solid ${border};${random.chance(0.5) && own ? `background:${raised};` : ""}overflow:hidden;flex-shrink:0}
.g-sep{width:1px;height:18px;background:${border};margin:0 4px;flex-shrink:0}.g-status{padding:2px 8px;border-top:1px solid ${border};font-size:.9em;flex-shrink:0;white-space:nowrap;overflow:hidden}
.g-nav{display:flex;align-items:center;gap:${random.int(6, 20)}px;padding:${random.int(4, 14)}px ${random.int(8, 24)}px;border-bottom:1px solid ${border};flex-shrink:0;white-space:nowrap;overflow:hidden}.g-nav.inv{background:${accent};color:${this.onAccent}}.g-nav.inv a{color:${this.onAccent}}
.g-dialog{position:absolute;background:${sheet};border:1px solid ${border};border-radius:${radius}px;padding:${pad}px;box-shadow:0 8px 30px #0008}
.g-grow{flex:1;min-width:0}.g-clip{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.nes-btn,.nes-input,.nes-textarea{--g-grow:4px}svg.g-icon{flex-shrink:0;display:inline-block;max-width:none}`;
  }

  /** Items, tables, tabs, switches and sliders of our own. @param {import("./rng.js").Rng} random */
  parts(random) {
    const { accent, border, surface, raised, faint, pad, radius, dark, onAccent } = this;
    const sheet = this.draws ? surface : dark ? "#222" : "#fff";
    const rowPad = Math.max(1, pad / 1.5);
    const tabs = random.pick([
      `.g-tab.act{border-bottom:2px solid ${accent};color:${accent}}`,
      `.g-tab{border:1px solid ${border};border-bottom:0;border-radius:${radius}px ${radius}px 0 0;background:${raised}}.g-tab.act{background:${surface}}`,
      `.g-tab.act{background:${accent};color:${onAccent};border-radius:${radius}px}`,
      `.g-tabs{background:${raised};padding:3px;border-radius:${radius}px;align-self:flex-start}.g-tab.act{background:${surface};border-radius:${radius}px;box-shadow:0 1px 2px #0004}`,
      `.g-tab{border-right:1px solid ${border}}.g-tab.act{font-weight:700;border-top:2px solid ${accent}}`,
    ]);
    const height = random.int(14, 26);
    const switches = random.pick([
      `.g-sw{border-radius:14px}.g-sw i{border-radius:50%;background:#fff}`,
      `.g-sw,.g-sw i{border-radius:2px}.g-sw i{background:#fff}`,
      `.g-sw{background:transparent!important;border:2px solid ${faint};border-radius:14px}.g-sw i{background:${faint};border-radius:50%}.g-sw.on{background:${accent}!important;border-color:${accent}}.g-sw.on i{background:${onAccent}}`,
      `.g-sw{height:12px;border-radius:7px}.g-sw i{top:-3px;bottom:-3px;left:0;border-radius:50%;box-shadow:0 1px 3px #0008;background:${dark ? "#ddd" : "#fff"}}.g-sw.on i{right:0}`,
    ]);
    const thumb = random.pick([
      ".g-sl i{width:14px;height:14px;top:2px;border-radius:50%}",
      ".g-sl i{width:8px;height:18px;top:0;border-radius:2px}",
      ".g-sl i{width:18px;height:18px;top:0;border-radius:50%}",
      ".g-sl i{width:10px;height:10px;top:4px;border-radius:50%}",
    ]);
    const zebra = random.chance(0.3) ? `.g-table tr:nth-child(2n) td{background:${raised}}` : "";
    return `.g-item{display:flex;align-items:center;gap:6px;padding:${rowPad}px ${Math.max(4, pad)}px;white-space:nowrap;overflow:hidden;color:inherit}.sel{background:${accent}!important;color:${onAccent}!important}.sel a{color:inherit!important}.sel td{background:${accent}!important;color:${onAccent}!important}
.g-menu{background:${sheet};border:1px solid ${border};box-shadow:0 3px 12px #0005;padding:${random.int(0, 6)}px 0;border-radius:${Math.min(radius, 8)}px}.g-hr{border:0;border-top:1px solid ${border};margin:3px 0;height:0}
.g-ib{display:inline-flex;align-items:center;justify-content:center;border-radius:${Math.min(radius, 6)}px;line-height:1;flex-shrink:0}.g-ib.fr{border:1px solid ${border}}.g-ib.on{background:${accent}55}.g-dis{opacity:.4}
.g-menubar{display:flex;padding:1px 4px;flex-shrink:0;border-bottom:${random.chance(0.3) ? `1px solid ${border}` : "0"};overflow:hidden}.g-menubar span{padding:${random.int(1, 5)}px ${random.int(5, 11)}px;white-space:nowrap}
.g-li{display:flex;align-items:center;gap:10px;padding:${Math.max(2, pad)}px;border-bottom:1px solid ${border};overflow:hidden}
.g-table{border-collapse:collapse}.g-table td,.g-table th{padding:${rowPad}px ${Math.max(3, pad)}px;border-bottom:1px solid ${border};text-align:left;white-space:nowrap}${zebra}
.g-sheet{border-collapse:collapse;font-size:${Math.min(this.fontSize, 13)}px}.g-sheet td,.g-sheet th{border:1px solid ${border};padding:1px 4px;height:${random.int(17, 24)}px;white-space:nowrap}.g-sheet th{background:${raised};font-weight:400;text-align:center}
.g-sw{display:inline-block;position:relative;width:${Math.round(height * random.pick([1.6, 1.8, 2, 2.2]))}px;height:${height}px;background:${dark ? "#666" : "#bbb"};vertical-align:middle;flex-shrink:0}.g-sw i{position:absolute;top:2px;bottom:2px;left:2px;aspect-ratio:1}.g-sw.on{background:${accent}}.g-sw.on i{left:auto;right:2px}.g-sw.off{opacity:.45}${switches}
.g-sl{display:inline-block;position:relative;height:18px;vertical-align:middle;flex-shrink:0}.g-sl u{position:absolute;left:0;right:0;top:7px;height:4px;border-radius:2px;background:${dark ? "#555" : "#ccc"}}.g-sl b{position:absolute;left:0;top:7px;height:4px;background:${accent};border-radius:2px}.g-sl i{position:absolute;background:${random.pick([accent, "#fff"])};border:1px solid ${faint}}${thumb}
.g-tabs{display:flex;gap:${random.int(0, 6)}px;overflow:hidden;flex-shrink:0}.g-tab{padding:${rowPad}px ${Math.max(5, pad * 1.5)}px;white-space:nowrap;display:inline-flex;align-items:center;gap:5px}${tabs}
.g-combo,.g-spin{display:inline-flex;align-items:center;justify-content:space-between;white-space:nowrap;overflow:hidden}.g-spin{padding:0!important}.g-spin>span{padding:2px 6px;flex:1}.g-spin em{display:flex;flex-direction:column;font-style:normal;border-left:1px solid ${border};line-height:.5;align-self:stretch;justify-content:space-evenly;padding:0 3px}
.g-arrows::-webkit-inner-spin-button{opacity:1;-webkit-appearance:inner-spin-button}
.g-prog{height:8px;background:${raised};border-radius:4px;overflow:hidden;margin:6px 0;min-width:60px}.g-prog i{display:block;height:100%;background:${accent}}`;
  }
}
