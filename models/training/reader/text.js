// @ts-check
/**
 * Collects the text that lines are drawn with:
 *
 *   node text.js --sources    rewrites SOURCES.md from the installed packages
 *   node text.js DATA         DATA/text.json: { languages: { en: [...], de: [...] }, words: [...] }
 *                             DATA/icons.json: drawings as SVG, 24 or 32 units wide
 *
 * The same packages give the same files, byte for byte.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, folderOf, ICONS, installed, SOURCES, sourcesPage, WORDS } from "./sources.js";

/** Languages that the alphabet can write. */
const LATIN =
  "ca cs cy da de en es et eu fi fr ga gl hr hu id is it lt lv ms mt nb nl nn pl pt ro sk sl sq sv tr vi".split(" ");
const CYRILLIC = "be bg mk ru sr uk".split(" ");
const LANGUAGES = new Set([...LATIN, ...CYRILLIC, "el"]);
/** @type {Record<string, string>} */
const NAMED = {
  no: "nb", iw: "he", arabic: "ar", bulgarian: "bg", catalan: "ca", croatian: "hr", czech: "cs", danish: "da",
  dutch: "nl", english: "en", estonian: "et", finnish: "fi", french: "fr", german: "de", greek: "el",
  hungarian: "hu", icelandic: "is", indonesian: "id", italian: "it", latvian: "lv", lithuanian: "lt",
  macedonian: "mk", malay: "ms", norwegian: "nb", polish: "pl", portuguese: "pt", "portuguese-br": "pt",
  romanian: "ro", russian: "ru", serbian: "sr", slovak: "sk", spanish: "es", swedish: "sv", turkish: "tr",
  ua: "uk", ukrainian: "uk", vietnamese: "vi", welsh: "cy",
};
/** Most texts of one package in one language: chosen by hash, so that no package drowns the others. */
const MOST = 8000;
const LONGEST = 160;
const ICONS_OF_A_SET = 450;

/** @param {string} locale */
function languageOf(locale) {
  const plain = locale.toLowerCase();
  const language = NAMED[plain] ?? NAMED[plain.split(/[-_]/)[0] ?? ""] ?? plain.split(/[-_]/)[0] ?? "";
  // Serbian and others in the script that is not theirs here.
  return /[-_](latn|cyrl|arab)/.test(plain) && !/sr[-_]cyrl/.test(plain) ? "" : language;
}

