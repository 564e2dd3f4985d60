import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { dueReports } from "../../db/schema/events.ts";
import { syncStatuses } from "../../db/schema/syncs.ts";
import { countries } from "../../db/seeds/countries.ts";
import { reportDueEvents } from "../../lib/events/report-events.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { createReported, eventsOf, report } from "../support/reported-app.ts";

const database = useDatabase();
const AT = new Date("2026-03-02T10:00:00Z");

type Status = Pick<typeof syncStatuses.$inferInsert, "status" | "currentStep" | "errorMessage">;

async function createFailing(db: TestDb): Promise<number> {
  const { id: appId } = await createReported(db);
  const run = { appId, runId: crypto.randomUUID(), purpose: "tracked", queuedAt: AT, completedAt: AT } as const;
  await db.insert(syncStatuses).values({ ...run, status: "failed", errorMessage: "No storefront responded." });
  expect(await report(db, appId)).toMatchObject([{ type: "sync.failed" }]);
  return appId;
}

async function setStatus(db: TestDb, appId: number, status: Status): Promise<void> {
  await db.update(syncStatuses).set(status).where(eq(syncStatuses.appId, appId));
}

/** Reports the app though its run has not ended. */
async function reportDuringRun(db: TestDb, appId: number): Promise<void> {
  await db.insert(dueReports).values({ appId, dueAt: sql`now() - interval '7 hours'` });
  await reportDueEvents({ db, countries, now: () => AT });
}

describe("[EVT-2] the first of several failed syncs in a row", () => {
  it("stays the first after a report that did not wait for the next run", async () => {
    const { db } = database();
    const appId = await createFailing(db);
    await setStatus(db, appId, { status: "processing", currentStep: "listings", errorMessage: null });
    await reportDuringRun(db, appId);

    await setStatus(db, appId, { status: "failed", errorMessage: "No storefront responded." });
    expect(await report(db, appId)).toEqual([]);
    expect(await eventsOf(db, appId)).toHaveLength(1);
  });

  it("is followed by another first one after a run that was completed and still reconciles", async () => {
    const { db } = database();
    const appId = await createFailing(db);
    await setStatus(db, appId, { status: "processing", currentStep: "reconciling", errorMessage: null });
    await reportDuringRun(db, appId);

    await setStatus(db, appId, { status: "failed", currentStep: "identity", errorMessage: "It failed again." });
    expect(await report(db, appId)).toMatchObject([{ type: "sync.failed", data: { reason: "It failed again." } }]);
  });
});
