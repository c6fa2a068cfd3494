import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AxNode } from "../../../src/ax/node.js";
import { parseOsworldXml, parseTree } from "../../../src/ax/osworld/index.js";
import { prune } from "../../../src/ax/prune.js";
import { GroundmarkError } from "../../../src/core/errors.js";

const modern = (platform: string): string =>
  ["state:st", "attributes:attr", "component:cp", "value:val", "action:act", "class:class", "role:role"]
    .map((pair) => pair.split(":"))
    .map(([space, prefix]) => `xmlns:${prefix}="https://accessibility.${platform}.example.org/ns/${space}"`)
    .join(" ");
const old = `xmlns:st="uri:deskat:state.at-spi.gnome.org" xmlns:attr="uri:deskat:attributes.at-spi.gnome.org"
  xmlns:cp="uri:deskat:component.at-spi.gnome.org" xmlns:val="uri:deskat:value.at-spi.gnome.org"
  xmlns:act="uri:deskat:action.at-spi.gnome.org" xmlns:win="uri:deskat:uia.windows.microsoft.org"`;

const SHOWN = 'st:visible="true" st:showing="true" st:enabled="true"';

const ubuntuBody = `
  <application name="Google Chrome" cp:screencoord="(0, 0)" cp:size="(0, 0)">
    <frame name="Settings" ${SHOWN} st:active="true" cp:screencoord="(70, 27)" cp:size="(1850, 1053)">
      <push-button name="Back" st:visible="true" st:showing="true" cp:screencoord="(77, 61)" cp:size="(34, 34)" act:press_desc="" act:press_kb=""/>
      <push-button name="Reload" ${SHOWN} cp:screencoord="(111,61)" cp:size="(34.5,34)" act:click_desc="" attr:class="ReloadButton"/>
      <entry name="Address" ${SHOWN} st:editable="true" st:focusable="true" cp:screencoord="(-10, 61)" cp:size="(600, 34)">example.org\uFFFC</entry>
      <password-text name="PIN" ${SHOWN} cp:screencoord="(1, 1)" cp:size="(10, 10)">1234</password-text>
      <slider name="Volume" ${SHOWN} val:value="30.0" cp:screencoord="(1, 20)" cp:size="(100, 10)"/>
      <menu-bar ${SHOWN}><menu name="File" ${SHOWN} cp:screencoord="(1, 40)" cp:size="(30, 10)"/></menu-bar>
      <link name="Hidden" attr:hidden="true" st:visible="true"/>
    </frame>
  </application>`;

const flat = (xml: string): AxNode[] => {
  const out = parseOsworldXml(xml).apps.flatMap((app) => app.windows);
  for (let i = 0; i < out.length; i++) for (const child of out[i]!.children) out.push(child);
  return out;
};
const byName = (xml: string, name: string): AxNode => flat(xml).find((n) => n.name === name)!;

describe.each([
  ["OSWorld", `<desktop-frame ${modern("ubuntu")}>${ubuntuBody}</desktop-frame>`],
  ["the older namespaces", `<desktop-frame ${old}>${ubuntuBody}</desktop-frame>`],
  ["a part without its declarations", `<desktop-frame>${ubuntuBody}</desktop-frame>`],
])("Ubuntu: %s", (_, xml) => {
  it("has one application, roles from tags, and places", () => {
    const tree = parseOsworldXml(xml);
    expect(tree).toMatchObject({ status: "ok", nodes: 11 });
    expect(tree.apps.map((a) => [a.name, a.method, a.toolkit])).toEqual([
      ["Google Chrome", "file", "osworld-ubuntu"],
    ]);
    expect(byName(xml, "Reload")).toMatchObject({
      role: "button",
      nativeRole: "push button",
      bounds: { x: 111, y: 61, width: 34.5, height: 34 },
      actions: ["click"],
      attributes: { class: "ReloadButton" },
      geometryTrusted: true,
      app: "Google Chrome",
    });
    expect(byName(xml, "File").role).toBe("menuitem");
  });

  it("reads states: absent is false, hidden has no place", () => {
    expect(byName(xml, "Back").states).toEqual(["disabled", "showing"]);
    expect(byName(xml, "Hidden").states).toContain("hidden");
    expect(byName(xml, "Hidden").bounds).toBeUndefined();
  });

  it("gives fields their text as value, and nothing of a protected one", () => {
    expect(byName(xml, "Address")).toMatchObject({ role: "textbox", value: "example.org" });
    expect(byName(xml, "Address").bounds?.x).toBe(-10);
    expect(byName(xml, "Volume").value).toBe("30.0");
    expect(byName(xml, "PIN").states).toContain("protected");
    expect(JSON.stringify(parseOsworldXml(xml))).not.toContain("1234");
  });

  it("prunes to its controls", () => {
    expect(
      prune(parseOsworldXml(xml))
        .filter((c) => !c.hidden)
        .map((c) => c.name),
    ).toEqual(["Back", "Reload", "Address", "PIN", "Volume", "File"]);
  });
});

