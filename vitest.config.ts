import { join } from "node:path";
import { defineConfig } from "vitest/config";

import { RulesReporter } from "./tests/architecture/rules-reporter.ts";
import { SlowFilesFirst } from "./tests/support/run-order.ts";
import { SlowestFiles } from "./tests/support/slowest-files.ts";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/**/*.long.test.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    provide: { isNightly: false },
    // Processes that tests start need half the time to load when they find their modules compiled.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules", ".cache", "node-compile-cache") },
    // What hangs ends here. All of these are for a machine far slower and busier than those that the tests run on.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 45_000, interval: 50 } },
    pool: "forks",
    // Half of the time goes by waiting for processes, so a machine of two cores is worth four workers.
    maxWorkers: 4,
    // Test files share nothing but modules, and loading those anew for each would take longer than the tests.
    isolate: false,
    sequence: { sequencer: SlowFilesFirst },
    reporters: ["default", new RulesReporter("test"), new SlowestFiles()],
  },
});
