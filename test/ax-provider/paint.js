// @ts-check
/** The window's picture of the tree: what the pixels say, which need not be what the tree says. */
import { ROLES } from "./protocol.js";

/** How roles look unless the node's own `paint` says otherwise. @type {Record<string, Record<string, string>>} */
const LOOKS = {
  "push button": { fill: "#f4f4f4", outline: "#7a7a7a" },
  "toggle button": { fill: "#f4f4f4", outline: "#7a7a7a" },
  link: { color: "#0b57d0" },
  label: { align: "left" },
  heading: { align: "left" },
  entry: { fill: "#ffffff", outline: "#7a7a7a", align: "left" },
  text: { fill: "#ffffff", outline: "#7a7a7a", align: "left" },
  "password text": { fill: "#ffffff", outline: "#7a7a7a", align: "left" },
  "check box": { align: "left" },
  "menu item": { align: "left" },
  "list item": { align: "left" },
  "page tab": { fill: "#dddddd", outline: "#9a9a9a" },
};

/** @param {import("./tree.js").Tree} tree @returns {import("../desktop/index.js").RawItem[]} */
export function paintTree(tree) {
  const items = [];
  for (const node of tree.walk()) {
    const { extents, paint } = node.spec;
    const look = LOOKS[ROLES[node.role] ?? ""];
    if (!extents || paint === false || (!look && !paint)) continue;
    const [x, y, width, height] = extents;
    if (width < 1 || height < 1 || Math.abs(x) > 0x7fff || Math.abs(y) > 0x7fff) continue;
    const secret = ROLES[node.role] === "password text";
    const text = secret ? "\u2022".repeat([...(node.text ?? "")].length) : (node.text ?? node.name);
    items.push({ text: text.slice(0, 200), ...look, ...paint, x, y, width, height });
  }
  return items;
}
