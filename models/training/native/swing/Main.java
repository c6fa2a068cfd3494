import java.awt.*;
import java.awt.font.TextAttribute;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.*;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.List;
import javax.imageio.ImageIO;
import javax.swing.*;
import javax.swing.plaf.ColorUIResource;
import javax.swing.plaf.FontUIResource;
import javax.swing.plaf.basic.ComboPopup;
import javax.swing.plaf.metal.*;
import javax.swing.table.*;
import javax.swing.text.html.*;
import javax.swing.tree.*;

/** Shows placed scenes with Swing and answers their geometry (lines: see ../content/remote.py). */
public final class Main {
    record Entry(int depth, String flags, String text, String shortcut) {}

    record Item(String kind, Rectangle box, String flags, String text, String icon, String[] extra, Component[] made) {}

    static final class Shown {
        JFrame frame;
        String title;
        Rectangle box;
        final List<Entry> entries = new ArrayList<>();
        final List<Item> items = new ArrayList<>();
    }

    static final double SCALE = Double.parseDouble(System.getProperty("sun.java2d.uiScale", "1"));
    static final List<Shown> shown = new ArrayList<>();
    static final List<Entry> context = new ArrayList<>();
    static final Map<String, String> look = new HashMap<>();
    static final Map<String, ImageIcon> icons = new HashMap<>();
    static Random chance = new Random();
    static String[] toOpen;
    static JPopupMenu popup;
    static JComboBox<?> openCombo;
    static PrintStream out;
    static int size = 12;
    static boolean dark;

    static boolean has(String flags, char letter) { return flags.indexOf(letter) >= 0; }

    // ---- looks ----

    static void dress(String[] fields) throws Exception {
        for (Shown each : shown) if (each.frame != null) each.frame.dispose();
        if (popup != null) popup.setVisible(false);
        shown.clear();
        context.clear();
        toOpen = null;
        popup = null;
        openCombo = null;
        for (int n = 1; n < fields.length; n++) {
            int at = fields[n].indexOf('=');
            look.put(fields[n].substring(0, at), fields[n].substring(at + 1));
        }
        chance = new Random(Long.parseLong(look.get("seed")));
        size = Integer.parseInt(look.get("size"));
        dark = look.get("dark").equals("1");
        UIManager.getDefaults().clear();
        String name = look.get("laf");
        for (String key : new String[] {"control", "info", "nimbusBase", "nimbusBlueGrey", "nimbusLightBackground", "text", "nimbusSelectionBackground", "nimbusFocus", "menu"}) UIManager.put(key, null);
        if (name.equals("nimbus") && look.get("custom").equals("1")) {
            UIManager.put("control", new ColorUIResource(Color.decode(look.get("bg"))));
            UIManager.put("nimbusBase", new ColorUIResource(Color.decode(look.get("base"))));
            UIManager.put("nimbusBlueGrey", new ColorUIResource(Color.decode(look.get("grey"))));
            UIManager.put("nimbusLightBackground", new ColorUIResource(Color.decode(look.get("bg2"))));
            UIManager.put("text", new ColorUIResource(Color.decode(look.get("fg"))));
            UIManager.put("nimbusSelectionBackground", new ColorUIResource(Color.decode(look.get("base"))));
        }
        switch (name) {
            case "nimbus" -> UIManager.setLookAndFeel("javax.swing.plaf.nimbus.NimbusLookAndFeel");
            case "motif" -> UIManager.setLookAndFeel("com.sun.java.swing.plaf.motif.MotifLookAndFeel");
            case "gtk" -> UIManager.setLookAndFeel("com.sun.java.swing.plaf.gtk.GTKLookAndFeel");
            default -> {
                MetalLookAndFeel.setCurrentTheme(name.equals("steel") ? new DefaultMetalTheme() : name.equals("tinted") ? new Tinted() : new OceanTheme());
                UIManager.setLookAndFeel("javax.swing.plaf.metal.MetalLookAndFeel");
            }
        }
        Font font = new Font(look.get("font"), look.get("bold").equals("1") ? Font.BOLD : Font.PLAIN, size);
        if (!name.equals("gtk")) {
            for (Object key : new ArrayList<>(UIManager.getLookAndFeelDefaults().keySet()))
                if (key.toString().endsWith(".font") || key.toString().equals("defaultFont")) UIManager.put(key, new FontUIResource(font));
            UIManager.put("defaultFont", new FontUIResource(font));
        }
    }

