// Shows placed scenes with FLTK 1.3 widgets and answers their geometry (lines: see ../content/remote.py).
#include <FL/Fl.H>
#include <FL/Fl_Box.H>
#include <FL/Fl_Button.H>
#include <FL/Fl_Check_Button.H>
#include <FL/Fl_Choice.H>
#include <FL/Fl_Counter.H>
#include <FL/Fl_Double_Window.H>
#include <FL/Fl_Hold_Browser.H>
#include <FL/Fl_Image.H>
#include <FL/Fl_Input.H>
#include <FL/Fl_Input_Choice.H>
#include <FL/Fl_Light_Button.H>
#include <FL/Fl_Menu_Bar.H>
#include <FL/Fl_Multiline_Input.H>
#include <FL/Fl_PNG_Image.H>
#include <FL/Fl_Round_Button.H>
#include <FL/Fl_Scroll.H>
#include <FL/Fl_Secret_Input.H>
#include <FL/Fl_Slider.H>
#include <FL/Fl_Spinner.H>
#include <FL/Fl_Table_Row.H>
#include <FL/Fl_Tabs.H>
#include <FL/Fl_Text_Editor.H>
#include <FL/Fl_Tree.H>
#include <FL/fl_draw.H>
#include <FL/x.H>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

using std::string;
using std::vector;
using Fields = vector<string>;

static int look_size = 13;   // of the font, pixels
static int bar_height = 24;  // of menu bars
static bool dark = false;
static Fl_Color chosen_colour = FL_SELECTION_COLOR;
static std::mt19937 chance;

static int draw_of(int count) { return int(chance() % unsigned(count)); }
static bool has(const string &flags, char letter) { return flags.find(letter) != string::npos; }

static Fields split(const string &text, char by) {
  Fields parts;
  size_t from = 0, to;
  while ((to = text.find(by, from)) != string::npos) parts.push_back(text.substr(from, to - from)), from = to + 1;
  parts.push_back(text.substr(from));
  return parts;
}

static string lines_of(string text) {
  for (size_t at; (at = text.find("\xe2\x80\xa8")) != string::npos;) text.replace(at, 3, "\n");
  return text;
}

static Fl_Image *picture(const string &path, int side) {
  static std::map<std::pair<string, int>, Fl_Image *> kept;
  auto key = std::make_pair(path, side);
  if (!kept.count(key)) {
    Fl_PNG_Image file(path.c_str());
    kept[key] = file.fail() ? nullptr : file.copy(side, side);
  }
  return kept[key];
}

// ---- what a window holds ----

struct Box {
  int l, t, r, b;
};

struct Item {
  string kind, flags, text, icon;
  Fields extra;
  Fl_Widget *widget = nullptr;
};

struct Entry {  // of a menu
  int depth;
  string flags, text, shortcut;
};

struct Shown {
  Fl_Double_Window *window = nullptr;
  int x = 0, y = 0;  // of the client area on the screen, as the server says: FLTK may not have heard yet
  Fl_Menu_Bar *bar = nullptr;
  vector<Entry> entries;
  vector<Item> items;
};

static std::deque<Shown> shown;
static vector<Entry> context;
static std::deque<string> kept_texts;   // FLTK keeps pointers to labels
static std::deque<vector<Fl_Menu_Item>> kept_menus;

static const char *keep(const string &text) {
  kept_texts.push_back(text);
  return kept_texts.back().c_str();
}

// ---- output ----

static void element(const char *role, Box box, Box seen, const string &states, const string &name, const Box *click = nullptr) {
  Box part{std::max(box.l, seen.l), std::max(box.t, seen.t), std::min(box.r, seen.r), std::min(box.b, seen.b)};
  if (part.r <= part.l || part.b <= part.t) return;
  printf("el\t%s\t%d\t%d\t%d\t%d\t%s\t%s", role, part.l, part.t, part.r, part.b, states.c_str(), name.c_str());
  if (click) printf("\t%d\t%d\t%d\t%d", click->l, click->t, click->r, click->b);
  else printf("\t\t\t\t");
  printf("\t%d\t%d\t%d\t%d\n", box.l, box.t, box.r, box.b);
}

static string state(const char *name, bool on) { return string(name) + (on ? "=1" : "=0"); }

// ---- widgets of our own, where FLTK has none ----

struct Link : Fl_Box {
  Link(int x, int y, int w, int h, const char *text) : Fl_Box(x, y, w, h, text) {
    box(FL_NO_BOX), align(FL_ALIGN_LEFT | FL_ALIGN_INSIDE);
    labelcolor(dark ? fl_rgb_color(130, 175, 255) : fl_rgb_color(10, 70, 190));
  }
  int width() { return fl_font(labelfont(), labelsize()), label() ? int(fl_width(label())) : 0; }
  void draw() override {
    fl_font(labelfont(), labelsize());
    fl_color(labelcolor());
    int base = y() + (h() + fl_height()) / 2 - fl_descent();
    fl_draw(label(), x(), base);
    fl_line(x(), base + 2, x() + width(), base + 2);
  }
};

