import { connect } from "node:net";
import { canonicalDisplay } from "../session/runtime.js";

const LOOK_MS = 3_000;
const CONNECT_MS = 2_000;
/** A busy server may miss one look; one that is gone misses all. */
const MISSES = 2;

/**
 * Settles once the X server of this environment's display has stopped listening. Never settles for a
 * display that is not a local X server, or was not there at the beginning. The timer keeps no process alive.
 */
export async function displayLost(env: NodeJS.ProcessEnv, everyMs = LOOK_MS): Promise<void> {
  const server = /^:(\d+)/.exec(canonicalDisplay(env))?.[1];
  const path = `/tmp/.X11-unix/X${server}`;
  const listens = async () => (await accepts(path)) || (await accepts(`\0${path}`));
  if (server === undefined || !(await listens())) return new Promise<void>(() => {});
  for (let misses = 0; misses < MISSES; misses = (await listens()) ? 0 : misses + 1)
    await new Promise<void>((done) => setTimeout(done, everyMs).unref());
}

/** Whether somebody listens. One that lets us wait does: its queue is full, not gone. */
function accepts(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path);
    const finish = (answer: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      done(answer);
    };
    const timer = setTimeout(() => finish(true), CONNECT_MS);
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
}
