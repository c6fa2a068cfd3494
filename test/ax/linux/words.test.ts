import { describe, expect, it } from "vitest";
import { sessionBusAddress, usableAddress } from "../../../src/ax/linux/address.js";
import { asRef, Iface, interfaceBits } from "../../../src/ax/linux/protocol.js";
import { ROLE_BY_NAME, ROLE_TABLE, toAxRole } from "../../../src/ax/linux/roles.js";
import {
  asStates,
  has,
  NO_STATES,
  StateBit,
  type StateSet,
  toAxStates,
} from "../../../src/ax/linux/states.js";
import { ROLES } from "../../../src/ax/roles.js";

const set = (...names: (keyof typeof StateBit)[]): StateSet => {
  const words = [0, 0];
  for (const name of names) words[StateBit[name] >> 5]! |= 1 << (StateBit[name] & 31);
  return asStates(words.map((w) => w >>> 0));
};

describe("roles", () => {
  it("cover all 131 numbers with roles of the vocabulary", () => {
    expect(ROLE_TABLE).toHaveLength(131);
    for (const [, role] of ROLE_TABLE) expect(ROLES).toContain(role);
    expect(new Set(ROLE_TABLE.map(([name]) => name)).size).toBe(131);
  });

  it.each([
    [43, "push button", "button"],
    [40, "password text", "textbox"],
    [116, "static", "text"],
    [95, "document web", "document"],
    [88, "link", "link"],
    [61, "text", "textbox"],
    [130, "switch", "switch"],
    [66, "tree table", "treegrid"],
    [102, "info bar", "alert"],
  ])("number %i is %s", (number, name, role) => {
    expect(ROLE_TABLE[number]).toEqual([name, role]);
  });

  it("know the names that later toolkits use for the same number", () => {
    expect(ROLE_BY_NAME.get("button")).toBe(43);
    expect(ROLE_BY_NAME.get("push button")).toBe(43);
  });

  it("depend on the parent where AT-SPI has one role for two things", () => {
    expect(toAxRole(33, NO_STATES, 34)).toBe("menuitem");
    expect(toAxRole(33, NO_STATES, 69)).toBe("menu");
    expect(toAxRole(32, NO_STATES, 98)).toBe("option");
    expect(toAxRole(32, NO_STATES, 31)).toBe("listitem");
    expect(toAxRole(23, NO_STATES, 75)).toBe("window");
    expect(toAxRole(23, NO_STATES, 20)).toBe("group");
  });

  it("take words for words and fields for fields", () => {
    expect(toAxRole(61, set("editable"), 20)).toBe("textbox");
    expect(toAxRole(61, set("showing"), 20)).toBe("text");
    expect(toAxRole(999, NO_STATES, 20)).toBe("unknown");
  });
});

describe("states", () => {
  it("are 43 bits in two words, the upper ones too", () => {
    expect(Object.keys(StateBit)).toHaveLength(43);
    expect(has(asStates([0, 1 << 11]), StateBit.readOnly)).toBe(true);
    expect(has(asStates([2 ** 31, 0]), StateBit.managesDescendants)).toBe(true);
    expect(asStates("nonsense")).toEqual(NO_STATES);
  });

  const context = { role: 43, interactive: true, showing: true };

  it("a control without ENABLED is disabled, a label without it says nothing", () => {
    expect(toAxStates(set("showing"), context)).toContain("disabled");
    expect(toAxStates(set("sensitive"), context)).toEqual(["enabled", "showing"]);
    expect(toAxStates(set(), { ...context, role: 29, interactive: false })).toEqual(["showing"]);
  });

  it("a toggle button is pressed, a check box checked", () => {
    expect(toAxStates(set("enabled", "checked"), { ...context, role: 62 })).toEqual([
      "enabled",
      "showing",
      "pressed",
    ]);
    expect(toAxStates(set("enabled", "checked"), { ...context, role: 7 })).toContain("checked");
  });

  it("expandable and not expanded is collapsed", () => {
    expect(toAxStates(set("enabled", "expandable"), context)).toContain("collapsed");
    expect(toAxStates(set("enabled", "expandable", "expanded"), context)).not.toContain("collapsed");
  });

  it("a password field is protected by its number alone", () => {
    expect(toAxStates(set("enabled"), { ...context, role: 40 })).toContain("protected");
    expect(toAxStates(set("enabled"), { ...context, role: 61 })).not.toContain("protected");
  });
});

describe("references and addresses", () => {
  it("the null reference and malformed structs are no reference (AXL-3)", () => {
    expect(asRef([":1.2", "/org/a11y/atspi/null"])).toBeUndefined();
    expect(asRef(["", "/a"])).toBeUndefined();
    expect(asRef([":1.2"])).toBeUndefined();
    expect(asRef([":1.2", "/a"])).toEqual({ bus: ":1.2", path: "/a" });
  });

  it("interfaces are known by their full names only", () => {
    expect(interfaceBits(["org.a11y.atspi.Action", "org.a11y.atspi.Text", "Value"])).toBe(
      Iface.action | Iface.text,
    );
    expect(interfaceBits(null)).toBe(0);
  });

  it("an address never starts a program, and abstract sockets are opened by Node itself", () => {
    expect(usableAddress("unix:path=/a/b,guid=1")).toBe("unix:path=/a/b,guid=1");
    expect(usableAddress("unix:abstract=/tmp/dbus-X,guid=1")).toBe("unix:socket=\0/tmp/dbus-X,guid=1");
    expect(usableAddress("unixexec:path=/bin/sh,argv1=-c;tcp:host=h,port=1")).toBe("tcp:host=h,port=1");
    expect(usableAddress("unixexec:path=/bin/sh")).toBeUndefined();
    expect(sessionBusAddress({})).toBeUndefined();
    expect(sessionBusAddress({ XDG_RUNTIME_DIR: "/nonexistent" })).toBeUndefined();
  });
});
