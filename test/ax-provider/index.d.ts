// A scriptable application on the accessibility bus of a test desktop: a process of its own that speaks the
// real AT-SPI protocol and can lie, stall, refuse and crash.
import type { App, Desktop, RawItem, RawWindowSpec } from "../desktop/index.js";

/** What a call meets instead of (or, with `delay` alone, before) the truthful answer. */
export interface Fault {
  /** No reply, ever. The rest of the application goes on. */
  readonly never?: boolean;
  /** ms before anything else happens. */
  readonly delay?: number;
  /** org.freedesktop.DBus.Error.Failed. */
  readonly error?: boolean;
  /** The process exits with code 70. */
  readonly crash?: boolean;
  /**
   * This body with this signature, whatever the interface promises; {"$variant": [signature, value]} stands
   * for a variant. The reply to a property's Get has the signature "v".
   */
  readonly reply?: { readonly signature: string; readonly body: readonly unknown[] };
  /** Only for the first so many calls. */
  times?: number;
  /** Only after so many calls have been answered truthfully. */
  after?: number;
}

/** By "Interface.Member" ("Accessible.GetChildren", "Accessible.Name"), by member, or "*". */
export type Faults = Readonly<Record<string, Fault>>;

/** Changes of a node; `id` says of which one when it is not the node itself. */
export type Patch = Partial<NodeSpec>;

export interface ActionSpec {
  readonly name: string;
  readonly description?: string;
  readonly keyBinding?: string;
  /** What DoAction answers (default true); "crash" ends the process. The consequences happen in any case. */
  readonly outcome?: boolean | "never" | "error" | "crash";
  /** ms before the consequences. */
  readonly delay?: number;
  /** Consequences, of DoAction and of a press of the mouse on the node. */
  readonly effects?: readonly Patch[];
}

export interface NodeSpec {
  /** Letters, digits, "_"; the last element of the object path. Default "n1", "n2", ... */
  readonly id?: string;
  /** AT-SPI role name ("push button") or number. Default "panel". */
  readonly role?: string | number;
  /** What GetRoleName says; default the role's name. */
  readonly roleName?: string;
  readonly name?: string;
  readonly description?: string;
  readonly accessibleId?: string;
  /** AT-SPI state names. Default enabled, sensitive, showing, visible. */
  readonly states?: readonly string[];
  /**
   * x, y, width, height, relative to the client area of the application's window (to the screen when it has
   * none, or with `absolute`). Default 0, 0, -1, -1; null: no Component interface.
   */
  readonly extents?: readonly [number, number, number, number] | null;
  readonly absolute?: boolean;
  readonly alpha?: number;
  readonly actions?: readonly ActionSpec[];
  /** Gives it the Text interface, and with the state "editable" EditableText. */
  readonly text?: string;
  /** How SetTextContents, InsertText and DeleteText behave; "clear" is the defect of GTK 4.8. */
  readonly setText?: "ok" | "ignore" | "clear" | "refuse" | "never";
  readonly value?: {
    readonly min: number;
    readonly max: number;
    readonly current: number;
    readonly increment?: number;
    readonly text?: string;
    /** Writing it changes nothing. */
    readonly fixed?: boolean;
  };
  readonly attributes?: Readonly<Record<string, string>>;
  readonly relations?: readonly { readonly type: number; readonly targets: readonly string[] }[];
  /** Short names ("Accessible", "Action"); default by what the node has. */
  readonly interfaces?: readonly string[];
  readonly scrollable?: boolean;
  readonly children?: readonly NodeSpec[];
  /** Children made when asked for; ids are the parent's id, "_" and the index; {i} in the name is the index. */
  readonly generate?: NodeSpec & { readonly count: number; readonly step?: readonly [number, number] };
  /** What ChildCount says, true or not. */
  readonly childCount?: number;
  /** What Parent says: the id of another node. */
  readonly parent?: string;
  /**
   * Instead of a node of its own: "null", the id of another node (cycles), or an object of another
   * application.
   */
  readonly ref?: "null" | string | { readonly bus: string; readonly path: string };
  readonly faults?: Faults;
  /** How it is drawn in the window. Default by role, with the text or the name; false: not at all. */
  readonly paint?: false | Partial<Omit<RawItem, "x" | "y" | "width" | "height">>;
}

export interface ProviderSpec {
  /** Name of the application. */
  readonly name: string;
  readonly toolkit?: string;
  readonly version?: string;
  /** Overrides for the application object itself. */
  readonly root?: Partial<NodeSpec>;
  readonly children?: readonly NodeSpec[];
  /** A real window of the same process, showing the nodes. */
  readonly window?: RawWindowSpec;
  /** For every node. */
  faults?: Faults;
  /**
   * Cache.GetItems: absent (default), GTK's, Qt's empty one, or GTK 3's habit of implementing it
   * only once somebody has registered for events.
   */
  readonly cache?: "none" | "items" | "empty" | "on-listener";
  /** Collection.GetMatches on every node. Default false. */
  readonly collection?: boolean;
  /** Children of these nodes appear only `delay` ms after somebody asked for the attributes of the root. */
  readonly gate?: { readonly hides: readonly string[]; readonly delay?: number };
  /** Changes cause AT-SPI events. Default false. */
  readonly notify?: boolean;
  /** Report every call as an event. */
  readonly trace?: boolean;
}

export interface ScriptedSignal {
  /** "Object", "Window", "Focus", ... */
  readonly interface: string;
  /** "StateChanged", "ChildrenChanged", ... */
  readonly member: string;
  readonly detail?: string;
  readonly d1?: number;
  readonly d2?: number;
  /** Signature and value. */
  readonly value?: readonly [string, unknown];
}

export interface Call {
  /** "Interface.Member"; a property that was written ends in "=". */
  readonly member: string;
  readonly id: string;
}

/** {"event": "action" | "text" | "value" | "focus" | "scroll" | "press" | "gate" | "call" | "fault", ...} */
export interface ProviderEvent {
  readonly event: string;
  readonly id?: string | null;
  readonly [field: string]: unknown;
}

export interface Provider extends App {
  readonly events: readonly ProviderEvent[];
  readonly actions: readonly ProviderEvent[];
  /** The first event, past or coming, that fits. */
  waitFor(fits: (event: ProviderEvent) => boolean, timeout?: number): Promise<ProviderEvent>;
  /** Object path of a node. */
  path(id: string): string;
  set(id: string, patch: Patch, options?: { notify?: boolean }): Promise<void>;
  add(parent: string, node: NodeSpec, index?: number): Promise<void>;
  remove(id: string): Promise<void>;
  /** Replaces the faults of a node, or those of the application. */
  faults(faults: Faults, id?: string): Promise<void>;
  /** Until all events so far have arrived: they travel by a pipe, a little behind D-Bus answers. */
  settled(): Promise<void>;
  calls(): Promise<Call[]>;
  forget(): Promise<void>;
  /** How the node is now. */
  node(id: string): Promise<{ name: string; text?: string; value?: { current: number }; states: string[] }>;
  /** Blocks the whole process for ms; returns at once. */
  hang(ms: number): void;
  /**
   * Other commands: {op: "window", change: Partial<RawWindowSpec>}, {op: "restack", stack: "above" | "below"},
   * {op: "show", shown: boolean}, {op: "emit", id, signal: ScriptedSignal}, {op: "act", id, index}.
   */
  control(command: Record<string, unknown>): Promise<unknown>;
}

export function startProvider(desktop: Desktop, spec: ProviderSpec): Promise<Provider>;
