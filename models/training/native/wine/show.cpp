// Shows placed scenes with Win32's own controls and answers their geometry (lines: see ../content/remote.py).
#define UNICODE
#define _UNICODE
#define _WIN32_WINNT 0x0601
#include <windows.h>
#include <commctrl.h>
#include <gdiplus.h>
#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

using std::string;
using std::vector;
using std::wstring;
using Fields = vector<string>;

#ifndef LM_GETIDEALSIZE  // an older header
#define LM_GETIDEALSIZE (WM_USER + 0x301)
#endif

static int look_size = 13;  // of the font, pixels
static double scale = 1;
static bool dark = false;
static COLORREF accent = 0;
static HFONT plain_font, head_font, small_font, link_font;
static std::mt19937 chance;

static int draw_of(int count) { return int(chance() % unsigned(count)); }
static bool has(const string &flags, char letter) { return flags.find(letter) != string::npos; }
static int px(double value) { return int(value * scale + 0.5); }

static Fields split(const string &text, char by) {
  Fields parts;
  size_t from = 0, to;
  while ((to = text.find(by, from)) != string::npos) parts.push_back(text.substr(from, to - from)), from = to + 1;
  parts.push_back(text.substr(from));
  return parts;
}

static wstring wide(const string &text) {
  wstring made(size_t(MultiByteToWideChar(CP_UTF8, 0, text.c_str(), int(text.size()), nullptr, 0)), L' ');
  MultiByteToWideChar(CP_UTF8, 0, text.c_str(), int(text.size()), made.data(), int(made.size()));
  return made;
}

static wstring replaced(wstring text, const wstring &what, const wstring &by) {
  for (size_t at = 0; (at = text.find(what, at)) != wstring::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

static wstring label_of(const string &text) { return replaced(wide(text), L"&", L"&&"); }  // & would underline a letter
static wstring lines_of(const string &text) { return replaced(wide(text), L"\u2028", L"\r\n"); }

// ---- pictures ----

static HBITMAP bitmap(const string &path, int side) {
  static std::map<std::pair<string, int>, HBITMAP> kept;
  auto key = std::make_pair(path, side);
  if (kept.count(key)) return kept[key];
  HBITMAP &made = kept[key];
  Gdiplus::Bitmap file((L"Z:" + replaced(wide(path), L"/", L"\\")).c_str());
  if (file.GetLastStatus() != Gdiplus::Ok) return made = nullptr;
  Gdiplus::Bitmap small(side, side, PixelFormat32bppARGB);
  Gdiplus::Graphics graphics(&small);
  graphics.SetInterpolationMode(Gdiplus::InterpolationModeHighQualityBicubic);
  graphics.DrawImage(&file, Gdiplus::Rect(0, 0, side, side), 0, 0, INT(file.GetWidth()), INT(file.GetHeight()), Gdiplus::UnitPixel);
  BITMAPINFO info{};
  info.bmiHeader.biSize = sizeof info.bmiHeader, info.bmiHeader.biWidth = side, info.bmiHeader.biHeight = -side, info.bmiHeader.biPlanes = 1, info.bmiHeader.biBitCount = 32;
  void *bits = nullptr;
  made = CreateDIBSection(nullptr, &info, DIB_RGB_COLORS, &bits, nullptr, 0);
  Gdiplus::Rect all(0, 0, side, side);
  Gdiplus::BitmapData data;
  small.LockBits(&all, Gdiplus::ImageLockModeRead, PixelFormat32bppARGB, &data);
  for (int y = 0; y < side; y++) memcpy((char *)bits + y * side * 4, (char *)data.Scan0 + y * data.Stride, size_t(side) * 4);
  small.UnlockBits(&data);
  return made;
}

static HICON icon(const string &path, int side) {
  static std::map<std::pair<string, int>, HICON> kept;
  auto key = std::make_pair(path, side);
  if (!kept.count(key)) {
    HBITMAP colour = bitmap(path, side);
    // Disabled buttons are drawn from the mask.
    int line = (side + 15) / 16 * 2;
    vector<BYTE> clear(size_t(line * side), 0);
    DIBSECTION pixels{};
    if (colour && GetObjectW(colour, sizeof pixels, &pixels))
      for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
          if (((const BYTE *)pixels.dsBm.bmBits)[(y * side + x) * 4 + 3] < 128) clear[size_t(y * line + x / 8)] |= BYTE(128 >> (x % 8));
    HBITMAP mask = CreateBitmap(side, side, 1, 1, clear.data());
    ICONINFO info{TRUE, 0, 0, mask, colour};
    kept[key] = colour ? CreateIconIndirect(&info) : nullptr;
    DeleteObject(mask);
  }
  return kept[key];
}

static int add_picture(HIMAGELIST list, const string &path, int side) {
  HBITMAP made = path.empty() ? nullptr : bitmap(path, side);
  return made ? ImageList_Add(list, made, nullptr) : I_IMAGENONE;
}

// ---- what a window holds ----

struct Item {
  string kind, flags, text, icon;
  Fields extra;
  int x, y, w, h;
  HWND window = nullptr, second = nullptr;
  Fields names;          // of the parts
  vector<string> marks;  // flags of the parts (tool bars, trees)
  vector<HTREEITEM> leaves;
  unsigned seed = 0;
};

struct Entry {  // of a menu
  int depth;
  string flags, text, shortcut;
};

struct Shown {
  HWND window = nullptr;
  int x, y, w, h;
  string title;
  vector<Entry> entries;
  vector<Item> items;
};

static std::deque<Shown> shown;
static vector<Entry> context;
static std::deque<Entry> kept_entries;  // what menu items point to
static vector<HIMAGELIST> lists;
static HWND hub;

// ---- output ----

static string out;

static void flush() {
  DWORD done;
  for (size_t at = 0; at < out.size(); at += done)
    if (!WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), out.data() + at, DWORD(out.size() - at), &done, nullptr)) break;
  out.clear();
}

static RECT meet(RECT a, RECT b) { return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)}; }

static string coordinates(RECT r) { return "\t" + std::to_string(r.left) + "\t" + std::to_string(r.top) + "\t" + std::to_string(r.right) + "\t" + std::to_string(r.bottom); }

static void element(const char *role, RECT box, RECT seen, const string &states, const string &name, const RECT *click = nullptr) {
  RECT part = meet(box, seen);
  if (part.right <= part.left || part.bottom <= part.top) return;
  out += string("el\t") + role + coordinates(part) + "\t" + states + "\t" + name + (click ? coordinates(*click) : "\t\t\t\t") + coordinates(box) + "\n";
}

static string state(const char *name, bool on) { return string(name) + (on ? "=1" : "=0"); }

static RECT screen_of(HWND window, RECT client) {
  MapWindowPoints(window, nullptr, (POINT *)&client, 2);
  return client;
}

static RECT client_of(HWND window) {
  RECT r;
  GetClientRect(window, &r);
  return screen_of(window, r);
}

static RECT rect_of(HWND window) {
  RECT r;
  GetWindowRect(window, &r);
  return r;
}

static unsigned long long xid(HWND window) { return (unsigned long long)(ULONG_PTR)GetPropW(window, L"__wine_x11_whole_window"); }

// ---- drawing of our own, where Win32 has no control ----

static Gdiplus::Color paint_of(COLORREF c) { return Gdiplus::Color(255, GetRValue(c), GetGValue(c), GetBValue(c)); }

static RECT track_of(const Item &item) {
  int high = std::min(item.h, look_size + px(6)), top = (item.h - high) / 2;
  return {0, top, high * 2 - px(4), top + high};
}

