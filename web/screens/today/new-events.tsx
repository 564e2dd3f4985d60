import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { EventCsv } from "../../features/events/event-csv.tsx";
import { EventFeed } from "../../features/events/event-feed.tsx";
import { useLanguageOf } from "../../features/scope/use-language-of.ts";
import { todayUtc } from "../../format/days.ts";
import { MarkSeen } from "./mark-seen.tsx";
import { titleOfEvents } from "./titles.ts";
import styles from "./today.module.css";
import { hasDays, newEventsInput, newEventsState } from "./today-reads.ts";

const marks = { apps: [], competitors: ["tracked"], all: ["tracked", "competitor"] } as const;

/** The weightiest events since the last visit or of the scope's days, at most one page. */
export function NewEvents() {
  const [values, set] = useQueryState(newEventsState);
  const { whose, country = "", event } = values;
  const { language, isWaiting } = useLanguageOf(country);
  const isOfDays = hasDays(values);
  const input = newEventsInput(values, todayUtc(Date.now()), language);
  const events = useRead("listEvents", input, { keepPrevious: true, enabled: !isWaiting });
  const meta = events.data?.meta;
  return (
    <Panel
      title={titleOfEvents({ total: meta?.total, seenUntil: meta?.events_seen_until, hasDays: isOfDays })}
      actions={
        <>
          {events.data !== undefined && !isOfDays && (
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
        empty={<NoEvents whose={whose} hasDays={isOfDays} hasVisit={meta?.events_seen_until != null} />}
      >
        {({ data, meta: { events_seen_until: seenUntil } }) => (
          <>
            {seenUntil === null && !isOfDays && (
              <p className={styles.hint}>Mark these as seen, and from then on only later changes are here.</p>
            )}
            <EventFeed
              events={data}
              isByDay={false}
              isDense
              openedId={event}
              onOpen={(id) => set({ event: id })}
              marks={marks[whose]}
            />
            <EventCsv name="new changes" query={input.query} />
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
