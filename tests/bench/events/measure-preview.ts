import { databaseOf, openClient } from "../../../db/client.ts";
import { addDays } from "../../../lib/domain/days.ts";
import type { EventFilter } from "../../../lib/domain/event-filter.ts";
import { PREVIEW_DAYS } from "../../../lib/domain/webhook.ts";
import { previewWebhook } from "../../../lib/webhooks/preview-webhook.ts";
import { withPostgres } from "../measuring/bench-database.ts";
import { median } from "../measuring/typical.ts";

const EVENTS = 1_000_000;
const DAYS = 365;
const APPS = 10_000;
/** Apps that the user tracks. */
const TRACKED = 1_000;
const ROUNDS = 11;
const MS_MAX = 500;

const filters: readonly (readonly [string, EventFilter])[] = [
  ["no filter", {}],
  ["a direction of prices in two storefronts", { price_direction: "down", country_codes: ["us", "de"] }],
  ["moves and milestones", { min_rank_change: 20, rank_milestones: [1, 10] }],
];

await withPostgres({ fsync: "off", shared_buffers: "512MB" }, async (createMigrated) => {
  const client = openClient({ ...(await createMigrated("preview")), max: 1 }, null);
  const db = databaseOf(client);
  const now = new Date();
  await fill(client, addDays(now.toISOString().slice(0, 10), 1 - DAYS));
  const deps = { db, now: () => now };
  for (const [name, filter] of filters) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const scope = { kind: "mine" } as const;
      const preview = await previewWebhook(deps, { userId: 1, scope, types: [], minWeight: 0, filter });
      times.push(performance.now() - began);
      total = preview.events_total;
    }
    const typical = median(times);
    const isOver = !(typical <= MS_MAX);
    console.error(
      `p50 of ${ROUNDS} previews with ${name}, ${total} of 10⁶ events in ${PREVIEW_DAYS} days: ` +
        `${typical.toFixed(0)} ms${isOver ? `: MORE THAN ${MS_MAX} MS` : ""}`,
    );
    if (isOver) process.exitCode = 1;
  }
  await client.end();
});

async function fill(client: ReturnType<typeof openClient>, firstDay: string): Promise<void> {
  await client`INSERT INTO users (name, email, password) VALUES ('u', 'u@example.com', '!')`;
  await client`
    INSERT INTO apps (platform, external_id, name)
    SELECT 'ios', 'app.' || n, 'App' FROM generate_series(1, ${APPS}::int) n`;
  await client`INSERT INTO tracked_apps (user_id, app_id)
    SELECT 1, id FROM apps ORDER BY id LIMIT ${TRACKED}::int`;
  await client`
    INSERT INTO events (app_id, type, began_at, occurred_at, reported_at, weight, data)
    SELECT 1 + n % ${APPS}::int, CASE n % 3 WHEN 0 THEN 'app.price_changed' WHEN 1 THEN 'chart.rank_changed'
        ELSE 'app.version_released' END, at, at, at, 0.5,
      CASE n % 3
        WHEN 0 THEN '{"before": "1.99 USD", "after": "0.99 USD", "countries": [
          {"country_code": "us", "before": "1.99 USD", "after": "0.99 USD"},
          {"country_code": "de", "before": "1.99 EUR", "after": "2.99 EUR"}], "countries_total": 2}'::jsonb
        WHEN 1 THEN jsonb_build_object('chart_date', at::date, 'charts_total', 1, 'charts', jsonb_build_array(
          jsonb_build_object('country_code', 'us', 'collection', 'top_free', 'category_id', 1, 'window', 200,
            'rank', 1 + n % 97, 'previous_rank', 1 + n % 89)))
        ELSE '{"version": "2.0"}' END
    FROM generate_series(1, ${EVENTS}::int) n,
      LATERAL (SELECT ${firstDay}::timestamptz + ${DAYS}::int * interval '1 day' * n / ${EVENTS}::int AS at) t`;
  await client`VACUUM ANALYZE`;
}