    /** Metal in colours of our own. */
    static final class Tinted extends DefaultMetalTheme {
        private ColorUIResource mix(String a, String b, double share) {
            Color one = Color.decode(look.get(a)), two = Color.decode(look.get(b));
            return new ColorUIResource((int) (one.getRed() + (two.getRed() - one.getRed()) * share), (int) (one.getGreen() + (two.getGreen() - one.getGreen()) * share), (int) (one.getBlue() + (two.getBlue() - one.getBlue()) * share));
        }
        @Override protected ColorUIResource getPrimary1() { return mix("base", "fg", 0.3); }
        @Override protected ColorUIResource getPrimary2() { return mix("base", "bg", 0.2); }
        @Override protected ColorUIResource getPrimary3() { return mix("base", "bg", 0.5); }
        @Override protected ColorUIResource getSecondary1() { return mix("bg", "fg", 0.5); }
        @Override protected ColorUIResource getSecondary2() { return mix("bg", "fg", 0.2); }
        @Override protected ColorUIResource getSecondary3() { return mix("bg", "bg", 0); }
        @Override protected ColorUIResource getWhite() { return mix("bg2", "bg2", 0); }
        @Override protected ColorUIResource getBlack() { return mix("fg", "fg", 0); }
    }

    static ImageIcon icon(String path, int side) {
        if (path.isEmpty()) return null;
        return icons.computeIfAbsent(path + side, key -> {
            try {
                Image read = ImageIO.read(new File(path));
                return new ImageIcon(read.getScaledInstance(side, side, Image.SCALE_SMOOTH));
            } catch (IOException problem) {
                return null;
            }
        });
    }

    // ---- widgets that Swing does not have ----

    static final class Switch extends JToggleButton {
        Switch(String text) { super(text); setBorder(null); setContentAreaFilled(false); }
        int high() { return Math.min(getHeight(), size + 6); }
        Rectangle track() { return new Rectangle(0, (getHeight() - high()) / 2, high() * 2 - 4, high()); }
        @Override protected void paintComponent(Graphics graphics) {
            Graphics2D g = (Graphics2D) graphics.create();
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            Rectangle t = track();
            Color on = Color.decode(look.get("base"));
            g.setColor(isEnabled() ? isSelected() ? on : Color.GRAY : dark ? Color.DARK_GRAY : Color.LIGHT_GRAY);
            g.fillRoundRect(t.x, t.y, t.width, t.height, t.height, t.height);
            g.setColor(isEnabled() ? Color.WHITE : Color.GRAY);
            g.fillOval(isSelected() ? t.x + t.width - t.height + 2 : t.x + 2, t.y + 2, t.height - 4, t.height - 4);
            g.setColor(isEnabled() ? getForeground() : Color.GRAY);
            g.setFont(getFont());
            g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            FontMetrics metrics = g.getFontMetrics();
            g.drawString(getText(), t.width + 6, (getHeight() + metrics.getAscent() - metrics.getDescent()) / 2);
            g.dispose();
        }
    }

    static final class Picture extends JComponent {
        final long seed = chance.nextLong();
        @Override protected void paintComponent(Graphics graphics) {
            Random own = new Random(seed);
            Graphics2D g = (Graphics2D) graphics;
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            g.setPaint(new GradientPaint(0, 0, new Color(own.nextInt(1 << 24)), getWidth(), getHeight(), new Color(own.nextInt(1 << 24))));
            g.fillRect(0, 0, getWidth(), getHeight());
            for (int n = own.nextInt(40); n > 0; n--) {
                g.setColor(new Color(own.nextInt(256), own.nextInt(256), own.nextInt(256), 90 + own.nextInt(160)));
                int side = 4 + own.nextInt(Math.max(4, getHeight() / 3)), x = own.nextInt(Math.max(1, getWidth())), y = own.nextInt(Math.max(1, getHeight()));
                switch (own.nextInt(3)) {
                    case 0 -> g.fillOval(x, y, side, side);
                    case 1 -> g.drawLine(x, y, own.nextInt(Math.max(1, getWidth())), own.nextInt(Math.max(1, getHeight())));
                    default -> g.fillRect(x, getHeight() - side, side / 3 + 2, side);
                }
            }
        }
    }

    // ---- making ----

    static JScrollPane scrolled(Component inner) { return new JScrollPane(inner); }

