import { wholeNumber } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { EventCsv } from "../../features/events/event-csv.tsx";
import { EventFeed } from "../../features/events/event-feed.tsx";
import { eventQuery, noFilters, openedEvent } from "../../features/events/event-filters.ts";
import { scopeState } from "../../features/scope/scope.ts";
import { useLanguageOf } from "../../features/scope/use-language-of.ts";
import { chosenTags, tagsQuery } from "../../features/tags/tag.ts";
import { todayUtc } from "../../format/days.ts";
import { MarkSeen } from "./mark-seen.tsx";
import { titleOfEvents } from "./titles.ts";
import styles from "./today.module.css";

const state = {
  ...scopeState,
  /** The page of the events. That of the table below is `page`. */
  events: wholeNumber(1),
  event: openedEvent(),
  tags: chosenTags(),
};
const feeds = {
  apps: { scope: "mine", marks: [] },
  competitors: { scope: "rivals", marks: ["tracked"] },
  all: { scope: "all", marks: ["tracked", "competitor"] },
} as const;

const EVENTS_A_PAGE = 8;

/** The heaviest events since the last visit, or of the days of the scope, at most a screen of them. */
export function NewEvents() {
  const [{ whose, country = "", days, from, to, events: page, event, tags }, set] = useQueryState(state);
  const { language, isWaiting } = useLanguageOf(country);
  const { scope, marks } = feeds[whose];
  const hasDays = days !== undefined || from !== undefined || to !== undefined;
  const chosen = { ...noFilters, sort: "weight", country, days, from, to, page } as const;
  const query = {
    ...eventQuery(chosen, todayUtc(Date.now()), [], language),
    ...{ scope: [scope], per_page: EVENTS_A_PAGE },
    ...tagsQuery(tags),
    ...(hasDays ? {} : { since: "last_visit" as const }),
  };
  const events = useRead("listEvents", { query }, { keepPrevious: true, enabled: !isWaiting });
  const meta = events.data?.meta;
  return (
    <Panel
      title={titleOfEvents({ total: meta?.total, seenUntil: meta?.events_seen_until, hasDays })}
      actions={
        <>
          {events.data !== undefined && !hasDays && (
            <MarkSeen
              events={events.data.data}
              readAtMs={events.dataUpdatedAt}
              onSeen={() => set({ events: 1, event: undefined }, { replace: true })}
            />
          )}
          <ButtonLink href={`/changes/${whose}`}>All changes</ButtonLink>
        </>
      }
    >
      <PagedView
        query={events}
        onPage={(next) => set({ events: next, event: undefined })}
        loading="Loading the changes…"
        empty={<NoEvents whose={whose} hasDays={hasDays} hasVisit={meta?.events_seen_until != null} />}
      >
        {({ data, meta: { events_seen_until: seenUntil } }) => (
          <>
            {seenUntil === null && !hasDays && (
              <p className={styles.hint}>Mark these as seen, and from then on only later changes are here.</p>
            )}
            <EventFeed
              events={data}
              isByDay={false}
              isDense
              openedId={event}
              onOpen={(id) => set({ event: id })}
              marks={marks}
            />
            <EventCsv name="new changes" query={query} />
          </>
        )}
      </PagedView>
    </Panel>
  );
}

type NoEventsProps = { readonly whose: string; readonly hasDays: boolean; readonly hasVisit: boolean };

function NoEvents({ whose, hasDays, hasVisit }: NoEventsProps) {
  const newest = <ButtonLink href={`/changes/${whose}`}>Show the newest changes</ButtonLink>;
  if (hasDays) return <EmptyState title="No changes in these days" action={newest} />;
  if (hasVisit) return <EmptyState title="Nothing new since your last visit" action={newest} />;
  return (
    <EmptyState title="Nothing has changed yet">
      Store data is compared every day. Changes appear here after the second day.
    </EmptyState>
  );
}
