// @ts-check
export { browser, calculator, qtEditor, textEditor } from "./apps.js";
export { standardDesktop } from "./arrange.js";
export { Bus } from "./bus.js";
export { startDesktop } from "./desktop.js";
export { isAlive, processesOf } from "./processes.js";
export { until, within } from "./wait.js";