    static Component make(Item item, Map<String, ButtonGroup> groups) {
        String[] extra = item.extra;
        String text = item.text, flags = item.flags;
        boolean on = has(flags, 'x');
        ImageIcon image = icon(item.icon, Math.max(12, Math.min(item.box.height - 6, size + 6)));
        switch (item.kind) {
            case "button": {
                AbstractButton made = has(flags, 't') ? new JToggleButton(text, image, on) : new JButton(text, image);
                made.setMargin(new Insets(0, 2, 0, 2));
                if (has(flags, 'f') && !on && chance.nextBoolean()) { made.setBorderPainted(false); made.setContentAreaFilled(false); }
                return made;
            }
            case "check": return new JCheckBox(text, on);
            case "radio": {
                JRadioButton made = new JRadioButton(text, on);
                groups.computeIfAbsent(extra[0], key -> new ButtonGroup()).add(made);
                return made;
            }
            case "switch": { Switch made = new Switch(text); made.setSelected(on); return made; }
            case "link": {
                JLabel made = new JLabel(text);
                made.setForeground(dark ? new Color(130, 175, 255) : new Color(10, 70, 190));
                made.setFont(made.getFont().deriveFont(Map.of(TextAttribute.UNDERLINE, TextAttribute.UNDERLINE_ON)));
                return made;
            }
            case "entry": { JTextField made = has(flags, 'p') ? new JPasswordField(text) : new JTextField(text); made.setCaretPosition(0); return made; }
            case "text": {
                JTextArea made = new JTextArea(text.replace('\u2028', '\n'));
                if (chance.nextBoolean()) made.setFont(new Font(Font.MONOSPACED, Font.PLAIN, size));
                made.setLineWrap(chance.nextBoolean());
                made.setCaretPosition(0);
                return scrolled(made);
            }
            case "combo": {
                JComboBox<String> made = new JComboBox<>(Arrays.copyOfRange(extra, 1, extra.length));
                made.setSelectedIndex(Integer.parseInt(extra[0]));
                made.setEditable(has(flags, 'e'));
                made.setLightWeightPopupEnabled(false);
                return made;
            }
            case "spin": return new JSpinner(new SpinnerNumberModel((int) Double.parseDouble(extra[0]), 0, 500, 1));
            case "slider": {
                JSlider made = new JSlider(has(flags, 'v') ? JSlider.VERTICAL : JSlider.HORIZONTAL, 0, 100, (int) (100 * Double.parseDouble(extra[0])));
                if (item.box.height > 40 && chance.nextInt(3) == 0) { made.setMajorTickSpacing(25); made.setPaintTicks(true); }
                return made;
            }
            case "list": {
                JList<String> made = new JList<>(Arrays.stream(extra).skip(1).map(row -> row.split("\u001e", -1)[0]).toArray(String[]::new));
                String[] paths = Arrays.stream(extra).skip(1).map(row -> row.split("\u001e", -1)[1]).toArray(String[]::new);
                ListCellRenderer<? super String> base = made.getCellRenderer();
                made.setCellRenderer((list, value, index, selected, focus) -> {
                    Component cell = base.getListCellRendererComponent(list, value, index, selected, focus);
                    if (cell instanceof JLabel label) label.setIcon(icon(paths[index], size + 4));
                    return cell;
                });
                made.setSelectedIndex(Integer.parseInt(extra[0]));
                if (chance.nextBoolean()) made.setFixedCellHeight(size + 6 + chance.nextInt(12));
                return scrolled(made);
            }
            case "icons": {
                int side = Integer.parseInt(extra[1]) * size / 12;
                JList<String> made = new JList<>(Arrays.stream(extra).skip(2).map(row -> row.split("\u001e", -1)[0]).toArray(String[]::new));
                String[] paths = Arrays.stream(extra).skip(2).map(row -> row.split("\u001e", -1)[1]).toArray(String[]::new);
                ListCellRenderer<? super String> base = made.getCellRenderer();
                made.setCellRenderer((list, value, index, selected, focus) -> {
                    Component cell = base.getListCellRendererComponent(list, value, index, selected, focus);
                    if (cell instanceof JLabel label) {
                        label.setIcon(icon(paths[index], side));
                        label.setHorizontalAlignment(SwingConstants.CENTER);
                        label.setHorizontalTextPosition(SwingConstants.CENTER);
                        label.setVerticalTextPosition(SwingConstants.BOTTOM);
                    }
                    return cell;
                });
                made.setLayoutOrientation(JList.HORIZONTAL_WRAP);
                made.setVisibleRowCount(0);
                made.setFixedCellWidth(side + 5 * size);
                made.setFixedCellHeight(side + 2 * size + 6);
                made.setSelectedIndex(Integer.parseInt(extra[0]));
                return scrolled(made);
            }
            case "tree": {
                DefaultMutableTreeNode root = new DefaultMutableTreeNode("root");
                List<DefaultMutableTreeNode> owners = new ArrayList<>(List.of(root)), open = new ArrayList<>();
                for (int n = 1; n < extra.length; n++) {
                    String[] parts = extra[n].split("\u001e", -1);
                    int depth = Integer.parseInt(parts[0]);
                    while (owners.size() > depth + 1) owners.remove(owners.size() - 1);
                    DefaultMutableTreeNode leaf = new DefaultMutableTreeNode(parts[2]);
                    owners.get(depth).add(leaf);
                    owners.add(leaf);
                    if (parts[1].equals("1")) open.add(leaf);
                }
                JTree made = new JTree(root);
                made.setRootVisible(false);
                made.setShowsRootHandles(true);
                for (DefaultMutableTreeNode leaf : open) made.expandPath(new TreePath(leaf.getPath()));
                made.setSelectionRow(Integer.parseInt(extra[0]));
                if (chance.nextInt(3) == 0) made.setRowHeight(size + 6 + chance.nextInt(10));
                return scrolled(made);
            }
            case "table": {
                String[] columns = extra[2].split("\u001e", -1);
                String[][] rows = Arrays.stream(extra).skip(3).map(row -> Arrays.stream(row.split("\u001e", -1)).skip(1).toArray(String[]::new)).toArray(String[][]::new);
                JTable made = new JTable(rows, columns);
                made.setRowHeight(size + 5 + chance.nextInt(10));
                made.setAutoCreateRowSorter(chance.nextBoolean());
                if (made.getRowSorter() != null && chance.nextBoolean()) made.getRowSorter().toggleSortOrder(Integer.parseInt(extra[1]));
                made.setShowGrid(chance.nextBoolean());
                made.setFillsViewportHeight(true);
                if (rows.length > 0) made.setRowSelectionInterval(Integer.parseInt(extra[0]), Integer.parseInt(extra[0]));
                if (columns.length > 4 && chance.nextInt(3) == 0) made.setAutoResizeMode(JTable.AUTO_RESIZE_OFF);
                return scrolled(made);
            }
            case "swatches": {
                JPanel made = new JPanel(null);
                made.setOpaque(false);
                int across = Integer.parseInt(extra[0]), count = extra.length - 2, rows = (count + across - 1) / across;
                int side = Math.max(6, Math.min(item.box.width / across, item.box.height / Math.max(1, rows)));
                for (int n = 0; n < count; n++) {
                    JPanel swatch = new JPanel();
                    swatch.setBackground(Color.decode(extra[n + 2]));
                    swatch.setBorder(BorderFactory.createLineBorder(Color.GRAY));
                    swatch.setBounds(n % across * side, n / across * side, side - 2, side - 2);
                    made.add(swatch);
                }
                return made;
            }
            case "notebook": {
                JTabbedPane made = new JTabbedPane(JTabbedPane.TOP, chance.nextBoolean() ? JTabbedPane.WRAP_TAB_LAYOUT : JTabbedPane.SCROLL_TAB_LAYOUT);
                for (int n = 1; n < extra.length; n++) made.addTab(extra[n], new JPanel(null));
                made.setSelectedIndex(Integer.parseInt(extra[0]));
                return made;
            }
            case "group": {
                JPanel made = new JPanel(null);
                made.setBorder(BorderFactory.createTitledBorder(text));
                made.setOpaque(false);
                return made;
            }
            case "rich": {
                StringBuilder html = new StringBuilder("<html><body>");
                for (String part : extra) {
                    String[] two = part.split("\u001e", -1);
                    html.append(two[1].equals("1") ? "<a href='x'>" + two[0] + "</a>" : two[0]);
                    if (two[1].equals("0") && chance.nextInt(4) == 0) html.append("<br>");
                }
                JEditorPane made = new JEditorPane("text/html", html.append("</body></html>").toString());
                made.putClientProperty(JEditorPane.HONOR_DISPLAY_PROPERTIES, true);
                made.setEditable(false);
                return scrolled(made);
            }
            case "canvas": case "picture": return new Picture();
            case "label": case "statusbar": {
                JLabel made = new JLabel(has(flags, 'h') || item.box.height > 2 * size ? "<html>" + text + "</html>" : text);
                if (has(flags, 'h')) made.setFont(made.getFont().deriveFont(Font.BOLD, size * 1.3f));
                if (item.kind.equals("statusbar")) made.setBorder(BorderFactory.createLoweredBevelBorder());
                return made;
            }
            case "separator": return new JSeparator(item.box.height > item.box.width ? JSeparator.VERTICAL : JSeparator.HORIZONTAL);
            default: return null;
        }
    }

