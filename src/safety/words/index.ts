import { de } from "./de.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fr } from "./fr.js";
import { it } from "./it.js";
import { ja } from "./ja.js";
import type { WordList } from "./list.js";
import { pl } from "./pl.js";
import { pt } from "./pt.js";
import { ru } from "./ru.js";
import { zh } from "./zh.js";

/** Every list is always asked: a desktop shows several languages at once. English first, so that it is named. */
export const WORD_LISTS: readonly WordList[] = [en, de, fr, es, it, pt, pl, ru, zh, ja];
