import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startProvider } from "../ax-provider/index.js";
import { calculator, type Desktop, isAlive, startDesktop, textEditor, until } from "../desktop/index.js";
import { type CliRun, cli } from "./cli.js";

// The command line as a person uses it, against a service that it starts by itself.
let desktop: Desktop;
let other: Desktop;
beforeAll(async () => {
  [desktop, other] = await Promise.all([
    startDesktop({ width: 1280, height: 800 }),
    startDesktop({
      width: 1024,
      height: 768,
      monitors: [
        { x: 0, y: 0, width: 600, height: 768, name: "left" },
        { x: 600, y: 0, width: 424, height: 768, name: "right" },
      ],
    }),
  ]);
  await Promise.all([desktop.launch(calculator()), other.launch(textEditor({ text: "hello" }))]);
});
afterAll(async () => {
  for (const d of [desktop, other]) {
    await cli(["stop"], { env: d.env });
    expect((await d.stop()).stragglers).toEqual([]);
  }
});

const run = (...args: string[]): Promise<CliRun> => cli(args, { env: desktop.env });
const number = (
  json: { data: { marks: { id: number; label: string; role: string }[] } },
  label: string,
): string => String(json.data.marks.find((m) => m.label === label && m.role === "button")!.id);

describe("the command line on a live desktop", () => {
  it("observes, clicks a number, and shows what came of it", async () => {
    const som = join(desktop.directory, "marked.png");
    const seen = await run("observe", "--som", som, "--json");
    expect(seen.code).toBe(0);
    expect(seen.json).toMatchObject({
      version: "1",
      ok: true,
      command: "observe",
      data: { pictures: { som: { path: som } } },
    });
    expect(readFileSync(som).subarray(1, 4).toString()).toBe("PNG");
    const clicked = await run("click", number(seen.json, "7"), "--json");
    expect(clicked.code).toBe(0);
    expect(clicked.json.data).toMatchObject({
      label: "7",
      dispatched: true,
      rung: "semantic",
      outcome: "verified",
    });
    const people = await run("click", number(seen.json, "8"));
    expect(people.stderr).toBe("");
    expect(people.stdout).toMatch(/^\[\d+\] button "8": semantic click sent; verified \(.+\)/);
    const after = await run("observe");
    expect(after.stdout).toContain('val="78"');
  });

  it("takes @SNAPSHOT:NUMBER, and refuses older and unknown snapshots by name", async () => {
    const first = (await run("observe", "--json")).json;
    const second = (await run("observe", "--json")).json;
    const at = (s: { data: { snapshot: string } }) => `@${s.data.snapshot}:${number(second, "9")}`;
    expect((await run("click", at(second), "--dry-run", "--json")).json).toMatchObject({
      ok: true,
      data: { dispatched: false },
    });
    const old = await run("click", at(first), "--json");
    expect(old.code).toBe(1);
    expect(old.json.error).toMatchObject({
      code: "STALE_REF",
      suggestion: expect.stringContaining("Observe again"),
    });
    const unknown = await run("click", "@saaaaaaaaaa:1", "--json");
    expect(unknown.json.error.code).toBe("SNAPSHOT_NOT_FOUND");
    expect((await run("click", "99999", "--json")).json.error.code).toBe("ELEMENT_NOT_FOUND");
    expect((await run("click", "seven", "--json")).json.error.code).toBe("INVALID_ARGS");
    expect((await run("click", "1", "--session", "another", "--json")).json.error.code).toBe(
      "SNAPSHOT_NOT_FOUND",
    );
  });

  it("reads the policy from the environment, an option outranks it", async () => {
    const nine = number((await run("observe", "--json")).json, "9");
    const right = ["click", nine, "--button", "right", "--dry-run", "--json"];
    expect((await run(...right)).json.error.code).toBe("POLICY_DENIED");
    const env = { ...desktop.env, GROUNDMARK_POLICY: "foreground" };
    expect((await cli(right, { env })).json).toMatchObject({ ok: true, data: { rung: "pointer" } });
    expect((await cli([...right, "--policy", "background"], { env })).json.error.code).toBe("POLICY_DENIED");
  });

  it("gives status as data and as text, and doctor tells what to do", async () => {
    const { code, json } = await run("status", "--json");
    expect(code).toBe(0);
    expect(json.data).toMatchObject({ status: "ok", session: "x11", service: { display: desktop.display } });
    expect((await run("status")).stdout).toMatch(/^ok: x11 session on :\d+\n {2}capture/);
    expect((await run("doctor")).stdout).toContain("Everything that Groundmark needs is here.");
  });

  it("never shares a service between two displays", async () => {
    const here = (await run("status", "--json")).json.data.service;
    const there = (await cli(["status", "--json"], { env: other.env })).json.data.service;
    expect(there.pid).not.toBe(here.pid);
    expect(there.display).toBe(other.display);
    // The same display, written in another way, is the same service.
    const again = await cli(["status", "--json"], {
      env: { ...desktop.env, DISPLAY: `${desktop.display}.0` },
    });
    expect(again.json.data.service.pid).toBe(here.pid);
  });

  it("observes one monitor of two, with desktop coordinates", async () => {
    const { json } = await cli(["observe", "--monitor", "right", "--json"], { env: other.env });
    expect(json.data).toMatchObject({
      source: { kind: "monitor", id: "right" },
      screen: { x: 600, y: 0, width: 424, height: 768 },
    });
    const second = await cli(["observe", "--monitor", "2", "--json"], { env: other.env });
    expect(second.json.data.source).toEqual(json.data.source);
    const none = await cli(["observe", "--monitor", "nowhere", "--json"], { env: other.env });
    expect(none.json.error).toMatchObject({
      code: "INVALID_ARGS",
      message: expect.stringContaining("left, right"),
    });
  });

  it("lists the windows with the ids that --window takes, and names the command where one is wrong", async () => {
    const { json } = await run("windows", "--json");
    const [top] = json.data.windows;
    expect(top).toMatchObject({ id: expect.stringMatching(/^0x/), title: "Calculator", focused: true });
    expect(isAlive(top.pid)).toBe(true);
    expect((await run("windows")).stdout).toMatch(/^0x[0-9a-f]+ {2}"Calculator" \(.*focused\) \d+x\d+\+/m);
    const seen = await run("observe", "--window", top.id, "--json");
    expect(seen.json.data.source).toMatchObject({ kind: "window", id: top.id });
    const telling = await desktop.rawWindow({
      title: "Card 4111 1111 1111 1111",
      x: 0,
      y: 0,
      width: 200,
      height: 90,
    });
    const titles = (await run("windows", "--json")).json.data.windows.map((w: { title: string }) => w.title);
    expect(titles).toContain("Card [REDACTED_CARD]");
    await telling.close();
    const gone = await run("observe", "--window", "0x7fffff", "--json");
    expect(gone.json.error).toMatchObject({
      code: "WINDOW_NOT_FOUND",
      suggestion: expect.stringContaining("groundmark windows"),
    });
  });

  it("exits 1 when the effect is known not to have happened, in an envelope that is ok", async () => {
    const app = await startProvider(desktop, {
      name: "refusing",
      toolkit: "gtk",
      window: { x: 700, y: 300, width: 300, height: 200, title: "Refusing", background: "#f4f4f4" },
      children: [
        {
          id: "frame",
          role: "frame",
          name: "Refusing",
          extents: [0, 0, 300, 200],
          children: [
            {
              id: "no",
              role: "push button",
              name: "Submit",
              extents: [40, 40, 140, 40],
              actions: [{ name: "click", outcome: false }],
            },
          ],
        },
      ],
    });
    try {
      const seen = await run("observe", "--json");
      const clicked = await run("click", number(seen.json, "Submit"), "--confirm", "--json");
      expect(clicked.json).toMatchObject({ ok: true, data: { dispatched: true, outcome: "contradicted" } });
      expect(clicked.code).toBe(1);
    } finally {
      await app.close();
    }
  });

  it("shows people an application that hangs, in observe, status and doctor", async () => {
    const env = other.env;
    const [{ pid }] = (await cli(["windows", "--json"], { env })).json.data.windows;
    process.kill(pid, "SIGSTOP");
    try {
      const seen = await cli(["observe"], { env });
      expect(seen.code).toBe(0);
      expect(seen.stdout).not.toContain("note:");
      expect(seen.stderr).toMatch(/^note: accessibility tree partial: application-unresponsive$/m);
      expect(seen.stderr).toMatch(/^note: ax-app-unresponsive: .+ does not answer$/m);
      const status = await cli(["status", "--json"], { env });
      expect(status.json.data).toMatchObject({
        status: "degraded",
        accessibility: { status: "degraded", silent: [`mousepad (process ${pid})`] },
      });
      const doctor = await cli(["doctor"], { env });
      expect(doctor.code).toBe(0);
      expect(doctor.stdout).toMatch(/warn accessibility .*1 of \d+ applications do not answer: mousepad/);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    const again = await cli(["observe"], { env });
    expect(again.stderr).not.toContain("unresponsive");
  });

  it("reports a frozen service within the caller's time, and a click does not wait longer either", async () => {
    const { pid } = (await run("status", "--json")).json.data.service;
    process.kill(pid, "SIGSTOP");
    try {
      const before = performance.now();
      const click = await run("click", "1", "--timeout", "2000", "--json");
      expect(click.json.error).toMatchObject({ code: "TIMEOUT", details: { pid } });
      expect(performance.now() - before).toBeLessThan(3_500);
      const asked = performance.now();
      const { json } = await run("status", "--timeout", "9000", "--json");
      expect(performance.now() - asked).toBeLessThan(9_000);
      expect(json.data).toMatchObject({
        status: "degraded",
        capture: { status: "ok" },
        service: { state: "unresponsive", pid },
      });
      expect((await run("status")).stdout).toMatch(/service +degraded \(process \d+\): it does not answer/);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    expect((await run("status", "--json")).json.data.service).toMatchObject({ state: "serving", pid });
  });

  it("starts a new service after kill -9, which knows none of the old numbers", async () => {
    const seven = number((await run("observe", "--json")).json, "7");
    const { pid } = (await run("status", "--json")).json.data.service;
    process.kill(pid, "SIGKILL");
    await until(() => !isAlive(pid), { timeout: 5000, what: "the service's end" });
    const { json } = await run("click", seven, "--json");
    expect(json.error.code).toBe("SNAPSHOT_NOT_FOUND");
    const fresh = (await run("status", "--json")).json.data.service;
    expect(fresh.pid).not.toBe(pid);
  });

  it("keeps its socket and lock to the user", async () => {
    const dir = join(desktop.env.XDG_RUNTIME_DIR!, "groundmark");
    const { statSync, readdirSync } = await import("node:fs");
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    const sockets = readdirSync(dir).filter((f) => statSync(join(dir, f)).isSocket());
    expect(sockets).toHaveLength(1);
    expect(statSync(join(dir, sockets[0]!)).mode & 0o777).toBe(0o600);
  });

  it("stops its service for good", async () => {
    const { pid } = (await run("status", "--json")).json.data.service;
    expect((await run("stop")).code).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });
});

describe("without a display", () => {
  const bare = { PATH: process.env.PATH, HOME: process.env.HOME };
  it("status and doctor still answer, observe and click say what to do", async () => {
    const status = await cli(["status", "--json"], { env: bare });
    expect(status.code).toBe(0);
    expect(status.json.data).toMatchObject({
      status: "unavailable",
      session: "none",
      detector: { status: "ok" },
    });
    const doctor = await cli(["doctor"], { env: bare });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/FAIL capture .+\n +-> /);
    expect((await cli(["status"], { env: bare })).stdout).toMatch(/^unavailable: no desktop session\n/);
    expect((await cli(["stop"], { env: bare })).stdout).toBe("No service runs: DISPLAY is not set\n");
    const wrong = await cli(["click", "abc", "--json"], { env: bare });
    expect([wrong.code, wrong.json.error.message]).toEqual([
      2,
      expect.stringContaining("click: MARK: expected"),
    ]);
    const both = await cli(["observe", "--monitor", "1", "--window", "0x1", "--json"], { env: bare });
    expect(both.json.error).toMatchObject({ code: "INVALID_ARGS" });
    for (const command of [["observe"], ["click", "7"]]) {
      const { code, json } = await cli([...command, "--json"], { env: bare });
      expect(code).toBe(1);
      expect(json.error).toMatchObject({
        code: "PLATFORM_NOT_SUPPORTED",
        suggestion: expect.stringContaining("parse"),
      });
    }
  });
});
