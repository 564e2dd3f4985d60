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
    provide: { isLongRun: true },
    reporters: ["default", new SlowestFiles()],
  },
});