static void draw_switch(HDC dc, const Item &item, bool on) {
  Gdiplus::Graphics g(dc);
  g.SetSmoothingMode(Gdiplus::SmoothingModeAntiAlias);
  RECT t = track_of(item), all{0, 0, item.w, item.h};
  FillRect(dc, &all, GetSysColorBrush(COLOR_BTNFACE));
  bool off = has(item.flags, 'd');
  int high = t.bottom - t.top - 1, long_ = t.right - 1;
  Gdiplus::SolidBrush track(off ? paint_of(GetSysColor(COLOR_3DSHADOW)) : on ? paint_of(accent) : Gdiplus::Color(255, 128, 128, 128)), knob(off ? Gdiplus::Color(255, 190, 190, 190) : Gdiplus::Color(255, 255, 255, 255));
  g.FillEllipse(&track, 0, int(t.top), high, high), g.FillEllipse(&track, long_ - high, int(t.top), high, high), g.FillRectangle(&track, high / 2, int(t.top), long_ - high, high);
  g.FillEllipse(&knob, on ? long_ - high + 2 : 2, int(t.top) + 2, high - 4, high - 4);
  SelectObject(dc, plain_font), SetBkMode(dc, TRANSPARENT), SetTextColor(dc, GetSysColor(off ? COLOR_GRAYTEXT : COLOR_BTNTEXT));
  RECT text{t.right + px(6), 0, item.w, item.h};
  DrawTextW(dc, wide(item.text).c_str(), -1, &text, DT_SINGLELINE | DT_VCENTER | DT_NOPREFIX);
}

static void draw_picture(HDC dc, const Item &item) {
  std::mt19937 own(item.seed);
  Gdiplus::Graphics g(dc);
  auto tint = [&](int alpha) { return Gdiplus::Color(BYTE(alpha), BYTE(own() % 256), BYTE(own() % 256), BYTE(own() % 256)); };
  Gdiplus::Color one = tint(255), two = tint(255);
  Gdiplus::LinearGradientBrush back(Gdiplus::Point(0, 0), Gdiplus::Point(item.w, item.h), one, two);
  g.FillRectangle(&back, 0, 0, item.w, item.h);
  for (int n = int(own() % 30); n > 0; n--) {
    Gdiplus::SolidBrush brush(tint(90 + int(own() % 160)));
    int side = 3 + int(own() % unsigned(std::max(4, item.h / 3))), x = int(own() % unsigned(item.w)), y = int(own() % unsigned(item.h));
    if (own() % 2) g.FillEllipse(&brush, x, y, side, side);
    else g.FillRectangle(&brush, x, item.h - side, side / 3 + 2, side);
  }
}

// ---- menus ----

static size_t fill_menu(const vector<Entry> &entries, size_t at, int depth, HMENU into) {
  while (at < entries.size() && entries[at].depth >= depth) {
    kept_entries.push_back(entries[at++]);
    const Entry &entry = kept_entries.back();
    wstring text = label_of(entry.text) + (entry.shortcut.empty() ? L"" : L"\t" + wide(entry.shortcut));
    MENUITEMINFOW info{};
    info.cbSize = sizeof info, info.fMask = MIIM_FTYPE | MIIM_DATA | MIIM_STATE | MIIM_ID;
    info.wID = UINT(kept_entries.size()), info.dwItemData = (ULONG_PTR)&entry;
    if (has(entry.flags, '-')) info.fType = MFT_SEPARATOR;
    else {
      info.fMask |= MIIM_STRING, info.fType = has(entry.flags, 'r') ? MFT_RADIOCHECK : 0, info.dwTypeData = text.data();
      info.fState = UINT((has(entry.flags, 'd') ? MFS_GRAYED : 0) | (has(entry.flags, 'x') ? MFS_CHECKED : 0));
      if (has(entry.flags, 'm')) {
        info.fMask |= MIIM_SUBMENU, info.hSubMenu = CreatePopupMenu();
        at = fill_menu(entries, at, depth + 1, info.hSubMenu);
      }
    }
    InsertMenuItemW(into, UINT(GetMenuItemCount(into)), TRUE, &info);
  }
  return at;
}

static void tell_menu(HWND owner, HMENU menu, RECT seen, bool bar) {
  for (int n = 0; n < GetMenuItemCount(menu); n++) {
    MENUITEMINFOW info{};
    info.cbSize = sizeof info, info.fMask = MIIM_FTYPE | MIIM_STATE | MIIM_DATA | MIIM_SUBMENU;
    RECT box;
    if (!GetMenuItemInfoW(menu, UINT(n), TRUE, &info) || (info.fType & MFT_SEPARATOR) || !info.dwItemData || !GetMenuItemRect(owner, menu, UINT(n), &box)) continue;
    const Entry &entry = *(const Entry *)info.dwItemData;
    string states = state("disabled", info.fState & MFS_GRAYED);
    if (has(entry.flags, 'c') || has(entry.flags, 'r')) states += "," + state("checked", info.fState & MFS_CHECKED);
    if (bar) {
      bool open = false;
      for (HWND each = nullptr; (each = FindWindowExW(nullptr, each, L"#32768", nullptr));)
        if (IsWindowVisible(each) && (HMENU)SendMessageW(each, MN_GETHMENU, 0, 0) == info.hSubMenu) open = true;
      states += "," + state("expanded", open);
    }
    element("menuitem", box, seen, states, entry.text);
  }
}

// ---- making ----

static HWND control(Shown &in, const wchar_t *kind, const wstring &text, DWORD style, DWORD extended, int x, int y, int w, int h) {
  HWND made = CreateWindowExW(extended, kind, text.c_str(), WS_CHILD | WS_VISIBLE | WS_CLIPSIBLINGS | style, x, y, w, h, in.window, nullptr, GetModuleHandleW(nullptr), nullptr);
  SendMessageW(made, WM_SETFONT, WPARAM(plain_font), 0);
  SetWindowPos(made, HWND_TOP, 0, 0, 0, 0, SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE);  // later ones lie on top
  return made;
}

static HIMAGELIST new_list(int side) {
  lists.push_back(ImageList_Create(side, side, ILC_COLOR32, 8, 8));
  return lists.back();
}

