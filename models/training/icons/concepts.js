// @ts-check
/**
 * From an icon's name in its set ("ic:outline-account-circle") to the concept it draws ("user").
 *
 * A concept is known by its key: the words of the name without those of style, each word replaced by its
 * common form, in alphabetical order ("circle-plus-user" and "user-add" have one key). synonyms.txt joins keys.
 */
import { readFileSync } from "node:fs";

/** Words that tell how a drawing looks and not what it shows. */
const STYLE = words(
  "outline outlined filled fill solid regular light thin duotone linear line lined broken rounded round sharp twotone two tone " +
    "alt alternative alternate variant variant1 variant2 o v1 v2 icon icons baseline simple glyph ltr rtl s small large big mini " +
    "micro md sm lg xl ios logo logos brand off1 bulk curved thick weight200 weight300 flat color colored colour original plain wordmark dark stroke " +
    "cutout remix streamline one three four five six px 24px 16px f bxs bxl " +
    "bold animated official streamlinehq stroked fat minimalistic basic medium wght",
);
/** Shapes around a drawing; they are the concept only where nothing else is drawn. */
const SHAPE = words("circle circled square squared box boxed rectangle octagon shape cirlce oval");
/** The order of directions tells the drawing in these. */
const ORDERED = words("corner turn elbow bend");

/** Two directions that tell one diagonal, whichever comes first. */
const DIAGONAL = words(
  "up-left left-up up-right right-up down-left left-down down-right right-down top-left left-top top-right right-top bottom-left left-bottom bottom-right right-bottom",
);

/** Words and their common form within compound names. */
const WORDS = pairs(`
user: person account profile avatar member man human 
users: people group team members persons crowd multiuser
mail: envelope email letter 
file: document page paper doc documents files
folder: directory
plus: add new create added adding
minus: remove subtract dash substract reduce
x: close times cancel cross xmark delete multiply clear deny dismiss
check: tick done checkmark ok checked success verified complete completed approve approved accept
off: slash disabled crossed disable inactive disconnected no mute muted none slashed crossbar
settings: cog gear setting preferences config configure configuration gears cogs configurate
search: magnify magnifier find magnifying magnifyingglass searching
chat: message comment bubble messages comments conversation chats
bell: notification notifications 
image: picture photo pictures images photos gallery img photograph
video: videocam movie
music: audio 
trash: bin garbage trashcan rubbish wastebasket dustbin
lock: locked padlock secure
unlock: unlocked
location: marker place locate
cart: trolley
calendar: date 
clock: time timing 
globe: world earth
phone: telephone call calling handset
smartphone: mobile cellphone mobilephone iphone
star: favorite favourite
cloud: clouds
edit: pencil pen pencils editing
link: chain url hyperlink
eye: visibility visible show
home: house
building: buildings
monitor: display screen desktop
database: db
server: servers
shield: protection
tag: label 
chart: graph charts statistics
list: lists
play: player
speaker: speakers
volume: sound
left: leftwards leftward
right: rightwards rightward
up: upward upwards top1
down: downward downwards
vertical: vert
horizontal: horiz
double: duo
arrow: arrows
chevron: chevrons
emoji: emoticon smiley face smileys
money: cash
dollar: usd
hand: hands
forbidden: prohibited
download: downloads downloading
upload: uploads uploading
bookmark: 
heart: hearts
text: texts
dots: ellipsis
circle: circles
square: squares
grid: grids
battery: batteries
bluetooth: bt
microphone: mic
refresh: reload
sync: synchronize synchronise
question: help
info: information
data: dataset
branch: branches
pointer: pointing
insert: inserted
temperature: temp
automobile: auto
hd: hq
cup: mug
`);

/** @param {string} list */
function words(list) {
  return new Set(list.split(" "));
}

/** @param {string} table lines "form: word word" */
function pairs(table) {
  /** @type {Map<string, string>} */
  const map = new Map();
  for (const line of table.trim().split("\n")) {
    const [form = "", list = ""] = line.split(":");
    for (const word of list.trim().split(/\s+/)) map.set(word, form.trim());
  }
  return map;
}

/** @param {string} name */
function split(name) {
  return name.toLowerCase().split(/[-_\s]+/).filter(Boolean);
}

/** @param {string[]} list */
function keyOf(list) {
  const unique = [...new Set(list)];
  const [first = "", ...rest] = unique;
  const pointing = /^(chevrons?|caret|arrow)$/.test(first) && rest.length === 2 && !DIAGONAL.has(rest.join("-"));
  return (pointing || unique.some((word) => ORDERED.has(word)) ? unique : unique.sort()).join("-");
}

