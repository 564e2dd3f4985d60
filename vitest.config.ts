import { defineConfig } from "vitest/config";

import { RulesReporter } from "./tests/architecture/rules-reporter.ts";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    // What hangs ends here. All of these are for a machine far slower and busier than those that the tests run on.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000, interval: 50 } },
    pool: "forks",
    // Half of the time goes by waiting for processes, so a machine of two cores is worth three workers.
    maxWorkers: 3,
    // Test files share nothing but modules, and loading those anew for each would take longer than the tests.
    isolate: false,
    reporters: ["default", new RulesReporter("test")],
  },
});