struct Switch : Fl_Button {
  Switch(int x, int y, int w, int h, const char *text) : Fl_Button(x, y, w, h, text) { type(FL_TOGGLE_BUTTON), box(FL_NO_BOX); }
  int high() { return std::min(h(), labelsize() + 6); }
  void draw() override {
    int t = high(), top = y() + (h() - t) / 2, w = t * 2 - 4;
    fl_color(fl_rgb_color(128, 128, 128));
    if (value()) fl_color(chosen_colour);
    if (!active()) fl_color(fl_inactive(FL_BACKGROUND_COLOR));
    fl_pie(x(), top, t, t, 0, 360), fl_pie(x() + w - t, top, t, t, 0, 360), fl_rectf(x() + t / 2, top, w - t, t);
    fl_color(active() ? FL_WHITE : FL_LIGHT3);
    fl_pie((value() ? x() + w - t : x()) + 2, top + 2, t - 4, t - 4, 0, 360);
    fl_color(active() ? FL_FOREGROUND_COLOR : fl_inactive(FL_FOREGROUND_COLOR));
    fl_font(labelfont(), labelsize());
    if (label()) fl_draw(label(), x() + w + 6, y(), this->w() - w - 6, h(), FL_ALIGN_LEFT);
  }
};

struct Rich : Fl_Widget {
  Fields parts;
  vector<std::pair<Box, string>> links;  // window pixels
  Rich(int x, int y, int w, int h, Fields what) : Fl_Widget(x, y, w, h), parts(std::move(what)) {}
  void draw() override {
    draw_box(FL_DOWN_BOX, FL_BACKGROUND2_COLOR);
    fl_push_clip(x() + 2, y() + 2, w() - 4, h() - 4);
    fl_font(FL_HELVETICA, look_size);
    links.clear();
    int left = x() + 8, high = fl_height(), at = y() + 6 + high - fl_descent(), right = x() + w() - 8;
    for (auto &part : parts) {
      Fields fields = split(part, '\x1e');
      bool link = fields.size() > 1 && fields[1] == "1";
      Box box{1 << 20, 1 << 20, 0, 0};
      for (auto &word : split(fields[0], ' ')) {
        if (word.empty()) continue;
        int wide = int(fl_width(word.c_str())), space = int(fl_width(" "));
        if (left + wide > right) left = x() + 8, at += high + 2;
        fl_color(link ? (dark ? fl_rgb_color(130, 175, 255) : fl_rgb_color(10, 70, 190)) : fl_contrast(FL_FOREGROUND_COLOR, FL_BACKGROUND2_COLOR));
        fl_draw(word.c_str(), left, at);
        if (link) {
          fl_line(left, at + 2, left + wide, at + 2);
          box = {std::min(box.l, left), std::min(box.t, at - high + fl_descent()), std::max(box.r, left + wide), std::max(box.b, at + fl_descent())};
        }
        left += wide + space;
      }
      if (link && box.r) links.push_back({box, fields[0]});
    }
    fl_pop_clip();
  }
};

struct Lines : Fl_Hold_Browser {
  Lines(int x, int y, int w, int h) : Fl_Hold_Browser(x, y, w, h) {}
  void tell(Box seen, int dx, int dy) {
    int X, Y, W, H;
    bbox(X, Y, W, H);
    Box inner{std::max(seen.l, X + dx), std::max(seen.t, Y + dy), std::min(seen.r, X + W + dx), std::min(seen.b, Y + H + dy)};
    int top = Y - position();
    for (int line = 1; line <= size(); line++) {
      int high = item_height(item_at(line));
      if (top + high > Y && top < Y + H)
        element("listitem", {X + dx, top + dy, X + W + dx, top + high + dy}, inner, state("selected", selected(line) != 0), text(line));
      top += high;
    }
  }
};

struct Sheet : Fl_Table_Row {
  Fields columns;
  vector<Fields> cells;
  int sort = 0;
  Sheet(int x, int y, int w, int h) : Fl_Table_Row(x, y, w, h) {}
  void draw_cell(TableContext what, int row, int column, int x, int y, int w, int h) override {
    if (what == CONTEXT_COL_HEADER) {
      fl_push_clip(x, y, w, h);
      fl_draw_box(FL_THIN_UP_BOX, x, y, w, h, FL_BACKGROUND_COLOR);
      fl_color(FL_FOREGROUND_COLOR), fl_font(FL_HELVETICA, look_size);
      fl_draw(columns[column].c_str(), x + 4, y, w - 8, h, FL_ALIGN_LEFT);
      if (column == sort) fl_polygon(x + w - 14, y + h / 2 - 2, x + w - 6, y + h / 2 - 2, x + w - 10, y + h / 2 + 3);
      fl_pop_clip();
    } else if (what == CONTEXT_CELL) {
      fl_push_clip(x, y, w, h);
      bool on = row_selected(row);
      Fl_Color back = on ? chosen_colour : FL_BACKGROUND2_COLOR;
      fl_color(back), fl_rectf(x, y, w, h);
      int left = x + 4;
      const Fields &row_cells = cells[row];
      Fl_Image *image = column == 0 && !row_cells[0].empty() ? picture(row_cells[0], look_size + 2) : nullptr;
      if (image) image->draw(left, y + (h - image->h()) / 2), left += image->w() + 4;
      fl_color(fl_contrast(FL_FOREGROUND_COLOR, back)), fl_font(FL_HELVETICA, look_size);
      if (column + 1 < int(row_cells.size())) fl_draw(row_cells[column + 1].c_str(), left, y, x + w - left - 2, h, FL_ALIGN_LEFT);
      fl_pop_clip();
    }
  }
  void tell(Box seen, int dx, int dy) {
    int x, y, w, h;
    Box inner{std::max(seen.l, tix + dx), std::max(seen.t, tiy + dy), std::min(seen.r, tix + tiw + dx), std::min(seen.b, tiy + tih + dy)};
    Box head{tox + dx, toy - col_header_height() + dy, std::min(seen.r, tix + tiw + dx), toy + dy};
    for (int column = 0; column < cols(); column++)
      if (!find_cell(CONTEXT_COL_HEADER, 0, column, x, y, w, h)) element("columnheader", {x + dx, y + dy, x + w + dx, y + h + dy}, head, "", columns[column]);
    for (int row = 0; row < rows(); row++) {
      int last_x, last_w;
      if (find_cell(CONTEXT_CELL, row, 0, x, y, w, h)) continue;
      int first = x;
      if (find_cell(CONTEXT_CELL, row, cols() - 1, last_x, y, last_w, h)) continue;
      Box box{first + dx, y + dy, last_x + last_w + dx, y + h + dy};
      Box cut = inner;  // a row reaches as far as its cells can be seen
      if (box.r > cut.r) box.r = cut.r;
      element("row", box, cut, state("selected", row_selected(row) != 0), cells[row].size() > 1 ? cells[row][1] : "");
    }
  }
};

