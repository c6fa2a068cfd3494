"""Words, names and phrases in many languages and scripts for random interfaces.

`Words` draws everything from the random generator it is given, so that equal seeds give equal interfaces.
"""

from __future__ import annotations

import random

ACTIONS: dict[str, list[str]] = {
    "en": """Open|Save|Save As…|Cancel|OK|Apply|Close|New|Edit|Delete|Remove|Add|Browse…|Search|Find|Replace|Undo|Redo
Cut|Copy|Paste|Select All|Print…|Export|Import|Share|Send|Reply|Forward|Back|Next|Previous|Finish|Help|About|Quit
Refresh|Reload|Stop|Start|Pause|Resume|Play|Record|Download|Upload|Install|Update|Upgrade|Restart|Reset|Defaults
Connect|Disconnect|Sign In|Sign Out|Log In|Register|Subscribe|Continue|Skip|Retry|Ignore|Accept|Decline|Yes|No
Preview|Zoom In|Zoom Out|Fit|Rotate|Crop|Filter|Sort|Group|Merge|Split|Rename|Duplicate|Move|Archive|Pin|Mute
More…|Options|Settings|Preferences|Properties|Details|Advanced|Customize|Manage|Configure…|Run|Build|Debug|Test
Clear|Empty Trash|Restore|Sync now|Check|Verify|Lock|Unlock|Show|Hide|Expand|Collapse|Insert|Attach|Call|Done""",
    "de": """Öffnen|Speichern|Speichern unter…|Abbrechen|Übernehmen|Schließen|Neu|Bearbeiten|Löschen|Hinzufügen|Suchen
Ersetzen|Rückgängig|Wiederholen|Ausschneiden|Kopieren|Einfügen|Drucken…|Exportieren|Senden|Antworten|Weiter|Zurück
Fertigstellen|Hilfe|Beenden|Aktualisieren|Herunterladen|Einstellungen|Eigenschaften|Verbinden|Anmelden|Zurücksetzen""",
    "fr": """Ouvrir|Enregistrer|Annuler|Appliquer|Fermer|Nouveau|Modifier|Supprimer|Ajouter|Rechercher|Remplacer|Couper
Copier|Coller|Imprimer…|Exporter|Envoyer|Répondre|Suivant|Précédent|Terminer|Aide|Quitter|Actualiser|Télécharger
Préférences|Propriétés|Connexion|Réinitialiser|Parcourir…|Valider|Afficher|Masquer|Aperçu""",
    "es": """Abrir|Guardar|Cancelar|Aplicar|Cerrar|Nuevo|Editar|Eliminar|Añadir|Buscar|Reemplazar|Cortar|Copiar|Pegar
Imprimir…|Exportar|Enviar|Responder|Siguiente|Anterior|Finalizar|Ayuda|Salir|Actualizar|Descargar|Preferencias""",
    "pl": "Otwórz|Zapisz|Anuluj|Zastosuj|Zamknij|Nowy|Edytuj|Usuń|Dodaj|Szukaj|Zamień|Wytnij|Kopiuj|Wklej|Drukuj…|Pomoc",
    "tr": "Aç|Kaydet|İptal|Uygula|Kapat|Yeni|Düzenle|Sil|Ekle|Ara|Değiştir|Kes|Kopyala|Yapıştır|Yazdır…|Yardım|Çıkış",
    "ru": """Открыть|Сохранить|Отмена|Применить|Закрыть|Создать|Изменить|Удалить|Добавить|Найти|Заменить|Вырезать
Копировать|Вставить|Печать…|Экспорт|Отправить|Ответить|Далее|Назад|Готово|Справка|Выход|Обновить|Загрузить|Параметры""",
    "el": "Άνοιγμα|Αποθήκευση|Άκυρο|Εφαρμογή|Κλείσιμο|Νέο|Επεξεργασία|Διαγραφή|Προσθήκη|Αναζήτηση|Αντιγραφή|Βοήθεια",
    "vi": "Mở|Lưu|Hủy|Áp dụng|Đóng|Mới|Chỉnh sửa|Xóa|Thêm|Tìm kiếm|Thay thế|Cắt|Sao chép|Dán|In…|Trợ giúp|Thoát",
    "zh": "打开|保存|另存为…|取消|确定|应用|关闭|新建|编辑|删除|添加|浏览…|搜索|查找|替换|撤销|重做|剪切|复制|粘贴|打印…|导出|发送|下一步|上一步|完成|帮助|退出|刷新|下载|设置|属性",
    "ja": "開く|保存|名前を付けて保存…|キャンセル|適用|閉じる|新規|編集|削除|追加|参照…|検索|置換|元に戻す|やり直す|切り取り|コピー|貼り付け|印刷…|送信|次へ|戻る|完了|ヘルプ|終了|更新|設定",
    "ko": "열기|저장|취소|확인|적용|닫기|새로 만들기|편집|삭제|추가|찾아보기…|검색|바꾸기|실행 취소|잘라내기|복사|붙여넣기|인쇄…|보내기|다음|이전|마침|도움말|종료",
    "ar": "فتح|حفظ|إلغاء|تطبيق|إغلاق|جديد|تحرير|حذف|إضافة|بحث|استبدال|قص|نسخ|لصق|طباعة|إرسال|التالي|السابق|مساعدة|إنهاء",
    "hi": "खोलें|सहेजें|रद्द करें|लागू करें|बंद करें|नया|संपादित करें|हटाएं|जोड़ें|खोजें|बदलें|काटें|कॉपी करें|चिपकाएं|प्रिंट करें|सहायता",
}

