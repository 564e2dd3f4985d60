import { databaseOf, openClient } from "../../db/client.ts";
import { createCaller } from "../support/api.ts";
import { testDatabaseOver } from "../support/test-connection.ts";
import { fillTerms } from "./keywords/fill-terms.ts";
import { measureReads } from "./keywords/measure-reads.ts";
import { measureSizes } from "./keywords/measure-sizes.ts";
import { withPostgres } from "./measuring/bench-database.ts";

/**
 * `npm run bench -- keywords`: what 2,000 terms of the App Store take whose results differ on each of 400 days, and what
 * ranks of tracked keywords take to read from a million results.
 */
const TODAY = "2026-03-31";
const TERMS = 2_000;
const RESULTS = 1_000_000;
const DAYS = 400;

await withPostgres({ shared_buffers: "2GB", max_wal_size: "4GB", fsync: "off" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("keywords")), max: 1 }, null);
  const caller = await createCaller(testDatabaseOver(client));
  await fillTerms(client, { first: 1, terms: TERMS, days: DAYS, today: TODAY, userId: caller.user.id });
  await measureSizes(client, { terms: TERMS, days: DAYS });
  await fillTerms(client, { first: TERMS + 1, terms: RESULTS / DAYS - TERMS, days: DAYS, today: TODAY });
  await measureReads(client, { db: databaseOf(client), caller, today: TODAY });
  await client.end();
});
