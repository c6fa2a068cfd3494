import { z } from "zod";
import { filesOf, type PlacedModel, TASKS } from "../vision/registry.js";

/** What the commands about models have in common. */

export const modelSchema = z.object({
  name: z.string(),
  task: z.enum(TASKS),
  files: z.array(z.string()),
  bytes: z.number(),
  licence: z.string(),
  release: z.boolean().describe("False for weights that must not go into a published package"),
  origin: z.enum(["embedded", "user", "environment"]),
  used: z.boolean(),
});
export type ShownModel = z.output<typeof modelSchema>;

export function shownModel({ entry, origin, used }: PlacedModel): ShownModel {
  const files = filesOf(entry);
  return {
    name: entry.name,
    task: entry.task,
    files: files.map(({ file }) => file),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    licence: entry.licence,
    release: entry.release,
    origin,
    used,
  };
}

const size = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export function modelLine({ name, task, files, bytes, licence, release, origin, used }: ShownModel): string {
  const facts = [
    task.padEnd(9),
    size(bytes).padStart(9),
    `${files[0]}${files.length > 1 ? ` and ${files.length - 1} more` : ""}`,
    licence,
    origin,
    ...(release ? [] : ["not for release"]),
  ];
  return `${used ? "*" : " "} ${name.padEnd(24)} ${facts.join("  ")}`;
}

/** The service loads its models when it starts. */
export const RESTART =
  "a service that runs keeps the models it started with: `groundmark stop` lets the next command start a new one";
