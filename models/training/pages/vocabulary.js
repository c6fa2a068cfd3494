// @ts-check
/** Words of random screens. */

export const LABELS =
  "File|Edit|View|Insert|Format|Tools|Help|Window|Save|Save As...|Open|Open File|Close|Cancel|OK|Apply|Yes|No|Next|Back|Finish|Continue|Submit|Sign in|Log out|Sign up|Register|Search|Settings|Preferences|Options|Delete|Remove|Add|New|Create|Update|Refresh|Reload|Copy|Paste|Cut|Undo|Redo|Print|Export|Import|Download|Upload|Share|Send|Reply|Forward|Archive|Mark as read|Select all|Filter|Sort by|More|Details|Learn more|Read more|Get started|Buy now|Add to cart|Checkout|Subscribe|Follow|Like|Comment|Play|Pause|Stop|Record|Start|Reset|Retry|Restart|Install|Uninstall|Enable|Disable|Connect|Disconnect|Browse...|Choose file|Rename|Duplicate|Properties|About|Home|Dashboard|Profile|Account|Users|Reports|Analytics|Messages|Notifications|Calendar|Tasks|Projects|Files|Documents|Pictures|Music|Videos|Downloads|Desktop|Trash|Network|Bluetooth|Display|Sound|Power|Appearance|Privacy|Security|Language|Keyboard|Mouse|Printers|Date & Time|Accessibility|General|Advanced|Storage|Billing|Team|Integrations|API keys|Webhooks|Logs|Overview|Inbox|Drafts|Sent|Spam|Starred|Layers|Brushes|Image|Filters|Colors|Run|Debug|Terminal|Build|Compile|Deploy|Test|Commit|Push|Pull|Branch|Merge|Zoom in|Zoom out|100%|Fit page|Full screen|Page Layout|References|Mailings|Review|Formulas|Data|Table|Chart|Picture|Shapes|Bold|Italic|Quit|Exit|Shut down|New Game|Load Game|Inventory|Skills|Quests|Map|Attack|Defend|Magic|Items|Shop|Resume|Main menu".split(
    "|",
  );

export const WORDS =
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea commodo the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then any like my now over such our man me even most made after also did many must before back see through way where get much go well your know should down work year because come people just say each those take day good how long still own between both life being under never know same another while last might great old year off come since against right came use own three state without again place around however small found must home water room part general high upon school every number".split(
    " ",
  );

export const FOREIGN =
  "設定|保存|キャンセル|ファイル|編集|表示|検索|中文|确定|取消|打开|关闭|帮助|文件|Настройки|Файл|Правка|Открыть|Сохранить|Отмена|Поиск|Einstellungen|Speichern|Abbrechen|Öffnen|Schließen|Fichier|Édition|Affichage|Rechercher|Annuler|Archivo|Guardar|Cancelar|Configuración|설정|저장|취소|파일|الإعدادات|حفظ|Impostazioni|Salva|Zapisz|Anuluj|Ustawienia|Ρυθμίσεις|Άνοιγμα|Wijzigen|Bestand|Ändra|Tallenna".split(
    "|",
  );

export const MONTHS =
  "January February March April May June July August September October November December".split(" ");
export const DAYS = "Mon Tue Wed Thu Fri Sat Sun".split(" ");
export const KEYWORDS =
  "if for return const def import let while class function async try else export from struct match".split(
    " ",
  );

/** Random texts; every text is HTML-escaped. */
export class Texts {
  /** @param {import("./rng.js").Rng} random */
  constructor(random) {
    this.random = random;
    this.foreign = random.chance(0.12);
  }

  /** A caption of one to three words. */
  label() {
    const { random } = this;
    if (this.foreign && random.chance(0.7)) return random.pick(FOREIGN);
    return escapeHtml(random.chance(0.75) ? random.pick(LABELS) : this.words(random.int(1, 2), true));
  }

  /** @param {number} count */
  labels(count) {
    return this.random.times(count, () => this.label());
  }

  /** @param {number} count */
  words(count, capital = false) {
    const text = this.random.repeat(count, () => this.random.pick(WORDS), " ");
    return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  }

  sentence() {
    return this.words(this.random.int(4, 16), true) + this.random.pick([".", ".", ".", "!", "?", ":"]);
  }

  number() {
    const { random } = this;
    switch (random.int(0, 6)) {
      case 0:
        return String(random.int(0, 9999));
      case 1:
        return (random.float() * 1000).toFixed(2);
      case 2:
        return `$${random.int(1, 9999)}`;
      case 3:
        return `${random.int(0, 100)}%`;
      case 4:
        return `${random.int(1, 12)}/${random.int(1, 28)}/20${random.int(10, 26)}`;
      case 5:
        return this.time();
      default:
        return `${random.int(1, 900)} KB`;
    }
  }

  time() {
    return `${this.random.int(0, 23)}:${String(this.random.int(0, 59)).padStart(2, "0")}`;
  }

  fileName() {
    const { random } = this;
    const stem = this.words(random.int(1, 2)).replace(" ", random.pick(["_", "-", " "]));
    return (
      stem +
      random.pick([".txt", ".pdf", ".png", ".doc", ".py", ".js", ".zip", ".mp3", "", "", ".xlsx", ".html"])
    );
  }
}

/** @param {string} text */
export function escapeHtml(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
