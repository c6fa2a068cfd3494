import type { AxTree } from "../node.js";
import { parseTreeJson } from "./json.js";
import { notATree, TREE_LIMITS, tooMuch } from "./limits.js";
import { appraised } from "./worth.js";
import { parseOsworldXml } from "./xml.js";

export { parseTreeJson, treeToJson } from "./json.js";
export { axTreeSchema } from "./schema.js";
export { parseOsworldXml } from "./xml.js";

/**
 * A tree from a file: OSWorld's XML or Groundmark's JSON, told apart by their first character. Its status says
 * what it is worth: "empty" when nothing in it has a place and a role.
 *
 * @param input text, or bytes in UTF-8 or (with a byte-order mark) UTF-16
 * @throws GroundmarkError INVALID_ARGS, RESOURCE_EXHAUSTED
 */
export function parseTree(input: Uint8Array | string): AxTree {
  const text = (typeof input === "string" ? input : decode(input)).replace(/^\uFEFF/, "").trimStart();
  if (text.startsWith("<")) return appraised(parseOsworldXml(text));
  if (text.startsWith("{")) return appraised(parseTreeJson(text));
  throw notATree("", "it begins neither as XML nor as a JSON object");
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
    throw notATree(
      "",
      `it is not text in ${encoding}`,
      "Save the tree in UTF-8, or in UTF-16 with a byte-order mark.",
    );
  }
}
