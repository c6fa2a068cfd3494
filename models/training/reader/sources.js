// @ts-check
/**
 * Where the words that the recogniser learns from come from: npm packages under permissive terms, nothing else.
 * No message catalogue of an application is among them.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** SPDX identifiers of the terms that text and shapes may come under; everything else is refused. */
export const ALLOWED_LICENCES = new Set(["MIT", "Apache-2.0", "ISC", "BSD-3-Clause", "Unicode-3.0"]);

/**
 * How a package's text is read. `files`: paths within the package; its first group is the locale. `format`: `json`
 * takes every string in the file, `js` every string literal that is no key, `diagnostics` and `localize` the English
 * texts in the calls of TypeScript and of Monaco, `dic` the words of a spelling dictionary.
 * @typedef {{ name: string, what: string, files: RegExp, format: "json" | "js" | "diagnostics" | "localize" | "dic",
 *   locale?: string, split?: RegExp, under?: RegExp }} Source
 */

/** @type {Source[]} */
export const SOURCES = [
  { name: "@ag-grid-community/locale", what: "menus and labels of a data grid", files: /^dist\/package\/main\.esm\.mjs$/, format: "js", locale: "blocks" },
  { name: "@openstreetmap/id-tagging-schema", what: "names of things, fields and choices", files: /^dist\/translations\/([\w-]+)(?<!\.min)\.json$/, format: "json", split: /\s*,\s*|\n/ },
  { name: "@ui5/webcomponents", what: "labels of components", files: /^dist\/generated\/assets\/i18n\/messagebundle_(\w+)\.json$/, format: "json" },
  { name: "@ui5/webcomponents-fiori", what: "labels of components", files: /^dist\/generated\/assets\/i18n\/messagebundle_(\w+)\.json$/, format: "json" },
  { name: "@uppy/locales", what: "labels of a file uploader", files: /^lib\/(\w+)\.js$/, format: "js" },
  { name: "@vee-validate/i18n", what: "messages of form fields", files: /^dist\/locale\/(\w+)\.json$/, format: "json" },
  { name: "blockly", what: "menus and blocks of a visual editor", files: /^msg\/([\w-]+)\.js$/, format: "js" },
  { name: "cldr-annotations-full", what: "names and key words of signs", files: /^annotations\/([\w-]+)\/annotations\.json$/, format: "json", under: /\.(default|tts)\./ },
  { name: "cldr-dates-full", what: "months, days, times of day", files: /^main\/([\w-]+)\/(?:ca-gregorian|dateFields)\.json$/, format: "json", under: /\.(months|days|dayPeriods|displayName|relative\S*|future|past)\./ },
  { name: "cldr-localenames-full", what: "names of languages and places", files: /^main\/([\w-]+)\/(?:languages|territories|scripts|localeDisplayNames)\.json$/, format: "json" },
  { name: "cldr-units-full", what: "units", files: /^main\/([\w-]+)\/units\.json$/, format: "json", under: /\.(displayName|unitPattern\S*)\./ },
  { name: "datatables.net-plugins", what: "labels of a table", files: /^i18n\/([\w-]+)\.json$/, format: "json" },
  { name: "dictionary-ru", what: "Russian words", files: /^index\.dic$/, format: "dic", locale: "ru" },
  { name: "i18n-iso-countries", what: "names of countries", files: /^langs\/(\w+)\.json$/, format: "json" },
  { name: "jodit", what: "menus and dialogues of a text editor", files: /^esm\/langs\/(\w+)\.js$/, format: "js" },
  { name: "monaco-editor", what: "commands and settings of a code editor component", files: /^esm\/nls\.messages\.([\w-]+)\.js$/, format: "js" },
  { name: "monaco-editor", what: "the same in English", files: /^esm\/vs\/.*\.js$/, format: "localize", locale: "en" },
  { name: "primelocale", what: "labels of components", files: /^([\w-]+)\.json$/, format: "json" },
  { name: "quasar", what: "labels of components", files: /^lang\/([\w-]+)\.js$/, format: "js" },
  { name: "summernote", what: "menus and dialogues of a text editor", files: /^dist\/lang\/summernote-([\w-]+?)(?<!\.min)\.js$/, format: "js" },
  { name: "survey-core", what: "labels of forms", files: /^fesm\/i18n\/([\w-]+)\.mjs$/, format: "js" },
  { name: "typescript", what: "messages of a compiler", files: /^lib\/([\w-]+)\/diagnosticMessages\.generated\.json$/, format: "json" },
  { name: "typescript", what: "the same in English", files: /^lib\/typescript\.js$/, format: "diagnostics", locale: "en" },
  { name: "vuetify", what: "labels of components", files: /^lib\/locale\/([\w-]+)\.js$/, format: "js" },
];

/** English words for made-up names. */
export const WORDS = "an-array-of-english-words";
/** Icon sets whose drawings stand beside text; none of them is a set that the icon namer is tested with. */
export const ICONS = ["@iconify-json/bi", "@iconify-json/carbon", "@iconify-json/mdi", "@iconify-json/tabler"];

const modules = fileURLToPath(new URL("./node_modules/", import.meta.url));
/** @param {string} name */
export const folderOf = (name) => path.join(modules, name);

/** Version and terms of an installed package. @param {string} name @returns {{ version: string, licence: string }} */
export function installed(name) {
  const file = path.join(folderOf(name), "package.json");
  if (!existsSync(file)) throw new Error(`${name} is not installed: npm ci in this folder`);
  const { version, license } = JSON.parse(readFileSync(file, "utf8"));
  if (!ALLOWED_LICENCES.has(license)) throw new Error(`${name} ${version} is under "${license}", which is not allowed`);
  return { version, licence: license };
}

/** Paths of a package's files that match, sorted. @param {string} name @param {RegExp} pattern */
export function filesOf(name, pattern) {
  const folder = folderOf(name);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .sort();
  if (found.length === 0) throw new Error(`${name} has no file ${pattern}`);
  return found;
}

/** The text of SOURCES.md. */
export function sourcesPage() {
  /** @type {Map<string, string>} */
  const uses = new Map();
  for (const { name, what } of SOURCES) uses.set(name, [uses.get(name), what].filter(Boolean).join("; "));
  uses.set(WORDS, "English words");
  for (const name of ICONS) uses.set(name, "icon shapes beside text");
  const rows = [...uses].sort().map(([name, what]) => {
    const { version, licence } = installed(name);
    return `| ${name} | ${version} | ${licence} | ${what} |`;
  });
  return `# What the lines say

Written by \`node text.js --sources\`; \`node text.js DATA\` refuses to run when a package, its version or its terms
differ from this table, or when the terms are not among ${[...ALLOWED_LICENCES].join(", ")}.

Installed from npm for training, never copied into the repository or the package. Beside these: English and other
menu words of this repository (\`../native/words.py\`), and numbers, names, paths, addresses, shortcuts, prices, dates,
versions, code and random characters that \`texts.py\` makes up. No message catalogue of an application, no user data.

| package | version | terms | use |
| --- | --- | --- | --- |
${rows.join("\n")}

Fonts are Debian's (\`../packages/reader.txt\`, families in \`fonts.py\`); lines are drawn with them, and no outline is
copied into the weights' files.
`;
}