static void make_view(Shown &in, Item &item) {  // tables, lists with pictures, icon views
  bool table = item.kind == "table", icons = item.kind == "icons";
  size_t first = table ? 3 : icons ? 2 : 1;
  static const DWORD sorts[] = {0, LVS_NOSORTHEADER};
  DWORD style = LVS_SHOWSELALWAYS | LVS_SINGLESEL | LVS_SHAREIMAGELISTS | (icons ? LVS_ICON | LVS_AUTOARRANGE : LVS_REPORT | (table ? sorts[draw_of(2)] : LVS_NOCOLUMNHEADER));
  HWND view = item.window = control(in, WC_LISTVIEWW, L"", style, WS_EX_CLIENTEDGE, item.x, item.y, item.w, item.h);
  int side = icons ? px(std::stoi(item.extra[1])) : look_size + px(3);
  bool pictures = icons;
  for (size_t n = first; n < item.extra.size() && !pictures; n++) {
    Fields parts = split(item.extra[n], '\x1e');
    pictures = table ? !parts[0].empty() : parts.size() > 1 && !parts[1].empty();
  }
  HIMAGELIST list = pictures ? new_list(side) : nullptr;
  if (list) ListView_SetImageList(view, list, icons ? LVSIL_NORMAL : LVSIL_SMALL);
  if (!list || draw_of(2)) {  // rows get their height from a picture list
    int high = look_size + px(4 + draw_of(9));
    if (!icons && !list) ListView_SetImageList(view, new_list(high), LVSIL_STATE);
  }
  DWORD extended = (!icons && (!table || draw_of(3)) ? LVS_EX_FULLROWSELECT : 0) | (table && draw_of(4) == 0 ? LVS_EX_GRIDLINES : 0);
  ListView_SetExtendedListViewStyle(view, extended);
  Fields columns = table ? split(item.extra[2], '\x1e') : Fields{""};
  int count = int(columns.size()), room = item.w - GetSystemMetrics(SM_CXVSCROLL) - 6;
  bool wider = table && draw_of(4) == 0, narrower = table && draw_of(4) == 0;
  for (int n = 0; n < count && !icons; n++) {
    wstring name = wide(columns[size_t(n)]);
    LVCOLUMNW column{};
    column.mask = LVCF_TEXT | LVCF_WIDTH | LVCF_FMT;
    column.pszText = name.data(), column.fmt = n && draw_of(4) == 0 ? LVCFMT_RIGHT : LVCFMT_LEFT;
    column.cx = std::max(px(table ? 44 : 20), int(room / count * (wider ? 1.4 : narrower ? 0.7 : 1) * (table && n == 0 ? 1.0 : table ? 0.98 : 1.0)));
    SendMessageW(view, LVM_INSERTCOLUMNW, WPARAM(n), LPARAM(&column));
  }
  int wanted = std::stoi(item.extra[0]);
  for (size_t n = first; n < item.extra.size(); n++) {
    Fields parts = split(item.extra[n], '\x1e');
    wstring text = wide(table ? (parts.size() > 1 ? parts[1] : "") : parts[0]);
    item.names.push_back(table ? (parts.size() > 1 ? parts[1] : "") : parts[0]);
    LVITEMW row{};
    row.mask = LVIF_TEXT | LVIF_IMAGE | LVIF_STATE;
    row.iItem = int(n - first), row.pszText = text.data();
    row.iImage = list ? add_picture(list, table ? parts[0] : parts.size() > 1 ? parts[1] : "", side) : I_IMAGENONE;
    row.stateMask = LVIS_SELECTED | LVIS_FOCUSED, row.state = row.iItem == wanted ? LVIS_SELECTED | LVIS_FOCUSED : 0;
    SendMessageW(view, LVM_INSERTITEMW, 0, LPARAM(&row));
    for (size_t c = 1; table && c < columns.size() && c + 1 < parts.size(); c++) {
      wstring cell = wide(parts[c + 1]);
      LVITEMW sub{};
      sub.iSubItem = int(c), sub.pszText = cell.data();
      SendMessageW(view, LVM_SETITEMTEXTW, WPARAM(row.iItem), LPARAM(&sub));
    }
  }
  if (table) {
    HWND header = ListView_GetHeader(view);
    SendMessageW(header, WM_SETFONT, WPARAM(plain_font), TRUE);
    HDITEMW sorted{};
    sorted.mask = HDI_FORMAT;
    int at = std::min(count - 1, std::stoi(item.extra[1]));
    SendMessageW(header, HDM_GETITEMW, WPARAM(at), LPARAM(&sorted));
    sorted.fmt |= draw_of(2) ? HDF_SORTUP : HDF_SORTDOWN;
    SendMessageW(header, HDM_SETITEMW, WPARAM(at), LPARAM(&sorted));
  }
  if (draw_of(3) == 0 && !item.names.empty()) ListView_EnsureVisible(view, wanted, FALSE);
  if (draw_of(6) == 0) ListView_Scroll(view, 0, px(draw_of(60)));
}

static void make_tree(Shown &in, Item &item) {
  bool full = draw_of(4) == 0, lines = !full && draw_of(2);
  DWORD style = DWORD(TVS_HASBUTTONS | TVS_LINESATROOT | TVS_SHOWSELALWAYS | (full ? TVS_FULLROWSELECT : 0) | (lines ? TVS_HASLINES : 0));
  HWND tree = item.window = control(in, WC_TREEVIEWW, L"", style, WS_EX_CLIENTEDGE, item.x, item.y, item.w, item.h);
  item.marks.push_back(full ? "full" : "");
  if (draw_of(2)) SendMessageW(tree, TVM_SETITEMHEIGHT, WPARAM(look_size + px(4 + draw_of(9))), 0);
  int side = look_size + px(3);
  bool pictures = false;
  for (size_t n = 1; n < item.extra.size(); n++) pictures |= split(item.extra[n], '\x1e').size() > 3 && !split(item.extra[n], '\x1e')[3].empty();
  HIMAGELIST list = pictures ? new_list(side) : nullptr;
  if (list) SendMessageW(tree, TVM_SETIMAGELIST, TVSIL_NORMAL, LPARAM(list));
  vector<HTREEITEM> owners{TVI_ROOT}, open;
  HTREEITEM wanted = nullptr;
  for (size_t n = 1; n < item.extra.size(); n++) {
    Fields parts = split(item.extra[n], '\x1e');
    owners.resize(size_t(std::stoi(parts[0])) + 1);
    wstring text = wide(parts[2]);
    TVINSERTSTRUCTW leaf{};
    leaf.hParent = owners.back(), leaf.hInsertAfter = TVI_LAST;
    leaf.item.mask = TVIF_TEXT | (list ? TVIF_IMAGE | TVIF_SELECTEDIMAGE : 0), leaf.item.pszText = text.data();
    if (list) leaf.item.iImage = leaf.item.iSelectedImage = parts.size() > 3 ? add_picture(list, parts[3], side) : I_IMAGENONE;
    HTREEITEM made = (HTREEITEM)SendMessageW(tree, TVM_INSERTITEMW, 0, LPARAM(&leaf));
    owners.push_back(made), item.leaves.push_back(made), item.names.push_back(parts[2]);
    if (parts[1] == "1") open.push_back(made);
    if (int(n) - 1 == std::stoi(item.extra[0])) wanted = made;
  }
  for (HTREEITEM each : open) SendMessageW(tree, TVM_EXPAND, TVE_EXPAND, LPARAM(each));
  if (wanted && draw_of(4)) SendMessageW(tree, TVM_SELECTITEM, TVGN_CARET, LPARAM(wanted));
  SendMessageW(tree, WM_VSCROLL, SB_TOP, 0);
  SendMessageW(tree, WM_HSCROLL, SB_LEFT, 0);
}

/** One tool bar from a run of flat buttons that the layout put side by side. */
static void make_bar(Shown &in, vector<Item> &run) {
  Item &item = run[0];
  int high = 0, right = 0, side = 0;
  for (Item &each : run) {
    high = std::max(high, each.h), right = std::max(right, each.x + each.w);
    if (each.text.empty() && each.kind == "button") side = side ? std::min(side, each.w - px(8)) : each.w - px(8);
  }
  side = std::max(12, std::min(high - px(6), side ? side : look_size + px(4)));
  DWORD style = TBSTYLE_LIST | CCS_NORESIZE | CCS_NODIVIDER | CCS_NOPARENTALIGN | (draw_of(5) ? TBSTYLE_FLAT : 0);
  HWND bar = item.window = control(in, TOOLBARCLASSNAMEW, L"", style, 0, item.x, item.y, right - item.x + px(2), high);
  SendMessageW(bar, TB_BUTTONSTRUCTSIZE, sizeof(TBBUTTON), 0);
  SendMessageW(bar, TB_SETEXTENDEDSTYLE, 0, TBSTYLE_EX_MIXEDBUTTONS);
  HIMAGELIST list = new_list(side);
  SendMessageW(bar, TB_SETIMAGELIST, 0, LPARAM(list));
  SendMessageW(bar, TB_SETBITMAPSIZE, 0, MAKELPARAM(side, side));
  SendMessageW(bar, TB_SETBUTTONSIZE, 0, MAKELPARAM(high, high));
  int index = 0;
  for (Item &each : run) {
    wstring text = wide(each.text);
    TBBUTTON button{};
    bool gap = each.kind == "separator";
    button.iBitmap = gap ? each.w + px(2) : add_picture(list, each.icon, side), button.idCommand = 100 + index;
    button.fsState = BYTE((has(each.flags, 'd') ? 0 : TBSTATE_ENABLED) | (has(each.flags, 'x') ? TBSTATE_CHECKED : 0));
    button.fsStyle = BYTE(gap ? BTNS_SEP : (has(each.flags, 't') ? BTNS_CHECK : BTNS_BUTTON) | BTNS_NOPREFIX | (text.empty() ? 0 : BTNS_SHOWTEXT | BTNS_AUTOSIZE));
    button.iString = text.empty() ? 0 : INT_PTR(text.c_str());
    if (text.empty()) button.iString = -1;
    SendMessageW(bar, TB_ADDBUTTONSW, 1, LPARAM(&button));
    if (!gap && text.empty()) {
      TBBUTTONINFOW info{};
      info.cbSize = sizeof info, info.dwMask = TBIF_SIZE, info.cx = WORD(each.w);
      SendMessageW(bar, TB_SETBUTTONINFOW, WPARAM(button.idCommand), LPARAM(&info));
    }
    item.names.push_back(each.text), item.marks.push_back(gap ? "-" : each.flags), index++;
  }
  item.kind = "bar";
  in.items.push_back(item);
}

