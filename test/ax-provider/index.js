// @ts-check
export { startProvider } from "./provider.js";