NOUNS: dict[str, list[str]] = {
    "en": """General|Appearance|Account|Privacy|Security|Network|Display|Sound|Keyboard|Mouse|Language|Region|Date & Time
Notifications|Storage|Printers|Bluetooth|Power|Users|Accessibility|Updates|Backup|Font|Colour|Theme|Size|Width|Height
Name|Address|City|Country|Phone|E-mail|Password|Username|Company|Department|Title|Comment|Category|Tags|Priority|Status
Start date|Due date|Duration|Amount|Price|Quantity|Total|Tax|Discount|Currency|Volume|Brightness|Contrast|Saturation|Hue
Opacity|Radius|Speed|Quality|Resolution|Frame rate|Bit rate|Codec|Format|Encoding|Line spacing|Tab width|Margin|Indent
Server|Port|Proxy|Timeout|Cache|Log level|Path|Folder|Template|Profile|Layer|Brush|Channel|Track|Playlist|Album|Artist
Inbox|Drafts|Sent|Archive|Junk|Trash|Projects|Documents|Downloads|Music|Pictures|Videos|Desktop|Recent|Starred|Home
Modified|Type|Owner|Permissions|Created|Version|Location|Length|Rating|Genre|Year|Sender|Subject|Received|Description""",
    "de": "Allgemein|Erscheinungsbild|Konto|Datenschutz|Sicherheit|Netzwerk|Anzeige|Klang|Tastatur|Maus|Sprache|Drucker|Benutzer|Schriftart|Farbe|Größe|Breite|Höhe|Name|Adresse|Ort|Land|Telefon|Kennwort|Firma|Kategorie|Menge|Preis|Lautstärke|Helligkeit|Geändert am|Typ|Eigentümer",
    "fr": "Général|Apparence|Compte|Confidentialité|Sécurité|Réseau|Affichage|Son|Clavier|Souris|Langue|Imprimantes|Utilisateurs|Police|Couleur|Taille|Largeur|Hauteur|Nom|Adresse|Ville|Pays|Téléphone|Mot de passe|Catégorie|Quantité|Prix|Luminosité|Modifié|Type",
    "es": "General|Apariencia|Cuenta|Privacidad|Seguridad|Red|Pantalla|Sonido|Teclado|Ratón|Idioma|Impresoras|Usuarios|Fuente|Color|Tamaño|Ancho|Alto|Nombre|Dirección|Ciudad|País|Teléfono|Contraseña|Cantidad|Precio|Brillo",
    "pl": "Ogólne|Wygląd|Konto|Prywatność|Sieć|Ekran|Dźwięk|Klawiatura|Język|Drukarki|Czcionka|Kolor|Rozmiar|Nazwa|Hasło|Ilość|Cena",
    "tr": "Genel|Görünüm|Hesap|Gizlilik|Güvenlik|Ağ|Ekran|Ses|Klavye|Fare|Dil|Yazı tipi|Renk|Boyut|İsim|Şifre|Miktar|Fiyat",
    "ru": "Общие|Внешний вид|Учётная запись|Безопасность|Сеть|Экран|Звук|Клавиатура|Мышь|Язык|Принтеры|Пользователи|Шрифт|Цвет|Размер|Ширина|Высота|Имя|Адрес|Город|Страна|Телефон|Пароль|Количество|Цена|Громкость|Изменён|Тип",
    "el": "Γενικά|Εμφάνιση|Λογαριασμός|Ασφάλεια|Δίκτυο|Οθόνη|Ήχος|Γλώσσα|Γραμματοσειρά|Χρώμα|Μέγεθος|Όνομα|Τιμή",
    "vi": "Chung|Giao diện|Tài khoản|Bảo mật|Mạng|Màn hình|Âm thanh|Bàn phím|Ngôn ngữ|Phông chữ|Màu|Kích thước|Tên|Giá",
    "zh": "常规|外观|帐户|隐私|安全|网络|显示|声音|键盘|鼠标|语言|通知|存储|打印机|用户|更新|字体|颜色|主题|大小|宽度|高度|名称|地址|城市|电话|密码|类别|数量|价格|音量|亮度|修改时间|类型",
    "ja": "一般|外観|アカウント|プライバシー|セキュリティ|ネットワーク|画面|サウンド|キーボード|マウス|言語|通知|プリンター|ユーザー|フォント|色|サイズ|幅|高さ|名前|住所|電話|パスワード|数量|価格|音量|明るさ|更新日時|種類",
    "ko": "일반|모양|계정|개인 정보|보안|네트워크|화면|소리|키보드|마우스|언어|알림|프린터|사용자|글꼴|색|크기|너비|높이|이름|주소|암호|수량|가격|수정한 날짜|종류",
    "ar": "عام|المظهر|الحساب|الخصوصية|الأمان|الشبكة|الشاشة|الصوت|اللغة|الطابعات|الخط|اللون|الحجم|الاسم|العنوان|كلمة المرور|السعر",
    "hi": "सामान्य|दिखावट|खाता|गोपनीयता|सुरक्षा|नेटवर्क|स्क्रीन|ध्वनि|भाषा|फ़ॉन्ट|रंग|आकार|नाम|पता|पासवर्ड|मूल्य",
}

