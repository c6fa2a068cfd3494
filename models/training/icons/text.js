// @ts-check
/** Text for the reject class, and the characters that serve as icons. */

/** Characters that buttons show in place of an icon. Drawn with the text fonts. */
export const GLYPHS = {
  add: "+＋",
  minus: "−–-",
  close: "×✕xX",
  divide: "÷",
  equal: "=",
  "equal-not": "≠",
  "plus-minus": "±",
  percent: "%",
  help: "?",
  warning: "!⚠",
  hash: "#",
  at: "@",
  asterisk: "*",
  ampersand: "&",
  dollar: "$",
  euro: "€",
  pound: "£",
  yen: "¥",
  copyright: "©",
  registered: "®",
  trademark: "™",
  paragraph: "¶",
  infinity: "∞",
  pi: "π",
  sigma: "∑Σ",
  omega: "Ω",
  "more-horizontal": "…⋯",
  "more-vertical": "⋮",
  menu: "☰≡",
  check: "✓✔",
  "chevron-left": "‹<◀◂",
  "chevron-right": "›>▸",
  "chevron-up": "▲▴",
  "chevron-down": "▼▾",
  "chevrons-left": "«",
  "chevrons-right": "»",
  "arrow-left": "←",
  "arrow-right": "→",
  "arrow-up": "↑",
  "arrow-down": "↓",
  "arrow-horizontal": "↔",
  "arrow-vertical": "↕",
  play: "▶►",
  heart: "♥❤",
  star: "★☆",
  spade: "♠",
  club: "♣",
  rhombus: "♦◆◇",
  refresh: "↻⟳",
  "rotate-left": "↺⟲",
  undo: "↶",
  redo: "↷",
  function: "ƒ",
  braces: "{}",
  quote: "“”",
  male: "♂",
  female: "♀",
  music: "♪♫",
  home: "⌂",
  backspace: "⌫",
  command: "⌘",
  eject: "⏏",
};

const SYLLABLES =
  "ba ca de di e fi go hu in ja ke la lo ma mi na no o pe qui ra re sa sto ta ti tra u ve vo wa xi ze ing er tion able est ly ment".split(
    " ",
  );

/**
 * Lines of invented words, numbers and signs.
 * @param {() => number} next random numbers, 0 to 1
 * @param {number} count
 */
export function textLines(next, count) {
  const pick = (/** @type {string[]} */ list) => list[Math.floor(next() * list.length)] ?? "";
  const word = () => {
    const kind = next();
    if (kind < 0.12) return String(Math.floor(next() ** 3 * 100000));
    if (kind < 0.16) return `${Math.floor(next() * 24)}:${Math.floor(10 + next() * 49)}`;
    const text = Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(SYLLABLES)).join("");
    if (kind < 0.25) return text.toUpperCase();
    if (kind < 0.5) return text.charAt(0).toUpperCase() + text.slice(1);
    return text + (kind > 0.92 ? pick([",", ".", ":", ";"]) : "");
  };
  return Array.from({ length: count }, () => Array.from({ length: 5 }, word).join(" "));
}
