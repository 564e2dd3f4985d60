import type { ReactNode } from "react";

import { PagedView } from "../../components/paged-view.tsx";
import type { ReadResult } from "../../components/query-view.tsx";
import type { EventPage } from "./event.ts";
import { EventCsv } from "./event-csv.tsx";
import type { AppMark } from "./event-entry.tsx";
import { EventFeed } from "./event-feed.tsx";
import type { EventFilterValues, EventQuery } from "./event-filters.ts";
import { SharedEvent } from "./shared-event.tsx";

type EventListProps = {
  readonly query: ReadResult<EventPage>;
  readonly values: Pick<EventFilterValues, "sort" | "event">;
  readonly onChange: (patch: { readonly page?: number; readonly event?: string | undefined }) => void;
  readonly marks: readonly AppMark[] | null;
  readonly empty: ReactNode;
  /** The file has the events of all pages of this query. */
  readonly csv: EventQuery;
};

/** A page of events, with the one that the address names. */
export function EventList({ query, values: { sort, event: openedId }, onChange, marks, empty, csv }: EventListProps) {
  const isShown = query.data === undefined || query.data.data.some(({ id }) => id === openedId);
  const onOpen = (event: string | undefined) => onChange({ event });
  return (
    <>
      {openedId !== undefined && !isShown && (
        <SharedEvent key={openedId} id={openedId} marks={marks ?? []} onClose={() => onOpen(undefined)} />
      )}
      <PagedView
        query={query}
        onPage={(page) => onChange({ page, event: undefined })}
        loading="Loading the changes…"
        empty={empty}
      >
        {({ data, meta }) => (
          <>
            <EventFeed
              events={data}
              isByDay={sort === "newest"}
              openedId={openedId}
              onOpen={onOpen}
              marks={marks}
              seenUntil={meta.events_seen_until}
            />
            <EventCsv name="changes" query={csv} />
            {meta.has_older && meta.current_page === meta.last_page && (
              <p>These pages do not show the oldest changes. Choose earlier days in “When” to see them.</p>
            )}
          </>
        )}
      </PagedView>
    </>
  );
}