struct Picture : Fl_Box {  // no control: a noisy drawing
  unsigned seed;
  Picture(int x, int y, int w, int h) : Fl_Box(x, y, w, h), seed(unsigned(chance())) {}
  void draw() override {
    std::mt19937 own(seed);
    Fl_Color a = fl_rgb_color(own() % 256, own() % 256, own() % 256), b = fl_rgb_color(own() % 256, own() % 256, own() % 256);
    fl_push_clip(x(), y(), w(), h());
    for (int row = 0; row < h(); row++) fl_color(fl_color_average(a, b, 1.0f - float(row) / float(h()))), fl_xyline(x(), y() + row, x() + w());
    for (int n = int(own() % 30); n > 0; n--) {
      fl_color(fl_rgb_color(own() % 256, own() % 256, own() % 256));
      int cx = x() + int(own() % unsigned(w())), cy = y() + int(own() % unsigned(h())), side = 3 + int(own() % unsigned(std::max(4, h() / 3)));
      if (own() % 2) fl_pie(cx, cy, side, side, 0, 360);
      else fl_line(cx, cy, x() + int(own() % unsigned(w())), y() + int(own() % unsigned(h())));
    }
    fl_pop_clip();
  }
};

// ---- menus ----

static int shortcut(const string &text) {
  if (text.empty()) return 0;
  int key = 0;
  if (text.find("Ctrl+") != string::npos) key |= FL_CTRL;
  if (text.find("Shift+") != string::npos) key |= FL_SHIFT;
  string last = text.substr(text.rfind('+') == string::npos ? 0 : text.rfind('+') + 1);
  return key | (last.size() > 1 && last[0] == 'F' ? FL_F + atoi(last.c_str() + 1) : tolower(last[0]));
}

static size_t fill_menu(const vector<Entry> &entries, size_t at, int depth, vector<Fl_Menu_Item> &into) {
  for (; at < entries.size() && entries[at].depth >= depth;) {
    const Entry &entry = entries[at++];
    if (has(entry.flags, '-')) {
      if (!into.empty() && into.back().text) into.back().flags |= FL_MENU_DIVIDER;
      continue;
    }
    Fl_Menu_Item item;
    memset(&item, 0, sizeof item);
    item.text = keep(entry.text), item.shortcut_ = shortcut(entry.shortcut);
    item.labelfont_ = FL_HELVETICA, item.labelsize_ = look_size;
    if (has(entry.flags, 'd')) item.flags |= FL_MENU_INACTIVE;
    if (has(entry.flags, 'c')) item.flags |= FL_MENU_TOGGLE;
    if (has(entry.flags, 'r')) item.flags |= FL_MENU_RADIO;
    if (has(entry.flags, 'x')) item.flags |= FL_MENU_VALUE;
    if (has(entry.flags, 'm')) {
      item.flags |= FL_SUBMENU;
      into.push_back(item);
      at = fill_menu(entries, at, depth + 1, into);
    } else
      into.push_back(item);
  }
  Fl_Menu_Item end;
  memset(&end, 0, sizeof end);
  into.push_back(end);
  return at;
}

static Fl_Menu_Item *menu_of(const vector<Entry> &entries, int depth) {
  kept_menus.emplace_back();
  fill_menu(entries, 0, depth, kept_menus.back());
  return kept_menus.back().data();
}

static Fl_Menu_Item *open_menu = nullptr;  // what the open pop-up shows
static const char *open_role = "menuitem";

