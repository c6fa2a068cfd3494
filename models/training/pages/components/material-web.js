import "@material/web/all.js";
import { options, ready } from "./runtime.js";

const style = document.body.style;
const tokens = {
  primary: options.accent,
  "on-primary": "#fff",
  "secondary-container": options.dark ? "#4a4458" : "#e8def8",
  surface: options.dark ? "#141218" : "#fef7ff",
  "on-surface": options.dark ? "#e6e0e9" : "#1d1b20",
  "on-surface-variant": options.dark ? "#cac4d0" : "#49454f",
  outline: options.dark ? "#938f99" : "#79747e",
  "outline-variant": options.dark ? "#49454f" : "#cac4d0",
  "surface-container": options.dark ? "#211f26" : "#f3edf7",
  "surface-container-highest": options.dark ? "#36343b" : "#e6e0e9",
};
for (const [name, value] of Object.entries(tokens)) style.setProperty(`--md-sys-color-${name}`, value);
ready(400);
