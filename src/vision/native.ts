/**
 * Keeps a worker thread from being ended inside native code.
 *
 * Ending a thread while onnxruntime-node runs or creates a session aborts the whole process (the binding
 * throws where the dying isolate cannot take an exception). So a thread says when it is inside native code,
 * and whoever ends it first forbids it to go there again and waits until it has come out.
 */
const INSIDE = 0;
const FORBIDDEN = 1;

/** Shared between a worker thread and the thread that owns it. */
export class NativeGate {
  readonly shared: SharedArrayBuffer;
  private readonly flags: Int32Array;
  /** Nested and interleaved calls of this thread. */
  private depth = 0;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.shared = shared;
    this.flags = new Int32Array(shared);
  }

  /** Worker side. False: the thread is about to be ended and must not go on. */
  enter(): boolean {
    if (this.depth++ > 0) return true;
    Atomics.store(this.flags, INSIDE, 1);
    // Order matters: first say "inside", then look. The owner first forbids, then looks.
    if (Atomics.load(this.flags, FORBIDDEN) === 0) return true;
    this.leave();
    return false;
  }

  /** Worker side. */
  leave(): void {
    if (--this.depth > 0) return;
    Atomics.store(this.flags, INSIDE, 0);
    Atomics.notify(this.flags, INSIDE);
  }

  /** Owner side: from now on no native code is entered; whether the thread is outside already. */
  forbid(): boolean {
    Atomics.store(this.flags, FORBIDDEN, 1);
    return Atomics.load(this.flags, INSIDE) === 0;
  }

  /** Owner side, blocking, for the end of the process. False when the thread was still inside after `ms`. */
  forbidAndWait(ms: number): boolean {
    if (this.forbid()) return true;
    Atomics.wait(this.flags, INSIDE, 1, ms);
    return Atomics.load(this.flags, INSIDE) === 0;
  }
}

let ownGate: NativeGate | undefined;

/** Called once by a worker thread; elsewhere native code is entered freely. */
export function setOwnGate(gate: NativeGate): void {
  ownGate = gate;
}

/** Runs native work behind this thread's gate. Never settles in a thread that is about to be ended. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  const gate = ownGate;
  if (!gate) return work();
  if (!gate.enter()) return new Promise<T>(() => {});
  try {
    return await work();
  } finally {
    gate.leave();
  }
}
