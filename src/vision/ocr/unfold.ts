/**
 * The recogniser has one class for shapes that Latin, Cyrillic and Greek share ("a" and "а"). Which script
 * is meant follows from the other letters of the word; likewise letters that look like digits.
 */

/** Cyrillic and Greek letters as the Latin letter they are mistaken for within a Latin word. */
const TO_LATIN = mapping("нHкkмMтTвBпnиuз3ьbгrЗ3б6ηnνvυuκkρpτtιiαaγyσoωwГrПn");
const TO_CYRILLIC = mapping("AАBВEЕKКMМHНOОPРCСTТXХIІJЈSЅaаeеoоpрcсxхiіjјsѕyуëёËЁ");
const TO_GREEK = mapping("AΑBΒEΕZΖHΗIΙKΚMΜNΝOΟPΡTΤYΥXΧoοvν");

const LATIN = /[A-Za-z\u00c0-\u017f]/g;
/** Latin letters that no Cyrillic or Greek letter looks like. */
const ONLY_LATIN = /[b-df-hk-nq-ruwzD-GLQRUVWZ\u00c0-\u017f]/g;
const CYRILLIC = /[\u0400-\u04ff]/g;
const GREEK = /[\u0370-\u03ff]/g;
const DIGIT = /[0-9]/g;
const ASCII_LETTER = /[A-Za-z]/g;
/** Letters that cannot be misread digits. */
const NO_DIGIT_SHAPE = /[b-km-np-zA-HJ-NP-Z]/;

/** One word (no white space) with its shared shapes resolved, "O" and "l" within numbers as digits. */
export function unfoldWord(word: string): string {
  return unfoldDigits(unfoldScript(word)).replace(/…\.+|\.+…/g, "…");
}

function unfoldScript(word: string): string {
  const cyrillic = count(word, CYRILLIC);
  const greek = count(word, GREEK);
  const foreign = cyrillic + greek;
  if (foreign === 0) return word;
  // A single foreign letter among Latin ones is a misreading, not a mixed word.
  if (count(word, ONLY_LATIN) > foreign || (foreign === 1 && count(word, LATIN) >= 2))
    return replaceBy(word, TO_LATIN);
  if (cyrillic > greek) return replaceBy(word, TO_CYRILLIC);
  if (greek > cyrillic && greek > 1) return replaceBy(word, TO_GREEK);
  return word;
}

function unfoldDigits(word: string): string {
  const digits = count(word, DIGIT);
  if (digits === 0 || digits < count(word, ASCII_LETTER) || NO_DIGIT_SHAPE.test(word)) return word;
  return word.replace(/[Oo]/g, "0").replace(/[lI|]/g, "1");
}

const count = (word: string, letters: RegExp): number => word.match(letters)?.length ?? 0;

const replaceBy = (word: string, map: ReadonlyMap<string, string>): string =>
  Array.from(word, (letter) => map.get(letter) ?? letter).join("");

/** "xyzw" → x to y, z to w. */
function mapping(pairs: string): ReadonlyMap<string, string> {
  const letters = Array.from(pairs);
  return new Map(letters.flatMap((letter, i) => (i % 2 === 0 ? [[letter, letters[i + 1]!]] : [])));
}