PHRASES: dict[str, list[str]] = {
    "en": """Show hidden files|Wrap long lines|Highlight current line|Enable notifications|Remember my choice
Start automatically at login|Check for updates daily|Use system theme|Show line numbers|Ask before closing
Keep a copy on the server|Allow remote connections|Reduce motion|Dim the screen on battery|Match case|Whole words only
Play a sound for new messages|Open links in the background|Send usage statistics|Encrypt stored data|Scale to fit page
Snap to grid|Lock aspect ratio|Preserve transparency|Include subfolders|Overwrite existing files|Follow symbolic links
Use hardware acceleration|Auto save every 5 minutes|Show preview pane|Group by conversation|Mark as read when opened
Natural scrolling|Tap to click|Night light|Airplane mode|Do not disturb|Automatic brightness|Location services""",
    "de": "Versteckte Dateien anzeigen|Lange Zeilen umbrechen|Benachrichtigungen aktivieren|Beim Anmelden starten|Täglich nach Updates suchen|Zeilennummern anzeigen|Vor dem Schließen fragen|Groß-/Kleinschreibung beachten|Automatisch speichern|Unterordner einbeziehen",
    "fr": "Afficher les fichiers cachés|Activer les notifications|Démarrer à l’ouverture de session|Afficher les numéros de ligne|Respecter la casse|Enregistrer automatiquement|Inclure les sous-dossiers|Mode avion|Ne pas déranger",
    "es": "Mostrar archivos ocultos|Activar notificaciones|Iniciar con la sesión|Mostrar números de línea|Coincidir mayúsculas|Guardar automáticamente|Modo avión|No molestar",
    "ru": "Показывать скрытые файлы|Переносить строки|Включить уведомления|Запускать при входе|Учитывать регистр|Автосохранение|Включая подпапки|Режим полёта|Не беспокоить",
    "zh": "显示隐藏文件|自动换行|启用通知|登录时启动|每天检查更新|显示行号|关闭前询问|区分大小写|自动保存|包括子文件夹|飞行模式|勿扰模式",
    "ja": "隠しファイルを表示|行を折り返す|通知を有効にする|ログイン時に起動|行番号を表示|閉じる前に確認|大文字と小文字を区別|自動保存|機内モード|おやすみモード",
    "ko": "숨김 파일 표시|자동 줄 바꿈|알림 사용|로그인 시 시작|줄 번호 표시|닫기 전에 묻기|대/소문자 구분|자동 저장",
}

