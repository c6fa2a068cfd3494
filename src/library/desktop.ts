import type { Policy } from "../action/ladder.js";
import type { MouseButton } from "../action/port.js";
import type { CaptureTarget } from "../capture/port.js";
import { GroundmarkError } from "../core/errors.js";
import type { Surface } from "../fusion/surface.js";
import type { ActionResult } from "../session/click.js";
import { readIn } from "../session/language.js";
import type { Observation } from "../session/observation.js";
import { markedPng, plainPng } from "../session/pictures.js";
import { Service, type Status } from "../session/service.js";
import * as shape from "./arguments.js";

export interface DesktopOptions {
  /** Environment that names the display and the buses; default process.env. */
  readonly env?: NodeJS.ProcessEnv;
  /** `background` (default) moves nothing; `foreground` lets clicks use the pointer. */
  readonly policy?: Policy;
}

export interface ObserveDesktopOptions {
  readonly target?: CaptureTarget;
  readonly maxMarks?: number;
  readonly language?: string;
}

export interface ClickDesktopOptions {
  readonly button?: MouseButton;
  readonly count?: 1 | 2 | 3;
  readonly policy?: Policy;
  /** Yes, also for a sensitive mark that could not be verified. */
  readonly confirm?: boolean;
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

/** A live desktop, driven in this process; other processes that drive it wait for their turn. */
export interface Desktop {
  observe(options?: ObserveDesktopOptions): Promise<Surface>;
  /** @param mark a number of the latest observation */
  click(mark: number, options?: ClickDesktopOptions): Promise<ActionResult>;
  status(): Promise<Status>;
  /** Pictures of the latest observation. */
  markedPng(): Promise<Uint8Array>;
  plainPng(): Promise<Uint8Array>;
  close(): Promise<void>;
}

const SESSION = "library";

/**
 * Opens the desktop that the environment names.
 *
 * @throws GroundmarkError PLATFORM_NOT_SUPPORTED when there is no display to observe, INVALID_ARGS
 */
export async function openDesktop(options: DesktopOptions = {}): Promise<Desktop> {
  shape.checked("options", shape.desktopOptions, options);
  const service = new Service(options.env ?? process.env);
  try {
    service.requireDisplay();
  } catch (error) {
    await service.close();
    throw error;
  }
  const latest = (): Observation => service.session(SESSION).require();
  return {
    async observe(wanted = {}) {
      const { target, maxMarks, language } = shape.checked("options", shape.observeOptions, wanted);
      const observation = await typed(
        service.observe(SESSION, {
          ...(target ? { target } : {}),
          ...(maxMarks === undefined ? {} : { maxMarks }),
          ...(language === undefined ? {} : { language }),
        }),
      );
      return readIn(language, observation).surface;
    },
    async click(mark, form = {}) {
      shape.checked("mark", shape.mark, mark);
      shape.checked("options", shape.clickOptions, form);
      const { result } = await typed(
        service.click({
          session: SESSION,
          mark,
          button: form.button ?? "left",
          count: form.count ?? 1,
          policy: form.policy ?? options.policy ?? "background",
          confirm: form.confirm ?? false,
          dryRun: form.dryRun ?? false,
          ...(form.signal ? { signal: form.signal } : {}),
        }),
      );
      return result;
    },
    status: () => service.status(),
    markedPng: async () => markedPng(latest()),
    plainPng: async () => plainPng(latest()),
    close: () => service.close(),
  };
}

/** Whatever goes wrong has a code: an aborted signal too, whose reason is a DOMException. */
const typed = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw GroundmarkError.from(error);
  });
