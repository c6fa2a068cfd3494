import type { AxState } from "../ax/node.js";
import type { Role } from "../ax/roles.js";
import { spelling } from "./lexicon.js";

export interface Field {
  readonly role: Role;
  readonly states?: readonly AxState[];
  readonly name?: string | undefined;
  readonly placeholder?: string | undefined;
}

const ENTRIES: ReadonlySet<Role> = new Set<Role>(["textbox", "combobox", "spinbutton"]);

/** What a field asks for that must not be read out of it, in the spelling of labels. */
const ASKS = [
  "password",
  "passwd",
  "passphrase",
  "pass phrase",
  "passcode",
  "pin",
  "pincode",
  "cvv",
  "cvc",
  "security code",
  "api key",
  "secret key",
  "client secret",
  "access token",
  "passwort",
  "kennwort",
  "mot de passe",
  "contraseña",
  "senha",
  "palavra passe",
  "parola d'ordine",
  "hasło",
  "пароль",
  "пин код",
].map((word) => ` ${spelling(word)} `);
const ASKS_UNSPACED = ["密码", "密碼", "口令", "パスワード", "暗証番号"].map(spelling);

/** Words that make it a field about passwords. */
const ABOUT = new Set(["search", "find", "filter", "hint", "length", "strength", "name"]);

/**
 * True when what stands in the control is a secret: the application says so, or a field without that role
 * calls itself "Password", "New PIN", "Mot de passe". Such a field's value leaves neither as text nor as
 * picture (SAF-14).
 */
export function holdsSecret({ role, states, name, placeholder }: Field): boolean {
  if (states?.includes("protected")) return true;
  return ENTRIES.has(role) && (asks(name) || asks(placeholder));
}

function asks(text: string | undefined): boolean {
  if (!text) return false;
  const spelled = spelling(text.slice(0, 200));
  const found =
    ASKS.some((word) => ` ${spelled} `.includes(word)) ||
    ASKS_UNSPACED.some((word) => spelled.includes(word));
  return found && !spelled.split(" ").some((word) => ABOUT.has(word));
}
