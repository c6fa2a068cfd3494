import "@ui5/webcomponents/dist/generated/json-imports/Themes.js";
import "@ui5/webcomponents-theming/dist/Assets.js";
import "@ui5/webcomponents/dist/Button.js";
import "@ui5/webcomponents/dist/CheckBox.js";
import "@ui5/webcomponents/dist/Input.js";
import "@ui5/webcomponents/dist/List.js";
import "@ui5/webcomponents/dist/ListItemStandard.js";
import "@ui5/webcomponents/dist/Option.js";
import "@ui5/webcomponents/dist/RadioButton.js";
import "@ui5/webcomponents/dist/SegmentedButton.js";
import "@ui5/webcomponents/dist/Select.js";
import "@ui5/webcomponents/dist/Slider.js";
import "@ui5/webcomponents/dist/StepInput.js";
import "@ui5/webcomponents/dist/Switch.js";
import "@ui5/webcomponents/dist/Tab.js";
import "@ui5/webcomponents/dist/TabContainer.js";
import "@ui5/webcomponents/dist/TextArea.js";
import "@ui5/webcomponents/dist/Tree.js";
import "@ui5/webcomponents/dist/TreeItem.js";
import { setTheme } from "@ui5/webcomponents-base/dist/config/Theme.js";
import { markAll, options } from "./runtime.js";

setTheme(options.dark ? "sap_horizon_dark" : options.contrast ? "sap_horizon_hcb" : "sap_horizon");
if (options.compact) document.body.classList.add("ui5-content-density-compact");
window.kitReady = new Promise((resolve) => {
  setTimeout(() => {
    markAll(".ui5-tab-strip-item", "tab", (x) => ({ selected: x.getAttribute("aria-selected") === "true" }));
    resolve(true);
  }, 900);
});