static void tell_menus() {
  vector<Fl_Window *> windows;
  for (Fl_Window *each = Fl::first_window(); each; each = Fl::next_window(each))
    if (each->menu_window() && each->visible()) windows.insert(windows.begin(), each);
  std::sort(windows.begin(), windows.end(), [](Fl_Window *a, Fl_Window *b) { return fl_xid(a) < fl_xid(b); });
  int row = 0;
  const Fl_Menu_Item *items = open_menu;
  for (Fl_Window *window : windows) {
    const int leading = 4, border = Fl::box_dx(window->box()), room = window->h() + leading - 2 * border - 3;
    const Fl_Menu_Item *from = items;
    if (row) {  // a submenu: the one that has as many rows as this window
      from = nullptr;
      for (const Fl_Menu_Item *each = items; each->text; each = each->next())
        if ((each->flags & FL_SUBMENU)) {
          int count = 0;
          for (const Fl_Menu_Item *inner = each + 1; inner->text; inner = inner->next()) count++;
          if (count && std::abs(count * row - room) < row / 2) from = each + 1;
        }
    }
    int count = 0;
    if (from)
      for (const Fl_Menu_Item *each = from; each->text; each = each->next()) count++;
    else
      count = room / row;
    if (!count) continue;
    row = room / count;
    printf("pop\t%lu\n", (unsigned long)fl_xid(window));
    const Fl_Menu_Item *each = from;
    for (int index = 0; index < count; index++) {
      int top = window->y() + border - 1 + index * row;
      Box box{window->x() + border, top, window->x() + window->w() - border, top + row};
      string states;
      if (each) {
        states = state("disabled", each->flags & FL_MENU_INACTIVE);
        if (each->flags & (FL_MENU_TOGGLE | FL_MENU_RADIO)) states += "," + state("checked", each->flags & FL_MENU_VALUE);
      }
      element(open_role, box, {window->x(), window->y(), window->x() + window->w(), window->y() + window->h()}, states, each ? each->text : "");
      if (each) each = each->next();
    }
  }
}

// ---- making and telling ----

static void text_font(Fl_Input_ *field) { field->textsize(look_size), field->textfont(FL_HELVETICA); }