/** In an order that says nothing: by hash. @param {Iterable<string>} texts */
const shuffled = (texts) =>
  [...texts]
    .map((text) => /** @type {const} */ ([createHash("sha1").update(text).digest("hex"), text]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);

/** Every string below a value, with the path of keys that leads there. @returns {Generator<[string, string]>} */
function* strings(/** @type {unknown} */ value, /** @type {string} */ at = ".") {
  if (typeof value === "string") yield [value, at];
  else if (Array.isArray(value)) for (const item of value) yield* strings(item, at);
  else if (value && typeof value === "object")
    for (const [key, item] of Object.entries(value)) yield* strings(item, `${at}${key}.`);
}

/** String literals of a script that are no keys and no module names. @param {string} code */
function literals(code) {
  const found = [];
  const literal = /(["'`])((?:\\[^]|(?!\1)[^\\\n])*)\1(\s*[:\]])?/g;
  for (const [, , body = "", colon] of code.matchAll(literal)) if (!colon) found.push(unescape(body));
  return found;
}

/** @param {string} body of a literal */
const unescape = (body) =>
  body
    .replace(/\\u\{?([0-9a-f]{4,5})\}?|\\x([0-9a-f]{2})/gi, (_, a, b) => String.fromCodePoint(Number.parseInt(a ?? b, 16)))
    .replace(/\\n|\\t|\\r/g, "\n")
    .replace(/\\(.)/g, "$1");

/** Stand for a placeholder; texts.py puts in another number or word each time (private use characters). */
const NUMBER = "\ue000";
const NOUN = "\ue001";

/** Placeholders become marks of what could stand there, tags and markup go. @param {string} text */
const readable = (text) =>
  text
    .replace(/<[^<>]{1,60}>/g, "")
    .replace(/&(amp|lt|gt|quot|nbsp|hellip);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", hellip: "…" })[name] ?? "")
    .replace(/\$?\{+\s*(?:n|count|\d|num\w*|total|max|min|length|size)\s*\}+|%\{?(?:\d|n|count)\}?|%d/gi, NUMBER)
    .replace(/\$?\{+[^{}]{0,40}\}+|%\{?\w+\}?|\[\[[^\]]*\]\]|_[A-Z]+_/g, NOUN)
    .replace(/&&|&(?=\p{L})|[*`]+/gu, "")
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/[\s\u00a0\u202f]+/g, " ")
    .normalize("NFC")
    .trim();

/** Whether a text is words and in the script of its language. @param {string} text @param {string} language */
function isText(text, language) {
  if (text.length < 2 || text.length > LONGEST || !/\p{L}{2}/u.test(text)) return false;
  if (CYRILLIC.includes(language)) return /\p{Script=Cyrillic}{2}/u.test(text);
  if (language === "el") return /\p{Script=Greek}{2}/u.test(text);
  // Identifiers, patterns, addresses, class names: no text that a window shows.
  if (/^[a-z]+([A-Z_.:/-][\w]*)+$|^[\w-]+(\.[\w-]+)+$|[{}\\=;]|::|\|\||^@|^\.|https?:|[a-z]_[a-z]|\bEE+\b|(?=\w*\d)(?=\w*[A-Z])[\w/+]{14,}|(?<mark>.)\k<mark>{4}/.test(text)) return false;
  return !/\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Han}|\p{Script=Arabic}|\p{Script=Hebrew}/u.test(text);
}

/** Texts of a source by language. @param {import("./sources.js").Source} source */
function* read(source) {
  for (const file of filesOf(source.name, source.files)) {
    const content = readFileSync(path.join(folderOf(source.name), file), "utf8");
    const language = languageOf(source.locale ?? source.files.exec(file)?.[1] ?? "");
    /** @type {[string, string[]][]} */
    const parts = [];
    if (source.locale === "blocks")
      for (const [, name = "", block = ""] of content.matchAll(/var AG_GRID_LOCALE_(\w\w)\w* = \{([^]*?)\n\};/g))
        parts.push([{ DK: "da", CZ: "cs", GR: "el", NO: "nb", SE: "sv", UA: "uk", BR: "pt" }[name] ?? name.toLowerCase(), literals(block)]);
    else if (!LANGUAGES.has(language)) continue;
    else if (source.format === "json")
      parts.push([language, [...strings(JSON.parse(content))].filter(([, at]) => !source.under || source.under.test(`${at}.`)).map(([text]) => text)]);
    else if (source.format === "js") parts.push([language, literals(content)]);
    else if (source.format === "dic") parts.push([language, content.split("\n").slice(1).map((line) => line.split("/")[0] ?? "")]);
    else {
      const call = source.format === "diagnostics" ? /\bdiag\(\s*\d+\s*,[^"]*"[^"]*",\s*("(?:\\.|[^"\\])*")/g : /\blocalize2?\(\s*\d+\s*,\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')/g;
      parts.push([language, [...content.matchAll(call)].map(([, text = ""]) => unescape(text.slice(1, -1)))]);
    }
    for (const [locale, texts] of parts)
      for (const whole of texts)
        for (const piece of whole.split(source.split ?? /\n| \| /)) {
          const text = readable(piece);
          if (LANGUAGES.has(locale) && isText(text, locale)) yield /** @type {const} */ ([locale, text]);
        }
  }
}

/** @param {string} folder */
function collect(folder) {
  /** @type {Record<string, Set<string>>} */
  const languages = {};
  for (const source of SOURCES) {
    /** @type {Record<string, Set<string>>} */
    const own = {};
    for (const [language, text] of read(source)) (own[language] ??= new Set()).add(text);
    for (const [language, texts] of Object.entries(own)) {
      const chosen = shuffled(texts).slice(0, MOST);
      for (const text of chosen) (languages[language] ??= new Set()).add(text);
    }
    console.log(source.name, source.what, Object.values(own).reduce((sum, set) => sum + set.size, 0));
  }
  const sorted = Object.fromEntries(Object.entries(languages).sort().map(([language, texts]) => [language, [...texts].sort()]));
  installed(WORDS);
  const words = JSON.parse(readFileSync(path.join(folderOf(WORDS), "index.json"), "utf8"));
  const usual = words.filter((/** @type {string} */ word) => word.length > 1 && word.length < 13);
  writeFileSync(path.join(folder, "text.json"), JSON.stringify({ languages: sorted, words: usual }));
  console.log(Object.entries(sorted).map(([language, texts]) => `${language} ${texts.length}`).join(", "), "words", usual.length);

  const drawings = ICONS.flatMap((name) => {
    installed(name);
    const set = JSON.parse(readFileSync(path.join(folderOf(name), "icons.json"), "utf8"));
    const side = set.height ?? set.width ?? 16;
    return shuffled(Object.keys(set.icons))
      .slice(0, ICONS_OF_A_SET)
      .map((key) => `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 ${set.icons[key].width ?? set.width ?? side} ${set.icons[key].height ?? side}">${set.icons[key].body.replaceAll("currentColor", "#000")}</svg>`);
  });
  writeFileSync(path.join(folder, "icons.json"), JSON.stringify(drawings));
  console.log("icons", drawings.length);
}

const page = fileURLToPath(new URL("./SOURCES.md", import.meta.url));
const [target] = process.argv.slice(2);
if (!target) throw new Error("usage: node text.js --sources | DATA");
if (target === "--sources") writeFileSync(page, sourcesPage());
else {
  if (readFileSync(page, "utf8") !== sourcesPage())
    throw new Error("SOURCES.md is not what is installed: node text.js --sources, and look at what changed");
  mkdirSync(target, { recursive: true });
  collect(target);
}
