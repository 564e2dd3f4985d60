import type { ReportedRow } from "../../db/queries/events/event-writes.ts";
import type { NewEvent } from "../domain/event.ts";

/** An event and the rows of one table that it reports. The times of these rows decide when the event occurred. */
export type DescribedEvent = Pick<NewEvent, "type" | "field" | "weight" | "data"> & {
  readonly table: ReportedRow["table"];
  readonly of: readonly { readonly id: number; readonly detected_at: number }[];
};
