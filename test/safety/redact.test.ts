import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passesLuhn } from "../../src/safety/cards.js";
import { findSecrets, redactDeep, redactText } from "../../src/safety/redact.js";

/** Built at run time, so that no scanner of this repository takes a test value for a leaked secret. */
const token = (prefix: string, length: number): string =>
  prefix + Array.from({ length }, (_, i) => "aB3dE5gH7jK9"[i % 12]).join("");
const AWS = `AKIA${"IOSFODNN7EXAMPLE"}`;
const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N"].join(".");
const pem = (kind: string, body = "MIIEvQIBADANBgkqhkiG9w0BAQEF\nAASCBKcwggSjAgEAAoIBAQC7VJTU\n") =>
  `-----BEGIN ${kind}-----\n${body}-----END ${kind}-----`;

const SECRETS: readonly (readonly [string, string, string])[] = [
  ["CARD", "Visa", "4111111111111111"],
  ["CARD", "Visa in groups", "4111 1111 1111 1111"],
  ["CARD", "Visa with dashes", "4111-1111-1111-1111"],
  ["CARD", "Visa with en dashes", "4111–1111–1111–1111"],
  ["CARD", "Visa with no-break spaces", "4111\u00a01111\u00a01111\u00a01111"],
  ["CARD", "Visa, 13 digits", "4222222222222"],
  ["CARD", "Visa, 19 digits", "4000000000000000006"],
  ["CARD", "Mastercard", "5555 5555 5555 4444"],
  ["CARD", "Mastercard 2-series", "2223 0031 2200 3222"],
  ["CARD", "Amex, 15 digits (trap 46)", "378282246310005"],
  ["CARD", "Amex in groups", "3782 822463 10005"],
  ["CARD", "Diners, 14 digits", "3056 930902 5904"],
  ["CARD", "Discover", "6011 1111 1111 1117"],
  ["CARD", "JCB", "3530 1113 3330 0000"],
  ["CARD", "UnionPay", "6200 0000 0000 0005"],
  ["CARD", "split anywhere by a reader", "411 1 11111 1111 111"],
  ["CARD", "over two lines", "4111 1111\n1111 1111"],
  ["CARD", "full-width digits", "４１１１１１１１１１１１１１１１"],
  ["CARD", "zero-width characters inside", "4111\u200b1111\u200b1111\u200b1111"],
  ["SSN", "US social security number", "123-45-6789"],
  ["SSN", "with en dashes", "123–45–6789"],
  ["SSN", "with blanks about the dashes", "123 - 45 - 6789"],
  ["IBAN", "German, in groups", "DE89 3704 0044 0532 0130 00"],
  ["IBAN", "German, in one piece", "DE89370400440532013000"],
  ["IBAN", "British, with letters", "GB29 NWBK 6016 1331 9268 19"],
  ["IBAN", "Norwegian, the shortest", "NO93 8601 1117 947"],
  ["IBAN", "Maltese, the longest in use", "MT84MALT011000012345MTLCAST001S"],
  ["IBAN", "lower case", "fr14 2004 1010 0505 0001 3m02 606"],
  ["IBAN", "with dashes", "CH93-0076-2011-6238-5295-7"],
  ["GITHUB_TOKEN", "classic", token("ghp_", 36)],
  ["GITHUB_TOKEN", "oauth (trap 46)", token("gho_", 36)],
  ["GITHUB_TOKEN", "user", token("ghu_", 36)],
  ["GITHUB_TOKEN", "server (trap 46)", token("ghs_", 36)],
  ["GITHUB_TOKEN", "refresh", token("ghr_", 76)],
  ["GITHUB_TOKEN", "fine-grained (trap 46)", `github_pat_${token("", 22)}_${token("", 59)}`],
  ["GITHUB_TOKEN", "with a zero-width character", `gh\u200bp_${token("", 36)}`],
  ["ANTHROPIC_KEY", "api", token("sk-ant-api03-", 93)],
  ["ANTHROPIC_KEY", "short", token("sk-ant-", 20)],
  ["API_KEY", "OpenAI", token("sk-", 48)],
  ["API_KEY", "OpenAI project", token("sk-proj-", 60)],
  ["API_KEY", "GitLab", token("glpat-", 20)],
  ["AWS_KEY", "access key", AWS],
  ["AWS_KEY", "temporary key", AWS.replace("AKIA", "ASIA")],
  ["SLACK_TOKEN", "bot", `xoxb-123456789012-123456789012-${token("", 24)}`],
  ["SLACK_TOKEN", "user", `xoxp-123456789012-${token("", 24)}`],
  ["GOOGLE_KEY", "api", token("AIza", 35)],
  ["STRIPE_KEY", "secret", token("sk_live_", 24)],
  ["STRIPE_KEY", "restricted", token("rk_test_", 24)],
  ["NPM_TOKEN", "npm", token("npm_", 36)],
  ["JWT", "three parts", JWT],
  ["PRIVATE_KEY", "PKCS 8", pem("PRIVATE KEY")],
  ["PRIVATE_KEY", "RSA", pem("RSA PRIVATE KEY")],
  ["PRIVATE_KEY", "OpenSSH", pem("OPENSSH PRIVATE KEY")],
  ["PRIVATE_KEY", "on one line", pem("EC PRIVATE KEY").replaceAll("\n", " ")],
  ["PRIVATE_KEY", "escaped line ends", pem("PRIVATE KEY").replaceAll("\n", "\\n")],
  [
    "PRIVATE_KEY",
    "with headers",
    pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES,00\n\nMIIEvQIBADAN\n"),
  ],
  ["PRIVATE_KEY", "cut off", pem("PRIVATE KEY").split("-----END")[0]!.trimEnd()],
];

