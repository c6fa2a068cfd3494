import { parentPort, workerData } from "node:worker_threads";
import { GroundmarkError } from "../../core/errors.js";
import { type LoadedModel, loadModel, type ModelOf, unavailable } from "../models.js";
import { NativeGate, setOwnGate } from "../native.js";
import type { AnyTask, ModelTask } from "../registry.js";
import {
  type Calls,
  errorFrom,
  type PartState,
  type ReplyMessage,
  type RequestMessage,
  type ThreadData,
  type WorkerData,
} from "./protocol.js";

// At once, before any part begins to load.
setOwnGate(new NativeGate((workerData as ThreadData).gate));

type Handlers<C extends Calls> = {
  readonly [K in keyof C]: (request: C[K]["request"]) => Promise<C[K]["reply"]>;
};

/** Answers the parent's requests one after the other: sessions are not re-entrant. */
export function serveRequests<C extends Calls>(handlers: Handlers<C>): void {
  const port = parentPort;
  if (!port) throw new GroundmarkError("INTERNAL", "this file runs as a worker thread only");
  let queue = Promise.resolve();
  port.on("message", ({ id, kind, request }: RequestMessage) => {
    queue = queue.then(async () => {
      let message: ReplyMessage;
      try {
        const handler = handlers[kind];
        if (!handler) throw new GroundmarkError("INTERNAL", `no such request: ${kind}`);
        message = { id, reply: await handler(request) };
      } catch (error) {
        message = { id, error: GroundmarkError.from(error).toBody() };
      }
      port.postMessage(message);
    });
  });
}

/** This worker's model for a task. @throws GroundmarkError MODEL_UNAVAILABLE */
export async function ownModel<T extends ModelTask>(task: T): Promise<LoadedModel<T>> {
  const { modelsFolder, manifest, folders } = workerData as WorkerData;
  if ("error" in manifest) throw errorFrom(manifest.error);
  const name = manifest.models.find((model) => model.task === task)?.name ?? "";
  return loadModel(folders?.[name] ?? modelsFolder, manifest, task);
}

/** The same, not read yet. @throws GroundmarkError MODEL_UNAVAILABLE */
export function placedModel<T extends AnyTask>(task: T): { folder: string; entry: ModelOf<T> } {
  const { modelsFolder, manifest, folders } = workerData as WorkerData;
  if ("error" in manifest) throw errorFrom(manifest.error);
  const entry = manifest.models.find((model): model is ModelOf<T> => model.task === task);
  if (!entry) throw unavailable(`the manifest lists no model for the task "${task}"`, { task });
  return { folder: folders?.[entry.name] ?? modelsFolder, entry };
}

/** A part that loads in the background; `get` waits for it, or throws why it is not there. */
export interface Part<T> {
  get(): Promise<T>;
  state(): Promise<PartState>;
}

export function loadPart<T extends { readonly name: string; readonly problem?: string | undefined }>(
  load: () => Promise<T>,
): Part<T> {
  const started = performance.now();
  let took = 0;
  const loading = load().finally(() => {
    took = performance.now() - started;
  });
  loading.catch(() => {}); // reported by whoever asks
  return {
    get: () => loading,
    state: () =>
      loading.then(
        (part): PartState => ({
          name: part.name,
          status: "ok",
          load: took,
          ...(part.problem ? { reason: part.problem } : {}),
        }),
        (error: unknown): PartState => ({
          status: "unavailable",
          reason: GroundmarkError.from(error).message,
          load: took,
        }),
      ),
  };
}
