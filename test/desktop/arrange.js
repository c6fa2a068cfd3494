// @ts-check
import { browser, calculator, qtEditor, textEditor } from "./apps.js";

export const NOTES = `Meeting notes

Ask Marta about the invoice of 14 March.
Ring the hotel and confirm two rooms.
`;

export const LIST = `Shopping list

apples
brown bread
two litres of milk
`;

/**
 * "The standard desktop" of demonstration, bench and tests: four applications of four toolkits side by side
 * on 1920x1080. They start together and are placed when all of them are there.
 * @param {import("./desktop.js").Desktop} desktop
 * @param {{page?: string, browserArgs?: string[]}} [options] what Chromium shows, and its further switches;
 *   see `browser`
 */
export async function standardDesktop(desktop, { page = "form", browserArgs = [] } = {}) {
  const [editor, calc, list, web] = await Promise.all([
    desktop.launch(textEditor({ text: NOTES })),
    desktop.launch(calculator()),
    desktop.launch(qtEditor({ text: LIST })),
    desktop.launch(browser(page, { args: browserArgs })),
  ]);
  const third = Math.floor(desktop.width / 3);
  const half = Math.floor(desktop.height / 2);
  const calculatorWidth = 380;
  await desktop.place(editor, { x: 0, y: 0, width: third, height: half });
  await desktop.place(list, { x: 0, y: half, width: third, height: desktop.height - half });
  await desktop.place(calc, { x: third, y: 0, width: calculatorWidth, height: 640 });
  const left = third + calculatorWidth;
  await desktop.place(web, { x: left, y: 0, width: desktop.width - left, height: desktop.height });
  return { editor, calculator: calc, list, browser: web };
}