MENUS: dict[str, list[str]] = {
    "en": "File|Edit|View|Insert|Format|Tools|Table|Window|Help|Project|Build|Image|Layer|Select|Bookmarks|History|Go|Playback|Audio|Video|Terminal|Run|Data".split("|"),
    "de": "Datei|Bearbeiten|Ansicht|Einfügen|Format|Extras|Fenster|Hilfe".split("|"),
    "fr": "Fichier|Édition|Affichage|Insertion|Format|Outils|Fenêtre|Aide".split("|"),
    "es": "Archivo|Editar|Ver|Insertar|Formato|Herramientas|Ventana|Ayuda".split("|"),
    "ru": "Файл|Правка|Вид|Вставка|Формат|Сервис|Окно|Справка".split("|"),
    "zh": "文件|编辑|视图|插入|格式|工具|窗口|帮助".split("|"),
    "ja": "ファイル|編集|表示|挿入|書式|ツール|ウィンドウ|ヘルプ".split("|"),
}

PEOPLE = """Anna Schmidt|Liam O’Connor|Mei Chen|José García|Fatima Zahra|Yuki Tanaka|Olga Petrova|Ahmed Hassan|Priya Nair
Lars Eriksson|Chloé Martin|Marco Rossi|Zofia Nowak|Emre Yılmaz|Nguyễn Văn An|Kim Min-jun|Ivan Horvat|Sara Lindqvist
王小明|佐藤 健|이서연|Мария Иванова|Γιώργος Παπαδόπουλος|محمد علي|राहुल शर्मा|Tom Baker|Grace Hall|Noah Weber""".replace("\n", "|").split("|")

STEMS = """report|invoice|budget|notes|holiday|draft|summary|photo|scan|backup|project|readme|index|main|config|style|data
thesis|letter|contract|recipe|slides|meeting|song|track|clip|logo|icon|poster|survey|results|archive|log|todo|plan|map
IMG_2041|DSC00317|Screenshot from 2024-03-11|Урок 5|Überblick|会议记录|写真|사진|résumé""".replace("\n", "|").split("|")
EXTENSIONS = "txt pdf odt ods odp docx xlsx png jpg svg mp3 ogg flac mp4 mkv zip tar.gz py c h rs ts json html css md csv log".split()

PROSE = """the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which
one you were all her she there would their we him been has when who will no more if out so said what up its about into than
them can only other time new some could these two may first then do any like my now over such our man me even most made
after also did many off before must through back years where much your way down should because long each just state those
people Mr how too little good world make very year still see own work men day get here between both life being under never
window light water river market paper station garden winter machine signal letter""".split()

CODE = ["for (int i = 0; i < n; i++) {", "    return value * 2;", "def parse(line: str) -> dict:", "import os, sys",
        "const items = await load(path);", "if (!found) throw new Error('missing');", "}", "// cut to the parent",
        "SELECT name, total FROM orders WHERE total > 100;", "<div class=\"row\">", "fn main() {", "    let x = 5;",
        "    println!(\"{x}\");", "while read -r line; do", "#include <stdio.h>", "self.items.append(item)", "", "end"]

ICONS: list[str] = """document-new document-open document-save document-save-as document-print document-properties
document-revert document-send edit-clear edit-copy edit-cut edit-delete edit-find edit-find-replace edit-paste edit-redo
edit-select-all edit-undo folder-new format-indent-less format-indent-more format-justify-center format-justify-fill
format-justify-left format-justify-right format-text-bold format-text-italic format-text-strikethrough
format-text-underline go-bottom go-down go-first go-home go-jump go-last go-next go-previous go-top go-up help-about
help-contents insert-image insert-link insert-object insert-text list-add list-remove mail-forward mail-mark-important
mail-message-new mail-reply-all mail-reply-sender mail-send media-eject media-playback-pause media-playback-start
media-playback-stop media-record media-seek-backward media-seek-forward media-skip-backward media-skip-forward
object-flip-horizontal object-rotate-left object-rotate-right process-stop system-lock-screen system-log-out system-run
system-search system-shutdown tools-check-spelling view-fullscreen view-refresh view-restore view-sort-ascending
view-sort-descending window-close window-new zoom-fit-best zoom-in zoom-original zoom-out bookmark-new call-start
contact-new address-book-new appointment-new application-exit view-list view-grid open-menu view-more emblem-system
preferences-system audio-volume-high audio-volume-muted network-wireless camera-photo microphone starred user-trash
edit-select go-jump image-x-generic tab-new send-to star-new selection-start avatar-default alarm find-location mark-location
battery-full bluetooth-active display-brightness input-keyboard input-mouse printer computer phone drive-harddisk""".split()
FILE_ICONS = """folder folder-documents folder-download folder-music folder-pictures folder-videos user-home user-desktop
user-trash text-x-generic text-html text-x-script image-x-generic audio-x-generic video-x-generic package-x-generic
x-office-document x-office-spreadsheet x-office-presentation application-x-executable font-x-generic folder-remote
inode-directory application-pdf text-x-python application-zip drive-harddisk drive-removable-media""".split()
APP_ICONS = """accessories-calculator accessories-character-map accessories-text-editor help-browser multimedia-volume-control
preferences-desktop-font preferences-desktop-keyboard preferences-desktop-locale preferences-desktop-theme
preferences-desktop-wallpaper preferences-system-network system-file-manager system-software-install utilities-terminal
utilities-system-monitor web-browser internet-mail internet-web-browser multimedia-audio-player multimedia-video-player
applications-games applications-graphics applications-internet applications-multimedia applications-office
applications-science applications-system applications-utilities preferences-system system-users firefox gimp inkscape
libreoffice-writer libreoffice-calc thunderbird vlc blender""".split()

