// @ts-check
/** What calls change: actions with scripted outcomes, text, values, focus. Every one of them is reported. */
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./interfaces.js").Reply} Reply */
/**
 * A scripted answer: a reply, silence, an error, or the end of the process.
 * @typedef {Reply | "never" | "error" | "crash"} Answer
 */
/**
 * @typedef {object} Effects
 * @property {(event: Record<string, unknown>) => void} report
 * @property {(id: string, patch: object) => Promise<void>} patch changes a node and repaints
 */

/** @param {boolean | "never" | "error" | "crash"} outcome @returns {Answer} */
const answer = (outcome) => (typeof outcome === "boolean" ? { signature: "b", body: [outcome] } : outcome);

/**
 * Runs an action's consequences, then answers as scripted: an application may act and still not answer.
 * @param {Effects} effects @param {Node} node @param {number} index
 * @returns {Promise<Answer>}
 */
export async function doAction(effects, node, index) {
  const action = node.spec.actions?.[index];
  effects.report({ event: "action", id: node.id, index, action: action?.name ?? null });
  if (!action) return answer(false);
  if (action.delay) await sleep(action.delay);
  for (const { id = node.id, ...patch } of action.effects ?? []) await effects.patch(id, patch);
  return answer(action.outcome ?? true);
}

/** @param {Effects} effects @param {Node} node @param {string} text @param {string} how @returns {Promise<Answer>} */
async function setText(effects, node, text, how) {
  const { setText: script = "ok" } = node.spec;
  effects.report({ event: "text", id: node.id, member: how, text });
  if (script === "ok") await effects.patch(node.id, { text });
  // "ignore" answers true and changes nothing; "clear" answers true and empties the field, as GTK 4.8 does.
  if (script === "clear") await effects.patch(node.id, { text: "" });
  return answer(script === "refuse" ? false : script === "never" ? "never" : true);
}

/** @type {Record<string, (effects: Effects, node: Node, args: any[]) => Promise<Answer>>} */
export const COMMANDS = {
  "Action.DoAction": (effects, node, [index]) => doAction(effects, node, index),
  "Component.GrabFocus": async (effects, node) => {
    effects.report({ event: "focus", id: node.id });
    if (!node.states.has("focusable")) return answer(false);
    await effects.patch(node.id, { states: [...new Set([...node.states, "focused"])] });
    return answer(true);
  },
  "Component.ScrollTo": async (effects, node, [kind]) => {
    effects.report({ event: "scroll", id: node.id, kind });
    return answer(node.spec.scrollable ?? true);
  },
  "Text.SetCaretOffset": async (effects, node, [offset]) => {
    effects.report({ event: "caret", id: node.id, offset });
    return answer(true);
  },
  "EditableText.SetTextContents": (effects, node, [text]) => setText(effects, node, text, "SetTextContents"),
  "EditableText.InsertText": (effects, node, [position, text, length]) => {
    // The position counts characters, the length UTF-8 bytes.
    const inserted = Buffer.from(text, "utf8").subarray(0, length).toString("utf8");
    const characters = [...(node.text ?? "")];
    characters.splice(position, 0, inserted);
    return setText(effects, node, characters.join(""), "InsertText");
  },
  "EditableText.DeleteText": (effects, node, [start, end]) => {
    const characters = [...(node.text ?? "")];
    characters.splice(start, (end < 0 ? characters.length : end) - start);
    return setText(effects, node, characters.join(""), "DeleteText");
  },
};

/** Value.CurrentValue written. @param {Effects} effects @param {Node} node @param {number} current */
export async function setValue(effects, node, current) {
  effects.report({ event: "value", id: node.id, value: current });
  if (node.value && !node.value.fixed) await effects.patch(node.id, { value: { ...node.value, current } });
}
