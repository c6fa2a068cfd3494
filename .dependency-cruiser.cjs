// The import rule of ARCHITECTURE.md, as code: everything points inward.
//   cli, serve -> commands -> session -> {desktop, fusion, safety, action, vision, ax, capture} -> geometry, core
const inner = "^src/(fusion|safety|action|vision|ax|capture)/";
const pure = "^src/(geometry|core|fusion|safety(?!/audit)|ax/(node|roles|prune|fold|serialise|delta)[./])";

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphan-packages",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-dev-packages",
      severity: "error",
      from: { path: "^src" },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "geometry-and-core-import-nothing",
      severity: "error",
      from: { path: "^src/(geometry|core)/" },
      to: { pathNot: "^src/(geometry|core)/|^node_modules/zod/" },
    },
    {
      name: "pure-code-has-no-io",
      comment: "Pure code runs without an operating system: no Node built-ins, no native or I/O packages.",
      severity: "error",
      from: { path: pure },
      to: {
        dependencyTypes: ["core", "npm", "npm-optional"],
        pathNot: "^node_modules/(fastest-levenshtein|zod)/",
      },
    },
    {
      name: "inner-does-not-know-outer",
      severity: "error",
      from: { path: inner },
      to: { path: "^src/(session|commands|library|serve|cli|agent|desktop)/" },
    },
    {
      name: "desktop-inside-session",
      severity: "error",
      from: { path: "^src/desktop/" },
      to: { path: "^src/(session|commands|library|serve|cli|agent)/" },
    },
    {
      name: "session-inside-commands",
      severity: "error",
      from: { path: "^src/session/" },
      to: { path: "^src/(commands|library|serve|cli|agent)/" },
    },
    {
      name: "commands-inside-front-ends",
      severity: "error",
      from: { path: "^src/commands/" },
      to: { path: "^src/(library|serve|cli|agent)/" },
    },
    {
      name: "nobody-imports-the-command-line",
      severity: "error",
      from: { pathNot: "^src/cli/" },
      to: { path: "^src/cli/" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types"] },
  },
};
