import { databaseOf, openClient } from "../../../db/client.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { reportEvents } from "../../../lib/events/report-events.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { listWal, measureWal } from "../measuring/measure-wal.ts";

/** Apps of which each has one event. */
const APPS = 10_000;

await withPostgres({ full_page_writes: "on", max_wal_size: "8GB", autovacuum: "off" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("log")), max: 1 }, null);
  const db = databaseOf(client);
  await createMissingPartitions(db, new Date());
  await client`
    INSERT INTO apps (platform, external_id, name, last_synced_at)
    SELECT 'ios', 'app.' || n, 'App ' || n, now() FROM generate_series(1, ${APPS}::int) n`;
  await client`INSERT INTO event_baselines (app_id, is_available, is_failing, rating_count) SELECT id, true, false, 0 FROM apps`;
  await client`INSERT INTO app_versions (app_id, version, event_id) SELECT id, '1.0', 0 FROM apps`;
  await client`INSERT INTO app_versions (app_id, version) SELECT id, '1.1' FROM apps`;
  await client`INSERT INTO due_reports (app_id) SELECT id FROM apps`;
  await client`VACUUM ANALYZE`;

  let events = 0;
  const wal = await measureWal(client, async () => {
    while (events < APPS) events += (await reportEvents({ db, countries })).events;
  });
  console.error(`${events} new versions, each an event: ${listWal(wal)}`);
  await client.end();
});