const STAYS = [
  "",
  "40",
  "Volume 40 %",
  "Order 4111 1111 1111 1112",
  "4111111111111112",
  "Order number 1234567890123456",
  "+49 1522 3433333",
  "+1 (415) 555-2671",
  "+4111111111111111",
  "415-555-2671",
  "alice@example.org",
  "2024-01-31 12:30:05",
  "2024-01-01 2024-01-02",
  "2021 2022 2023 2024 2025",
  "12-34-5678",
  "1123-45-67890",
  "123-45-67890",
  "192.168.100.100",
  "0000 0000 0000 0000",
  "0000000000000000",
  "DE88 3704 0044 0532 0130 00",
  "DE89 3704 0044 0532 0130",
  "Password is required",
  "Password: required",
  "Forgot password?",
  "Password: at least 8 characters",
  "Password: 8-64 characters",
  "Password is case-sensitive",
  "Your password is about to expire",
  "Password: ••••••••",
  "Passwords: 12345",
  "PIN: enter below",
  "PIN is valid for 5 minutes",
  "Pin: 13",
  "pin: left",
  "token expired",
  "Token: expired",
  "max_tokens=4096",
  "secret: true",
  "The secret is out",
  "Shopping: 12345",
  "Spin: 12345",
  'textbox "Password" [focused, val="[REDACTED_PASSWORD]"]',
  "password: [REDACTED_PASSWORD]",
  "a4111111111111111",
  "ISBN 978-3-16-148410-0",
  "550e8400-e29b-41d4-a716-446655440000",
  "d41d8cd98f00b204e9800998ecf8427e",
  "ghp_short",
  "sk-learn",
  "sk-this-is-a-very-long-hyphenated-word",
  "task-1234567890123456789012345",
  "npm_config_registry",
  "AKIA",
  "AKIAIOSFODNN7EXAMPLEXX",
  "eyJhbGciOiJIUzI1NiJ9",
  "-----BEGIN PUBLIC KEY-----",
  "-----BEGIN CERTIFICATE-----",
  "xoxo",
  "Delete [REDACTED_CARD] now",
  "pk_live_publishable",
  "Save (Ctrl+S)",
  "1.234.567,89 €",
];

