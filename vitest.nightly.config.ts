import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

import long from "./vitest.long.config.ts";

/** `npm run test:nightly`: tests of `npm test` and `npm run test:long`, with more cases. */
export default defineConfig({
  test: {
    ...long.test,
    include: globSync("tests/**/*.test.ts").filter((path) =>
      readFileSync(path, "utf8").includes('/support/by-run.ts"'),
    ),
    provide: { isNightly: true },
  },
});
