type Reported = { readonly reported_at: string };

/** Returns the events that were reported after a visit, or all if there was none. */
export function newSince<Event extends Reported>(events: readonly Event[], seenUntil: string | null): readonly Event[] {
  if (seenUntil === null) return events;
  return events.filter(({ reported_at: at }) => Date.parse(at) > Date.parse(seenUntil));
}

/** Returns the latest time of a report, which can be that of an event that occurred earlier than others. */
export function newestReport(events: readonly Reported[]): string | undefined {
  return events
    .map(({ reported_at: at }) => at)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
}
