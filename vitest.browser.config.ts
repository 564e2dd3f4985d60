import { defineConfig } from "vitest/config";

/** `npm run test:browser`: the documentation page in a real browser, against the service on this machine. */
export default defineConfig({
  test: {
    include: ["tests/browser/*.browser.ts"],
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