    static int fill(List<Entry> entries, int at, int depth, JComponent into) {
        ButtonGroup group = new ButtonGroup();
        while (at < entries.size() && entries.get(at).depth >= depth) {
            Entry entry = entries.get(at++);
            if (has(entry.flags, '-')) {
                if (into instanceof JMenu menu) menu.addSeparator();
                else if (into instanceof JPopupMenu menu) menu.addSeparator();
                continue;
            }
            boolean on = has(entry.flags, 'x');
            JMenuItem made = has(entry.flags, 'm') ? new JMenu(entry.text) : has(entry.flags, 'c') ? new JCheckBoxMenuItem(entry.text, on) : has(entry.flags, 'r') ? new JRadioButtonMenuItem(entry.text, on) : new JMenuItem(entry.text);
            made.setEnabled(!has(entry.flags, 'd'));
            if (has(entry.flags, 'r')) group.add(made);
            if (!entry.shortcut.isEmpty() && !(made instanceof JMenu))
                made.setAccelerator(KeyStroke.getKeyStroke(entry.shortcut.replace("Ctrl+", "control ").replace("Shift+", "shift ")));
            into.add(made);
            if (made instanceof JMenu menu) at = fill(entries, at, depth + 1, menu);
        }
        return at;
    }

    static void show(Shown each) {
        JFrame frame = new JFrame(each.title);
        each.frame = frame;
        frame.setDefaultCloseOperation(JFrame.DO_NOTHING_ON_CLOSE);
        JPanel pane = new JPanel(null);
        int bar = 0;
        if (!each.entries.isEmpty()) {
            JMenuBar menus = new JMenuBar();
            fill(each.entries, 0, 0, menus);
            frame.setJMenuBar(menus);
            bar = Integer.parseInt(look.get("bar"));
        }
        pane.setPreferredSize(new Dimension(each.box.width, each.box.height - bar));
        Map<String, ButtonGroup> groups = new HashMap<>();
        // Swing paints what was added first on top, so what comes later is put before it.
        for (Item item : each.items) {
            Component made = make(item, groups);
            if (made == null) continue;
            item.made[0] = made;
            made.setEnabled(!has(item.flags, 'd'));
            if (made instanceof AbstractButton button && (item.kind.equals("check") || item.kind.equals("radio"))) button.setOpaque(false);
            made.setBounds(item.box);
            pane.add(made, 0);
        }
        frame.setContentPane(pane);
        frame.pack();
        frame.setLocation(each.box.x, each.box.y);
        frame.setVisible(true);
    }