static void make(Shown &in, Item item) {
  const string &kind = item.kind, &flags = item.flags;
  int x = item.x, y = item.y, w = item.w, h = item.h;
  bool on = has(flags, 'x');
  if (kind == "button") {
    // A button with a picture and no text has a style of its own; both together need none.
    int side = std::max(12, std::min(h - px(6), look_size + px(4)));
    HICON image = item.icon.empty() ? nullptr : icon(item.icon, side);
    DWORD style = DWORD((has(flags, 't') ? BS_AUTOCHECKBOX | BS_PUSHLIKE : draw_of(12) ? BS_PUSHBUTTON : BS_DEFPUSHBUTTON) | (has(flags, 'f') && draw_of(2) ? BS_FLAT : 0) | (image && item.text.empty() ? BS_ICON : 0));
    item.window = control(in, WC_BUTTONW, label_of(item.text), style, 0, x, y, w, h);
    if (image) SendMessageW(item.window, BM_SETIMAGE, IMAGE_ICON, LPARAM(image));
    if (on) SendMessageW(item.window, BM_SETCHECK, BST_CHECKED, 0);
  } else if (kind == "check" || kind == "radio") {
    item.window = control(in, WC_BUTTONW, label_of(item.text), kind == "check" ? BS_AUTOCHECKBOX : BS_RADIOBUTTON, 0, x, y, w, h);
    SendMessageW(item.window, BM_SETCHECK, on ? BST_CHECKED : BST_UNCHECKED, 0);
    SIZE ideal{0, 0};
    if (SendMessageW(item.window, BCM_GETIDEALSIZE, 0, LPARAM(&ideal)) && ideal.cx > w && ideal.cx < w * 5 / 4)
      SetWindowPos(item.window, nullptr, 0, 0, w = item.w = int(ideal.cx), h, SWP_NOMOVE | SWP_NOZORDER);
  } else if (kind == "switch" || kind == "canvas" || kind == "picture") {
    item.seed = unsigned(chance());
    item.window = control(in, WC_BUTTONW, L"", BS_OWNERDRAW, 0, x, y, w, h);
  } else if (kind == "link" || kind == "rich") {
    wstring text;
    auto safe = [](const string &what) { return replaced(wide(what), L"<", L"‹"); };
    if (kind == "link") text = L"<a>" + safe(item.text) + L"</a>", item.names.push_back(item.text);
    for (const string &each : item.extra) {
      if (kind == "link") break;
      Fields parts = split(each, '\x1e');
      bool link = parts.size() > 1 && parts[1] == "1";
      text += link ? L"<a>" + safe(parts[0]) + L"</a>" : safe(parts[0]);
      if (link) item.names.push_back(parts[0]);
    }
    item.window = control(in, WC_LINK, text, 0, kind == "rich" ? WS_EX_CLIENTEDGE : 0, x, y, w, h);
    SIZE ideal{0, 0};
    if (kind == "link") {
      SendMessageW(item.window, LM_GETIDEALSIZE, WPARAM(2000), LPARAM(&ideal));
      if (ideal.cx > w && ideal.cx < w * 5 / 4) SetWindowPos(item.window, nullptr, 0, 0, int(ideal.cx) + 1, std::max(h, int(ideal.cy)), SWP_NOMOVE | SWP_NOZORDER);
    }
  } else if (kind == "entry") {
    item.window = control(in, WC_EDITW, wide(item.text), ES_AUTOHSCROLL | DWORD(has(flags, 'p') ? ES_PASSWORD : 0), WS_EX_CLIENTEDGE, x, y, w, h);
  } else if (kind == "text") {
    bool wraps = draw_of(2);
    item.window = control(in, WC_EDITW, lines_of(item.text), DWORD(ES_MULTILINE | WS_VSCROLL | (wraps ? 0 : ES_AUTOHSCROLL | WS_HSCROLL)), WS_EX_CLIENTEDGE, x, y, w, h);
  } else if (kind == "combo") {
    item.window = control(in, WC_COMBOBOXW, L"", DWORD(WS_VSCROLL | CBS_AUTOHSCROLL | (has(flags, 'e') ? CBS_DROPDOWN : CBS_DROPDOWNLIST)), 0, x, y, w, h + px(200));
    SendMessageW(item.window, CB_SETITEMHEIGHT, WPARAM(-1), h - 6);
    if (draw_of(2)) SendMessageW(item.window, CB_SETITEMHEIGHT, 0, look_size + px(4 + draw_of(7)));
    for (size_t n = 1; n < item.extra.size(); n++) SendMessageW(item.window, CB_ADDSTRING, 0, LPARAM(wide(item.extra[n]).c_str())), item.names.push_back(item.extra[n]);
    SendMessageW(item.window, CB_SETCURSEL, WPARAM(std::stoi(item.extra[0])), 0);
  } else if (kind == "spin") {
    item.window = control(in, WC_EDITW, L"", ES_AUTOHSCROLL | (draw_of(2) ? ES_RIGHT : 0), WS_EX_CLIENTEDGE, x, y, w, h);
    item.second = control(in, UPDOWN_CLASSW, L"", UDS_ALIGNRIGHT | UDS_SETBUDDYINT | UDS_ARROWKEYS, 0, 0, 0, 10, 10);
    SendMessageW(item.second, UDM_SETBUDDY, WPARAM(item.window), 0);
    SendMessageW(item.second, UDM_SETRANGE32, 0, 500);
    SendMessageW(item.second, UDM_SETPOS32, 0, LPARAM(atof(item.extra[0].c_str())));
    if (has(flags, 'd')) EnableWindow(item.second, FALSE);
  } else if (kind == "slider") {
    static const DWORD ticks[] = {TBS_NOTICKS, TBS_NOTICKS | TBS_BOTH, TBS_AUTOTICKS, TBS_AUTOTICKS | TBS_BOTH};
    DWORD style = ticks[draw_of(4)] | (has(flags, 'v') ? TBS_VERT : TBS_HORZ);
    item.window = control(in, TRACKBAR_CLASSW, L"", style, 0, x, y, w, h);
    SendMessageW(item.window, TBM_SETRANGE, FALSE, MAKELPARAM(0, 100));
    SendMessageW(item.window, TBM_SETTICFREQ, 10, 0);
    SendMessageW(item.window, TBM_SETPOS, TRUE, LPARAM(100 * atof(item.extra[0].c_str())));
  } else if (kind == "progress") {
    item.window = control(in, PROGRESS_CLASSW, L"", draw_of(2) ? PBS_SMOOTH : 0, 0, x, y, w, h);
    SendMessageW(item.window, PBM_SETPOS, WPARAM(100 * atof(item.extra[0].c_str())), 0);
  } else if (kind == "list") {
    bool pictures = false;
    for (size_t n = 1; n < item.extra.size(); n++) pictures |= item.extra[n].back() != '\x1e';
    if (pictures || draw_of(4) == 0) make_view(in, item);
    else {
      item.kind = "box";
      item.window = control(in, WC_LISTBOXW, L"", DWORD(WS_VSCROLL | LBS_NOINTEGRALHEIGHT | LBS_HASSTRINGS), WS_EX_CLIENTEDGE, x, y, w, h);
      if (draw_of(2)) SendMessageW(item.window, LB_SETITEMHEIGHT, 0, look_size + px(4 + draw_of(9)));
      for (size_t n = 1; n < item.extra.size(); n++) {
        item.names.push_back(split(item.extra[n], '\x1e')[0]);
        SendMessageW(item.window, LB_ADDSTRING, 0, LPARAM(wide(item.names.back()).c_str()));
      }
      SendMessageW(item.window, LB_SETCURSEL, WPARAM(std::stoi(item.extra[0])), 0);
    }
  } else if (kind == "table" || kind == "icons")
    make_view(in, item);
  else if (kind == "tree")
    make_tree(in, item);
  else if (kind == "swatches") {
    int across = std::stoi(item.extra[0]), count = int(item.extra.size()) - 2, rows = (count + across - 1) / across;
    int side = std::max(6, std::min(w / across, rows ? h / rows : h));
    for (int n = 0; n < count; n++) {
      Item part = item;
      part.kind = "swatch", part.text = item.extra[size_t(n) + 2], part.w = part.h = side - 2;
      part.window = control(in, WC_BUTTONW, L"", BS_OWNERDRAW, 0, x + n % across * side, y + n / across * side, side - 2, side - 2);
      in.items.push_back(part);
    }
    return;
  } else if (kind == "notebook") {
    item.window = control(in, WC_TABCONTROLW, L"", draw_of(6) == 0 ? TCS_HOTTRACK : 0, 0, x, y, w, h);
    for (size_t n = 1; n < item.extra.size(); n++) {
      wstring text = wide(item.extra[n]);
      TCITEMW tab{};
      tab.mask = TCIF_TEXT, tab.pszText = text.data();
      SendMessageW(item.window, TCM_INSERTITEMW, WPARAM(n - 1), LPARAM(&tab));
      item.names.push_back(item.extra[n]);
    }
    SendMessageW(item.window, TCM_SETCURSEL, WPARAM(std::stoi(item.extra[0])), 0);
  } else if (kind == "group")
    item.window = control(in, WC_BUTTONW, label_of(item.text), BS_GROUPBOX, 0, x, y, w, h);
  else if (kind == "label") {
    item.window = control(in, WC_STATICW, wide(item.text), SS_LEFT | SS_NOPREFIX, 0, x, y, w + px(4), h);
    if (has(flags, 'h')) SendMessageW(item.window, WM_SETFONT, WPARAM(head_font), TRUE);
    if (has(flags, 's')) SendMessageW(item.window, WM_SETFONT, WPARAM(small_font), TRUE);
  } else if (kind == "statusbar")
    item.window = control(in, STATUSCLASSNAMEW, wide(item.text), CCS_NORESIZE | CCS_NOPARENTALIGN | (draw_of(2) ? SBARS_SIZEGRIP : 0), 0, x, y, w, h);
  else if (kind == "separator")
    item.window = control(in, WC_STATICW, L"", h > w ? SS_ETCHEDVERT : SS_ETCHEDHORZ, 0, h > w ? x + w / 2 : x, h > w ? y : y + h / 2, h > w ? 2 : w, h > w ? h : 2);
  if (!item.window) return;
  if (has(flags, 'd')) EnableWindow(item.window, FALSE);
  in.items.push_back(item);
}

