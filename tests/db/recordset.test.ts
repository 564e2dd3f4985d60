import { sql } from "drizzle-orm";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import {
  assignments,
  columnsByName,
  type GivenRow,
  nameList,
  namesIn,
  optional,
  pick,
  recordset,
} from "../../db/recordset.ts";
import { apps, appVersions } from "../../db/schema/apps.ts";
import { appMetrics } from "../../db/schema/metrics.ts";
import { statement } from "../../db/statement.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();

const given = {
  ...pick(columnsByName(appMetrics), ["country_code", "rating", "stars", "observed_at"]),
  version: optional(appVersions.version),
  is_status: sql<boolean>`boolean`,
};
type Given = GivenRow<typeof given>;

const returnGiven = statement({
  name: "return_given",
  effect: "reads",
  row: () => z.object({ row: z.unknown(), types: z.array(z.string()) }),
  build: ({ rows }: { readonly rows: readonly Given[] }) => sql`
    SELECT to_json(r) AS row, ARRAY[
      ${sql.join(
        namesIn(given).map((name) => sql`pg_typeof(r.${sql.identifier(name)})::text`),
        sql`, `,
      )}] AS types
    FROM ${recordset(given, rows)} r`,
});

describe("rows that a statement is given", () => {
  it("have the types of their columns, and NULL for what is null or left out", async () => {
    const { db } = database();
    const instant = "2026-03-02T03:04:05+00:00";
    const whole = {
      country_code: "de",
      rating: 4.257,
      stars: [1, 2],
      observed_at: instant,
      version: "1",
      is_status: true,
    };

    const rows = await returnGiven(db, {
      rows: [whole, { country_code: "fr", observed_at: instant, is_status: false, stars: null }],
    });

    const types = ["character", "numeric", "integer[]", "timestamp with time zone", "text", "boolean"];
    const nothing = { rating: null, stars: null, version: null };
    expect(rows).toEqual([
      { row: { ...whole, rating: 4.26 }, types },
      { row: { country_code: "fr", observed_at: instant, is_status: false, ...nothing }, types },
    ]);
  });

  it("have no other columns than those that are named", () => {
    const app = { external_id: "1", name: "Kite", rank: 7 };

    const { name, external_id } = columnsByName(apps);
    const [text] = recordset({ name, external_id }, [app]).queryChunks.filter((chunk) => typeof chunk === "string");

    expect(JSON.parse(String(text))).toEqual([{ name: "Kite", external_id: "1" }]);
  });

  it("may lack what may be NULL, and nothing else", () => {
    expectTypeOf<{ country_code: string; observed_at: string; is_status: boolean }>().toExtend<Given>();
    expectTypeOf<{ country_code: string; observed_at: string }>().not.toExtend<Given>();
    expectTypeOf<Given["stars"]>().toEqualTypeOf<readonly number[] | null | undefined>();
  });
});

describe("a list of columns", () => {
  it("names, inserts and assigns each column under its name in the database", async () => {
    const { db } = database();
    const { id } = await createApp(db, { name: "Old", isFree: true });
    const names = ["name", "is_free"] as const;

    await db.execute(sql`
      WITH seen AS (SELECT 'New' AS name, false AS is_free)
      UPDATE apps SET ${assignments(pick({ name: sql`seen.name`, is_free: sql`seen.is_free` }, names))} FROM seen
      WHERE id = ${id}`);

    expect(await db.execute(sql`SELECT ${nameList(names)} FROM apps WHERE id = ${id}`)).toEqual([
      { name: "New", is_free: false },
    ]);
  });
});
