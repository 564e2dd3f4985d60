import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { misnamedStatements, namedStatements } from "./statement-names.ts";

const defined = (constant: string, name: string, isExported = true) =>
  `${isExported ? "export " : ""}const ${constant} = statement({\n  name: "${name}",\n});\n`;

describe("the name of a statement", () => {
  it("is its export in snake case, in all files of db/queries", () => {
    const files = globSync("db/queries/**/*.ts").map((path) => ({ path, text: readFileSync(path, "utf8") }));

    expect(files.flatMap(({ text }) => namedStatements(text)).length).toBeGreaterThan(100);
    expect(files.flatMap(({ path, text }) => misnamedStatements(text).map(({ name }) => `${path}: ${name}`))).toEqual(
      [],
    );
  });

  it("is rejected where its export has another one", () => {
    expect(misnamedStatements(defined("insertTrackedApp", "track_app"))).toEqual([
      { name: "track_app", expected: ["insert_tracked_app"] },
    ]);
    expect(misnamedStatements(defined("insertTrackedApp", "insert_tracked_app"))).toEqual([]);
  });

  it("may be that of an exported function that sends it", () => {
    const sending = "export async function takeTokens() {}\n";

    expect(misnamedStatements(`${sending}${defined("take", "take_tokens", false)}`)).toEqual([]);
    expect(misnamedStatements(`${sending}${defined("take", "grant_tokens", false)}`)).toMatchObject([
      { name: "grant_tokens" },
    ]);
  });
});
