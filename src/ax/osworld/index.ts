import { GroundmarkError } from "../../core/errors.js";
import type { AxTree } from "../node.js";
import { parseTreeJson } from "./json.js";
import { TREE_LIMITS, tooMuch } from "./limits.js";
import { parseOsworldXml } from "./xml.js";

export { parseTreeJson, treeToJson } from "./json.js";
export { axTreeSchema } from "./schema.js";
export { parseOsworldXml } from "./xml.js";

/**
 * A tree from a file: OSWorld's XML or Groundmark's JSON, told apart by their first character.
 *
 * @param input text, or bytes in UTF-8 or (with a byte-order mark) UTF-16
 * @throws GroundmarkError INVALID_ARGS, RESOURCE_EXHAUSTED
 */
export function parseTree(input: Uint8Array | string): AxTree {
  const text = (typeof input === "string" ? input : decode(input)).replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("<")) return parseOsworldXml(text);
  if (text.startsWith("{")) return parseTreeJson(text);
  throw new GroundmarkError(
    "INVALID_ARGS",
    "not an accessibility tree: it begins neither as XML nor as a JSON object",
    { suggestion: "Give a tree as OSWorld saves it (XML) or Groundmark's own JSON." },
  );
}

function decode(bytes: Uint8Array): string {
  if (bytes.byteLength > TREE_LIMITS.bytes) throw tooMuch("bytes");
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new GroundmarkError("INVALID_ARGS", `not an accessibility tree: it is not text in ${encoding}`);
  }
}