describe("redactText (SAF-15)", () => {
  it.each(SECRETS)("%s, %s", (kind, _, secret) => {
    const text = `Before ${secret} after`;
    const { text: out, found } = redactText(text);
    expect(out).toBe(`Before [REDACTED_${kind}] after`);
    expect(found).toEqual([{ kind, start: 7, end: 7 + secret.length }]);
  });

  it.each(SECRETS)("%s, %s, alone and between punctuation", (kind, _, secret) => {
    expect(redactText(secret).text).toBe(`[REDACTED_${kind}]`);
    expect(redactText(`("${secret}")`).text).toBe(`("[REDACTED_${kind}]")`);
    expect(redactText(`key=${secret}; x`).text).toBe(`key=[REDACTED_${kind}]; x`);
  });

  it.each(STAYS)("leaves %j as it is", (text) => {
    expect(redactText(text)).toEqual({ text, found: [] });
  });

  it("finds the card among other numbers, and leaves those", () => {
    expect(redactText("4111 1111 1111 1111 12/27 123").text).toBe("[REDACTED_CARD] 12/27 123");
    expect(redactText("Card 7: 5555 5555 5555 4444, order 4711").text).toBe(
      "Card 7: [REDACTED_CARD], order 4711",
    );
    expect(redactText("17 4111 1111 1111 1111 99").text).toBe("17 [REDACTED_CARD] 99");
    expect(redactText("4111111111111111 5555555555554444").text).toBe("[REDACTED_CARD] [REDACTED_CARD]");
  });

  it.each([
    ["Password: hunter2secret", "Password: [REDACTED_PASSWORD]"],
    ["password=swordfish", "password=[REDACTED_PASSWORD]"],
    ["Password: swordfish", "Password: [REDACTED_PASSWORD]"],
    ['{"password": "tuna fish"}', '{"password": "tuna fish"}'],
    ['{"password": "swordfish"}', '{"password": "[REDACTED_PASSWORD]"}'],
    ["PIN is 4821 and password: swordfish99", "PIN is [REDACTED_PIN] and password: [REDACTED_PASSWORD]"],
    ["Your password is P@ssword!, keep it", "Your password is [REDACTED_PASSWORD], keep it"],
    ["Password:\nhunter2secret\nSign in", "Password:\n[REDACTED_PASSWORD]\nSign in"],
    ["Password:\nSign in", "Password:\nSign in"],
    ["user: alice; pwd: abc1", "user: alice; pwd: [REDACTED_PASSWORD]"],
    ["passphrase: correct-horse-battery-staple", "passphrase: [REDACTED_PASSWORD]"],
    ["CVV: 123", "CVV: [REDACTED_PIN]"],
    ["pin=0042", "pin=[REDACTED_PIN]"],
    ["API key: 9f8e7d6c", "API key: [REDACTED_SECRET]"],
    ["client_secret=q1w2e3r4", "client_secret=[REDACTED_SECRET]"],
    ["accessToken: q1w2e3r4", "accessToken: [REDACTED_SECRET]"],
    ["Passwort: geheim77", "Passwort: [REDACTED_PASSWORD]"],
    ["Das Kennwort ist geheim77.", "Das Kennwort ist [REDACTED_PASSWORD]."],
    ["Mot de passe : secret99", "Mot de passe : [REDACTED_PASSWORD]"],
    ["Contraseña: clave88", "Contraseña: [REDACTED_PASSWORD]"],
    ["Hasło: tajne66", "Hasło: [REDACTED_PASSWORD]"],
    ["Пароль: тайна55", "Пароль: [REDACTED_PASSWORD]"],
    ["密码：abc123", "密码：[REDACTED_PASSWORD]"],
    [`password: ${"x1".repeat(400)} end`, "password: [REDACTED_PASSWORD] end"],
  ])("replaces what is told in words, and only the value: %s", (text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });

  it("finds the secret of an AWS key by what stands before it", () => {
    const secret = `wJalrXUtnFEMI/K7MDENG/${"bPxRfiCYEXAMPLEKEY"}`;
    expect(redactText(`aws_secret_access_key = ${secret}`).text).toBe(
      "aws_secret_access_key = [REDACTED_AWS_KEY]",
    );
    expect(redactText(secret).found).toEqual([]);
  });

  it("redacts every secret of a text and keeps what lies between", () => {
    const text = `a ${token("ghp_", 36)} b ${AWS} c ${JWT} d 123-45-6789 e`;
    expect(redactText(text).text).toBe(
      "a [REDACTED_GITHUB_TOKEN] b [REDACTED_AWS_KEY] c [REDACTED_JWT] d [REDACTED_SSN] e",
    );
  });
});

const sum = (parts: readonly number[], count: number): number =>
  parts.slice(0, count).reduce((a, b) => a + b, 0);

