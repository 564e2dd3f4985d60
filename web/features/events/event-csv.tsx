import { readPageOf } from "../../client/read-page.ts";
import { CsvButton } from "../../components/csv/csv-button.tsx";
import type { CsvRows } from "../../components/csv/csv-text.ts";
import { readRows } from "../../components/csv/read-rows.ts";
import { storeNames } from "../../format/app-path.ts";
import type { Event } from "./event.ts";
import type { EventQuery } from "./event-filters.ts";
import { describePlaces } from "./event-places.ts";
import { describeEvent } from "./event-words.ts";

type EventCsvProps = { readonly name: string; readonly query: EventQuery };

/** Saves all events that the query matches, each as one row. */
export function EventCsv({ name, query }: EventCsvProps) {
  const readPage = readPageOf("listEvents", (page) => ({ query: { ...query, ...page } }));
  return (
    <CsvButton
      name={name}
      read={async (reading) => {
        const { rows, total } = await readRows<Event>(readPage, ({ id }) => id, reading);
        return { ...eventRows(rows), total };
      }}
    />
  );
}

export function eventRows(events: readonly Event[]): CsvRows {
  return {
    names: ["Time", "App", "Store", "Id in the store", "What changed", "Before", "After", "Where", "Weight"],
    rows: events.map((event) => {
      const { app, data, occurred_at: at, weight } = event;
      const where = describePlaces(event);
      return [
        ...[at, app.name, storeNames[app.platform], app.external_id],
        ...[describeEvent(event), data.before, data.after, where, weight],
      ];
    }),
  };
}
