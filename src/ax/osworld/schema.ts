import { z } from "zod";
import type { AxNode, AxState, AxTree } from "../node.js";
import { ROLES } from "../roles.js";

export const AX_STATES = [
  "enabled",
  "disabled",
  "showing",
  "hidden",
  "focused",
  "focusable",
  "checked",
  "mixed",
  "pressed",
  "selected",
  "selectable",
  "expanded",
  "collapsed",
  "expandable",
  "editable",
  "readonly",
  "required",
  "invalid",
  "multiline",
  "modal",
  "haspopup",
  "busy",
  "active",
  "default",
  "visited",
  "protected",
] as const satisfies readonly AxState[];

/** Fails to compile when a state is missing above. */
type Missing = Exclude<AxState, (typeof AX_STATES)[number]>;
const complete: [Missing] extends [never] ? true : Missing = true;
void complete;

const coordinate = z.number().min(-1e8).max(1e8);
const words = z.string().max(65_536);

const rect = z.object({ x: coordinate, y: coordinate, width: coordinate, height: coordinate });

const axNode = z.object({
  id: words,
  role: z.enum(ROLES),
  nativeRole: words,
  name: words.optional(),
  description: words.optional(),
  value: words.optional(),
  placeholder: words.optional(),
  states: z.array(z.enum(AX_STATES)).max(64),
  actions: z.array(words).max(64),
  bounds: rect.optional(),
  geometryTrusted: z.boolean(),
  alpha: z.number().min(0).max(1).optional(),
  attributes: z.record(z.string(), words).optional(),
  app: words,
  pid: z.int().min(0).optional(),
  window: words.optional(),
  path: words,
  get children(): z.ZodArray<z.ZodType<AxNode>> {
    return z.array(axNode as unknown as z.ZodType<AxNode>);
  },
});

const truncation = z.enum(["nodeLimit", "depthLimit", "childLimit", "nullReference", "timeout", "error"]);

const axApp = z.object({
  name: words,
  toolkit: words,
  version: words.optional(),
  pid: z.int().min(0).optional(),
  address: words.optional(),
  method: z.enum(["cache", "collection", "walk", "file"]),
  nodes: z.int().min(0),
  duration: z.number().min(0),
  truncated: truncation.optional(),
  windows: z.array(axNode),
});

/** Groundmark's own JSON form of a tree. Coordinates are desktop pixels. */
export const axTreeSchema = z.object({
  status: z.enum(["ok", "partial", "skeleton", "empty", "off", "unavailable", "none"]),
  reason: words.optional(),
  apps: z.array(axApp),
  nodes: z.int().min(0),
  nullReferences: z.int().min(0),
  warnings: z.array(z.object({ code: words, message: words })),
  duration: z.number().min(0),
});

export type AxTreeJson = z.infer<typeof axTreeSchema>;

/** The schema's result as the type that the rest of the code uses; they differ in `| undefined` only. */
export const asAxTree = (value: AxTreeJson): AxTree => value as unknown as AxTree;