    static void open() {
        if (toOpen == null || shown.isEmpty()) return;
        Shown last = shown.get(shown.size() - 1);
        int index = Integer.parseInt(toOpen[2]);
        MenuSelectionManager manager = MenuSelectionManager.defaultManager();
        switch (toOpen[1]) {
            case "menu" -> {
                JMenuBar bar = last.frame.getJMenuBar();
                if (bar == null || index >= bar.getMenuCount()) return;
                JMenu menu = bar.getMenu(index);
                popup = menu.getPopupMenu();
                path(new ArrayList<>(List.of(bar, menu, popup)), manager);
            }
            case "context" -> {
                popup = new JPopupMenu();
                fill(context, 0, 9, popup);
                popup.show(last.frame.getContentPane(), Integer.parseInt(toOpen[3]), Integer.parseInt(toOpen[4]));
                path(new ArrayList<>(List.of(popup)), manager);
            }
            case "combo" -> {
                List<JComboBox<?>> combos = new ArrayList<>();
                for (Item item : last.items) if (item.made[0] instanceof JComboBox<?> combo && combo.isEnabled()) combos.add(combo);
                if (combos.isEmpty()) return;
                openCombo = combos.get(chance.nextInt(combos.size()));
                openCombo.setPopupVisible(true);
            }
            default -> { }
        }
    }

