/** Families whose coordinates and trees need the same treatment. */
export type Toolkit = "gtk3" | "gtk4" | "qt" | "chromium" | "gecko" | "vcl" | "other";

/**
 * @param name Application.ToolkitName
 * @param app the application's own name
 */
export function toolkitOf(name: string, app: string, version: string): Toolkit {
  // LibreOffice borrows the toolkit name of the plug-in that draws its menus.
  if (/^(soffice|libreoffice)/i.test(app) || name === "VCL") return "vcl";
  switch (name) {
    case "gtk":
      return version.startsWith("4") ? "gtk4" : "gtk3";
    case "GTK":
      return "gtk4";
    case "Qt":
      return "qt";
    case "Chromium":
      return "chromium";
    case "Gecko":
      return "gecko";
    default:
      return "other";
  }
}
