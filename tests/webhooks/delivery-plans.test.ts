import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";

import type { Db } from "../../db/client.ts";
import { recordAttempt } from "../../db/queries/webhooks/attempts.ts";
import { claimDeliveries } from "../../db/queries/webhooks/claim-deliveries.ts";
import { cancelOfDisabled, cancelOverflow, listDeliveries, redeliver } from "../../db/queries/webhooks/deliveries.ts";
import { fanOutEvents, SCANNED_MAX } from "../../db/queries/webhooks/fan-out.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { fillTables } from "../support/fill-tables.ts";
import { explainWork, type PlanMode } from "../support/plans.ts";
import { rowsReadOf } from "../support/rows-read.ts";
import { settleTransactions } from "../support/settled-transactions.ts";

const database = useDatabase();

const ENDPOINTS = 3_000;
const SENT = 20;
/** Endpoints with one due delivery each. */
const DUE = 30;
const APPS = 2_000;
const EVENTS = 20_000;
const PAGE = 20;

const page = { endpointId: 7, status: null, limit: PAGE, offset: 0, afterId: null };
const attempt = {
  ...{ token: randomUUID(), endpointId: 7, id: 7, ids: "{7}", attemptsBefore: 0, secondsUntilNext: 5, payload: "{}" },
  ...{
    responseStatus: null,
    error: "timeout" as const,
    durationMs: 15_000,
    excerpt: null,
    isDigest: false,
    isOfService: false,
  },
};

beforeAll(() => fillTables(database(), seed), 60_000);

/** The statement, and the most deliveries that it may read. One that it writes counts twice. */
const reads: readonly (readonly [string, (db: Db) => Promise<unknown>, number])[] = [
  ["a page of the log", (db) => listDeliveries(db, page), 2 * (SENT + 1)],
  ["a page of its failures", (db) => listDeliveries(db, { ...page, status: "failed" }), 2 * (SENT + 1)],
  ["a later page", (db) => listDeliveries(db, { ...page, afterId: 100 }), 2 * (SENT + 1)],
  ["one that is sent again", (db) => redeliver(db, { id: 7, userId: 7, deliveryId: 7 }), 2],
  ["those beyond the most", (db) => cancelOverflow(db, { endpointIds: "{7,8}" }), 2 * SENT],
  ["those of an endpoint that was disabled", (db) => cancelOfDisabled(db, { endpointIds: "{7,8}" }), 2 * SENT],
  // An endpoint without one may cost an entry.
  ["those that are due", (db) => claimDeliveries(db, { token: randomUUID() }), ENDPOINTS + SENT * DUE],
  ["the one that was attempted", (db) => recordAttempt(db, { ...attempt, status: "failed", disabledReason: null }), 1],
  [
    "those that a disabled endpoint loses",
    (db) => recordAttempt(db, { ...attempt, status: "failed", disabledReason: "failing" }),
    2,
  ],
];

describe.each<PlanMode>(["force_custom_plan", "force_generic_plan"])("plans of deliveries, %s", (mode) => {
  it.each(reads)("read no others than %s", async (_what, work, most) => {
    const { db } = database();

    const explained = await explainWork(db, work, { analyze: true, mode });

    expect(explained).toHaveLength(1);
    const { rows, isScanned } = rowsReadOf(explained[0]?.nodes ?? [], "webhook_deliveries");
    expect([rows <= most ? "few" : rows, isScanned]).toEqual(["few", false]);
  });

  it("read the events of one statement to make deliveries, whatever the number of older and newer ones", async () => {
    const { db, sql: connection } = database();
    await settleTransactions(connection);

    const [explained] = await explainWork(db, (each) => fanOutEvents(each, []), { analyze: true, mode });

    const { rows, isScanned } = rowsReadOf(explained?.nodes ?? [], "events");
    expect([rows, isScanned]).toEqual([SCANNED_MAX, false]);
  });
});

async function seed(db: TestDb): Promise<void> {
  await db.execute(sql`
    INSERT INTO users (name, email, password) SELECT 'u', 'u' || n || '@example.com', '!'
      FROM generate_series(1, ${ENDPOINTS}) n`);
  await db.execute(sql`
    INSERT INTO apps (platform, external_id, name) SELECT 'ios', n, 'App ' || n FROM generate_series(1, ${APPS}) n`);
  await db.execute(sql`
    INSERT INTO tracked_apps (user_id, app_id) SELECT n, 1 + n % ${APPS} FROM generate_series(1, ${ENDPOINTS}) n`);
  await db.execute(sql`
    INSERT INTO webhook_endpoints (user_id, name, url, kind, secret)
    SELECT n, 'Hook', 'https://receiver.example/', 'mine', sha256('secret') FROM generate_series(1, ${ENDPOINTS}) n`);
  await db.execute(sql`
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type, status, attempts, finished_at)
    SELECT endpoint, ${ENDPOINTS}::int * d + endpoint, 'app.price_changed', 'delivered', 1, now()
    FROM generate_series(1, ${SENT}) d, generate_series(1, ${ENDPOINTS}) endpoint`);
  await db.execute(sql`
    INSERT INTO webhook_deliveries (endpoint_id, event_id, type)
    SELECT 100 * n, 0, 'app.price_changed' FROM generate_series(1, ${DUE}) n`);
  await db.execute(sql`
    INSERT INTO events (app_id, type, began_at, occurred_at, reported_at, weight, data)
    SELECT 1 + n % ${APPS}, 'app.price_changed', now(), now(), now(), 0.5, '{}' FROM generate_series(1, ${EVENTS}) n`);
  // A cursor that is half of the way: the ids of the events follow the order of their one transaction.
  await db.execute(sql`
    UPDATE webhook_cursor SET written_in = middle.written_in, event_id = middle.id
    FROM (SELECT written_in, id FROM events ORDER BY id OFFSET ${EVENTS / 2} LIMIT 1) middle`);
  await db.execute(sql`VACUUM ANALYZE`);
}
