import { defineConfig } from "vitest/config";

import { RulesReporter } from "./tests/architecture/rules-reporter.ts";
import { SlowFilesFirst } from "./tests/support/run-order.ts";

/** `npm run test:browser`: the documentation page and the dashboard in a real browser, against the service on this machine. */
export default defineConfig({
  test: {
    reporters: ["default", new RulesReporter("test:browser")],
    // The longest walk takes a fifth of it on a slow idle machine.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000, interval: 50 } },
    maxWorkers: 2,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      { extends: true, test: { name: "documentation", include: ["tests/browser/*.browser.ts"] } },
      {
        extends: true,
        test: {
          name: "dashboard",
          include: ["tests/browser/dashboard/*.browser.ts"],
          globalSetup: ["tests/browser/dashboard/fixture/global-setup.ts"],
        },
      },
    ],
  },
});
