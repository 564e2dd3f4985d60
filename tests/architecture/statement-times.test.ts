import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Functions of PostgreSQL that read the time, but for now() and clock_timestamp(), which the benches' clock replaces. */
const OTHER_TIMES =
  /\b(?:(?:statement|transaction)_timestamp|timeofday)\s*\(|\b(?:current_(?:date|time|timestamp)|localtime(?:stamp)?)\b/gi;

describe("statements", () => {
  it("read the time by functions that the clock of the benches replaces", () => {
    const paths = globSync("db/queries/**/*.ts");
    expect(paths.length).toBeGreaterThan(20);
    const others = paths.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(OTHER_TIMES)].map(([name]) => `${path}: ${name}`),
    );
    expect(others).toEqual([]);
  });
});
