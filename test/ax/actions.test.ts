import { describe, expect, it } from "vitest";
import { clickAction } from "../../src/ax/actions.js";
import type { Role } from "../../src/ax/roles.js";
import { node } from "./node.js";

describe("the action that a click stands for (AXL-9)", () => {
  it.each<[Role, string[], string | undefined]>([
    ["button", ["click"], "click"],
    ["button", ["Press", "ShowMenu"], "Press"],
    ["button", ["open", "showContextMenu"], "open"],
    ["button", ["doDefault", "showContextMenu"], "doDefault"],
    ["link", ["jump", "showContextMenu"], "jump"],
    ["checkbox", ["uncheck", "showContextMenu"], "uncheck"],
    ["checkbox", ["Toggle"], "Toggle"],
    ["menuitem", ["ShowMenu"], "ShowMenu"],
    ["combobox", ["ShowMenu", "Press"], "Press"],
    ["tab", ["doDefault", "showContextMenu"], "doDefault"],
    ["button", ["", ""], "#0"],
    ["group", [""], undefined],
    ["button", [], undefined],
    ["button", ["showContextMenu"], undefined],
    // Enter, not a click.
    ["textbox", ["activate"], undefined],
    ["textbox", ["SetFocus"], undefined],
    // A double click, not a click.
    ["treeitem", ["expand or contract", "activate"], undefined],
    ["slider", ["increment", "doDefault"], undefined],
  ])("%s with %j: %s", (role, actions, expected) => {
    expect(clickAction(node(role, { actions }))).toBe(expected);
  });
});
