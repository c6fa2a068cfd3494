/**
 * Letters that look like others (SAF-9). A label in which one Cyrillic "а" stands in "Cancel" is 0.17 away
 * from what is read on the screen, well under the limit for a match, so that the distance cannot find it.
 */

/** Cyrillic, Greek, Armenian, Cherokee and phonetic letters, each beside the Latin letter that it looks like. */
const PAIRS: Readonly<Record<string, string>> = {
  // Cyrillic, lower case
  ...pairs("аеорсухіїјѕԁԛԝһӏвгкмнтьѵґӓӧӱёүҽ", "aeopcyxiijsdqwhlBrKMHTbvrAoyeyE"),
  // Cyrillic, upper case
  ...pairs("АВЕКМНОРСТУХІЇЈЅҺӀԌԚԜЁѴҮЗЬ", "ABEKMHOPCTYXIIJShIGQWEVY3b"),
  // Greek, lower case
  ...pairs("αβγεηικνορτυχωςϲϳ", "aByenikvoptuxwscj"),
  ...pairs("άέήίόύώϊϋ", "aeniouwiu"),
  // Greek, upper case
  ...pairs("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿΆΈΉΊΌΎ", "ABEZHIKMNOPTYXCJAEHIOY"),
  // Armenian
  ...pairs("աոսցհօքՍՕԼՏ", "wnughoPUOLS"),
  // Cherokee
  ...pairs("ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᏔᏃ", "ABCDEHJKLMPRSTVWZ"),
  // Latin letters of phonetic alphabets and small capitals
  ...pairs("ɑɡɩɪʏᴀʙᴄᴅᴇɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢƖꓲ", "agiIYABCDEGHJKLMNOPRSTUVWZlI"),
};

function pairs(from: string, to: string): Record<string, string> {
  const right = Array.from(to);
  return Object.fromEntries(Array.from(from).map((c, i) => [c, right[i] ?? c]));
}

/** Phonetic and small-capital Latin: no language writes them among plain letters. */
const PHONETIC_LATIN = /[ɑɡɩɪʏᴀʙᴄᴅᴇɢʜᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢƖꓲ]/u;

/** Mathematical and full-width letters, which NFKC turns into plain ones. */
const STYLED = /[\u{1d400}-\u{1d7ff}\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\u2100-\u214f]/u;

/** Overrides that show a text in another order than it is stored. Isolates and marks are in honest use. */
const REORDERED = /[\u202d\u202e]/u;

const GREEK_LOOKALIKE = /[αγεικνορτυχωάέίόύώϊϋϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ]/u;

const ALPHABETS: readonly (readonly [string, RegExp])[] = [
  ["Latin", /\p{Script=Latin}/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Armenian", /\p{Script=Armenian}/u],
  ["Cherokee", /\p{Script=Cherokee}/u],
];

/** A run of letters, marks and digits; a hyphen, dot, slash or apostrophe parts words ("USB-порт"). */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * True when one word of the text mixes alphabets that share shapes (Latin, Cyrillic, Greek, Armenian,
 * Cherokee), mixes styled letters (mathematical, full-width) with plain ones, puts phonetic lookalikes
 * among plain Latin letters, or when the text is reordered by a bidi override.
 *
 * Not flagged: words in one alphabet whichever it is, Latin beside Han, kana, Hangul, Hebrew or Arabic
 * ("Tシャツ"), and Greek letters without a Latin double used as symbols ("kΩ", "Δt", "µm", "λx").
 */
export function mixedScript(text: string): boolean {
  if (REORDERED.test(text)) return true;
  // Zero-width characters must not part a word, and combining marks must not hide a letter.
  for (const word of withoutInvisible(text).match(WORD) ?? []) if (mixedWord(word)) return true;
  return false;
}

const withoutInvisible = (text: string): string => text.replace(/\p{Default_Ignorable_Code_Point}/gu, "");

function mixedWord(word: string): boolean {
  const plainLatin = /[A-Za-z]/.test(word);
  if (plainLatin && (STYLED.test(word) || PHONETIC_LATIN.test(word))) return true;
  // NFKC would make the micro sign Greek and a styled letter plain; the raw letters are what was written.
  const found = ALPHABETS.filter(([, letters]) => letters.test(word)).map(([name]) => name);
  if (found.length < 2) return false;
  if (found.length === 2 && found.includes("Latin") && found.includes("Greek"))
    return GREEK_LOOKALIKE.test(word);
  return true;
}

/**
 * The text with every lookalike replaced by its Latin double, styled letters made plain: two texts with
 * the same skeleton look the same. Case is kept, accents too. For comparing only.
 */
export function skeleton(text: string): string {
  return Array.from(withoutInvisible(text).normalize("NFKC"), (c) => PAIRS[c] ?? c).join("");
}

/** True when the whole text is written in non-Latin letters that all have Latin doubles ("СОРУ"). */
export function wholeScriptConfusable(text: string): boolean {
  const letters = withoutInvisible(text).normalize("NFKC").match(/\p{L}/gu) ?? [];
  return letters.length > 0 && letters.every((c) => PAIRS[c] !== undefined);
}
