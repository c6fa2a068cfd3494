import { z } from "zod";
import type { Command, FileArgument } from "../commands/command.js";

/** What a word of the command line may turn into. Generated from an argument's JSON Schema. */
export type Shape =
  | { readonly kind: "boolean" | "number" | "integer" | "string" | "json" }
  | { readonly kind: "choice"; readonly choices: readonly unknown[] }
  /** Numbers with a comma between them: `--at 10,20`. With keys an object, without a list. */
  | {
      readonly kind: "numbers";
      readonly keys: readonly string[] | undefined;
      readonly count: number | undefined;
    }
  | { readonly kind: "either"; readonly shapes: readonly Shape[] };

export interface OptionSpec {
  /** The argument's name in the description, `maxMarks`. */
  readonly name: string;
  /** The option's name on the command line, `max-marks`. */
  readonly flag: string;
  readonly short: string | undefined;
  readonly shape: Shape;
  /** May be given several times and collects a list. */
  readonly many: boolean;
  readonly required: boolean;
  readonly fallback: unknown;
  readonly description: string;
  readonly file: FileArgument | undefined;
  readonly env: string | undefined;
  readonly positional: boolean;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly default?: unknown;
  readonly description?: string;
}

/** A command's options, in the order of its description. */
export function optionsOf(command: Command): OptionSpec[] {
  const schema = z.toJSONSchema(command.args, { io: "input" }) as Schema;
  const { positional = [], files = {}, short = {}, env = {} } = command.cli ?? {};
  const letters = new Map(Object.entries(short).map(([letter, name]) => [name, letter]));
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const many = isList(property);
    const file = files[name];
    return {
      name,
      flag: kebab(name),
      short: letters.get(name),
      shape: file ? { kind: "string" } : shapeOf(many ? (property.items as Schema) : property),
      many,
      required: schema.required?.includes(name) ?? false,
      fallback: property.default,
      description: property.description ?? "",
      file,
      env: env[name],
      positional: positional.includes(name),
    };
  });
}

/** A list of things that are one word each: the option is repeated, or a list of numbers has commas. */
function isList({ type, items, prefixItems }: Schema): boolean {
  if (type !== "array" || prefixItems || typeof items !== "object") return false;
  const { kind } = shapeOf(items);
  return kind !== "json" && kind !== "number" && kind !== "integer";
}

function shapeOf(schema: Schema): Shape {
  if (schema.const !== undefined) return { kind: "choice", choices: [schema.const] };
  if (schema.enum) return { kind: "choice", choices: schema.enum };
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return either(alternatives.map(shapeOf));
  if (Array.isArray(schema.type))
    return either(schema.type.filter((type) => type !== "null").map((type) => shapeOf({ ...schema, type })));
  switch (schema.type) {
    case "boolean":
    case "number":
    case "integer":
    case "string":
      return { kind: schema.type };
    case "array":
      return listOfNumbers(schema) ?? { kind: "json" };
    case "object":
      return objectOfNumbers(schema) ?? { kind: "json" };
    default:
      return { kind: "json" };
  }
}

function either(shapes: readonly Shape[]): Shape {
  const [only] = shapes;
  return shapes.length === 1 && only ? only : { kind: "either", shapes };
}

const isNumber = (schema: Schema) => schema.type === "number" || schema.type === "integer";

function listOfNumbers({ items, prefixItems }: Schema): Shape | undefined {
  if (prefixItems?.every(isNumber)) return { kind: "numbers", keys: undefined, count: prefixItems.length };
  if (typeof items === "object" && isNumber(items))
    return { kind: "numbers", keys: undefined, count: undefined };
  return undefined;
}

function objectOfNumbers({ properties = {}, required = [] }: Schema): Shape | undefined {
  const keys = Object.keys(properties);
  const plain =
    keys.length > 0 && Object.values(properties).every(isNumber) && required.length === keys.length;
  return plain ? { kind: "numbers", keys, count: keys.length } : undefined;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** The value that a word means, or undefined when it does not fit the shape. */
export function convert(shape: Shape, word: string): unknown {
  switch (shape.kind) {
    case "string":
      return word;
    case "boolean":
      return word === "true" ? true : word === "false" ? false : undefined;
    case "number":
      return NUMBER.test(word) ? Number(word) : undefined;
    case "integer":
      return NUMBER.test(word) && Number.isSafeInteger(Number(word)) ? Number(word) : undefined;
    case "choice":
      return shape.choices.find((choice) => String(choice) === word);
    case "numbers": {
      const words = word.split(",");
      if (shape.count !== undefined && words.length !== shape.count) return undefined;
      if (!words.every((part) => NUMBER.test(part))) return undefined;
      const { keys } = shape;
      const numbers = words.map(Number);
      return keys ? Object.fromEntries(keys.map((key, i) => [key, numbers[i]])) : numbers;
    }
    case "either": {
      // A text takes any word, so it is asked last.
      const textLast = [...shape.shapes].sort(
        (a, b) => Number(a.kind === "string") - Number(b.kind === "string"),
      );
      for (const one of textLast) {
        const value = convert(one, word);
        if (value !== undefined) return value;
      }
      return undefined;
    }
    case "json":
      try {
        return JSON.parse(word);
      } catch {
        return undefined;
      }
  }
}

/** What fits, for messages: "a whole number". */
export function expected(shape: Shape): string {
  switch (shape.kind) {
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "number":
      return "a number";
    case "integer":
      return "a whole number";
    case "json":
      return "JSON";
    case "choice":
      return `one of ${shape.choices.join(", ")}`;
    case "numbers":
      return shape.keys
        ? `${shape.keys.join(",")} (numbers)`
        : `${shape.count ?? "some"} numbers with commas between them`;
    case "either":
      return shape.shapes.map(expected).join(" or ");
  }
}

/** The placeholder in help texts: N, TEXT, left|middle|right. */
export function placeholder(spec: OptionSpec): string {
  if (spec.file) return "FILE";
  return placeholderOf(spec.shape);
}

function placeholderOf(shape: Shape): string {
  switch (shape.kind) {
    case "string":
      return "TEXT";
    case "boolean":
      return "true|false";
    case "number":
    case "integer":
      return "N";
    case "json":
      return "JSON";
    case "choice":
      return shape.choices.join("|");
    case "numbers":
      return shape.keys ? shape.keys.map((key) => key.toUpperCase()).join(",") : "N,N…";
    case "either":
      return shape.shapes.map(placeholderOf).join("|");
  }
}

/** `maxMarks` → `max-marks`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
