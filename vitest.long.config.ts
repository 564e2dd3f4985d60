import { defineConfig } from "vitest/config";

import { SlowestFiles } from "./tests/support/slowest-files.ts";
import usual from "./vitest.config.ts";

/** `npm run test:long`: what takes too long for `npm test`, and runs before each change lands. */
export default defineConfig({
  test: {
    ...usual.test,
    include: ["tests/**/*.long.test.ts"],
    exclude: [],
    // A limit is for what hangs: on a slow machine, beside a browser, a test of minutes takes many of them.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    reporters: ["default", new SlowestFiles()],
  },
});
