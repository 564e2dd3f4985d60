import { asc, eq } from "drizzle-orm";

import { dueReports, eventBaselines, events } from "../../db/schema/events.ts";
import { countries } from "../../db/seeds/countries.ts";
import type { EventData } from "../../lib/domain/event.ts";
import { reportEvents } from "../../lib/events/report-events.ts";
import type { TestDb } from "./database.ts";
import { type App, createApp } from "./factories.ts";

const SYNCED_AT = new Date("2026-03-01T00:00:00Z");

/** An app whose first sync was reported, so that what happens now is news. */
export async function createReported(
  db: TestDb,
  { baseline = {}, ...app }: Partial<App> & { readonly baseline?: Partial<typeof eventBaselines.$inferInsert> } = {},
): Promise<App> {
  const created = await createApp(db, { lastSyncedAt: SYNCED_AT, ...app });
  await db.insert(eventBaselines).values({
    appId: created.id,
    isAvailable: true,
    isFailing: false,
    ...baseline,
  });
  return created;
}

type ShownEvent = { readonly type: string; readonly field: string | null; readonly data: EventData };

/** Reports an app as the end of a run does, and returns the events that this report has written. */
export async function report(db: TestDb, appId: number): Promise<readonly ShownEvent[]> {
  const before = await eventsOf(db, appId);
  await db.insert(dueReports).values({ appId }).onConflictDoNothing();
  await reportEvents({ db, countries }, { appId });
  return (await eventsOf(db, appId)).slice(before.length);
}

export function eventsOf(db: TestDb, appId: number) {
  return db.select().from(events).where(eq(events.appId, appId)).orderBy(asc(events.id));
}