describe("Windows", () => {
  const element = (tag: string, friendly: string, rest: string, body = ""): string =>
    `<${tag} class:friendly_class_name="${friendly}" ${rest} cp:screencoord="(5, 6)" cp:size="(70, 20)">${body}</${tag}>`;
  const xml = `<desktop ${modern("windows")}>
    ${element("notepad", "Dialog", 'name="Untitled - Notepad" st:enabled="true" st:visible="true"', `${element("edit", "Edit", 'name="Text editor" st:enabled="true" st:visible="true" st:editable="true"', "hello") + element("tagno-class", "Button", 'name="OK" st:enabled="false" st:visible="true"')}<x class:class="&lt;class 'pywinauto.controls.uia_controls.MenuItemWrapper'&gt;" name="File" st:visible="false"/>`)}
  </desktop>`;

  it("takes roles from the friendly class, the wrapper's class or the window class", () => {
    expect(parseOsworldXml(xml).apps[0]).toMatchObject({ toolkit: "osworld-windows" });
    expect(byName(xml, "Text editor")).toMatchObject({ role: "textbox", value: "hello" });
    expect(byName(xml, "OK").states).toEqual(["disabled", "showing"]);
    expect(byName(xml, "File")).toMatchObject({ role: "menuitem", states: ["hidden"] });
    expect(byName(xml, "Untitled - Notepad").role).toBe("window");
  });

  it("reads the older namespace as well", () => {
    const waa = `<desktop ${old}><chrome win:friendly_class_name="Button" name="Go" st:visible="true"
      st:enabled="true" cp:screencoord="(5,6)" cp:size="(7,8)"/></desktop>`;
    expect(byName(waa, "Go")).toMatchObject({ role: "button", bounds: { x: 5, y: 6, width: 7, height: 8 } });
  });
});

describe("macOS", () => {
  const xml = `<desktop ${modern("macos")}><application name="Notes"><standard_window name="Notes" role:AXRole="AXWindow" cp:screencoord="(0, 25)" cp:size="(800, 600)">
    <button name="New" role:AXRole="AXButton" st:AXEnabled="True" cp:screencoord="(10, 30)" cp:size="(20, 20)"/>
    <sicheres_textfeld name="Key" role:AXRole="AXTextField" role:AXSubrole="AXSecureTextField" cp:screencoord="(1, 3)" cp:size="(20, 20)">sesame</sicheres_textfeld>
    <text role:AXRole="AXStaticText" cp:screencoord="(10, 60)" cp:size="(90, 20)">3 notes</text>
  </standard_window></application></desktop>`;

  it("takes roles from AXRole and AXSubrole, whatever the language of the tags", () => {
    expect(parseOsworldXml(xml).apps[0]).toMatchObject({ name: "Notes", toolkit: "osworld-macos" });
    expect(byName(xml, "New")).toMatchObject({ role: "button", nativeRole: "AXButton" });
    expect(byName(xml, "Key").states).toContain("protected");
    expect(byName(xml, "3 notes").role).toBe("text");
    expect(JSON.stringify(parseOsworldXml(xml))).not.toContain("sesame");
  });
});

