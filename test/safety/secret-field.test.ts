import { describe, expect, it } from "vitest";
import { holdsSecret } from "../../src/safety/secret-field.js";

describe("a field that asks for a secret (SAF-14)", () => {
  it.each([
    "Password",
    "Current password:",
    "Confirm new PASSWORD",
    "Enter your passphrase",
    "PIN",
    "CVV / CVC",
    "Passwort wiederholen",
    "Kennwort",
    "Mot de passe",
    "Contraseña",
    "Senha",
    "Hasło",
    "Пароль",
    "输入密码",
    "パスワード",
    "API key",
  ])("is known by its name or its placeholder: %s", (text) => {
    expect(holdsSecret({ role: "textbox", name: text })).toBe(true);
    expect(holdsSecret({ role: "textbox", name: "", placeholder: text })).toBe(true);
    expect(holdsSecret({ role: "checkbox", name: text })).toBe(false);
  });

  it.each([
    "User name",
    "Search passwords",
    "Password hint",
    "Pinned note",
    "Shipping",
    "",
    "Password length",
  ])("is not one that is called %j", (name) => {
    expect(holdsSecret({ role: "textbox", name })).toBe(false);
  });

  it("is one whose application says so, whatever it is called", () => {
    expect(holdsSecret({ role: "textbox", name: "Notes", states: ["protected"] })).toBe(true);
  });
});