static void make(Shown &into, const Fields &f) {
  Item item;
  item.kind = f[1], item.flags = f[6], item.text = f[7], item.icon = f[8];
  if (!f[9].empty()) item.extra = split(f[9], '\x1f');
  int x = atoi(f[2].c_str()), y = atoi(f[3].c_str()) + (into.entries.empty() ? 0 : bar_height), w = atoi(f[4].c_str()), h = atoi(f[5].c_str());
  const char *text = item.text.empty() ? nullptr : keep(item.text);  // an empty label takes the room of a line
  const string &kind = item.kind;
  bool on = has(item.flags, 'x'), flat = has(item.flags, 'f');
  Fl_Widget *made = nullptr;
  if (kind == "button") {
    Fl_Button *button = has(item.flags, 't') && !flat && draw_of(2) ? new Fl_Light_Button(x, y, w, h, text) : new Fl_Button(x, y, w, h, text);
    if (has(item.flags, 't')) button->type(FL_TOGGLE_BUTTON), button->value(on);
    if (flat) button->box(on ? FL_DOWN_BOX : draw_of(2) ? FL_FLAT_BOX : FL_THIN_UP_BOX);
    if (!item.icon.empty()) {
      button->image(picture(item.icon, std::max(12, std::min(h - 6, look_size + 6))));
      button->align(item.text.size() > 0 ? FL_ALIGN_IMAGE_NEXT_TO_TEXT | FL_ALIGN_CENTER : FL_ALIGN_CENTER);
    } else
      button->align(FL_ALIGN_CLIP | FL_ALIGN_CENTER);
    made = button;
  } else if (kind == "check" || kind == "radio") {
    Fl_Light_Button *button = kind == "check" ? (Fl_Light_Button *)new Fl_Check_Button(x, y, w, h, text) : new Fl_Round_Button(x, y, w, h, text);
    button->value(on);
    made = button;
  } else if (kind == "switch") {
    Switch *button = new Switch(x, y, w, h, text);
    button->value(on);
    made = button;
  } else if (kind == "link")
    made = new Link(x, y, w, h, text);
  else if (kind == "entry") {
    Fl_Input *field = has(item.flags, 'p') ? new Fl_Secret_Input(x, y, w, h) : new Fl_Input(x, y, w, h);
    field->value(item.text.c_str()), text_font(field);
    made = field;
  } else if (kind == "text") {
    if (draw_of(3)) {
      Fl_Text_Editor *field = new Fl_Text_Editor(x, y, w, h);
      field->buffer(new Fl_Text_Buffer), field->buffer()->text(lines_of(item.text).c_str());
      field->textsize(look_size), field->textfont(draw_of(2) ? FL_COURIER : FL_HELVETICA);
      if (draw_of(3) == 0) field->linenumber_width(look_size * 3);
      made = field;
    } else {
      Fl_Multiline_Input *field = new Fl_Multiline_Input(x, y, w, h);
      field->value(lines_of(item.text).c_str()), text_font(field);
      made = field;
    }
  } else if (kind == "combo") {
    int index = atoi(item.extra[0].c_str());
    if (has(item.flags, 'e')) {
      Fl_Input_Choice *field = new Fl_Input_Choice(x, y, w, h);
      for (size_t n = 1; n < item.extra.size(); n++) field->add(item.extra[n].c_str());
      field->value(item.extra[index + 1].c_str()), text_font(field->input());
      field->menubutton()->textsize(look_size);
      made = field;
    } else {
      Fl_Choice *field = new Fl_Choice(x, y, w, h);
      vector<Entry> options;
      for (size_t n = 1; n < item.extra.size(); n++) options.push_back({0, "", item.extra[n], ""});
      field->menu(menu_of(options, 0)), field->value(index), field->textsize(look_size);
      made = field;
    }
  } else if (kind == "spin") {
    double value = atof(item.extra[0].c_str());
    if (draw_of(4)) {
      Fl_Spinner *field = new Fl_Spinner(x, y, w, h);
      field->range(0, 500), field->value(value), field->textsize(look_size);
      made = field;
    } else {
      Fl_Counter *field = new Fl_Counter(x, y, w + w / 3, h);
      field->type(FL_SIMPLE_COUNTER), field->value(value), field->textsize(look_size);
      made = field;
    }
  } else if (kind == "slider") {
    bool upright = has(item.flags, 'v');
    Fl_Slider *slider = new Fl_Slider(x, y, w, h);
    const int across[] = {FL_HOR_SLIDER, FL_HOR_NICE_SLIDER, FL_HOR_FILL_SLIDER}, up[] = {FL_VERT_SLIDER, FL_VERT_NICE_SLIDER, FL_VERT_FILL_SLIDER};
    int style = draw_of(3);
    slider->type(uchar(upright ? up[style] : across[style])), slider->value(atof(item.extra[0].c_str()));
    if (style == 1) slider->box(FL_FLAT_BOX);
    if (style == 2) slider->selection_color(chosen_colour);
    made = slider;
  } else if (kind == "list") {
    Lines *list = new Lines(x, y, w, h);
    for (size_t n = 1; n < item.extra.size(); n++) {
      Fields parts = split(item.extra[n], '\x1e');
      list->add(("@." + parts[0]).c_str());
      list->text(list->size(), parts[0].c_str());
      if (parts.size() > 1 && !parts[1].empty()) list->icon(list->size(), picture(parts[1], look_size + 3));
    }
    list->format_char(0), list->textsize(look_size), list->select(atoi(item.extra[0].c_str()) + 1), list->selection_color(chosen_colour);
    made = list;
  } else if (kind == "tree") {
    Fl_Tree *tree = new Fl_Tree(x, y, w, h);
    tree->showroot(0), tree->item_labelsize(look_size), tree->item_labelfont(FL_HELVETICA), tree->item_labelfgcolor(fl_contrast(FL_FOREGROUND_COLOR, FL_BACKGROUND2_COLOR)), tree->selection_color(chosen_colour);
    tree->connectorstyle(draw_of(2) ? FL_TREE_CONNECTOR_DOTTED : FL_TREE_CONNECTOR_NONE);
    tree->selectmode(FL_TREE_SELECT_SINGLE);
    vector<Fl_Tree_Item *> owners{tree->root()};
    int wanted = atoi(item.extra[0].c_str());
    vector<Fl_Tree_Item *> closed;
    for (size_t n = 1; n < item.extra.size(); n++) {
      Fields parts = split(item.extra[n], '\x1e');
      size_t depth = size_t(atoi(parts[0].c_str()));
      owners.resize(depth + 1);
      Fl_Tree_Item *leaf = owners[depth]->add(tree->prefs(), parts[2].c_str());
      if (!leaf) continue;
      owners.push_back(leaf);
      if (parts[1] == "0") closed.push_back(leaf);
      if (parts.size() > 3 && !parts[3].empty()) leaf->usericon(picture(parts[3], look_size + 3));
      if (int(n) - 1 == wanted) leaf->select(1);
    }
    for (Fl_Tree_Item *leaf : closed)
      if (leaf->has_children()) leaf->close();
    made = tree;
  } else if (kind == "table") {
    Sheet *sheet = new Sheet(x, y, w, h);
    sheet->sort = atoi(item.extra[1].c_str());
    sheet->columns = split(item.extra[2], '\x1e');
    for (size_t n = 3; n < item.extra.size(); n++) sheet->cells.push_back(split(item.extra[n], '\x1e'));
    int columns = int(sheet->columns.size());
    sheet->end(), sheet->rows(int(sheet->cells.size())), sheet->cols(columns);
    sheet->row_header(0), sheet->col_header(1), sheet->col_header_height(look_size + 9), sheet->row_height_all(look_size + 5 + draw_of(8));
    sheet->col_width_all(std::max(50, (w - 20) / columns)), sheet->selection_color(chosen_colour);
    sheet->type(Fl_Table_Row::SELECT_SINGLE);
    if (sheet->rows()) sheet->select_row(atoi(item.extra[0].c_str()));
    made = sheet;
  } else if (kind == "icons") {
    Fl_Scroll *scroll = new Fl_Scroll(x, y, w, h);
    scroll->box(FL_DOWN_BOX), scroll->color(FL_BACKGROUND2_COLOR), scroll->type(Fl_Scroll::VERTICAL);
    int side = atoi(item.extra[1].c_str()) * look_size / 13, cell = side + 4 * look_size, high = side + 2 * look_size + 8, across = std::max(1, (w - 20) / cell);
    for (size_t n = 2; n < item.extra.size(); n++) {
      Fields parts = split(item.extra[n], '\x1e');
      int index = int(n) - 2;
      Fl_Button *button = new Fl_Button(x + 3 + index % across * cell, y + 3 + index / across * high, cell - 4, high - 4, keep(parts[0]));
      bool picked = index == atoi(item.extra[0].c_str());
      button->box(picked ? FL_FLAT_BOX : FL_NO_BOX), button->color(picked ? chosen_colour : FL_BACKGROUND2_COLOR);
      button->labelcolor(fl_contrast(FL_FOREGROUND_COLOR, button->color()));
      button->labelsize(look_size - 1), button->align(FL_ALIGN_CLIP | FL_ALIGN_CENTER | FL_ALIGN_TEXT_OVER_IMAGE * 0);
      button->value(0), button->user_data((void *)(long)picked);
      if (parts.size() > 1 && !parts[1].empty()) button->image(picture(parts[1], side));
    }
    scroll->end();
    made = scroll;
  } else if (kind == "swatches") {
    Fl_Group *group = new Fl_Group(x, y, w, h);
    int across = atoi(item.extra[0].c_str()), count = int(item.extra.size()) - 2, rows = (count + across - 1) / across;
    int side = std::max(6, std::min(w / across, rows ? h / rows : h));
    Fl_Boxtype border = draw_of(2) ? FL_BORDER_BOX : FL_DOWN_BOX;
    for (int n = 0; n < count; n++) {
      Fl_Button *button = new Fl_Button(x + n % across * side, y + n / across * side, side - 2, side - 2);
      button->box(border), button->color(Fl_Color(strtoul(item.extra[n + 2].c_str() + 1, nullptr, 16) << 8));
    }
    group->end();
    made = group;
  } else if (kind == "notebook") {
    Fl_Tabs *tabs = new Fl_Tabs(x, y, w, h);
    int high = look_size + 10, selected = atoi(item.extra[0].c_str());
    Fl_Group *first = nullptr;
    for (size_t n = 1; n < item.extra.size(); n++) {
      Fl_Group *page = new Fl_Group(x, y + high, w, h - high, keep(item.extra[n]));
      page->labelsize(look_size), page->end();
      if (int(n) - 1 == selected) first = page;
    }
    tabs->end();
    if (first) tabs->value(first);
    made = tabs;
  } else if (kind == "group") {
    Fl_Box *frame = new Fl_Box(x, y + look_size / 2 + 2, w, h - look_size / 2 - 2);
    frame->box(draw_of(2) ? FL_ENGRAVED_FRAME : FL_THIN_DOWN_FRAME);
    Fl_Box *title = new Fl_Box(x + 8, y, std::min(w - 16, int(item.text.size()) * look_size + 8), look_size + 5, text);
    fl_font(FL_HELVETICA, look_size);
    title->size(std::min(w - 16, int(text ? fl_width(text) : 0) + 8), title->h());
    title->box(FL_FLAT_BOX), title->labelsize(look_size);
    made = frame;
  } else if (kind == "rich")
    made = new Rich(x, y, w, h, item.extra);
  else if (kind == "canvas" || kind == "picture")
    made = new Picture(x, y, w, h);
  else if (kind == "label" || kind == "statusbar") {
    Fl_Box *label = new Fl_Box(x, y, w + 4, h, text);
    label->align(FL_ALIGN_LEFT | FL_ALIGN_INSIDE | FL_ALIGN_WRAP | FL_ALIGN_CLIP);
    if (has(item.flags, 'h')) label->labelfont(FL_HELVETICA_BOLD);
    if (kind == "statusbar") label->box(FL_THIN_DOWN_BOX);
    made = label;
  } else if (kind == "separator") {
    Fl_Box *line = new Fl_Box(x + (h > w ? w / 2 : 0), y + (h > w ? 0 : h / 2), h > w ? 2 : w, h > w ? h : 2);
    line->box(FL_ENGRAVED_FRAME);
    made = line;
  }
  if (!made) return;
  made->labelsize(has(item.flags, 'h') ? look_size * 13 / 10 : look_size);
  if (has(item.flags, 'd')) made->deactivate();
  item.widget = made;
  into.items.push_back(item);
}

