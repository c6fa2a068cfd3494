// The hermetic test desktop. Written by hand, because the code itself is JavaScript that runs without a build
// step: the demonstration, the bench and the tests share it.
import type { ChildProcess } from "node:child_process";

/** Pixels of the root window. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DesktopOptions {
  /** Default 1920. */
  readonly width?: number;
  /** Default 1080. */
  readonly height?: number;
  readonly windowManager?: "openbox" | "none";
  /** Default true. False: no accessibility bus can be reached from this desktop. */
  readonly accessibility?: boolean;
  /** Virtual RandR monitors; default one that covers the screen. */
  readonly monitors?: readonly (Box & { readonly name?: string })[];
}

export interface AppSpec {
  readonly name: string;
  readonly command: string;
  readonly args: (desktop: Desktop) => string[];
  readonly env?: Record<string, string>;
  /** A part of the title that its main window will have. */
  readonly title?: string;
  /** Default true; false: it is not expected on the accessibility bus. */
  readonly accessible?: boolean;
  /** A further fact to wait for once it answers; a rejection counts as "not yet". */
  readonly ready?: (app: App, desktop: Desktop) => Promise<boolean>;
}

export interface WindowFacts {
  readonly id: number;
  /** _NET_WM_PID. */
  readonly pid?: number;
  readonly title: string;
  /** Client area. */
  readonly rect: Box;
  readonly managed: boolean;
  readonly viewable: boolean;
  readonly overrideRedirect: boolean;
  readonly inputOnly: boolean;
}

export interface App {
  readonly name: string;
  /** The process that was started; it or a descendant owns the window and the bus name. */
  readonly pid: number;
  readonly windowId: number;
  readonly windowTitle: string;
  /** Unique name on the accessibility bus; "" when it is not expected there. */
  readonly busName: string;
  /** ms from start to proof. */
  readonly launchTime: number;
  readonly running: boolean;
  log(): string;
  close(): Promise<void>;
}

/** A filled and outlined rectangle with a line of text in it; window pixels. */
export interface RawItem extends Box {
  readonly fill?: string;
  readonly outline?: string;
  readonly text?: string;
  readonly color?: string;
  /** Font size in pixels, default 15. */
  readonly size?: number;
  readonly align?: "left" | "center";
}

export interface RawWindowSpec extends Box {
  readonly title?: string;
  readonly background?: string;
  readonly items?: readonly RawItem[];
  readonly overrideRedirect?: boolean;
  /** Receives input and shows nothing. */
  readonly inputOnly?: boolean;
  /** Selects no events. X then passes a press on to the parent, the root window. */
  readonly clickThrough?: boolean;
  /** Sets _NET_WM_WINDOW_OPACITY, 0 to 1; only a compositor draws it. */
  readonly opacity?: number;
  /** False: no _NET_WM_PID. */
  readonly pid?: boolean;
}

export interface RawEvent {
  readonly event: "open" | "press" | "release" | "key-press" | "key-release" | "enter" | "configure" | string;
  readonly window?: number;
  /** Button number, or keycode. */
  readonly button?: number;
  readonly x?: number;
  readonly y?: number;
  readonly rootX?: number;
  readonly rootY?: number;
  readonly state?: number;
  /** True when it came through XSendEvent. */
  readonly synthetic?: boolean;
  readonly width?: number;
  readonly height?: number;
}

export interface RawApp extends App {
  readonly events: readonly RawEvent[];
  readonly presses: readonly RawEvent[];
  waitFor(fits: (event: RawEvent) => boolean, timeout?: number): Promise<RawEvent>;
  update(change: Partial<RawWindowSpec>): Promise<void>;
  raise(): Promise<void>;
  /** {"op": "raise" | "lower" | "show" | "hide" | "close"} or {"op": "update", "change": {...}}. */
  send(command: Record<string, unknown>): Promise<void>;
}

export interface AccessibleApplication {
  readonly busName: string;
  readonly pid: number;
  readonly name: string;
  readonly windows: number;
}

