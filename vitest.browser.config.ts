import { defineConfig } from "vitest/config";

import { RulesReporter } from "./tests/architecture/rules-reporter.ts";

/** `npm run test:browser`: the documentation page in a real browser, against the service on this machine. */
export default defineConfig({
  test: {
    include: ["tests/browser/*.browser.ts"],
    reporters: ["default", new RulesReporter("test:browser")],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