static void make_all(Shown &in) {
  vector<Item> wanted;
  wanted.swap(in.items);
  for (size_t n = 0; n < wanted.size(); n++) {
    size_t end = n;
    int count = 0;
    for (; end < wanted.size(); end++) {
      const Item &each = wanted[end];
      bool tool = each.kind == "button" && has(each.flags, 'f'), gap = each.kind == "separator" && each.h > each.w && end > n;
      if (!tool && !gap) break;
      if (end > n && (each.x < wanted[end - 1].x + wanted[end - 1].w || each.x > wanted[end - 1].x + wanted[end - 1].w + px(3))) break;
      if (end > n && std::abs(each.y + each.h / 2 - wanted[n].y - wanted[n].h / 2) > px(3)) break;
      count += tool;
    }
    while (end > n + 1 && wanted[end - 1].kind == "separator") end--;
    if (count > 1) {
      vector<Item> run(wanted.begin() + long(n), wanted.begin() + long(end));
      make_bar(in, run);
      n = end - 1;
    } else
      make(in, wanted[n]);
  }
}

// ---- telling ----

static void tell_links(const Item &item, RECT seen) {
  RECT area;
  GetClientRect(item.window, &area);
  vector<RECT> boxes(item.names.size(), RECT{1 << 20, 1 << 20, 0, 0});
  for (int y = 0; y < area.bottom; y++)
    for (int x = 0; x < area.right; x++) {
      LHITTESTINFO at{};
      at.pt = {x, y};
      if (!SendMessageW(item.window, LM_HITTEST, 0, LPARAM(&at)) || at.item.iLink < 0 || at.item.iLink >= int(boxes.size())) continue;
      RECT &box = boxes[size_t(at.item.iLink)];
      box = {std::min(box.left, LONG(x)), std::min(box.top, LONG(y)), std::max(box.right, LONG(x + 1)), std::max(box.bottom, LONG(y + 1))};
    }
  for (size_t n = 0; n < boxes.size(); n++)
    if (boxes[n].right) element("link", screen_of(item.window, boxes[n]), seen, state("disabled", has(item.flags, 'd')), item.names[n]);
}

static void tell_view(const Item &item, RECT seen) {
  HWND view = item.window;
  bool table = item.kind == "table";
  RECT inner = meet(client_of(view), seen), rows = inner;
  HWND header = ListView_GetHeader(view);
  if (table && header) {
    RECT head = rect_of(header);
    rows.top = std::max(rows.top, head.bottom);
    Fields columns = split(item.extra[2], '\x1e');
    for (size_t n = 0; n < columns.size(); n++) {
      RECT box;
      SendMessageW(header, HDM_GETITEMRECT, n, LPARAM(&box));
      element("columnheader", screen_of(header, box), inner, "", columns[n]);
    }
  }
  for (size_t n = 0; n < item.names.size(); n++) {
    RECT box{};
    if (item.kind == "icons") {
      RECT label{LVIR_LABEL, 0, 0, 0}, image{LVIR_ICON, 0, 0, 0};
      SendMessageW(view, LVM_GETITEMRECT, n, LPARAM(&label)), SendMessageW(view, LVM_GETITEMRECT, n, LPARAM(&image));
      UnionRect(&box, &label, &image);
    } else {
      box.left = LVIR_BOUNDS;
      SendMessageW(view, LVM_GETITEMRECT, n, LPARAM(&box));
    }
    box = screen_of(view, box);
    if (table) box.left = std::max(box.left, rows.left), box.right = std::min(box.right, rows.right);
    element(table ? "row" : "listitem", box, rows, state("selected", ListView_GetItemState(view, int(n), LVIS_SELECTED) != 0), item.names[n]);
  }
}