static void tell(const Shown &in, const Item &item) {
  Fl_Widget *widget = item.widget;
  int dx = in.x, dy = in.y;
  Box seen{dx, dy, dx + in.window->w(), dy + in.window->h()};
  auto box_of = [&](Fl_Widget *of) { return Box{of->x() + dx, of->y() + dy, of->x() + of->w() + dx, of->y() + of->h() + dy}; };
  Box box = box_of(widget);
  string off = state("disabled", has(item.flags, 'd'));
  const string &kind = item.kind;
  if (kind == "button") {
    Fl_Button *button = (Fl_Button *)widget;
    element("button", box, seen, has(item.flags, 't') ? off + "," + state("checked", button->value() != 0) : off, item.text);
  } else if (kind == "check" || kind == "radio") {
    Fl_Button *button = (Fl_Button *)widget;
    fl_font(button->labelfont(), button->labelsize());
    int side = button->labelsize(), left = box.l + Fl::box_dx(button->box()) + 2, top = box.t + (widget->h() - side) / 2;
    Box click{left, top, left + side, top + side};
    box.r = std::min(box.r, left + side + 4 + (button->label() ? int(fl_width(button->label())) + 2 : 0));
    element(kind == "check" ? "checkbox" : "radio", box, seen, off + "," + state("checked", button->value() != 0), item.text, &click);
  } else if (kind == "switch") {
    Switch *button = (Switch *)widget;
    fl_font(button->labelfont(), button->labelsize());
    int high = button->high(), top = box.t + (widget->h() - high) / 2, wide = high * 2 - 4;
    Box click{box.l, top, box.l + wide, top + high};
    box.r = std::min(box.r, item.text.empty() ? click.r : click.r + 6 + int(fl_width(button->label())) + 2);
    element("switch", box, seen, off + "," + state("checked", button->value() != 0), item.text, &click);
  } else if (kind == "link") {
    box.r = std::min(box.r, box.l + ((Link *)widget)->width());
    element("link", box, seen, "", item.text);
  } else if (kind == "entry" || kind == "text")
    element("textbox", box, seen, off, "");
  else if (kind == "combo")
    element("combobox", box, seen, off, "");
  else if (kind == "spin")
    element("spinbutton", box, seen, off, "");
  else if (kind == "slider")
    element("slider", box, seen, off, "");
  else if (kind == "list")
    ((Lines *)widget)->tell(seen, dx, dy);
  else if (kind == "table")
    ((Sheet *)widget)->tell(seen, dx, dy);
  else if (kind == "tree") {
    Fl_Tree *tree = (Fl_Tree *)widget;
    Box inner{box.l + 2, box.t + 2, box.r - 2, box.b - 2};
    for (Fl_Tree_Item *leaf = tree->first(); leaf; leaf = tree->next(leaf)) {
      if (leaf == tree->root() || !leaf->visible_r() || leaf->label_w() <= 0) continue;
      int left = leaf->label_x() - (leaf->usericon() ? leaf->usericon()->w() + tree->usericonmarginleft() : 0) - tree->labelmarginleft() - 17;
      fl_font(FL_HELVETICA, look_size);
      int right = leaf->label_x() + int(fl_width(leaf->label())) + 4;
      string states = state("selected", leaf->is_selected() != 0);
      if (leaf->has_children()) states += "," + state("expanded", leaf->is_open() != 0);
      element("treeitem", {std::max(inner.l, left + dx), leaf->y() + dy, right + dx, leaf->y() + leaf->h() + dy}, inner, states, leaf->label());
    }
  } else if (kind == "icons") {
    Fl_Scroll *scroll = (Fl_Scroll *)widget;
    Box inner{box.l + 2, box.t + 2, box.r - 2 - (scroll->scrollbar.visible() ? scroll->scrollbar.w() : 0), box.b - 2};
    for (int n = 0; n < scroll->children(); n++) {
      Fl_Widget *child = scroll->child(n);
      if (child == &scroll->scrollbar || child == &scroll->hscrollbar) continue;
      Box whole = box_of(child);  // icon and caption lie in its middle
      fl_font(FL_HELVETICA, look_size - 1);
      int wide = std::min(child->w(), std::max(int(fl_width(child->label())), child->image() ? child->image()->w() : 0)), middle = (whole.l + whole.r) / 2;
      bool picked = child->user_data() != nullptr;
      if (!picked) {
        int high = fl_height() + (child->image() ? child->image()->h() : 0), cy = (whole.t + whole.b) / 2;
        whole = {middle - wide / 2, cy - high / 2, middle + wide / 2, cy + high / 2};
      }
      element("listitem", whole, inner, state("selected", picked), child->label() ? child->label() : "");
    }
  } else if (kind == "swatches") {
    Fl_Group *group = (Fl_Group *)widget;
    for (int n = 0; n < group->children(); n++) element("button", box_of(group->child(n)), seen, "disabled=0", "");
  } else if (kind == "notebook") {
    Fl_Tabs *tabs = (Fl_Tabs *)widget;
    for (int n = 0; n < tabs->children(); n++) {
      Fl_Widget *page = tabs->child(n);
      int y = tabs->y() + (page->y() - tabs->y()) / 2, from = -1, to = -1;
      for (int x = tabs->x(); x < tabs->x() + tabs->w(); x++)
        if (tabs->which(x, y) == page) to = x + 1, from = from < 0 ? x : from;
      if (from >= 0) element("tab", {from + dx, tabs->y() + dy, to + dx, page->y() + dy}, seen, state("selected", tabs->value() == page), page->label());
    }
  } else if (kind == "rich")
    for (auto &[link, name] : ((Rich *)widget)->links) {
      Box inner{box.l + 2, box.t + 2, box.r - 2, box.b - 2};
      element("link", {link.l + dx, link.t + dy, link.r + dx, link.b + dy}, inner, "", name);
    }
}

