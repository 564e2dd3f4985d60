import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";

import { ifFound, objectIfFound, projection, type RowOf, shown, unixTimeOrNull } from "../../db/projection.ts";
import { apps, publishers } from "../../db/schema/apps.ts";
import { listingTexts } from "../../db/schema/listings.ts";
import { statement } from "../../db/statement.ts";
import { useDatabase } from "../support/database.ts";
import { createApp } from "../support/factories.ts";

const database = useDatabase();

const app = alias(apps, "app");
const publisher = alias(publishers, "publisher");

const madeBy = projection({ id: publisher.id, name: publisher.name });
const card = projection({
  id: app.id,
  platform: app.platform,
  rating: app.rating,
  rating_count: app.ratingCount,
  unavailable: app.unavailableCountries,
  created_at: app.createdAt,
  last_synced_at: app.lastSyncedAt,
  publisher: objectIfFound(publisher.id, madeBy),
  publisher_name: ifFound(publisher.name),
  is_rated: shown(sql`${app.rating} IS NOT NULL`, () => z.boolean()),
});

const read = statement({
  name: "read_cards",
  effect: "reads",
  row: () => card.row().extend({ again: card.row() }),
  sql: () => sql`
    SELECT ${card.columns}, ${card.json} AS again
    FROM ${apps} app LEFT JOIN ${publishers} publisher ON ${publisher.id} = ${app.publisherId}`,
});

describe("a projection", () => {
  it("shows the same row as a select list and as a JSON object", async () => {
    const { db } = database();
    const { id } = await createApp(db, { rating: 4.25, ratingCount: 3_000_000_000, unavailableCountries: ["de"] });

    const [{ again, ...row } = { again: undefined }] = await read(db, {});

    const expected = {
      id,
      platform: "ios",
      rating: 4.25,
      rating_count: 3_000_000_000,
      unavailable: ["de"],
      created_at: expect.any(Number),
      last_synced_at: null,
      publisher: null,
      publisher_name: null,
      is_rated: true,
    };
    expect(row).toEqual(expected);
    expect(again).toEqual(row);
  });

  it("takes the types of its row from the columns", () => {
    expectTypeOf<RowOf<typeof card>["platform"]>().toEqualTypeOf<"ios" | "android">();
    expectTypeOf<RowOf<typeof card>["rating"]>().toEqualTypeOf<number | null>();
    expectTypeOf<RowOf<typeof card>["created_at"]>().toEqualTypeOf<number>();
    expectTypeOf<RowOf<typeof card>["publisher"]>().toEqualTypeOf<{ id: number; name: string } | null>();
    expectTypeOf<RowOf<typeof card>["publisher_name"]>().toEqualTypeOf<string | null>();
  });

  it("rejects a value that its column does not have", () => {
    const row = { name: "Korora", seen_at: 1 };
    const named = projection({ name: publisher.name, seen_at: unixTimeOrNull(publisher.updatedAt) });

    expect(named.row().safeParse(row).success).toBe(true);
    expect(named.row().safeParse({ ...row, name: null }).success).toBe(false);
    expect(named.row().safeParse({ ...row, seen_at: null }).success).toBe(true);
    expect(named.row().safeParse({ ...row, seen_at: "1" }).success).toBe(false);
  });

  it("throws for a column whose type says nothing of its values", () => {
    expect(() => projection({ sha256: listingTexts.sha256 }).row()).toThrow("has no schema: show sha256");
  });
});