static void tell_tree(const Item &item, RECT seen) {
  HWND tree = item.window;
  RECT inner = meet(client_of(tree), seen);
  int indent = int(SendMessageW(tree, TVM_GETINDENT, 0, 0)), picture = 0, ignored = 0;
  HIMAGELIST list = (HIMAGELIST)SendMessageW(tree, TVM_GETIMAGELIST, TVSIL_NORMAL, 0);
  if (list) ImageList_GetIconSize(list, &picture, &ignored), picture += 3;
  for (size_t n = 0; n < item.leaves.size(); n++) {
    RECT box;
    *(HTREEITEM *)&box = item.leaves[n];
    bool full = item.marks[0] == "full";
    if (!SendMessageW(tree, TVM_GETITEMRECT, !full, LPARAM(&box))) continue;
    TVITEMW leaf{};
    leaf.mask = TVIF_STATE | TVIF_CHILDREN | TVIF_HANDLE, leaf.hItem = item.leaves[n], leaf.stateMask = TVIS_SELECTED | TVIS_EXPANDED;
    SendMessageW(tree, TVM_GETITEMW, 0, LPARAM(&leaf));
    string states = state("selected", leaf.state & TVIS_SELECTED);
    if (leaf.cChildren) states += "," + state("expanded", leaf.state & TVIS_EXPANDED);
    if (!full) box.left -= picture + (leaf.cChildren ? indent / 2 + 6 : 0);
    box = screen_of(tree, box);
    if (full) box.left = inner.left, box.right = inner.right;
    element("treeitem", box, inner, states, item.names[n]);
  }
}

static void tell(const Shown &in, const Item &item) {
  RECT seen = client_of(in.window), box = rect_of(item.window);
  string off = state("disabled", has(item.flags, 'd'));
  const string &kind = item.kind;
  bool on = SendMessageW(item.window, BM_GETCHECK, 0, 0) == BST_CHECKED;
  if (kind == "button")
    element("button", box, seen, has(item.flags, 't') ? off + "," + state("checked", on) : off, item.text);
  else if (kind == "check" || kind == "radio") {
    SIZE ideal{0, 0};
    SendMessageW(item.window, BCM_GETIDEALSIZE, 0, LPARAM(&ideal));
    int side = px(13), top = box.top + (item.h - side) / 2;
    RECT click{box.left, top, box.left + side, top + side};
    if (ideal.cx) box.right = std::min(box.right, box.left + ideal.cx);
    if (ideal.cy && ideal.cy < item.h) {
      int high = std::max(int(ideal.cy), side), above = (item.h - high) / 2;
      box.top += above, box.bottom = box.top + high;
    }
    element(kind == "check" ? "checkbox" : "radio", box, seen, off + "," + state("checked", on), item.text, &click);
  } else if (kind == "switch") {
    RECT track = screen_of(item.window, track_of(item));
    HDC dc = GetDC(item.window);
    SelectObject(dc, plain_font);
    SIZE size{0, 0};
    wstring text = wide(item.text);
    GetTextExtentPoint32W(dc, text.c_str(), int(text.size()), &size);
    ReleaseDC(item.window, dc);
    box.right = text.empty() ? track.right : std::min(box.right, track.right + px(6) + size.cx);
    element("switch", box, seen, off + "," + state("checked", has(item.flags, 'x')), item.text, &track);
  } else if (kind == "link" || kind == "rich")
    tell_links(item, seen);
  else if (kind == "entry" || kind == "text")
    element("textbox", box, seen, off, "");
  else if (kind == "combo")
    element("combobox", box, seen, off + "," + state("expanded", SendMessageW(item.window, CB_GETDROPPEDSTATE, 0, 0) != 0), "");
  else if (kind == "spin") {
    RECT arrows = rect_of(item.second), both;
    UnionRect(&both, &box, &arrows);
    element("spinbutton", both, seen, off, "");
  } else if (kind == "slider") {
    RECT channel, thumb, both;
    SendMessageW(item.window, TBM_GETCHANNELRECT, 0, LPARAM(&channel)), SendMessageW(item.window, TBM_GETTHUMBRECT, 0, LPARAM(&thumb));
    if (has(item.flags, 'v') && channel.right - channel.left > channel.bottom - channel.top) channel = {channel.top, channel.left, channel.bottom, channel.right};
    UnionRect(&both, &channel, &thumb);
    element("slider", screen_of(item.window, both), seen, off, "");
  } else if (kind == "box") {
    RECT inner = meet(client_of(item.window), seen);
    for (size_t n = 0; n < item.names.size(); n++) {
      RECT row;
      if (SendMessageW(item.window, LB_GETITEMRECT, n, LPARAM(&row)) == LB_ERR) continue;
      element("listitem", screen_of(item.window, row), inner, state("selected", SendMessageW(item.window, LB_GETSEL, n, 0) > 0), item.names[n]);
    }
  } else if (kind == "list" || kind == "table" || kind == "icons")
    tell_view(item, seen);
  else if (kind == "tree")
    tell_tree(item, seen);
  else if (kind == "swatch")
    element("button", box, seen, off, "");
  else if (kind == "bar") {
    RECT inner = meet(client_of(item.window), seen);
    for (size_t n = 0; n < item.names.size(); n++) {
      RECT part;
      if (item.marks[n] == "-" || !SendMessageW(item.window, TB_GETITEMRECT, n, LPARAM(&part))) continue;
      LRESULT now = SendMessageW(item.window, TB_GETSTATE, 100 + n, 0);
      string states = state("disabled", !(now & TBSTATE_ENABLED));
      if (has(item.marks[n], 't')) states += "," + state("checked", now & TBSTATE_CHECKED);
      element("button", screen_of(item.window, part), inner, states, item.names[n]);
    }
  } else if (kind == "notebook") {
    RECT inner = meet(box, seen);
    HWND arrows = FindWindowExW(item.window, nullptr, UPDOWN_CLASSW, nullptr);
    if (arrows && IsWindowVisible(arrows)) inner.right = std::min(inner.right, rect_of(arrows).left);
    int chosen = int(SendMessageW(item.window, TCM_GETCURSEL, 0, 0));
    for (size_t n = 0; n < item.names.size(); n++) {
      RECT part;
      if (!SendMessageW(item.window, TCM_GETITEMRECT, n, LPARAM(&part))) continue;
      element("tab", screen_of(item.window, part), inner, state("selected", int(n) == chosen), item.names[n]);
    }
    // The arrows that scroll the tabs react by themselves.
    if (arrows && IsWindowVisible(arrows)) {
      RECT pair = rect_of(arrows);
      int middle = (pair.left + pair.right) / 2;
      element("button", {pair.left, pair.top, middle, pair.bottom}, seen, "", ""), element("button", {middle, pair.top, pair.right, pair.bottom}, seen, "", "");
    }
  }
}

