import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    pool: "forks",
    // Half of the time goes by waiting for processes, so a machine of two cores is worth three workers.
    maxWorkers: 3,
    // Test files share nothing but modules, and loading those anew for each would take longer than the tests.
    isolate: false,
    reporters: ["default"],
  },
});