    /** Selects an entry of the open menu, and opens its submenu when it has one. */
    static void path(List<MenuElement> path, MenuSelectionManager manager) {
        List<JMenuItem> entries = new ArrayList<>(), menus = new ArrayList<>();
        for (MenuElement each : popup.getSubElements()) if (each instanceof JMenuItem item && item.isEnabled()) { entries.add(item); if (item instanceof JMenu) menus.add(item); }
        List<JMenuItem> from = !menus.isEmpty() && chance.nextBoolean() ? menus : entries;
        if (!from.isEmpty() && chance.nextInt(4) > 0) {
            JMenuItem chosen = from.get(chance.nextInt(from.size()));
            path.add(chosen);
            if (chosen instanceof JMenu menu) path.add(menu.getPopupMenu());
        }
        manager.setSelectedPath(path.toArray(new MenuElement[0]));
    }

    // ---- telling ----

    static long xid(Window window) {
        try {
            Object accessor = Class.forName("sun.awt.AWTAccessor").getMethod("getComponentAccessor").invoke(null);
            Method getPeer = Class.forName("sun.awt.AWTAccessor$ComponentAccessor").getMethod("getPeer", Component.class);
            Object peer = getPeer.invoke(accessor, window);
            Method get = Class.forName("sun.awt.X11.XBaseWindow").getMethod("getWindow");
            get.setAccessible(true);
            return (Long) get.invoke(peer);
        } catch (ReflectiveOperationException problem) {
            problem.printStackTrace();
            return 0;
        }
    }

    static String state(String name, boolean on) { return name + (on ? "=1" : "=0"); }

    static String join(String... states) { return String.join(",", Arrays.stream(states).filter(each -> !each.isEmpty()).toList()); }

    /** An element of a component; `box` and `click` in its coordinates. */
    static void element(String role, Component of, Rectangle box, String states, String name, Rectangle click) {
        if (!of.isShowing()) return;
        Rectangle seen = of instanceof JComponent inner ? inner.getVisibleRect() : new Rectangle(0, 0, of.getWidth(), of.getHeight());
        Rectangle part = box.intersection(seen);
        if (part.isEmpty()) return;
        Point at = of.getLocationOnScreen();
        out.print("el\t" + role + coordinates(part, at) + "\t" + states + "\t" + name.replace('\t', ' ').replace('\n', ' '));
        out.print(click == null ? "\t\t\t\t" : coordinates(click, at));
        out.println(coordinates(box, at));
    }

    static String coordinates(Rectangle box, Point at) {
        return "\t" + Math.round((box.x + at.x) * SCALE) + "\t" + Math.round((box.y + at.y) * SCALE) + "\t" + Math.round((box.x + box.width + at.x) * SCALE) + "\t" + Math.round((box.y + box.height + at.y) * SCALE);
    }

