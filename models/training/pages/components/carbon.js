import { g100, white } from "@carbon/themes";
import "@carbon/web-components/es/index.js";
import { options, ready } from "./runtime.js";

for (const [token, value] of Object.entries(options.dark ? g100 : white))
  if (typeof value === "string")
    document.body.style.setProperty(`--cds-${token.replace(/([A-Z]|\d+)/g, "-$1").toLowerCase()}`, value);
setTimeout(() => {
  for (const tabs of document.querySelectorAll("cds-tabs")) tabs.value = tabs.getAttribute("value");
}, 200);
setTimeout(() => {
  for (const tab of document.querySelectorAll("cds-tab"))
    tab.setAttribute("data-s", `selected:${tab.selected ? 1 : 0}`);
}, 550);
ready(600);