static void tell_all() {
  int index = 0;
  for (Shown &each : shown) {
    Window child;
    XTranslateCoordinates(fl_display, fl_xid(each.window), RootWindow(fl_display, fl_screen), 0, 0, &each.x, &each.y, &child);
    printf("win\t%d\t%lu\n", index++, (unsigned long)fl_xid(each.window));
    for (const Item &item : each.items) tell(each, item);
    if (each.bar) {
      int x = each.bar->x() + 6, dx = each.x, dy = each.y;
      for (const Fl_Menu_Item *entry = each.bar->menu(); entry->text; entry = entry->next()) {
        int wide = entry->measure(nullptr, each.bar) + 16;
        element("menuitem", {x + dx, dy, x + wide + dx, dy + each.bar->h()}, {dx, dy, dx + each.window->w(), dy + each.bar->h()},
                state("disabled", entry->flags & FL_MENU_INACTIVE) + "," + state("expanded", open_menu && entry + 1 == open_menu), entry->text);
        x += wide;
      }
    }
  }
  if (open_menu) tell_menus();
  puts("done");
  fflush(stdout);
}

// ---- the loop ----

static std::deque<string> waiting;  // lines not yet treated
static string rest;
static bool in_menu = false, ended = false;

static void settle(double seconds) {
  for (int n = 0; n < int(seconds / 0.01); n++) Fl::wait(0.01);
}

static void close_menu() {
  Fl::e_keysym = FL_Escape;
  if (Fl::grab()) Fl::handle(FL_KEYBOARD, Fl::grab());
}

static void on_input(int, void *) {
  char buffer[65536];
  ssize_t count = read(0, buffer, sizeof buffer);
  if (count <= 0) ended = true;
  else rest.append(buffer, size_t(count));
  for (size_t at; (at = rest.find('\n')) != string::npos; rest.erase(0, at + 1)) waiting.push_back(rest.substr(0, at));
  // While a menu is open its own loop runs: "again" is answered from here, anything else closes it first.
  if (!in_menu) return;
  while (!waiting.empty() && waiting.front() == "again") waiting.pop_front(), tell_all();
  if (ended || !waiting.empty()) close_menu();
}

