import { describe, expect, it } from "vitest";
import { classifyRisk, type RiskInput } from "../../src/safety/sensitive.js";
import { WORD_LISTS } from "../../src/safety/words/index.js";

const risk = (input: Partial<RiskInput>) =>
  classifyRisk({ role: "button", states: ["enabled"], nativeRole: "push button", ...input });

/** Labels of actions that destroy, cost, disclose or grant something. */
const SENSITIVE: Readonly<Record<string, readonly string[]>> = {
  en: [
    "Delete",
    "DELETE",
    "De&lete",
    "Delete all messages",
    "Remove Alice",
    "Uninstall",
    "Install now",
    "Format disk",
    "Erase disk…",
    "Buy now",
    "Pay $100",
    "Place order",
    "Checkout",
    "Send",
    "Send message",
    "Submit",
    "Transfer funds",
    "Password",
    "Change password",
    "Sign in",
    "Log in",
    "Log out",
    "Reset to defaults",
    "Overwrite",
    "Grant permission",
    "Shut Down…",
    "Restart",
    "Run command",
    "Force Quit",
    "Empty Trash",
    "Unsubscribe",
    "Publish",
    "Add to cart",
    "Credit card",
    "Authorize Transfer",
    "Execute",
    "Discard changes",
    "Save password",
  ],
  de: [
    "Löschen",
    "Loschen",
    "Endgültig löschen",
    "Überweisen",
    "Jetzt kaufen",
    "Zahlungspflichtig bestellen",
    "Passwort ändern",
    "Nachricht senden",
    "Deinstallieren",
    "Installieren",
    "Formatieren…",
    "Papierkorb leeren",
    "Herunterfahren",
    "Abmelden",
    "Berechtigungen",
  ],
  fr: [
    "Supprimer",
    "Envoyer",
    "Payer",
    "Acheter",
    "Mot de passe",
    "Désinstaller",
    "Réinitialiser",
    "Vider la corbeille",
    "Se connecter",
    "Effacer l'historique",
    "Passer la commande",
  ],
  es: [
    "Eliminar",
    "Borrar todo",
    "Enviar",
    "Pagar ahora",
    "Comprar",
    "Contraseña",
    "Desinstalar",
    "Transferir",
    "Iniciar sesión",
    "Vaciar la papelera",
    "Apagar",
  ],
  it: [
    "Elimina",
    "Invia",
    "Paga ora",
    "Acquista",
    "Disinstalla",
    "Svuota il cestino",
    "Formatta",
    "Accedi",
    "Bonifico",
  ],
  pt: [
    "Excluir",
    "Apagar",
    "Enviar",
    "Pagar",
    "Comprar",
    "Senha",
    "Desinstalar",
    "Transferência",
    "Finalizar compra",
    "Terminar sessão",
  ],
  pl: [
    "Usuń",
    "Usun",
    "Wyślij",
    "Zapłać",
    "Kup teraz",
    "Hasło",
    "Odinstaluj",
    "Przelew",
    "Opróżnij kosz",
    "Wyloguj",
  ],
  ru: [
    "Удалить",
    "Отправить",
    "Оплатить",
    "Купить",
    "Пароль",
    "Установить",
    "Перевод средств",
    "Очистить корзину",
    "Войти",
    "Форматировать",
  ],
  zh: ["删除", "永久删除", "支付", "发送消息", "密码", "转账", "安装", "购买", "退出登录", "格式化磁盘"],
  ja: [
    "削除",
    "削除する",
    "送信",
    "購入する",
    "パスワード",
    "インストール",
    "支払い",
    "ログイン",
    "再起動",
    "許可",
  ],
};

