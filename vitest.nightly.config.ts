import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

import long from "./vitest.long.config.ts";

/** `npm run test:nightly`: what `npm test` and `npm run test:long` repeat with new seeds, many more times. */
export default defineConfig({
  test: {
    ...long.test,
    include: globSync("tests/**/*.test.ts").filter((path) =>
      readFileSync(path, "utf8").includes('/support/by-run.ts"'),
    ),
    provide: { isNightly: true },
  },
});