/** @param {string} text */
function readGroups(text) {
  return text
    .split("\n")
    .map((line) => (line.split("#")[0] ?? "").split(":"))
    .filter(([head, list]) => head?.trim() && list !== undefined)
    .map(([head = "", list = ""]) => ({
      concept: head.trim(),
      names: [head.trim(), ...list.trim().split(/\s+/).filter(Boolean)],
    }));
}

/**
 * Lines "concept: name name name"; "#" begins a comment. The concept's own name belongs to its group. What is
 * written there goes before what follows from the common forms of its words.
 * @param {string} text
 * @returns {Map<string, string>} key -> concept
 * @throws {Error} when two groups list the same name
 */
export function readSynonyms(text) {
  const groups = readGroups(text);
  /** @type {Map<string, string>} */
  const map = new Map();
  for (const { concept, names } of groups)
    for (const name of names) {
      const key = keyOf(split(name));
      const other = map.get(key);
      if (other !== undefined && other !== concept)
        throw new Error(`"${name}" is listed under ${other} and under ${concept}`);
      map.set(key, concept);
    }
  for (const { concept, names } of groups)
    for (const name of names) {
      const key = keyOf(commonWords(split(name)));
      if (!map.has(key)) map.set(key, concept);
    }
  return map;
}

/** @param {string[]} list */
function commonWords(list) {
  return list.map((word) => WORDS.get(word) ?? word);
}

const table = readFileSync(new URL("./synonyms.txt", import.meta.url), "utf8");
const synonyms = readSynonyms(table);
const groups = new Map(readGroups(table).map(({ concept, names }) => [concept, names.slice(1)]));

const named = new Set(synonyms.values());

/**
 * The words of a name without what its set declares as style, and without numbers of variants.
 * @param {string} name
 * @param {{ prefixes: string[], suffixes: string[] }} styles
 */
function allWords(name, styles) {
  let rest = name.toLowerCase();
  const suffix = styles.suffixes.find((s) => rest.endsWith(`-${s}`));
  if (suffix) rest = rest.slice(0, -suffix.length - 1);
  const prefix = styles.prefixes.find((p) => rest.startsWith(`${p}-`));
  if (prefix) rest = rest.slice(prefix.length + 1);
  return split(rest).filter((word, i) => i === 0 || !/^\d+$/.test(word));
}

/**
 * @param {string} name
 * @param {{ prefixes: string[], suffixes: string[] }} styles
 */
function bareWords(name, styles) {
  const all = allWords(name, styles);
  const plain = all.filter((word) => !STYLE.has(word));
  const bare = plain.filter((word) => !SHAPE.has(word));
  if (bare.length > 0) return bare;
  return plain.length > 0 ? plain : all;
}

/**
 * @param {string} name as the set writes it
 * @param {{ prefixes: string[], suffixes: string[] }} [styles] what the set itself declares as style
 * @returns {string} the concept: a name of synonyms.txt, or the key
 */
export function conceptOf(name, styles = { prefixes: [], suffixes: [] }) {
  const all = allWords(name, styles);
  const plain = all.filter((word) => !STYLE.has(word));
  const bare = bareWords(name, styles);
  for (const form of [all, plain, bare]) {
    if (form.length === 0) continue;
    const concept = synonyms.get(keyOf(form)) ?? synonyms.get(keyOf(commonWords(form)));
    if (concept) return concept;
  }
  return keyOf(commonWords(bare));
}

/**
 * The words of a name in the order in which the set writes them, each in its common form, without style and shape.
 * @param {string} name
 * @param {{ prefixes: string[], suffixes: string[] }} styles
 */
export function readableName(name, styles) {
  return [...new Set(commonWords(bareWords(name, styles)))].join("-");
}

/**
 * @param {string} key
 * @returns {boolean} whether synonyms.txt names this concept
 */
export function isNamed(key) {
  return named.has(key);
}

/** Synonyms given with a label; longer lists hold spellings rather than words. */
const MOST_WORDS = 6;

/**
 * The first entries of a concept's group that are words and not variants of drawing or spelling.
 * @param {string} concept
 * @returns {string[]}
 */
export function otherWords(concept) {
  const own = new Set(split(concept));
  /** @type {string[]} */
  const found = [];
  for (const name of groups.get(concept) ?? []) {
    const parts = split(name);
    const plain = parts.every((part) => !STYLE.has(part) && !SHAPE.has(part) && /^[a-z]{2,}$/.test(part));
    const fresh = parts.some((part) => !own.has(part) && ![...own].some((word) => word.startsWith(part)));
    if (plain && fresh && parts.length <= 2) found.push(name);
  }
  return found.slice(0, MOST_WORDS);
}
