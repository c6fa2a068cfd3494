// @ts-check
/** Seeded random numbers (mulberry32): the same seed gives the same screen on every machine. */
export class Rng {
  /** @param {number} seed any integer; only its low 32 bits count */
  constructor(seed) {
    this.state = seed >>> 0 || 1;
    this.ids = 0;
    /** A number that is the same during the whole page, for choices that belong to its style. */
    this.seedPick = (seed >>> 5) & 0xffff;
    for (let i = 0; i < 5; i++) this.float();
  }

  /** A number in [0, 1). */
  float() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from `low` to `high`, both included. @param {number} low @param {number} high */
  int(low, high) {
    return low + Math.floor(this.float() * (high - low + 1));
  }

  /** One entry, all equally likely. @template T @param {readonly T[]} list @returns {T} */
  pick(list) {
    return /** @type {T} */ (list[Math.floor(this.float() * list.length)]);
  }

  /** One entry by weight. @template T @param {readonly (readonly [number, T])[]} list @returns {T} */
  weighted(list) {
    const total = list.reduce((sum, [weight]) => sum + weight, 0);
    let left = this.float() * total;
    for (const [weight, value] of list) {
      left -= weight;
      if (left < 0) return value;
    }
    return /** @type {readonly [number, T]} */ (list[list.length - 1])[1];
  }

  /** True with probability `share`. @param {number} share */
  chance(share) {
    return this.float() < share;
  }

  /** `count` results of `make`. @template T @param {number} count @param {(index: number) => T} make */
  times(count, make) {
    return Array.from({ length: count }, (_, index) => make(index));
  }

  /** The same joined to one string. @param {number} count @param {(index: number) => string} make */
  repeat(count, make, glue = "") {
    return this.times(count, make).join(glue);
  }

  /** An id unique within the page. */
  id() {
    this.ids += 1;
    return `i${this.ids}`;
  }
}

/** Mixes the name of a source into a frame number. @param {string} source @param {number} frame */
export function seedOf(source, frame) {
  let hash = 2166136261;
  for (const char of source) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619);
  return Math.imul(hash ^ frame, 2654435761) ^ (frame * 7919);
}