    static void tell(Item item) {
        Component made = item.made[0];
        if (made == null) return;
        Rectangle whole = new Rectangle(0, 0, made.getWidth(), made.getHeight());
        String off = state("disabled", has(item.flags, 'd'));
        Component inner = made instanceof JScrollPane pane ? pane.getViewport().getView() : made;
        switch (item.kind) {
            case "button" -> element("button", made, whole, join(off, made instanceof JToggleButton toggle ? state("checked", toggle.isSelected()) : ""), item.text, null);
            case "check", "radio" -> {
                AbstractButton button = (AbstractButton) made;
                Icon mark = UIManager.getIcon(item.kind.equals("check") ? "CheckBox.icon" : "RadioButton.icon");
                Rectangle view = new Rectangle(whole), icon = new Rectangle(), text = new Rectangle();
                Insets insets = button.getInsets();
                view.x += insets.left; view.y += insets.top; view.width -= insets.left + insets.right; view.height -= insets.top + insets.bottom;
                SwingUtilities.layoutCompoundLabel(button, button.getFontMetrics(button.getFont()), button.getText(), mark, button.getVerticalAlignment(), button.getHorizontalAlignment(), button.getVerticalTextPosition(), button.getHorizontalTextPosition(), view, icon, text, button.getIconTextGap());
                if (icon.width < 6) icon.setBounds(insets.left, (made.getHeight() - size) / 2, size, size);
                element(item.kind.equals("check") ? "checkbox" : "radio", made, icon.union(text), join(off, state("checked", button.isSelected())), item.text, icon);
            }
            case "switch" -> {
                Switch button = (Switch) made;
                Rectangle track = button.track(), box = new Rectangle(track);
                if (!item.text.isEmpty()) box.width = Math.min(made.getWidth(), track.width + 6 + button.getFontMetrics(button.getFont()).stringWidth(item.text));
                element("switch", made, box, join(off, state("checked", button.isSelected())), item.text, track);
            }
            case "link" -> element("link", made, new Rectangle(0, 0, Math.min(whole.width, made.getPreferredSize().width), whole.height), "", item.text, null);
            case "entry", "text" -> element("textbox", made, whole, off, "", null);
            case "combo" -> element("combobox", made, whole, join(off, state("expanded", made == openCombo)), "", null);
            case "spin" -> element("spinbutton", made, whole, off, "", null);
            case "slider" -> element("slider", made, whole, off, "", null);
            case "list", "icons" -> {
                JList<?> list = (JList<?>) inner;
                for (int n = 0; n < list.getModel().getSize(); n++)
                    element("listitem", list, list.getCellBounds(n, n), state("selected", list.isSelectedIndex(n)), list.getModel().getElementAt(n).toString(), null);
            }
            case "tree" -> {
                JTree tree = (JTree) inner;
                int right = UIManager.getInt("Tree.rightChildIndent");
                Icon handle = UIManager.getIcon("Tree.expandedIcon");
                int half = handle == null || handle.getIconWidth() < 4 ? 6 : handle.getIconWidth() / 2;
                for (int n = 0; n < tree.getRowCount(); n++) {
                    Rectangle row = new Rectangle(tree.getRowBounds(n));
                    TreePath path = tree.getPathForRow(n);
                    boolean branch = !tree.getModel().isLeaf(path.getLastPathComponent());
                    if (branch) { int left = Math.max(0, row.x - right - half); row.width += row.x - left; row.x = left; }
                    element("treeitem", tree, row, join(state("selected", tree.isRowSelected(n)), branch ? state("expanded", tree.isExpanded(n)) : ""), path.getLastPathComponent().toString(), null);
                }
            }
            case "table" -> {
                JTable table = (JTable) inner;
                for (int n = 0; n < table.getRowCount(); n++) {
                    Rectangle row = table.getCellRect(n, 0, true).union(table.getCellRect(n, table.getColumnCount() - 1, true)).intersection(new Rectangle(table.getVisibleRect().x, 0, table.getVisibleRect().width, table.getHeight()));
                    element("row", table, row, state("selected", table.isRowSelected(n)), String.valueOf(table.getValueAt(n, 0)), null);
                }
                JTableHeader header = table.getTableHeader();
                for (int n = 0; n < table.getColumnCount(); n++) element("columnheader", header, header.getHeaderRect(n), "", table.getColumnName(n), null);
            }
            case "swatches" -> { for (Component swatch : ((JPanel) made).getComponents()) element("button", swatch, new Rectangle(0, 0, swatch.getWidth(), swatch.getHeight()), "disabled=0", "", null); }
            case "notebook" -> {
                JTabbedPane tabs = (JTabbedPane) made;
                for (int n = 0; n < tabs.getTabCount(); n++) {
                    Rectangle box = tabs.getBoundsAt(n);
                    if (box != null) element("tab", tabs, box, state("selected", n == tabs.getSelectedIndex()), tabs.getTitleAt(n), null);
                }
            }
            case "rich" -> {
                JEditorPane pane = (JEditorPane) inner;
                HTMLDocument.Iterator links = ((HTMLDocument) pane.getDocument()).getIterator(HTML.Tag.A);
                for (; links != null && links.isValid(); links.next()) {
                    Rectangle box = null;
                    try {
                        for (int at = links.getStartOffset(); at < links.getEndOffset(); at++) {
                            Rectangle2D here = pane.modelToView2D(at), next = pane.modelToView2D(at + 1);
                            if (here == null || next == null) continue;
                            Rectangle letter = here.getBounds();
                            letter.width = next.getY() == here.getY() ? (int) Math.max(1, next.getX() - here.getX()) : Math.max(1, pane.getFontMetrics(pane.getFont()).charWidth(pane.getDocument().getText(at, 1).charAt(0)));
                            box = box == null ? letter : box.union(letter);
                        }
                        if (box != null) element("link", pane, box, "", pane.getDocument().getText(links.getStartOffset(), links.getEndOffset() - links.getStartOffset()), null);
                    } catch (javax.swing.text.BadLocationException problem) {
                        problem.printStackTrace();
                    }
                }
            }
            default -> { }
        }
    }

