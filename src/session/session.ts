import { GroundmarkError } from "../core/errors.js";
import type { Mark } from "../fusion/marks.js";
import { NumberBook } from "../fusion/numbers.js";
import type { Observation } from "./observation.js";

/** Older snapshot ids that are still told apart from unknown ones. */
const REMEMBERED_IDS = 256;

/**
 * Numbers and the latest observation of one caller. Only the latest observation is kept whole (a 1080p
 * frame is 6 MB); of older ones only the id is, so that a late request gets STALE_REF and not a guess.
 */
export class Session {
  readonly book = new NumberBook();
  private latest: Observation | undefined;
  private readonly older = new Set<string>();
  /** Wall clock of the last use, ms, for retention. */
  lastUsed = Date.now();

  constructor(readonly name: string) {}

  /** @throws GroundmarkError SNAPSHOT_NOT_FOUND when nothing was observed yet */
  require(): Observation {
    if (!this.latest)
      throw new GroundmarkError("SNAPSHOT_NOT_FOUND", `session "${this.name}" has observed nothing yet`, {
        suggestion: "Observe first, then use a number from that listing.",
      });
    return this.latest;
  }

  keep(observation: Observation): void {
    if (this.latest) {
      this.older.add(this.latest.id);
      for (const id of this.older) {
        if (this.older.size <= REMEMBERED_IDS) break;
        this.older.delete(id);
      }
    }
    this.latest = observation;
    this.lastUsed = Date.now();
  }

  /**
   * The mark that a number means.
   *
   * @param snapshot the observation that gave the number; undefined means the latest
   * @throws GroundmarkError SNAPSHOT_NOT_FOUND, STALE_REF (older snapshot, retired number),
   *   ELEMENT_NOT_FOUND (a number that never was)
   */
  resolve(number: number, snapshot?: string): { observation: Observation; mark: Mark } {
    this.lastUsed = Date.now();
    const observation = this.require();
    if (snapshot !== undefined && snapshot !== observation.id) {
      if (this.older.has(snapshot))
        throw new GroundmarkError(
          "STALE_REF",
          `snapshot ${snapshot} is older than the latest, ${observation.id}`,
          {
            details: { snapshot, latest: observation.id },
          },
        );
      throw new GroundmarkError(
        "SNAPSHOT_NOT_FOUND",
        `no snapshot ${JSON.stringify(snapshot.slice(0, 40))} in session "${this.name}"`,
      );
    }
    const mark = observation.marks.get(number);
    if (mark) return { observation, mark };
    if (this.book.knows(number))
      throw new GroundmarkError("STALE_REF", `number ${number} is not on the screen any more`, {
        details: { number, snapshot: observation.id },
      });
    throw new GroundmarkError(
      "ELEMENT_NOT_FOUND",
      `number ${number} was never given in session "${this.name}"`,
      {
        details: { number, snapshot: observation.id },
      },
    );
  }
}
