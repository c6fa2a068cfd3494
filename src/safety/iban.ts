import type { Span } from "./cards.js";

/** Total length by country (ISO 13616 registry, release 97): with it one wrong number in 97 passes, not more. */
const LENGTHS = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 " +
    "EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 " +
    "KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 " +
    "PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 " +
    "UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

const BEGIN = /(?<![\p{L}\p{N}_])[A-Z]{2}[0-9]{2}/giu;

/** The check digit rule of ISO 7064 MOD 97-10 over the number with its first four characters moved to the end. */
export function passesMod97(iban: string): boolean {
  let rest = 0;
  for (const c of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(c, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** International bank account numbers, in one piece or in groups with one blank or dash between. Linear. */
export function ibanSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const hit of text.matchAll(BEGIN)) {
    const length = LENGTHS.get(hit[0].slice(0, 2).toUpperCase());
    const start = hit.index;
    if (length === undefined || start < (spans.at(-1)?.end ?? 0)) continue;
    const end = endOf(text, start, length);
    if (end === undefined) continue;
    const plain = text.slice(start, end).replace(/[ -]/g, "").toUpperCase();
    if (passesMod97(plain)) spans.push({ start, end });
  }
  return spans;
}

/** Offset behind `length` letters and digits, or undefined when something else stands among or right behind them. */
function endOf(text: string, start: number, length: number): number | undefined {
  let at = start;
  for (let found = 0; found < length; at++) {
    const c = text[at] ?? "";
    if (/[A-Za-z0-9]/.test(c)) found++;
    else if (!/[ -]/.test(c) || /[ -]/.test(text[at - 1] ?? "")) return undefined;
  }
  return /^[\p{L}\p{N}_]/u.test(text.slice(at, at + 2)) ? undefined : at;
}