    static void tellMenu(JPopupMenu menu, boolean first) {
        if (menu == null || !menu.isShowing()) return;
        Window window = SwingUtilities.getWindowAncestor(menu);
        out.println("pop\t" + xid(window));
        for (Component each : menu.getComponents())
            if (each instanceof JMenuItem item)
                element("menuitem", item, new Rectangle(0, 0, item.getWidth(), item.getHeight()), join(state("disabled", !item.isEnabled()), item instanceof JCheckBoxMenuItem || item instanceof JRadioButtonMenuItem ? state("checked", item.isSelected()) : "", item instanceof JMenu sub ? state("expanded", sub.isPopupMenuVisible()) : ""), item.getText(), null);
        for (Component each : menu.getComponents()) if (each instanceof JMenu sub && sub.isPopupMenuVisible()) tellMenu(sub.getPopupMenu(), false);
    }

    static void tellAll() {
        int index = 0;
        for (Shown each : shown) {
            // Where Java takes the window's content to be: it misses moves by the window manager.
            Point at = each.frame.getRootPane().getLocationOnScreen();
            out.println("win\t" + index++ + "\t" + xid(each.frame) + "\t" + Math.round(at.x * SCALE) + "\t" + Math.round(at.y * SCALE));
            for (Item item : each.items) tell(item);
            JMenuBar bar = each.frame.getJMenuBar();
            for (int n = 0; bar != null && n < bar.getMenuCount(); n++) {
                JMenu menu = bar.getMenu(n);
                element("menuitem", menu, new Rectangle(0, 0, menu.getWidth(), menu.getHeight()), join(state("disabled", !menu.isEnabled()), state("expanded", menu.isPopupMenuVisible())), menu.getText(), null);
            }
        }
        tellMenu(popup, true);
        if (openCombo != null && openCombo.isPopupVisible() && openCombo.getUI().getAccessibleChild(openCombo, 0) instanceof ComboPopup inside) {
            JList<?> list = inside.getList();
            out.println("pop\t" + xid(SwingUtilities.getWindowAncestor(list)));
            for (int n = 0; n < list.getModel().getSize(); n++)
                element("listitem", list, list.getCellBounds(n, n), state("selected", list.isSelectedIndex(n)), list.getModel().getElementAt(n).toString(), null);
        }
        out.println("done");
        out.flush();
    }

    static void settle(int times) throws Exception {
        for (int n = 0; n < times; n++) {
            Thread.sleep(40);
            EventQueue.invokeAndWait(() -> Toolkit.getDefaultToolkit().sync());
        }
    }

    interface Work { void run() throws Exception; }

    static void inQueue(Work work) throws Exception {
        Exception[] failed = new Exception[1];
        EventQueue.invokeAndWait(() -> {
            try { work.run(); } catch (Exception problem) { failed[0] = problem; }
        });
        if (failed[0] != null) throw failed[0];
    }

    public static void main(String[] arguments) throws Exception {
        out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        JPopupMenu.setDefaultLightWeightPopupEnabled(false);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = in.readLine()) != null; ) {
            String[] f = line.split("\t", -1);
            switch (f[0]) {
                case "look" -> inQueue(() -> dress(f));
                case "win" -> {
                    Shown each = new Shown();
                    each.box = new Rectangle(Integer.parseInt(f[1]), Integer.parseInt(f[2]), Integer.parseInt(f[3]), Integer.parseInt(f[4]));
                    each.title = f[5];
                    shown.add(each);
                }
                case "menu" -> {
                    Entry entry = new Entry(Integer.parseInt(f[1]), f[2], f[3], f[4]);
                    (entry.depth >= 9 ? context : shown.get(shown.size() - 1).entries).add(entry);
                }
                case "item" -> shown.get(shown.size() - 1).items.add(new Item(f[1], new Rectangle(Integer.parseInt(f[2]), Integer.parseInt(f[3]), Integer.parseInt(f[4]), Integer.parseInt(f[5])), f[6], f[7], f[8], f[9].isEmpty() ? new String[0] : f[9].split("\u001f", -1), new Component[1]));
                case "open" -> toOpen = f;
                case "show" -> {
                    for (Shown each : shown) { inQueue(() -> show(each)); settle(2); }
                    settle(4);
                    inQueue(Main::open);
                    settle(toOpen == null ? 1 : 4);
                    inQueue(Main::tellAll);
                }
                case "again" -> { settle(1); inQueue(Main::tellAll); }
                default -> { }
            }
        }
        System.exit(0);
    }
}
