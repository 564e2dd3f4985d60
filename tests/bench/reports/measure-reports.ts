import { randomUUID } from "node:crypto";

import { databaseOf, openClient } from "../../../db/client.ts";
import { finishRun } from "../../../db/queries/runs/finish-run.ts";
import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { countries } from "../../../db/seeds/countries.ts";
import type { Db } from "../../../db/statement.ts";
import { assumed } from "../../../infra/planning/assumptions.ts";
import { storefrontCodes } from "../../../lib/domain/country.ts";
import { reportEvents } from "../../../lib/events/report-events.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { ratio } from "../measuring/take-turns.ts";
import { median } from "../measuring/typical.ts";

const APPS = 1_000;
const KNOWN_APPS = 100_000;
const ROUNDS = 20;
const RUNS_PER_ROUND = 50;
const ROWS_PER_APP = 6;
const REPORT_MS_MAX = 200;
const FINISH_RATIO_MAX = 1.15;

const storefronts = storefrontCodes(countries, "ios");
type Client = ReturnType<typeof openClient>;

await withPostgres({ fsync: "off", shared_buffers: "256MB" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("reports")), max: 1 }, null);
  const db = databaseOf(client);
  try {
    await fill(client, db);
    await measureFinish(client, db);
    await measureReports(client, db);
  } finally {
    await client.end();
  }
});

async function fill(client: Client, db: Db): Promise<void> {
  await createMissingPartitions(db, new Date());
  await client`
    INSERT INTO apps (platform, external_id, name, last_synced_at)
    SELECT 'ios', 'app.' || i, 'App ' || i, now() FROM generate_series(1, ${KNOWN_APPS}::int) i`;
  await client`
    INSERT INTO app_metrics (app_id, country_code, rating, rating_count, is_available, observed_at)
    SELECT a.id, c.code, 4.5, 100, true, now() FROM apps a, unnest(${`{${storefronts.join(",")}}`}::text[]) c(code)
    WHERE a.id <= ${APPS}`;
  await client`INSERT INTO event_baselines (app_id, is_available, is_failing) SELECT id, true, false FROM apps`;
  await client`
    INSERT INTO app_versions (app_id, version, event_id)
    SELECT a.id, v, 0 FROM apps a, unnest(ARRAY['1', '2', '3']) v`;
  await client`
    INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at)
    SELECT id, gen_random_uuid(), 'tracked', 'completed', now() FROM apps`;
  await client`INSERT INTO listing_texts (sha256, body) VALUES (sha256('a'), 'a'), (sha256('b'), 'b')`;
  await client`ANALYZE`;
}

/** Returns the same database, whose statements make no report due, as in the release before. */
function withoutReports(db: Db): Db {
  const dueRows = /,\s*due_report_rows AS \(\s*INSERT INTO "due_reports"[\s\S]*?SET marker = DEFAULT\s*\)/;
  return {
    ...db,
    run: (compiled) => {
      if (!dueRows.test(compiled.text)) throw new Error("The statement makes no report due.");
      return db.run({ ...compiled, text: compiled.text.replace(dueRows, "") });
    },
  };
}

async function measureFinish(client: Client, db: Db): Promise<void> {
  const contestants = { with: db, without: withoutReports(db), again: withoutReports(db) };
  const times: Record<keyof typeof contestants, number[]> = { with: [], without: [], again: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const [name, contestant] of Object.entries(contestants) as ["with" | "without" | "again", Db][]) {
      const leaseToken = randomUUID();
      await client`
        UPDATE sync_statuses SET status = 'processing', current_step = 'finalize', started_at = now(),
          lease_token = ${leaseToken}, lease_until = now() + interval '1 hour' WHERE app_id <= ${RUNS_PER_ROUND}`;
      await client`DELETE FROM due_reports`;
      const startedAt = performance.now();
      for (let appId = 1; appId <= RUNS_PER_ROUND; appId += 1) await finish(contestant, appId, leaseToken);
      if (round >= 0) times[name].push((performance.now() - startedAt) / RUNS_PER_ROUND);
    }
  }
  console.error(
    `The end of a run: ${median(times.without).toFixed(2)} ms without a due report, ${median(times.with).toFixed(2)} ms ` +
      `with it: ${ratio(times.with, times.without).toFixed(3)} x (bound ${FINISH_RATIO_MAX}; ` +
      `A/A ${ratio(times.again, times.without).toFixed(3)} x)`,
  );
}

async function finish(db: Db, appId: number, leaseToken: string): Promise<void> {
  const at = new Date();
  const transition = { kind: "completed", at, cooldownSeconds: 0 } as const;
  const isFinished = await finishRun(db, {
    runUpdate: { appId, leaseToken, leaseSeconds: 60, itemsDone: [], progress: null, transition },
    observedAt: at,
    extent: "whole",
    storefronts,
    metricsCountry: null,
    versionLocale: "en-US",
  });
  if (!isFinished) throw new Error(`The run of app ${appId} was not finished.`);
}

async function measureReports(client: Client, db: Db): Promise<void> {
  const of = { nothing: 0, aDay: Math.round(APPS * assumed.changedApps), everything: APPS };
  const { nothing, aDay, everything } = {
    nothing: await typicalReport(client, db, of.nothing),
    aDay: await typicalReport(client, db, of.aDay),
    everything: await typicalReport(client, db, of.everything),
  };
  console.error(
    `Reporting ${APPS} apps: ${nothing} ms without changes, ${aDay} ms if ${of.aDay} have ${ROWS_PER_APP} changes and ` +
      `2 events each, ${everything} ms if all have (bound ${REPORT_MS_MAX} ms)`,
  );
}

async function typicalReport(client: Client, db: Db, changedApps: number): Promise<string> {
  const times: number[] = [];
  for (let round = -3; round < 7; round += 1) {
    await client`
      INSERT INTO app_store_listing_changes (app_id, locale, field_changed, old_text_sha256, new_text_sha256, detected_at)
      SELECT a.id, l, f, sha256('a'), sha256('b'), clock_timestamp()
      FROM apps a, unnest(ARRAY['en-US', 'de-DE', 'ja']) l, unnest(ARRAY['title', 'description']) f
      WHERE a.id <= ${changedApps}`;
    await client`INSERT INTO due_reports (app_id) SELECT id FROM apps WHERE id <= ${APPS} ON CONFLICT DO NOTHING`;
    await client`ANALYZE app_store_listing_changes, due_reports`;
    const startedAt = performance.now();
    let reported = 0;
    while (reported < APPS) reported += (await reportEvents({ db, countries })).apps;
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  return median(times).toFixed(0);
}