export interface Child {
  readonly pid: number;
  readonly process: ChildProcess;
  log(): string;
}

export interface Desktop {
  /** For example ":3". */
  readonly display: string;
  /** Private, mode 0700; holds HOME, XDG_RUNTIME_DIR, TMPDIR and logs; deleted by stop(). */
  readonly directory: string;
  /** The complete environment for processes on this desktop. */
  readonly env: Record<string, string>;
  readonly width: number;
  readonly height: number;
  readonly hasAccessibility: boolean;
  readonly accessibilityAddress: string;
  readonly pids: { readonly xserver: number; readonly bus: number; readonly windowManager?: number };
  /** ms from the call of startDesktop to each fact. */
  readonly timings: Readonly<Record<string, number>>;
  readonly apps: ReadonlySet<App>;

  /** Settles when a window and (with accessibility) a bus name are proved to be of this very process. */
  launch(spec: AppSpec, options?: { timeout?: number; env?: Record<string, string> }): Promise<App>;
  rawWindow(spec: RawWindowSpec): Promise<RawApp>;
  /** Any other process, in its own process group, logged; ended by stop() at the latest. */
  spawn(
    name: string,
    command: string,
    args: readonly string[],
    env?: Record<string, string>,
    stdio?: ("ignore" | "log" | "pipe")[],
  ): Child;

  /** The screen's size as the X server reports it. */
  x11Size(): { width: number; height: number };
  windows(): Promise<WindowFacts[]>;
  /** Puts the outer edge (frame included) there, checked; gives the client area. */
  place(window: App | number, box: Box): Promise<Box>;
  activate(window: App | number): Promise<void>;
  activeWindow(): Promise<number | undefined>;
  pointer(): Promise<{ x: number; y: number; mask: number }>;
  /** RGB, 3 bytes a pixel. */
  pixels(area?: Box): Promise<Buffer>;
  /** PNG. */
  screenshot(file?: string): Promise<Buffer>;

  /** A method call on the accessibility bus, with a time-out (ms, default 2000). */
  call(
    destination: string,
    path: string,
    iface: string,
    member: string,
    signature?: string,
    body?: unknown[],
    timeout?: number,
    // biome-ignore lint/suspicious/noExplicitAny: D-Bus bodies have the shape of their signature
  ): Promise<any[]>;
  applications(): Promise<AccessibleApplication[]>;
  processes(): { pid: number; command: string }[];
  /** Ends everything, by process id, and proves it; `stragglers` are command lines that had to be killed. */
  stop(): Promise<{ stragglers: string[] }>;
}

export function startDesktop(options?: DesktopOptions): Promise<Desktop>;

export function textEditor(options?: { text?: string; file?: string }): AppSpec;
export function calculator(): AppSpec;
export function qtEditor(options?: { text?: string; file?: string }): AppSpec;
/** @param page a URL, a path of an HTML file, or the name of a page in test/pages ("form") */
export function browser(page?: string, options?: { args?: string[] }): AppSpec;

export interface StandardDesktop {
  readonly editor: App;
  readonly calculator: App;
  readonly list: App;
  readonly browser: App;
}

export function standardDesktop(
  desktop: Desktop,
  options?: { page?: string; browserArgs?: string[] },
): Promise<StandardDesktop>;

export class Bus {
  static open(address: string): Promise<Bus>;
  call: Desktop["call"];
  // biome-ignore lint/suspicious/noExplicitAny: a property has the type that its owner gives it
  get(destination: string, path: string, iface: string, name: string): Promise<any>;
  pidOf(name: string): Promise<number>;
  applications(): Promise<AccessibleApplication[]>;
  close(): void;
}

export function isAlive(pid: number): boolean;
export function processesOf(directory: string): { pid: number; command: string }[];
export function within<T>(work: Promise<T>, ms: number, what: string): Promise<T>;
export function until<T>(
  fact: () => T | undefined | false | Promise<T | undefined | false>,
  options: { timeout: number; what: string | (() => string); poll?: number },
): Promise<T>;
