// @ts-check
/** The AT-SPI events that a change of a node causes in a well-behaved application. */

/** @typedef {import("./index.js").ScriptedSignal} ScriptedSignal */

/** @param {import("./tree.js").Node} node @param {any} patch @returns {ScriptedSignal[]} */
export function treeEvents(node, patch) {
  /** @type {ScriptedSignal[]} */
  const events = [];
  const property = (/** @type {string} */ detail, /** @type {[string, unknown]} */ value) =>
    events.push({ interface: "Object", member: "PropertyChange", detail, value });
  if (patch.name !== undefined) property("accessible-name", ["s", node.name]);
  if (patch.description !== undefined) property("accessible-description", ["s", node.spec.description ?? ""]);
  if (patch.value) property("accessible-value", ["d", node.value?.current ?? 0]);
  if (patch.text !== undefined) {
    const length = [...(node.text ?? "")].length;
    events.push({
      interface: "Object",
      member: "TextChanged",
      detail: "insert",
      d2: length,
      value: ["s", node.text],
    });
  }
  if (patch.extents) {
    events.push({ interface: "Object", member: "BoundsChanged", value: ["(iiii)", patch.extents] });
  }
  return events;
}

/** @param {ReadonlySet<string>} before @param {ReadonlySet<string>} after @returns {ScriptedSignal[]} */
export function stateChanges(before, after) {
  const changed = [...new Set([...before, ...after])].filter(
    (state) => before.has(state) !== after.has(state),
  );
  return changed.map((state) => ({
    interface: "Object",
    member: "StateChanged",
    detail: state.replaceAll(" ", "-"),
    d1: after.has(state) ? 1 : 0,
  }));
}