static void look(const Fields &f) {
  for (Shown &each : shown) each.window->hide(), delete each.window;

  shown.clear(), context.clear(), kept_texts.clear(), kept_menus.clear();
  open_menu = nullptr;
  std::map<string, string> values;
  for (size_t n = 1; n < f.size(); n++) values[f[n].substr(0, f[n].find('='))] = f[n].substr(f[n].find('=') + 1);
  auto colour = [&](const char *name, void (*set)(uchar, uchar, uchar)) {
    unsigned long rgb = strtoul(values[name].c_str() + 1, nullptr, 16);
    set(uchar(rgb >> 16), uchar(rgb >> 8), uchar(rgb));
  };
  colour("bg", Fl::background), colour("bg2", Fl::background2), colour("fg", Fl::foreground);
  chosen_colour = Fl_Color(strtoul(values["sel"].c_str() + 1, nullptr, 16) << 8);
  Fl::set_color(FL_SELECTION_COLOR, uchar(chosen_colour >> 24), uchar(chosen_colour >> 16), uchar(chosen_colour >> 8));
  Fl::scheme(values["scheme"].c_str());
  static string plain, bold;  // FLTK keeps the pointers
  plain = " " + values["font"], bold = "B" + values["font"];
  Fl::set_font(FL_HELVETICA, strdup(plain.c_str())), Fl::set_font(FL_HELVETICA_BOLD, strdup(bold.c_str()));
  look_size = atoi(values["size"].c_str()), bar_height = atoi(values["bar"].c_str()), dark = values["dark"] == "1";
  FL_NORMAL_SIZE = look_size;
  chance.seed(unsigned(strtoul(values["seed"].c_str(), nullptr, 10)));
}

static Fields to_open;

static void show_all() {
  for (Shown &each : shown) {
    each.window->begin();
    if (!each.entries.empty()) {
      each.bar = new Fl_Menu_Bar(0, 0, each.window->w(), bar_height);
      each.bar->menu(menu_of(each.entries, 0)), each.bar->textsize(look_size);
    }
    each.window->end();
    each.window->resizable(each.window);
    each.window->size_range(60, 40);
    each.window->show();
    settle(0.08);
  }
  settle(0.15);
  if (to_open.empty() || shown.empty()) return tell_all();
  Shown &last = shown.back();
  int at_x = last.window->x() + atoi(to_open[3].c_str()), at_y = last.window->y() + atoi(to_open[4].c_str());
  size_t index = size_t(atoi(to_open[2].c_str()));
  open_role = "menuitem";
  Fl_Choice *choice = nullptr;
  if (to_open[1] == "menu" && last.bar) {
    int x = 6;
    const Fl_Menu_Item *entry = last.bar->menu();
    for (size_t n = 0; n < index && entry->next()->text; n++) x += entry->measure(nullptr, last.bar) + 16, entry = entry->next();
    open_menu = const_cast<Fl_Menu_Item *>(entry + 1);
    at_x = last.window->x() + x, at_y = last.window->y() + bar_height;
  } else if (to_open[1] == "context")
    open_menu = menu_of(context, 9);
  else if (to_open[1] == "combo") {
    size_t n = 0;
    for (Item &item : last.items)
      if (item.kind == "combo" && !has(item.flags, 'e') && !has(item.flags, 'd') && n++ <= index) choice = (Fl_Choice *)item.widget;
    if (choice) open_menu = const_cast<Fl_Menu_Item *>(choice->menu()), open_role = "listitem";
  }
  if (!open_menu || !open_menu->text) return open_menu = nullptr, tell_all();
  in_menu = true;
  Fl::add_timeout(0.25, [](void *) { tell_all(); });
  if (choice) open_menu->pulldown(choice->x(), choice->y(), choice->w(), choice->h(), choice->mvalue(), choice);
  else {
    // popup() counts from the window of the last event: make that the screen.
    Fl::e_x = Fl::e_y = Fl::e_x_root = Fl::e_y_root = 0;
    open_menu->popup(at_x, at_y);
  }
  in_menu = false;
}

int main() {
  Fl::visual(FL_DOUBLE | FL_RGB);
  Fl_Image::RGB_scaling(FL_RGB_SCALING_BILINEAR);
  Fl::get_system_colors();
  Fl::add_fd(0, FL_READ, on_input);
  while (!ended || !waiting.empty()) {
    if (waiting.empty()) {
      Fl::wait(1.0);
      continue;
    }
    Fields f = split(waiting.front(), '\t');
    waiting.pop_front();
    if (f[0] == "look") look(f), to_open.clear();
    else if (f[0] == "win") {
      Fl_Group::current(nullptr);  // else it would become a part of the window before
      shown.emplace_back();
      shown.back().window = new Fl_Double_Window(atoi(f[1].c_str()), atoi(f[2].c_str()), atoi(f[3].c_str()), atoi(f[4].c_str()));
      shown.back().window->copy_label(f[5].c_str());
    } else if (f[0] == "menu") {
      Entry entry{atoi(f[1].c_str()), f[2], f[3], f[4]};
      (entry.depth >= 9 ? context : shown.back().entries).push_back(entry);
    } else if (f[0] == "item") make(shown.back(), f);
    else if (f[0] == "open") to_open = f;
    else if (f[0] == "show") show_all();
    else if (f[0] == "again") tell_all();
  }
  return 0;
}