describe("redactText, properties", () => {
  const piece = fc.oneof(
    fc.constantFrom(...SECRETS.map(([, , s]) => s)),
    fc.constantFrom(...STAYS),
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.stringMatching(/^[0-9 -]{0,30}$/),
    fc.constantFrom(
      "-----BEGIN ",
      "PRIVATE KEY-----",
      "ghp_",
      "sk-",
      "eyJ",
      "[REDACTED_",
      "password: ",
      "PIN=",
      "token is ",
      "DE89 ",
      "]",
      "+",
      ".",
      "\n",
      " ",
    ),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(""));

  it("is idempotent, in order, without overlap, and touches nothing else", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const once = redactText(raw);
        expect(redactText(once.text).text).toBe(once.text);
        let rebuilt = "";
        let from = 0;
        for (const f of once.found) {
          expect(f.start).toBeGreaterThanOrEqual(from);
          expect(f.end).toBeGreaterThan(f.start);
          rebuilt += `${raw.slice(from, f.start)}[REDACTED_${f.kind}]`;
          from = f.end;
        }
        expect(rebuilt + raw.slice(from)).toBe(once.text);
      }),
      { numRuns: 2000 },
    );
  });

  it("never lets a canary through, whatever words stand around it", () => {
    const word = fc.stringMatching(/^[a-z]{0,8}$/);
    fc.assert(
      fc.property(fc.constantFrom(...SECRETS), word, word, ([, , secret], before, after) => {
        expect(redactText(`${before} ${secret} ${after}`).text).not.toContain(secret);
      }),
    );
  });

  it("finds every generated card, grouped at will, and no number that fails Luhn", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom("", " ", "-"),
        fc.constantFrom([4, 4, 4, 4], [6, 5, 5], [3, 7, 6]),
        (d, sep, cut) => {
          const body = `4${d.join("")}`;
          for (let check = 0; check < 10; check++) {
            const number = body + check;
            const shown = cut.map((n, k) => number.slice(sum(cut, k), sum(cut, k) + n)).join(sep);
            if (passesLuhn(number))
              expect(findSecrets(shown)).toEqual([{ kind: "CARD", start: 0, end: shown.length }]);
            // In groups a shorter card may begin with the second one; in one piece there is nothing else.
            else if (sep === "") expect(findSecrets(shown)).toEqual([]);
          }
        },
      ),
    );
  });
});

describe("redactText, time", () => {
  const units = [
    "4",
    "4 ",
    "4-",
    "1234 ",
    "ghp_",
    "github_pat_",
    "sk-",
    "sk-ant-",
    "eyJ",
    "eyJaaaaaaaa.",
    "AKIA",
    "xoxb-",
    "-",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----.",
    "-----BEGIN RSA ",
    "aws_secret_access_key=",
    "password: ",
    "password=",
    "pin is ",
    "DE89",
    "DE89 ",
    "123-45-",
    "\u200b",
    "a\u00a0",
    "AIza",
    "a",
    "_",
  ];
  it.each(units)("is linear in text made of %j", (unit) => {
    const time = (n: number) => {
      const text = unit.repeat(Math.ceil(n / unit.length));
      const started = performance.now();
      redactText(text);
      return performance.now() - started;
    };
    time(20_000);
    const small = Math.min(time(50_000), time(50_000));
    const large = Math.min(time(400_000), time(400_000));
    // Eight times the text: quadratic would be 64 times the time. Slack for a busy machine.
    expect(large).toBeLessThan(Math.max(250, small * 24));
  });
});

describe("redactDeep", () => {
  it("redacts every string, keeps keys and everything else", () => {
    const card = "4111 1111 1111 1111";
    const at = new Date(0);
    const bytes = new Uint8Array([1, 2]);
    const value = {
      a: card,
      [card]: 1,
      list: [card, { b: [`x ${card}`] }, 4111111111111111, null, true],
      at,
      bytes,
      u: undefined,
    };
    expect(redactDeep(value)).toEqual({
      a: "[REDACTED_CARD]",
      [card]: 1,
      list: ["[REDACTED_CARD]", { b: ["x [REDACTED_CARD]"] }, 4111111111111111, null, true],
      at,
      bytes,
      u: undefined,
    });
    expect(value.a).toBe(card);
  });

  it("stops at its depth, at cycles, and copies shared parts", () => {
    let deep: unknown = "4111 1111 1111 1111";
    for (let i = 0; i < 200; i++) deep = { deep };
    expect(JSON.stringify(redactDeep(deep))).toContain("[TOO_DEEP]");
    const loop: Record<string, unknown> = { name: "x" };
    loop.self = loop;
    expect(redactDeep(loop)).toEqual({ name: "x", self: "[CIRCULAR]" });
    const shared = { s: "123-45-6789" };
    expect(redactDeep([shared, shared])).toEqual([{ s: "[REDACTED_SSN]" }, { s: "[REDACTED_SSN]" }]);
  });

  it("keeps a key named __proto__ a key", () => {
    const parsed: unknown = JSON.parse('{"__proto__":{"a":"123-45-6789"}}');
    expect(JSON.stringify(redactDeep(parsed))).toBe('{"__proto__":{"a":"[REDACTED_SSN]"}}');
  });
});
