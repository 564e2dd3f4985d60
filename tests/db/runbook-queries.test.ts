import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

import { useDatabase } from "../support/database.ts";

const database = useDatabase();

const texts = ["runbook.md", "deploy.md"].map((name) =>
  readFileSync(join(import.meta.dirname, "../../docs", name), "utf8"),
);
const statements = texts.flatMap((text) =>
  [...text.matchAll(/`(SELECT [^`]+)`|--sql (?:\\\n\s*)?'([^']+)'/g)].map(
    ([, inText, inCommand]) => inText ?? inCommand ?? "",
  ),
);

describe("the SQL statements of the documentation", () => {
  it.each(statements)("run: %s", async (statement) => {
    const rows = await database().sql.unsafe(statement.replaceAll("…", "gen_random_uuid()").replaceAll("<pid>", "0"));

    expect(rows.columns.length).toBeGreaterThan(0);
  });
});
