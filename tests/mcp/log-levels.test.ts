import { describe, expect, it } from "vitest";

import { createLogLevels } from "../../lib/mcp/log-levels.ts";

describe("the levels of log messages", () => {
  it("[MCP-14] are those of each session alone", () => {
    const levels = createLogLevels();
    levels.set("one", "error");

    expect([levels.admits("one", "warning"), levels.admits("one", "error"), levels.admits("two", "debug")]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("[MCP-14] are those of 10,000 sessions at most", () => {
    const levels = createLogLevels();
    levels.set("first", "error");
    for (let session = 1; session <= 10_000; session += 1) levels.set(`session ${session}`, "error");

    expect([levels.admits("first", "warning"), levels.admits("session 10000", "warning")]).toEqual([true, false]);
  });
});
