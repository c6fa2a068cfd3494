import { id, out, type XConnection } from "./connection.js";
import type { Pointer } from "./xlib.js";

interface Property {
  readonly type: number;
  readonly format: number;
  /** Format 8: the bytes. */
  readonly bytes: Buffer;
  /** Format 32: the items, unsigned. */
  readonly items: readonly number[];
}

const SUCCESS = 0;
/** 16 KB: more than any honest title or list needs; a longer property is cut. */
const MAX_LONGS = 4096;

/** A window property, or undefined when it is not set or the window has gone. */
export function readProperty(connection: XConnection, window: number, name: string): Property | undefined {
  const { x, lib } = connection;
  const type = out<number | bigint>();
  const format = out();
  const items = out<number | bigint>();
  const data = out<Pointer | null>();
  const status = x.XGetWindowProperty(
    window,
    connection.atom(name),
    0,
    MAX_LONGS,
    0,
    0,
    type,
    format,
    items,
    out<number | bigint>(),
    data,
  );
  const pointer = data[0];
  if (status !== SUCCESS || !pointer) {
    connection.takeErrors();
    return undefined;
  }
  try {
    const count = Number(items[0]);
    const { koffi } = lib;
    return {
      type: id(type[0]),
      format: format[0] ?? 0,
      bytes:
        format[0] === 8 && count > 0
          ? Buffer.from(koffi.decode(pointer, koffi.array("uint8", count, "Typed")) as Uint8Array)
          : Buffer.alloc(0),
      // Xlib hands 32-bit items over as C longs, sign-extended.
      items:
        format[0] === 32 && count > 0
          ? (koffi.decode(pointer, koffi.array("long", count, "Array")) as (number | bigint)[]).map(
              (item) => Number(item) >>> 0,
            )
          : [],
    };
  } finally {
    lib.XFree(pointer);
  }
}

/** A property of 32-bit items (cardinals, atoms, windows); empty when it is not set. */
export function readItems(connection: XConnection, window: number, name: string): readonly number[] {
  return readProperty(connection, window, name)?.items ?? [];
}

/** A text property as a string, whichever of the X text encodings it is in; undefined when not set. */
export function readText(connection: XConnection, window: number, name: string): string | undefined {
  const property = readProperty(connection, window, name);
  if (property === undefined || property.format !== 8) return undefined;
  if (property.type === connection.atom("UTF8_STRING")) return property.bytes.toString("utf8");
  if (property.type === connection.atom("COMPOUND_TEXT")) return compoundText(connection, property);
  return property.bytes.toString("latin1");
}

function compoundText(connection: XConnection, property: Property): string {
  const { x, lib } = connection;
  const { koffi, types } = lib;
  const size = property.bytes.length;
  const value = koffi.alloc("uint8", size + 1) as Pointer;
  const text = koffi.alloc(types.textProperty, 1) as Pointer;
  try {
    new Uint8Array(koffi.view(value, size + 1)).set(Buffer.concat([property.bytes, Buffer.alloc(1)]));
    koffi.encode(text, types.textProperty, { value, encoding: property.type, format: 8, nitems: size });
    const list = out<Pointer | null>();
    const count = out();
    x.Xutf8TextPropertyToTextList(text, list, count);
    const pointer = list[0];
    if (!pointer) return property.bytes.toString("latin1");
    const texts = koffi.decode(pointer, koffi.array("str", count[0] ?? 0)) as string[];
    lib.XFreeStringList(pointer);
    return texts.join("");
  } finally {
    koffi.free(value);
    koffi.free(text);
  }
}
