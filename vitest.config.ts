import { defineConfig } from "vitest/config";

// pure: no desktop, no processes. live: real X servers and applications (built code, one file at a time).
// endurance: long runs, by hand and before an issue is closed.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "pure",
          include: ["test/**/*.test.ts"],
          exclude: ["test/**/*.live.test.ts", "test/**/*.endurance.test.ts"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "live",
          include: ["test/**/*.live.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "endurance",
          include: ["test/**/*.endurance.test.ts"],
          pool: "forks",
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
