import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

describe("GET /apps/{platform}/{external_id}/sync-status", () => {
  it("returns a null status for an app that was never synced, and writes nothing", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);

    const response = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);

    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      data: {
        app_id: app.id,
        status: null,
        current_step: null,
        progress: { done: 0, total: 0, by_run: 0, by_sweep: 0, pending: 0 },
        swept_on: null,
        priority: null,
        expected_at: null,
        failed_items: [],
        failed_items_count: 0,
        error_message: null,
        run_id: null,
        starts_at: null,
        started_at: null,
        completed_at: null,
        next_retry_at: null,
        elapsed_ms: null,
      },
    });
    expect(await db.execute(sql`SELECT 1 FROM sync_statuses WHERE app_id = ${app.id}`)).toHaveLength(0);
    expect(api.sent).toEqual([]);
  });

  it("[SYN-2 SYN-13 SYN-16] returns an active run with its progress, elapsed time and failed items", async () => {
    const { db, api, caller } = await setUp({ now: () => new Date("2026-05-02T01:00:41.250Z") });
    const app = await createApp(db);
    const runId = crypto.randomUUID();
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, started_at, progress_done,
        progress_total, swept_before, swept_in_phase)
      VALUES (${app.id}, ${runId}, 'tracked', 'processing', 'metrics', now(), '2026-05-02T01:00:00Z', 40, 111, 5, 10)`);
    await db.execute(sql`
      INSERT INTO sync_failed_items (app_id, phase, country_code, locale, reason, attempts, last_attempted_at,
        next_attempt_at, permanent)
      VALUES (${app.id}, 'listings', 'jp', 'ja', 'timeout', 2, '2026-05-02T01:00:40Z', '2126-05-02T01:05:40Z', false)`);

    const response = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);

    expect(response.body.data).toEqual({
      app_id: app.id,
      status: "processing",
      current_step: "metrics",
      progress: { done: 40, total: 111, by_run: 25, by_sweep: 15, pending: 71 },
      swept_on: null,
      priority: "scheduled",
      expected_at: null,
      failed_items: [
        {
          phase: "listings",
          country_code: "jp",
          locale: "ja",
          reason: "timeout",
          attempts: 2,
          last_attempted_at: "2026-05-02T01:00:40Z",
          next_retry_at: "2126-05-02T01:05:40Z",
          permanent: false,
        },
      ],
      failed_items_count: 1,
      error_message: null,
      run_id: runId,
      starts_at: null,
      started_at: "2026-05-02T01:00:00Z",
      completed_at: null,
      next_retry_at: null,
      elapsed_ms: 41_250,
    });
  });

  it("[SYN-17] says about when a requested run will have read everything, and nothing of a scheduled one", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    const before = Date.now();

    const requested = await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

    expect(requested.body.data.priority).toBe("requested");
    expect(Date.parse(requested.body.data.expected_at)).toBeGreaterThan(before + 60_000);
    expect(Date.parse(requested.body.data.expected_at)).toBeLessThan(before + 3_600_000);
    await db.execute(sql`UPDATE sync_statuses SET purpose = 'tracked' WHERE app_id = ${app.id}`);
    const { body } = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);
    expect(body.data).toMatchObject({ priority: "scheduled", expected_at: null });
  });

  it("returns the next minute as the next retry when the retry has been due for minutes", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, next_retry_at)
      VALUES (${app.id}, gen_random_uuid(), 'on_demand', 'completed', now(), now(), now() - interval '11 minutes')`);
    await db.execute(sql`
      INSERT INTO sync_failed_items (app_id, phase, country_code, locale, reason, attempts, last_attempted_at,
        next_attempt_at, permanent)
      VALUES (${app.id}, 'listings', 'jp', 'ja', 'timeout', 1, now(), now() - interval '11 minutes', false)`);

    const before = Date.now();
    const { body } = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);

    for (const { next_retry_at: at } of [body.data, ...body.data.failed_items]) {
      expect(Date.parse(at)).toBeGreaterThan(before);
      expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() + 60_000);
    }
  });

  it("returns no next retry for the failed items of a run that has failed, which nothing reconciles", async () => {
    const { db, api, caller } = await setUp();
    const app = await createApp(db);
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, queued_at, completed_at, error_message)
      VALUES (${app.id}, gen_random_uuid(), 'on_demand', 'failed', now(), now(), 'The store did not respond.')`);
    await db.execute(sql`
      INSERT INTO sync_failed_items (app_id, phase, country_code, reason, attempts, last_attempted_at,
        next_attempt_at, permanent)
      VALUES (${app.id}, 'metrics', 'jp', 'invalid_response', 1, now(), now() + interval '4 minutes', false)`);

    const { body } = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);

    expect(body.data.failed_items).toEqual([expect.objectContaining({ country_code: "jp", next_retry_at: null })]);
  });

  it("returns no negative elapsed time when the observation clock and the machine's clock differ", async () => {
    const { db, api, caller } = await setUp({ now: () => new Date("2026-05-02T00:00:00Z") });
    const app = await createApp(db);
    await db.execute(sql`
      INSERT INTO sync_statuses (app_id, run_id, purpose, status, current_step, queued_at, started_at)
      VALUES (${app.id}, gen_random_uuid(), 'tracked', 'processing', 'identity', now(), '2026-05-02T01:00:00Z')`);

    const response = await api.get(`/apps/ios/${app.externalId}/sync-status`, caller);

    expect(response.body.data.elapsed_ms).toBe(0);
  });
});
