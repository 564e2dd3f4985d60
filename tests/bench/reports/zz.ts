import { databaseOf, openClient } from "../../../db/client.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import { reportEvents } from "../../../lib/events/report-events.ts";
import { withPostgres } from "../measuring/bench-database.ts";
await withPostgres({ fsync: "off", shared_buffers: "256MB" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("reports")), max: 1 }, null);
  const db = databaseOf(client);
  await createMissingPartitions(db, new Date());
  await client`INSERT INTO apps (platform, external_id, name, last_synced_at) SELECT 'ios', 'app.' || i, 'App ' || i, now() FROM generate_series(1, 20000) i`;
  await client`INSERT INTO event_baselines (app_id, is_available, is_failing) SELECT id, true, false FROM apps`;
  await client`INSERT INTO app_versions (app_id, version, event_id) SELECT a.id, v, 0 FROM apps a, unnest(ARRAY['1', '2', '3']) v`;
  await client`INSERT INTO listing_texts (sha256, body) VALUES (sha256('a'), 'a'), (sha256('b'), 'b')`;
  await client`ANALYZE`;
  for (let round = 0; round < 3; round += 1) {
    await client`INSERT INTO app_store_listing_changes (app_id, locale, field_changed, old_text_sha256, new_text_sha256, detected_at)
      SELECT a.id, l, f, sha256('a'), sha256('b'), clock_timestamp() FROM apps a, unnest(ARRAY['en-US', 'de-DE', 'ja']) l, unnest(ARRAY['title', 'description']) f WHERE a.id <= 1000`;
    await client`INSERT INTO due_reports (app_id) SELECT id FROM apps WHERE id <= 1000`;
    const timed = { ...db, run: async (c: Parameters<typeof db.run>[0]) => {
      const t = performance.now(); 
      if (round === 1 && c.name === "save_report") {
        const ex = await client.begin(async (tx) => { const r = await tx.unsafe("EXPLAIN (ANALYZE, BUFFERS OFF) " + c.text, c.values as never[]); await tx.unsafe("SAVEPOINT x").catch(()=>{}); throw Object.assign(new Error("rb"), { r }); }).catch((e) => e.r);
        const lines = ex.map((r: Record<string, string>) => r["QUERY PLAN"]);
        console.error(c.name, lines.join("\n"));
        process.exit(0);
      }
      const r = await db.run(c); console.error(c.name, (performance.now() - t).toFixed(0), r.length); return r; } };
    const t = performance.now();
    let n = 0; while (n < 1000) n += (await reportEvents({ db: timed, countries })).apps;
    console.error("round", (performance.now() - t).toFixed(0));
  }
  await client.end();
});