static void tell_all() {
  int index = 0;
  for (const Shown &each : shown) {
    // The X window lies within what Win32 takes for the frame.
    RECT frame{0, 0, 0, 0}, whole = rect_of(each.window);
    DWORD style = DWORD(GetWindowLongW(each.window, GWL_STYLE));
    AdjustWindowRectEx(&frame, style, FALSE, DWORD(GetWindowLongW(each.window, GWL_EXSTYLE)));
    out += "win\t" + std::to_string(index++) + "\t" + std::to_string(xid(each.window)) + "\t" + std::to_string(whole.left - frame.left) + "\t" + std::to_string(whole.top - frame.top) + "\n";
    for (const Item &item : each.items) tell(each, item);
    if (HMENU bar = GetMenu(each.window)) {
      RECT seen{whole.left - frame.left, whole.top - frame.top, whole.right - frame.right, whole.bottom - frame.bottom};
      tell_menu(each.window, bar, seen, true);
    }
  }
  vector<HWND> menus;
  for (HWND each = nullptr; (each = FindWindowExW(nullptr, each, L"#32768", nullptr));)
    if (IsWindowVisible(each) && xid(each)) menus.insert(menus.begin(), each);  // found from the top down
  for (HWND each : menus) {
    out += "pop\t" + std::to_string(xid(each)) + "\n";
    tell_menu(nullptr, (HMENU)SendMessageW(each, MN_GETHMENU, 0, 0), rect_of(each), false);
  }
  for (const Shown &each : shown)
    for (const Item &item : each.items) {
      if (item.kind != "combo" || !SendMessageW(item.window, CB_GETDROPPEDSTATE, 0, 0)) continue;
      COMBOBOXINFO info{};
      info.cbSize = sizeof info;
      GetComboBoxInfo(item.window, &info);
      if (!info.hwndList || !xid(info.hwndList)) continue;
      out += "pop\t" + std::to_string(xid(info.hwndList)) + "\n";
      for (size_t n = 0; n < item.names.size(); n++) {
        RECT row;
        if (SendMessageW(info.hwndList, LB_GETITEMRECT, n, LPARAM(&row)) == LB_ERR) continue;
        element("listitem", screen_of(info.hwndList, row), client_of(info.hwndList), state("selected", SendMessageW(info.hwndList, LB_GETCURSEL, 0, 0) == LRESULT(n)), item.names[n]);
      }
    }
  out += "done\n";
  flush();
}

// ---- the loop ----

static std::deque<string> waiting;  // lines not yet treated
static Fields to_open;
static bool in_menu = false, ended = false, busy = false;
static const UINT KICK = WM_APP, LINE = WM_APP + 1, END = WM_APP + 2;

static void settle(int milliseconds) {
  DWORD until = GetTickCount() + DWORD(milliseconds);
  for (MSG message; GetTickCount() < until;) {
    while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) TranslateMessage(&message), DispatchMessageW(&message);
    MsgWaitForMultipleObjects(0, nullptr, FALSE, 10, QS_ALLINPUT);
  }
}

static Item *item_of(HWND window) {
  for (Shown &each : shown)
    for (Item &item : each.items)
      if (item.window == window) return &item;
  return nullptr;
}

static LRESULT CALLBACK window_proc(HWND window, UINT message, WPARAM w, LPARAM l) {
  switch (message) {
    case WM_DRAWITEM: {
      DRAWITEMSTRUCT &draw = *(DRAWITEMSTRUCT *)l;
      Item *item = item_of(draw.hwndItem);
      if (!item) return TRUE;
      if (item->kind == "switch") draw_switch(draw.hDC, *item, has(item->flags, 'x'));
      else if (item->kind == "swatch") {
        unsigned long rgb = strtoul(item->text.c_str() + 1, nullptr, 16);
        HBRUSH brush = CreateSolidBrush(RGB(rgb >> 16, (rgb >> 8) & 255, rgb & 255));
        FillRect(draw.hDC, &draw.rcItem, brush), DeleteObject(brush);
        DrawEdge(draw.hDC, &draw.rcItem, BDR_SUNKENOUTER, BF_RECT);
      } else if (item->kind == "picture" && !item->icon.empty()) {
        FillRect(draw.hDC, &draw.rcItem, GetSysColorBrush(COLOR_BTNFACE));
        int side = std::min(item->w, item->h);
        if (HICON made = icon(item->icon, side)) DrawIconEx(draw.hDC, 0, 0, made, side, side, 0, nullptr, DI_NORMAL);
      } else
        draw_picture(draw.hDC, *item);
      return TRUE;
    }
    case WM_CTLCOLORSTATIC:
      if (Item *item = item_of(HWND(l)); item && item->kind == "rich") {
        SetTextColor(HDC(w), GetSysColor(COLOR_WINDOWTEXT)), SetBkColor(HDC(w), GetSysColor(COLOR_WINDOW));
        return LRESULT(GetSysColorBrush(COLOR_WINDOW));
      }
      SetTextColor(HDC(w), GetSysColor(COLOR_BTNTEXT)), SetBkColor(HDC(w), GetSysColor(COLOR_BTNFACE));
      return LRESULT(GetSysColorBrush(COLOR_BTNFACE));
    case WM_ENTERMENULOOP: in_menu = true; break;
    case WM_EXITMENULOOP:
      in_menu = false;
      PostMessageW(hub, KICK, 0, 0);
      break;
    case WM_CLOSE: return 0;
  }
  return DefWindowProcW(window, message, w, l);
}

static HFONT font(const wstring &family, int size, bool bold) {
  return CreateFontW(-size, 0, 0, 0, bold ? FW_BOLD : FW_NORMAL, FALSE, FALSE, FALSE, DEFAULT_CHARSET, OUT_DEFAULT_PRECIS, CLIP_DEFAULT_PRECIS, DEFAULT_QUALITY, DEFAULT_PITCH, family.c_str());
}

static void look(const Fields &f) {
  for (Shown &each : shown) DestroyWindow(each.window);
  shown.clear(), context.clear(), to_open.clear(), kept_entries.clear();
  for (HIMAGELIST each : lists) ImageList_Destroy(each);
  lists.clear();
  std::map<string, string> values;
  for (size_t n = 1; n < f.size(); n++) values[f[n].substr(0, f[n].find('='))] = f[n].substr(f[n].find('=') + 1);
  vector<INT> indices;
  vector<COLORREF> colours;
  for (const string &pair : split(values["colours"], ',')) {
    if (pair.empty()) continue;
    unsigned long rgb = strtoul(pair.c_str() + pair.find('#') + 1, nullptr, 16);
    indices.push_back(atoi(pair.c_str())), colours.push_back(RGB(rgb >> 16, (rgb >> 8) & 255, rgb & 255));
  }
  if (!indices.empty()) SetSysColors(int(indices.size()), indices.data(), colours.data());
  // The common controls keep the colours they have seen until one of them is told.
  HWND told = CreateWindowExW(0, WC_LISTVIEWW, L"", WS_CHILD, 0, 0, 9, 9, hub, nullptr, GetModuleHandleW(nullptr), nullptr);
  SendMessageW(told, WM_SYSCOLORCHANGE, 0, 0), DestroyWindow(told);
  look_size = atoi(values["size"].c_str()), scale = atof(values["scale"].c_str()), dark = values["dark"] == "1";
  accent = GetSysColor(COLOR_HIGHLIGHT);
  chance.seed(unsigned(strtoul(values["seed"].c_str(), nullptr, 10)));
  for (HFONT each : {plain_font, head_font, small_font}) DeleteObject(each);
  wstring family = wide(values["font"]);
  plain_font = font(family, look_size, false), head_font = font(family, look_size * 13 / 10, true), small_font = font(family, std::max(8, look_size * 9 / 10), false);
  NONCLIENTMETRICSW metrics{};
  metrics.cbSize = sizeof metrics;
  SystemParametersInfoW(SPI_GETNONCLIENTMETRICS, metrics.cbSize, &metrics, 0);
  LOGFONTW face;
  GetObjectW(plain_font, sizeof face, &face);
  metrics.lfMenuFont = metrics.lfStatusFont = metrics.lfMessageFont = face;
  metrics.iMenuHeight = atoi(values["bar"].c_str()) - 1, metrics.iScrollWidth = metrics.iScrollHeight = atoi(values["scroll"].c_str());
  SystemParametersInfoW(SPI_SETNONCLIENTMETRICS, metrics.cbSize, &metrics, 0);
  ICONMETRICSW icons{};
  icons.cbSize = sizeof icons;
  SystemParametersInfoW(SPI_GETICONMETRICS, icons.cbSize, &icons, 0);
  icons.lfFont = face;
  SystemParametersInfoW(SPI_SETICONMETRICS, icons.cbSize, &icons, 0);
}