/** Ordinary labels, several of which contain a sensitive word without meaning it. */
const NORMAL = [
  "Cancel",
  "Close",
  "OK",
  "Help",
  "File",
  "Edit",
  "View",
  "New Folder",
  "Open…",
  "Save",
  "Save As…",
  "Copy",
  "Paste",
  "Cut",
  "Undo",
  "Redo",
  "Find",
  "Select All",
  "Zoom In",
  "Zoom Out",
  "Back",
  "Forward",
  "Reload",
  "Home",
  "Bookmarks",
  "History",
  "Downloads",
  "Settings",
  "Preferences",
  "About",
  "Bold",
  "Italic",
  "Underline",
  "Font size",
  "Align left",
  "Insert",
  "Tools",
  "Window",
  "Next",
  "Previous",
  "Search",
  "Play",
  "Pause",
  "Volume",
  "Mute",
  "Full Screen",
  "Inbox",
  "Drafts",
  "Sent",
  "Archive",
  "Reply",
  "Forward message",
  "Calendar",
  "Contacts",
  "Documents",
  "Pictures",
  "Music",
  "Videos",
  "Recently Deleted",
  "Deleted Items",
  "Delivery",
  "Sender",
  "Payload",
  "Formatting",
  "Date format",
  "Number Format",
  "Conditional Formatting",
  "Paragraph format",
  "Sort order",
  "Order by name",
  "Installed",
  "Sign language",
  "Square root",
  "Pin tab",
  "Pinterest",
  "Transferred",
  "Removed",
  "Resetting",
  "Reset Zoom",
  "Information",
  "Performance",
  "Payroll report",
  "Rooted",
  "Shellfish",
  "Terminals",
  "Trashy",
  "Buyer",
  "Sendai",
  "Publisher",
  "Postcode",
  "Subscriber count",
  "Abbrechen",
  "Schließen",
  "Datei",
  "Bearbeiten",
  "Ansicht",
  "Speichern",
  "Kopieren",
  "Einfügen",
  "Suchen",
  "Weiter",
  "Zurück",
  "Einstellungen",
  "Gelöschte Elemente",
  "Zahlen",
  "Sendung",
  "Annuler",
  "Fermer",
  "Fichier",
  "Édition",
  "Enregistrer",
  "Copier",
  "Rechercher",
  "Suivant",
  "Éléments supprimés",
  "Cancelar",
  "Cerrar",
  "Archivo",
  "Guardar",
  "Buscar",
  "Siguiente",
  "Annulla",
  "Chiudi",
  "Salva",
  "Cerca",
  "Avanti",
  "Ordina per nome",
  "Fechar",
  "Salvar",
  "Procurar",
  "Anuluj",
  "Zamknij",
  "Zapisz",
  "Szukaj",
  "Dalej",
  "Отмена",
  "Закрыть",
  "Файл",
  "Сохранить",
  "Поиск",
  "Далее",
  "Перевод",
  "取消",
  "关闭",
  "文件",
  "保存",
  "搜索",
  "已删除",
  "キャンセル",
  "閉じる",
  "ファイル",
  "検索",
  "削除済み",
];

