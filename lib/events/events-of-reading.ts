import type { ReportedApp, ReportedRow } from "../../db/queries/events/event-writes.ts";
import type { Reading } from "../../db/queries/events/readings.ts";
import type { Country } from "../domain/country.ts";
import { beginningOfText, hasRatingMoved, type NewEvent } from "../domain/event.ts";
import { eventWeight, reachAmong } from "../domain/event-weight.ts";
import { availabilityType, describeChanges } from "./describe-changes.ts";
import type { DescribedEvent } from "./described-event.ts";

export type ReportOfApp = {
  readonly app: ReportedApp;
  readonly events: readonly NewEvent[];
  /** Each change row with the event that reports it, or none if it is no news. */
  readonly rows: readonly (Omit<ReportedRow, "event"> & { readonly event: NewEvent | null })[];
};

/** Returns what an app's reading is reported as. Its first one has no events, since all of it was read first. */
export function eventsOfReading(reading: Reading, countries: readonly Country[]): ReportOfApp {
  const reach = reachAmong(countries, reading.platform, new Set(reading.unavailable_countries));
  const isFirst = reading.was_available === null;
  const described = isFirst ? [] : describeChanges(reading, countries, reach);
  const ofRows = described.map(({ table, of, ...event }) => ({ table, of, event: dated(reading, event, of) }));
  const events = [
    ...ofRows.map(({ event }) => event),
    ...(isFirst ? [] : availabilityWithoutRows(reading, described)),
    ...ratingChange(reading),
    ...failure(reading),
  ];
  const eventOf = new Map(ofRows.flatMap(({ table, of, event }) => of.map(({ id }) => [keyOf(table, id), event])));
  const rows = rowsOf(reading).map(({ table, id }) => {
    return { app_id: reading.app_id, table, id, event: eventOf.get(keyOf(table, id)) ?? null };
  });
  return { app: baselineAfter(reading, events), events, rows };
}

function rowsOf(reading: Reading): readonly Pick<ReportedRow, "table" | "id">[] {
  const of = (table: ReportedRow["table"], rows: readonly { readonly id: number }[]) =>
    rows.map(({ id }) => ({ table, id }));
  return [
    ...of("listing", reading.listing_changes),
    ...of("offer", reading.offer_changes),
    ...of("fact", reading.fact_changes),
    ...of("version", reading.new_versions),
  ];
}

function keyOf(table: ReportedRow["table"], id: number): string {
  return `${table}:${id}`;
}

function dated({ app_id }: Reading, event: Omit<DescribedEvent, "table" | "of">, of: DescribedEvent["of"]): NewEvent {
  const times = of.map(({ detected_at }) => detected_at);
  return { appId: app_id, ...event, beganAt: Math.min(...times), occurredAt: Math.max(...times) };
}

/** An earlier report may have taken the rows of the last storefront. */
function availabilityWithoutRows(reading: Reading, described: readonly DescribedEvent[]): readonly NewEvent[] {
  const type = availabilityType(reading);
  if (type === "app.availability_changed" || described.some((event) => event.type === type)) return [];
  return [eventAt(reading, { type, weight: eventWeight(type, 1), data: { countries: [], countries_total: 0 } })];
}

function ratingChange(reading: Reading): readonly NewEvent[] {
  const { rated_before: before, rated_now: now, countries_rated } = reading;
  if (before === null || now === null || !hasRatingMoved(before, now)) return [];
  const type = "rating.changed";
  return [
    eventAt(reading, {
      type,
      weight: eventWeight(type, 1),
      data: {
        rating: now.rating,
        previous_rating: before.rating,
        rating_count: now.rating_count,
        previous_rating_count: before.rating_count,
        countries_total: countries_rated ?? 0,
      },
    }),
  ];
}

/** Only the first failure of a streak is an event. */
function failure(reading: Reading): readonly NewEvent[] {
  if (reading.failure === null || reading.was_failing) return [];
  const type = "sync.failed";
  const { text: reason } = beginningOfText(reading.failure);
  return [eventAt(reading, { type, weight: eventWeight(type, 1), data: { reason: reason ?? "" } }, reading.failed_at)];
}

function eventAt(
  { app_id, read_at, due_at }: Reading,
  event: Pick<NewEvent, "type" | "weight" | "data">,
  at = read_at,
): NewEvent {
  const when = at ?? due_at;
  return { appId: app_id, field: null, beganAt: when, occurredAt: when, ...event };
}

/** The baseline of ratings moves with each event of them, and is set when the first sync has read all storefronts. */
function baselineAfter(reading: Reading, events: readonly NewEvent[]): ReportedApp {
  const { app_id, marker, is_synced, was_available } = reading;
  const hasEvent = events.some(({ type }) => type === "rating.changed");
  const setsRating = is_synced && (hasEvent || reading.has_no_rating);
  return {
    app_id,
    marker,
    is_available: is_synced ? reading.is_available : was_available,
    is_failing: reading.is_failing,
    rating: reading.rating,
    rating_count: reading.rating_count,
    rated_at: setsRating ? reading.rated_at : null,
  };
}
