/** Names and constants of the AT-SPI2 D-Bus protocol (at-spi2-core, xml/*.xml). */
export const ATSPI = "org.a11y.atspi.";
export const ACCESSIBLE = `${ATSPI}Accessible`;
export const ACTION = `${ATSPI}Action`;
export const APPLICATION = `${ATSPI}Application`;
export const CACHE = `${ATSPI}Cache`;
export const COLLECTION = `${ATSPI}Collection`;
export const COMPONENT = `${ATSPI}Component`;
export const TABLE = `${ATSPI}Table`;
export const TEXT = `${ATSPI}Text`;
export const VALUE = `${ATSPI}Value`;
export const PROPERTIES = "org.freedesktop.DBus.Properties";

export const ROOT_PATH = "/org/a11y/atspi/accessible/root";
export const CACHE_PATH = "/org/a11y/atspi/cache";
/** The reference that stands for "no object". It implements nothing: asking it fails a whole read. */
export const NULL_PATH = "/org/a11y/atspi/null";
export const REGISTRY = "org.a11y.atspi.Registry";

/** Coordinate types of Component.GetExtents. */
export const SCREEN_COORDS = 0;
export const WINDOW_COORDS = 1;

/** A reference to an object: unique bus name and object path. */
export interface Ref {
  readonly bus: string;
  readonly path: string;
}

/** Interfaces that an object implements, as bits. */
export const Iface = {
  action: 1,
  component: 2,
  editableText: 4,
  table: 8,
  text: 16,
  value: 32,
  collection: 64,
} as const;

const IFACE_BITS: Readonly<Record<string, number>> = {
  Action: Iface.action,
  Collection: Iface.collection,
  Component: Iface.component,
  EditableText: Iface.editableText,
  Table: Iface.table,
  Text: Iface.text,
  Value: Iface.value,
};

/** @param names full interface names, as GetInterfaces and GetItems give them */
export function interfaceBits(names: unknown): number {
  if (!Array.isArray(names)) return 0;
  let bits = 0;
  for (const name of names)
    if (typeof name === "string" && name.startsWith(ATSPI)) bits |= IFACE_BITS[name.slice(ATSPI.length)] ?? 0;
  return bits;
}

/** A `(so)` struct as a reference; undefined when it is malformed or the null reference. */
export function asRef(value: unknown): Ref | undefined {
  if (!Array.isArray(value)) return undefined;
  const [bus, path] = value as [unknown, unknown];
  if (typeof bus !== "string" || typeof path !== "string" || bus === "" || path === NULL_PATH)
    return undefined;
  return { bus, path };
}
