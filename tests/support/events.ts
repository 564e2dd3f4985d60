import { events } from "../../db/schema/events.ts";
import { eventId } from "../../lib/domain/event.ts";
import type { TestDb } from "./database.ts";

/** Returns the end of this millisecond. Webhooks made in it have a time in microseconds, and get only later events. */
export const justNow = () => new Date(Date.now() + 1);

type NewEvent = Partial<typeof events.$inferInsert> & { readonly appId: number };

/** Adds an event, by default of a title, as the reporter leaves it. Returns its id as the API shows it. */
export async function addEvent(db: Pick<TestDb, "insert">, event: NewEvent): Promise<string> {
  const { occurredAt = new Date("2026-03-01T00:00:00Z"), type = "listing.changed" } = event;
  const values = {
    field: type === "listing.changed" ? ("title" as const) : null,
    beganAt: occurredAt,
    reportedAt: occurredAt,
    weight: 0.5,
    data: {},
    ...event,
    type,
    occurredAt,
  };
  const [row] = await db.insert(events).values(values).returning({ id: events.id });
  if (row === undefined) throw new Error("The insert returned no row.");
  return eventId(row.id);
}
