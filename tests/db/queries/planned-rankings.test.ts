import { expect, it } from "vitest";

import { type Db, databaseOf, openClient } from "../../../db/client.ts";
import { listRankingSeries, listRankingsOfDay } from "../../../db/queries/charts/rankings.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

/** PostgreSQL plans a prepared statement for the values of as many requests, and then decides whether to go on so. */
const PLANNED_FOR_VALUES = 5;

const app = { appId: 1, platform: "ios", countryCodes: "{us}" } as const;

it.each([
  [
    "the ranks of a day",
    (db: Db) =>
      listRankingsOfDay(db, { ...app, date: "2025-12-01", oldest: "2025-12-01", collection: null, categoryId: null }),
  ],
  [
    "a series",
    (db: Db) =>
      listRankingSeries(db, { ...app, from: "2025-12-01", to: "2025-12-08", collection: "top_free", categoryId: 1 }),
  ],
])("%s of charts of forty months is planned once for further requests", async (_what, read) => {
  const { connection, db } = database();
  for (const year of [2023, 2024, 2025]) {
    for (const month of ["02", "08"]) await createMissingPartitions(db, new Date(`${year}-${month}-01T00:00:00Z`));
  }
  const client = openClient({ ...connection, max: 1 });
  for (let requests = 0; requests < 2 * PLANNED_FOR_VALUES; requests += 1) await read(databaseOf(client));

  const [plans] = await client`SELECT custom_plans::int, generic_plans::int FROM pg_prepared_statements
    WHERE statement LIKE '%chart_days%' AND statement NOT LIKE '%pg_prepared_statements%'`;
  await client.end();
  expect(plans).toEqual({ custom_plans: PLANNED_FOR_VALUES, generic_plans: PLANNED_FOR_VALUES });
});
