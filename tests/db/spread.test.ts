import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { partOfDays } from "../../db/queries/sweeps/swept-pages.ts";
import { spreadOf } from "../../db/spread.ts";
import { chartCollections, DAYS_BETWEEN_EMPTY } from "../../lib/domain/chart.ts";
import { useDatabase } from "../support/database.ts";

const database = useDatabase();

/** Returns how far the numbers of these keys stray from equal shares, if this many have one: 0 for not at all. */
async function strayOf(numbers: SQL, shares: number): Promise<number> {
  const rows = await database().db.execute<{ share: number; keys: number }>(sql`
    SELECT floor(${shares}::int * number)::int AS share, count(*)::int AS keys FROM (${numbers}) of_keys(number)
    GROUP BY share ORDER BY share`);
  expect(rows.map(({ share }) => share)).toEqual(Array.from({ length: shares }, (_, share) => share));
  const counts = rows.map(({ keys }) => keys);
  const mean = counts.reduce((sum, count) => sum + count, 0) / shares;
  return Math.max(...counts.map((count) => Math.abs(count / mean - 1)));
}

describe("the number of a text", () => {
  it.each(["", "ios/top_free/us/1", "7de-DE", "語 😀"])("follows from the SHA-256 of its UTF-8: %j", async (text) => {
    const [row] = await database().db.execute<{ number: number }>(sql`
      SELECT ${spreadOf(sql`${text}::text`)} AS number`);

    expect(row?.number).toBe(createHash("sha256").update(text).digest().readUInt16BE() / 65_536);
  });

  it("spreads the charts of the stores evenly over the days of a week", async () => {
    const collections = sql`jsonb_array_elements_text(${JSON.stringify(chartCollections)}::jsonb)`;
    const key = sql`concat_ws('/', category.platform, collection, country.code, category.id)`;
    const numbers = sql`SELECT ${spreadOf(key)} FROM countries country CROSS JOIN store_categories category
      CROSS JOIN ${collections} collection WHERE category.type = 'app'`;

    expect(await strayOf(numbers, DAYS_BETWEEN_EMPTY)).toBeLessThan(0.05);
  });

  it("spreads the pages of apps evenly over the second half of their days", async () => {
    const part = partOfDays(sql`app.id`, sql`country.locale`);
    const numbers = sql`SELECT 2 * ${part} - 1 FROM generate_series(1, 2000) app(id)
      CROSS JOIN (SELECT 'l-' || n AS locale FROM generate_series(1, 30) n) country`;

    expect(await strayOf(numbers, 30)).toBeLessThan(0.1);
  });
});
