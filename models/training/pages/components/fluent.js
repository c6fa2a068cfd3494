import {
  accentBaseColor,
  allComponents,
  baseLayerLuminance,
  density,
  provideFluentDesignSystem,
  StandardLuminance,
  SwatchRGB,
} from "@fluentui/web-components";
import { options, ready } from "./runtime.js";

provideFluentDesignSystem().register(allComponents);
baseLayerLuminance.setValueFor(
  document.body,
  options.dark ? StandardLuminance.DarkMode : StandardLuminance.LightMode,
);
density.setValueFor(document.body, options.compact ? -3 : 0);
const [red, green, blue] = options.rgb;
accentBaseColor.setValueFor(document.body, SwatchRGB.create(red / 255, green / 255, blue / 255));
setTimeout(() => {
  for (const tabs of document.querySelectorAll("fluent-tabs")) {
    const active = tabs.getAttribute("activeid");
    tabs.activeid = "";
    tabs.activeid = active;
  }
}, 150);
setTimeout(() => {
  for (const tab of document.querySelectorAll("fluent-tab"))
    tab.setAttribute("data-s", `selected:${tab.getAttribute("aria-selected") === "true" ? 1 : 0}`);
}, 380);
ready(400);