LANGUAGES = list(ACTIONS)


def _split(text: str | list[str]) -> list[str]:
    return [word for word in (text if isinstance(text, list) else text.replace("\n", "|").split("|")) if word]


ACTIONS = {language: _split(text) for language, text in ACTIONS.items()}
NOUNS = {language: _split(text) for language, text in NOUNS.items()}
PHRASES = {language: _split(text) for language, text in PHRASES.items()}


class Words:
    """Draws texts of one language (English for six windows of ten) from a random generator."""

    def __init__(self, rng: random.Random, language: str | None = None) -> None:
        self.rng = rng
        self.language = language or ("en" if rng.random() < 0.6 else rng.choice(LANGUAGES))

    def _of(self, table: dict[str, list[str]]) -> str:
        return self.rng.choice(table.get(self.language) or table["en"])

    def action(self) -> str:
        return self._of(ACTIONS)

    def noun(self) -> str:
        return self._of(NOUNS)

    def phrase(self) -> str:
        return self._of(PHRASES) if self.rng.random() < 0.85 else f"{self.action()} {self.noun()}"

    def menus(self, count: int) -> list[str]:
        names = MENUS.get(self.language) or MENUS["en"]
        if count >= len(names):
            return list(names)
        keep = sorted(self.rng.sample(range(1, len(names)), count - 1))
        return [names[0], *[names[index] for index in keep]]

    def person(self) -> str:
        return self.rng.choice(PEOPLE)

    def file(self) -> str:
        stem = self.rng.choice(STEMS)
        number = f"-{self.rng.randint(1, 40)}" if self.rng.random() < 0.4 else ""
        return f"{stem}{number}.{self.rng.choice(EXTENSIONS)}"

    def folder(self) -> str:
        return self.rng.choice(STEMS).capitalize() if self.rng.random() < 0.5 else self.noun()

    def sentence(self, low: int = 3, high: int = 12) -> str:
        if self.language in ("zh", "ja", "ko", "ar", "hi", "ru", "el") and self.rng.random() < 0.7:
            pool = NOUNS[self.language] + ACTIONS[self.language]
            joint = "" if self.language in ("zh", "ja") else " "
            return joint.join(self.rng.choice(pool) for _ in range(self.rng.randint(low, max(low, high // 2))))
        words = [self.rng.choice(PROSE) for _ in range(self.rng.randint(low, high))]
        return " ".join(words).capitalize() + self.rng.choice(["", ".", ".", "?"])

    def paragraph(self, sentences: int) -> str:
        return " ".join(self.sentence(6, 16) for _ in range(sentences))

    def code(self, lines: int) -> str:
        return "\n".join("    " * self.rng.randint(0, 2) + self.rng.choice(CODE) for _ in range(lines))

    def number(self) -> str:
        rng = self.rng
        return rng.choice([str(rng.randint(0, 999)), f"{rng.uniform(0, 100):.2f}", f"{rng.randint(1, 100)} %",
                           f"{rng.uniform(1, 900):.1f} kB", f"€ {rng.randint(1, 9999):,}"])

    def date(self) -> str:
        rng = self.rng
        return rng.choice([f"{rng.randint(1, 28):02}.{rng.randint(1, 12):02}.2024", f"2023-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
                           f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}", "Yesterday", "12 Mar 2024", f"{rng.randint(2, 59)} min ago"])

    def cell(self) -> str:
        return self.rng.choice([self.number, self.date, self.noun, self.person, self.file])()

    def icon(self) -> str:
        return self.rng.choice(ICONS)

    def file_icon(self) -> str:
        return self.rng.choice(FILE_ICONS)

    def app_icon(self) -> str:
        return self.rng.choice(APP_ICONS)