describe("classifyRisk (SAF-11)", () => {
  const cases = Object.entries(SENSITIVE).flatMap(([language, labels]) =>
    labels.map((l) => [language, l] as const),
  );

  it.each(cases)("%s: %j is sensitive", (_, name) => {
    expect(risk({ name }).risk).toBe("sensitive");
  });

  it("keeps its precision on ordinary labels", () => {
    const alarms = NORMAL.filter((name) => risk({ name }).risk === "sensitive");
    console.info(
      `sensitive labels: ${cases.filter(([, name]) => risk({ name }).risk === "sensitive").length} of ${cases.length} found; ` +
        `ordinary labels: ${alarms.length} of ${NORMAL.length} raised an alarm (${alarms.join(", ")})`,
    );
    // "Zahlen" (numbers, and to pay) cannot be told apart by its word.
    expect(alarms).toEqual(["Zahlen"]);
  });

  it("names the word and the language", () => {
    expect(risk({ name: "Delete all" })).toEqual({ risk: "sensitive", word: "delete", language: "en" });
    expect(risk({ name: "Überweisung" })).toEqual({ risk: "sensitive", word: "uberweisung", language: "de" });
    expect(risk({ name: "永久删除" })).toEqual({ risk: "sensitive", word: "删除", language: "zh" });
  });

  it("looks at what is shown, not only at what is said", () => {
    expect(risk({ name: "OK", ocr: "Delete Database" }).risk).toBe("sensitive");
    expect(risk({ ocr: "Buy" }).risk).toBe("sensitive");
  });

  it("is not fooled by lookalikes, case, mnemonics or zero-width characters", () => {
    for (const name of [
      "D\u0435lete",
      "\u0405end",
      "DELETE",
      "_Delete…",
      "De\u200blete",
      "Delete (Del)",
      "ＤＥＬＥＴＥ",
    ])
      expect(risk({ name }).risk, name).toBe("sensitive");
  });

  it.each([
    "trash",
    "send",
    "telegram",
    "cart",
    "credit-card",
    "power",
    "folder-delete",
    "terminal",
    "Trash",
  ])("icon %s is sensitive", (iconLabel) => {
    expect(risk({ role: "icon", iconLabel }).risk).toBe("sensitive");
  });

  it.each(["settings", "home", "search", "close", "star"])("icon %s is not", (iconLabel) => {
    expect(risk({ role: "icon", iconLabel }).risk).toBe("normal");
  });

  it("knows protected fields and terminals", () => {
    expect(risk({ role: "textbox", name: "PIN code", states: ["protected"] }).word).toBe("protected");
    expect(risk({ role: "textbox", nativeRole: "password text" }).risk).toBe("sensitive");
    expect(risk({ role: "textbox", nativeRole: "terminal" }).risk).toBe("sensitive");
    expect(risk({ role: "textbox", name: "City" }).risk).toBe("normal");
  });

  it("in a dialog takes every answer for sensitive that is not plainly a refusal", () => {
    const dialog = (name?: string, role: RiskInput["role"] = "button") =>
      risk({ role, inDialog: true, ...(name === undefined ? {} : { name }) }).risk;
    for (const name of [
      "OK",
      "Yes",
      "Continue",
      "Apply",
      "Ja",
      "Oui",
      "Aceptar",
      "Tak",
      "Да",
      "确定",
      "はい",
      "Frobnicate",
      undefined,
    ])
      expect(dialog(name), name).toBe("sensitive");
    for (const name of [
      "Cancel",
      "No",
      "Close",
      "Help",
      "Abbrechen",
      "Annuler",
      "Cancelar",
      "Anuluj",
      "Отмена",
      "取消",
      "キャンセル",
    ])
      expect(dialog(name), name).toBe("normal");
    // Not an answer: choosing a tab or filling a field changes nothing yet.
    expect(dialog("Advanced", "tab")).toBe("normal");
    expect(dialog("City", "textbox")).toBe("normal");
    expect(risk({ name: "OK" }).risk).toBe("normal");
    expect(dialog("Cancel subscription")).toBe("sensitive");
  });
});

describe("word lists", () => {
  it("cover the ten languages of the design", () => {
    expect(WORD_LISTS.map((l) => l.language).sort()).toEqual([
      "de",
      "en",
      "es",
      "fr",
      "it",
      "ja",
      "pl",
      "pt",
      "ru",
      "zh",
    ]);
  });

  it("find each of their own entries", () => {
    for (const list of WORD_LISTS)
      for (const name of [...list.words, ...(list.phrases ?? []), ...(list.parts ?? [])])
        expect(risk({ name }).risk, `${list.language}: ${name}`).toBe("sensitive");
  });

  it("have stems of four letters and more", () => {
    for (const list of WORD_LISTS)
      for (const stem of list.stems ?? []) expect(stem.length).toBeGreaterThanOrEqual(4);
  });

  it("call no refusal and no harmless phrase sensitive", () => {
    for (const list of WORD_LISTS)
      for (const name of [...list.refusals, ...(list.harmless ?? [])])
        expect(risk({ name }).risk, `${list.language}: ${name}`).toBe("normal");
  });
});
