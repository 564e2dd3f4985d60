import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

import { SlowestFiles } from "./tests/support/slowest-files.ts";
import usual from "./vitest.config.ts";

/** `npm run test:long`: the files that repeat their rules more often here than in `npm test`, and those of it alone. */
export default defineConfig({
  test: {
    ...usual.test,
    include: globSync("tests/**/*.test.ts").filter(
      (path) => path.endsWith(".long.test.ts") || readFileSync(path, "utf8").includes('/support/by-run.ts"'),
    ),
    exclude: [],
    // A limit is for what hangs: on a slow machine, beside a browser, a test of minutes takes many of them.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 120_000, interval: 50 } },
    provide: { isLongRun: true },
    reporters: ["default", new SlowestFiles()],
  },
});
