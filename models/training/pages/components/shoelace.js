import "@shoelace-style/shoelace/dist/themes/light.css";
import "@shoelace-style/shoelace/dist/themes/dark.css";
import "@shoelace-style/shoelace/dist/shoelace.js";
import { options, ready } from "./runtime.js";

document.documentElement.classList.add(options.dark ? "sl-theme-dark" : "sl-theme-light");
for (const radio of document.querySelectorAll("sl-radio.g-on")) radio.checked = true;
ready(400);