const refusal = (work: () => unknown): GroundmarkError => {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(GroundmarkError);
    return error as GroundmarkError;
  }
  throw new Error("expected a refusal");
};

describe("what is refused", () => {
  const at = (coordinate: string): string =>
    `<desktop-frame ${modern("ubuntu")}><application name="a"><push-button name="x" cp:screencoord="${coordinate}" cp:size="(1, 1)"/></application></desktop-frame>`;

  it.each([
    "(1+1, 2)",
    "__import__('os').system('id')",
    "(1, 2, 3)",
    "1, 2",
    "(0x10, 2)",
    "(1e9, 2)",
    "(1, )",
    "(NaN, 2)",
    "(99999999999, 1)",
    "",
  ])("coordinates %j: never evaluated, the element is named", (coordinate) => {
    const error = refusal(() => parseOsworldXml(at(coordinate)));
    expect(error.code).toBe("INVALID_ARGS");
    expect(error.message).toMatch(/<push-button> \(element 0\/0\)/);
  });

  it.each(["(1, 2)", "(1,2)", " ( -1.5 , 2.25 ) "])("but %j is a coordinate", (coordinate) => {
    expect(parseOsworldXml(at(coordinate)).nodes).toBe(3);
  });

  it("document types and entities (a bomb costs nothing)", () => {
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i} "&e${i - 1};&e${i - 1};">`).join("")}]><desktop-frame>&e19;</desktop-frame>`;
    const started = performance.now();
    expect(refusal(() => parseTree(bomb)).code).toBe("INVALID_ARGS");
    expect(refusal(() => parseTree("<desktop-frame>&unknown;</desktop-frame>")).code).toBe("INVALID_ARGS");
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it.each<[string, () => string]>([
    ["depth", () => `${"<panel>".repeat(100_000)}`],
    ["nodes", () => `<desktop-frame>${"<a/>".repeat(100_001)}</desktop-frame>`],
    ["attributes", () => `<a ${Array.from({ length: 200 }, (_, i) => `a${i}=""`).join(" ")}/>`],
    ["characters", () => `<a name="${"x".repeat(70_000)}"/>`],
    ["characters", () => `<a>${"x".repeat(70_000)}</a>`],
    ["bytes", () => `<a>${" ".repeat(33 * 1024 * 1024)}</a>`],
  ])("too much: %s", (limit, make) => {
    const xml = make();
    const started = performance.now();
    const error = refusal(() => parseTree(xml));
    expect(error).toMatchObject({ code: "RESOURCE_EXHAUSTED", details: { limit } });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it.each(["", "hello", "[1]", "<a", "<a></b>", "<a x=1/>", new Uint8Array([0x3c, 0xff, 0xfe, 0x80])])(
    "%j is no tree",
    (input) => {
      expect(refusal(() => parseTree(input)).code).toBe("INVALID_ARGS");
    },
  );

  it("fuzz: any damage to a good tree gives a tree or a structured refusal", () => {
    const good = `<desktop-frame ${modern("ubuntu")}>${ubuntuBody}</desktop-frame>`;
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(40), fc.string({ maxLength: 8 }), (from, length, put) => {
        const damaged = good.slice(0, from) + put + good.slice(from + length);
        try {
          expect(parseTree(damaged).nodes).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(GroundmarkError);
          expect(["INVALID_ARGS", "RESOURCE_EXHAUSTED"]).toContain((error as GroundmarkError).code);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("encodings", () => {
  it("UTF-8 with and without a mark, and UTF-16 with one", () => {
    const xml = '<desktop-frame><application name="Größe"/></desktop-frame>';
    for (const bytes of [
      Buffer.from(xml),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(xml)]),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, "utf16le")]),
    ])
      expect(parseTree(bytes).apps[0]?.name).toBe("Größe");
  });
});