static void show_all() {
  for (Shown &each : shown) {
    DWORD style = WS_OVERLAPPEDWINDOW;  // without WS_CLIPCHILDREN: group boxes leave their inside to the window
    HMENU bar = each.entries.empty() ? nullptr : CreateMenu();
    if (bar) fill_menu(each.entries, 0, 0, bar);
    RECT r{each.x, each.y, each.x + each.w, each.y + each.h};
    AdjustWindowRectEx(&r, style, FALSE, 0);
    each.window = CreateWindowExW(0, L"GroundmarkWindow", wide(each.title).c_str(), style, r.left, r.top, r.right - r.left, r.bottom - r.top, nullptr, bar, GetModuleHandleW(nullptr), nullptr);
    make_all(each);
    ShowWindow(each.window, SW_SHOWNORMAL);
    vector<HWND> able;  // one has the keyboard, which shows in the colour of its selection
    for (Item &item : each.items)
      if ((item.kind == "list" || item.kind == "table" || item.kind == "icons" || item.kind == "tree" || item.kind == "box" || item.kind == "entry" || item.kind == "combo") && !has(item.flags, 'd')) able.push_back(item.window);
    if (!able.empty()) SetFocus(able[size_t(draw_of(int(able.size())))]);
    UpdateWindow(each.window);
    settle(120);
  }
  settle(200);
  SetTimer(hub, 1, 350, nullptr);
  if (to_open.empty() || shown.empty()) return;
  Shown &last = shown.back();
  int index = atoi(to_open[2].c_str());
  if (to_open[1] == "menu" && GetMenu(last.window)) {
    PostMessageW(last.window, WM_SYSCOMMAND, SC_KEYMENU, 0);
    for (int n = 0; n < index; n++) PostMessageW(last.window, WM_KEYDOWN, VK_RIGHT, 0);
    PostMessageW(last.window, WM_KEYDOWN, VK_DOWN, 0);
    for (int n = draw_of(6); n > 0; n--) PostMessageW(last.window, WM_KEYDOWN, VK_DOWN, 0);
    // To the right lies a submenu, or the next menu of the bar.
    if (draw_of(3) == 0) PostMessageW(last.window, WM_KEYDOWN, VK_RIGHT, 0);
  } else if (to_open[1] == "context") {
    HMENU menu = CreatePopupMenu();
    fill_menu(context, 0, 9, menu);
    POINT at{atoi(to_open[3].c_str()), atoi(to_open[4].c_str())};
    ClientToScreen(last.window, &at);
    for (int n = draw_of(8); n > 0; n--) PostMessageW(last.window, WM_KEYDOWN, VK_DOWN, 0);
    if (draw_of(2)) PostMessageW(last.window, WM_KEYDOWN, VK_RIGHT, 0);
    TrackPopupMenu(menu, TPM_LEFTALIGN | TPM_RETURNCMD, at.x, at.y, 0, last.window, nullptr);
    DestroyMenu(menu);
  } else if (to_open[1] == "combo") {
    vector<HWND> combos;
    for (Item &item : last.items)
      if (item.kind == "combo" && !has(item.flags, 'd')) combos.push_back(item.window);
    if (!combos.empty()) {
      HWND combo = combos[size_t(draw_of(int(combos.size())))];
      SetFocus(combo), SendMessageW(combo, CB_SHOWDROPDOWN, TRUE, 0);
    }
  }
}

static void treat() {
  while (!waiting.empty()) {
    if (in_menu) {
      // While a menu is open its own loop runs: "again" is answered from here, anything else closes it first.
      if (waiting.front() != "again") {
        EndMenu();
        return;
      }
      waiting.pop_front(), tell_all();
      continue;
    }
    if (busy) return;
    busy = true;
    Fields f = split(waiting.front(), '\t');
    waiting.pop_front();
    if (f[0] == "look") look(f);
    else if (f[0] == "win") {
      shown.emplace_back();
      Shown &each = shown.back();
      each.x = atoi(f[1].c_str()), each.y = atoi(f[2].c_str()), each.w = atoi(f[3].c_str()), each.h = atoi(f[4].c_str()), each.title = f[5];
    } else if (f[0] == "menu") {
      Entry entry{atoi(f[1].c_str()), f[2], f[3], f[4]};
      (entry.depth >= 9 ? context : shown.back().entries).push_back(entry);
    } else if (f[0] == "item") {
      Item item;
      item.kind = f[1], item.x = atoi(f[2].c_str()), item.y = atoi(f[3].c_str()), item.w = atoi(f[4].c_str()), item.h = atoi(f[5].c_str());
      item.flags = f[6], item.text = f[7], item.icon = f[8];
      if (!f[9].empty()) item.extra = split(f[9], '\x1f');
      shown.back().items.push_back(item);
    } else if (f[0] == "open") to_open = f;
    else if (f[0] == "show") show_all();
    else if (f[0] == "again") settle(30), tell_all();
    busy = false;
  }
  if (ended) PostQuitMessage(0);
}

static LRESULT CALLBACK hub_proc(HWND window, UINT message, WPARAM w, LPARAM l) {
  if (message == LINE) {
    std::unique_ptr<string> line((string *)l);
    waiting.push_back(*line), treat();
  } else if (message == KICK)
    treat();
  else if (message == END)
    ended = true, treat();
  else if (message == WM_TIMER)
    KillTimer(hub, 1), tell_all();
  else
    return DefWindowProcW(window, message, w, l);
  return 0;
}

static DWORD WINAPI read_lines(void *) {
  string rest;
  char buffer[65536];
  for (DWORD count; ReadFile(GetStdHandle(STD_INPUT_HANDLE), buffer, sizeof buffer, &count, nullptr) && count;) {
    rest.append(buffer, count);
    for (size_t at; (at = rest.find('\n')) != string::npos; rest.erase(0, at + 1)) PostMessageW(hub, LINE, 0, LPARAM(new string(rest.substr(0, at))));
  }
  PostMessageW(hub, END, 0, 0);
  return 0;
}

int WINAPI WinMain(HINSTANCE instance, HINSTANCE, LPSTR, int) {
  ULONG_PTR token;
  Gdiplus::GdiplusStartupInput input;
  Gdiplus::GdiplusStartup(&token, &input, nullptr);
  INITCOMMONCONTROLSEX wanted{sizeof wanted, 0xffff};
  InitCommonControlsEx(&wanted);
  WNDCLASSW kind{};
  kind.lpfnWndProc = window_proc, kind.hInstance = instance, kind.lpszClassName = L"GroundmarkWindow", kind.hbrBackground = HBRUSH(COLOR_BTNFACE + 1), kind.hCursor = LoadCursorW(nullptr, IDC_ARROW);
  RegisterClassW(&kind);
  kind.lpfnWndProc = hub_proc, kind.lpszClassName = L"GroundmarkHub";
  RegisterClassW(&kind);
  hub = CreateWindowExW(0, L"GroundmarkHub", L"", 0, 0, 0, 0, 0, HWND_MESSAGE, nullptr, instance, nullptr);
  CloseHandle(CreateThread(nullptr, 0, read_lines, nullptr, 0, nullptr));
  for (MSG message; GetMessageW(&message, nullptr, 0, 0) > 0;) TranslateMessage(&message), DispatchMessageW(&message);
  return 0;
}
