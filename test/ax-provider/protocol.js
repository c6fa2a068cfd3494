// @ts-check
/** Numbers of the AT-SPI protocol (at-spi2-core 2.46, atspi-constants.h). */

export const PREFIX = "org.a11y.atspi.";
export const ROOT_PATH = "/org/a11y/atspi/accessible/root";
export const NODE_PATH = "/org/a11y/atspi/accessible/";
export const CACHE_PATH = "/org/a11y/atspi/cache";
export const NULL_PATH = "/org/a11y/atspi/null";

/** Role names by number. */
export const ROLES = (
  "invalid,accelerator label,alert,animation,arrow,calendar,canvas,check box,check menu item,color chooser," +
  "column header,combo box,date editor,desktop icon,desktop frame,dial,dialog,directory pane,drawing area," +
  "file chooser,filler,focus traversable,font chooser,frame,glass pane,html container,icon,image," +
  "internal frame,label,layered pane,list,list item,menu,menu bar,menu item,option pane,page tab," +
  "page tab list,panel,password text,popup menu,progress bar,push button,radio button,radio menu item," +
  "root pane,row header,scroll bar,scroll pane,separator,slider,spin button,split pane,status bar,table," +
  "table cell,table column header,table row header,tearoff menu item,terminal,text,toggle button,tool bar," +
  "tool tip,tree,tree table,unknown,viewport,window,extended,header,footer,paragraph,ruler,application," +
  "autocomplete,editbar,embedded,entry,chart,caption,document frame,heading,page,section,redundant object," +
  "form,link,input method window,table row,tree item,document spreadsheet,document presentation," +
  "document text,document web,document email,comment,list box,grouping,image map,notification,info bar," +
  "level bar,title bar,block quote,audio,video,definition,article,landmark,log,marquee,math,rating,timer," +
  "static,math fraction,math root,subscript,superscript,description list,description term," +
  "description value,footnote,content deletion,content insertion,mark,suggestion,push button menu"
).split(",");

/** State names by bit. */
export const STATES = (
  "invalid,active,armed,busy,checked,collapsed,defunct,editable,enabled,expandable,expanded,focusable," +
  "focused,has tooltip,horizontal,iconified,modal,multi line,multiselectable,opaque,pressed,resizable," +
  "selectable,selected,sensitive,showing,single line,stale,transient,vertical,visible,manages descendants," +
  "indeterminate,required,truncated,animated,invalid entry,supports autocompletion,selectable text," +
  "is default,visited,checkable,has popup,read only"
).split(",");

/** @param {string | number} role @returns {number} */
export function roleNumber(role) {
  const number = typeof role === "number" ? role : ROLES.indexOf(role);
  if (number < 0) throw new Error(`no such role: ${role}`);
  return number;
}

/** @param {Iterable<string>} states @returns {[number, number]} two words of 32 bits */
export function stateWords(states) {
  const words = [0, 0];
  for (const state of states) {
    const bit = STATES.indexOf(state);
    if (bit < 0) throw new Error(`no such state: ${state}`);
    words[bit >> 5] = (words[bit >> 5] ?? 0) | (1 << (bit & 31));
  }
  return [(words[0] ?? 0) >>> 0, (words[1] ?? 0) >>> 0];
}
