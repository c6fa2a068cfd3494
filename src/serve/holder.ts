import { withTimeout } from "../core/deadline.js";
import { GroundmarkError } from "../core/errors.js";
import type { Service } from "../session/service.js";

const OPEN_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * The display's service, opened by the first command that needs it. A failure to open is that command's
 * error; the next command tries again, since the display may have come up meanwhile.
 */
export class ServiceHolder {
  private opening: Promise<Service> | undefined;
  private opened: Service | undefined;
  private gone: GroundmarkError | undefined;

  /** `watch` settles once the display is gone for good (its server died). */
  constructor(
    private readonly open: () => Promise<Service>,
    private readonly watch: (() => Promise<unknown>) | undefined,
    private readonly onLost: (error: GroundmarkError) => void,
  ) {}

  /** Why the display is no more, once it is. */
  get lost(): GroundmarkError | undefined {
    return this.gone;
  }

  async get(): Promise<Service> {
    if (this.gone) throw this.gone;
    this.opening ??= this.start();
    return this.opening;
  }

  private async start(): Promise<Service> {
    const work = Promise.resolve().then(this.open);
    try {
      const service = await withTimeout(work, OPEN_TIMEOUT_MS, "opening the display");
      this.opened = service;
      void this.watch?.().then(
        (reason) => this.lose(reason),
        (reason) => this.lose(reason),
      );
      return service;
    } catch (error) {
      this.opening = undefined;
      // One that opens after we gave it up belongs to nobody.
      void work.then(closeQuietly, () => {});
      throw error;
    }
  }

  private lose(reason: unknown): void {
    this.gone =
      reason instanceof GroundmarkError
        ? reason
        : new GroundmarkError("PLATFORM_NOT_SUPPORTED", "the display is gone", {
            suggestion: "Start the display again; the next command starts a new service.",
            ...(reason === undefined ? {} : { cause: reason }),
          });
    this.onLost(this.gone);
  }

  /** Bounded; never rejects. */
  async close(): Promise<void> {
    const service = this.opened;
    this.opened = undefined;
    if (service) await closeQuietly(service);
  }
}

async function closeQuietly(service: Service): Promise<void> {
  try {
    await withTimeout(service.close(), CLOSE_TIMEOUT_MS, "closing the display");
  } catch (error) {
    console.error(`closing the display: ${(error as Error).message}`);
  }
}
