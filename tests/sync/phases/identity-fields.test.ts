import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import type { AppIdentity } from "../../../lib/stores/records.ts";
import { categoryIdOf } from "../../support/charts.ts";
import { useClockedDatabase } from "../../support/database.ts";
import { createSyncWorld } from "../../support/pipeline.ts";

const database = useClockedDatabase();

type Stored = {
  readonly icon: string | null;
  readonly category: number | null;
  readonly publisher: string | null;
  readonly url: string | null;
};

/** What is stored of an app after identity found it like this, one record a sync. */
async function identify(...records: Partial<AppIdentity>[]): Promise<readonly (Stored | undefined)[]> {
  const { db, store, app, pipeline } = await createSyncWorld(database().db, { soldIn: [] });
  store.scriptIdentity(app.externalId, "us", ...records);
  const stored = [];
  for (const _record of records) {
    await pipeline.start(app.id);
    await pipeline.deliver(pipeline.take());
    const [row] = await db.execute<Stored>(sql`
      SELECT a.icon_url AS icon, a.category_id AS category, p.name AS publisher, p.url
      FROM apps a LEFT JOIN publishers p ON p.id = a.publisher_id WHERE a.id = ${app.id}`);
    stored.push(row);
    // Ends the run, so that the next sync begins with identity again.
    await db.execute(sql`UPDATE sync_statuses SET status = 'failed' WHERE app_id = ${app.id}`);
    pipeline.sent.length = 0;
  }
  return stored;
}

const unknown = { category_external_id: null, category_name: null };

describe("what identity finds", () => {
  it("keeps the category when the store shows none", async () => {
    const productivity = await categoryIdOf(database().db, "ios", "6007");

    const stored = await identify({ category_external_id: "6007", category_name: "Productivity" }, unknown);

    expect(stored.map((row) => row?.category)).toEqual([productivity, productivity]);
  });

  it("replaces the category when the store shows another", async () => {
    const { db } = database();

    const stored = await identify(
      { category_external_id: "6007", category_name: "Productivity" },
      { category_external_id: "6001", category_name: "Weather" },
    );

    const expected = [await categoryIdOf(db, "ios", "6007"), await categoryIdOf(db, "ios", "6001")];
    expect(stored.map((row) => row?.category)).toEqual(expected);
  });

  it("replaces the icon, and keeps it when the store shows none", async () => {
    const [old, next] = ["https://images.example/old.png", "https://images.example/new.png"];

    const stored = await identify({ icon_url: old }, { icon_url: next }, { icon_url: null });

    expect(stored.map((row) => row?.icon)).toEqual([old, next, next]);
  });

  it("[PUB-4] creates the app's publisher and refreshes its name and address", async () => {
    const publisher = { publisher_external_id: "refreshed", publisher_name: "Old Name" };

    const stored = await identify(
      { ...publisher, publisher_url: "https://old.example/" },
      { ...publisher, publisher_url: "https://new.example/" },
      { ...publisher, publisher_name: "New Name", publisher_url: "https://new.example/" },
    );

    expect(stored.map((row) => [row?.publisher, row?.url])).toEqual([
      ["Old Name", "https://old.example/"],
      ["Old Name", "https://new.example/"],
      ["New Name", "https://new.example/"],
    ]);
  });

  it("keeps the publisher when the store names none", async () => {
    const publisher = { publisher_external_id: "kept", publisher_name: "Kept" };

    const stored = await identify(publisher, { publisher_external_id: null, publisher_name: null });

    expect(stored.map((row) => row?.publisher)).toEqual(["Kept", "Kept"]);
  });
});
