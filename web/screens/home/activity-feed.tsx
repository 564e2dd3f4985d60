import { flag, oneOf, useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { EventFeed } from "../../features/events/event-feed.tsx";
import { eventQuery, isFiltered, noFilters, openedEvent } from "../../features/events/event-filters.ts";
import { eventKinds, kindOptions } from "../../features/events/event-kinds.ts";
import { scopeState } from "../../features/scope/scope.ts";
import { useLanguageOf } from "../../features/scope/use-language-of.ts";
import { todayUtc } from "../../format/days.ts";
import styles from "./home-screen.module.css";
import { LastVisit } from "./last-visit.tsx";

const filters = {
  ...scopeState,
  field: oneOf(eventKinds, ""),
  new: flag(),
  event: openedEvent(),
};
const feeds = {
  apps: { scope: "mine", marks: [] },
  competitors: { scope: "rivals", marks: ["tracked"] },
  all: { scope: "all", marks: ["tracked", "competitor"] },
} as const;

const EVENTS_SHOWN = 20;

export function ActivityFeed() {
  const [{ whose, country = "", days, from, to, field, new: isNewOnly, event }, set] = useQueryState(filters);
  const { language, isWaiting } = useLanguageOf(country);
  const { scope, marks } = feeds[whose];
  const since = isNewOnly ? ({ since: "last_visit" } as const) : {};
  const chosen = { ...noFilters, sort: "newest", field, country, days, from, to } as const;
  const query = {
    ...eventQuery(chosen, todayUtc(Date.now()), [], language),
    ...{ scope: [scope], ...since, page: undefined, per_page: EVENTS_SHOWN },
  };
  const reset = () => set({ field: "", country: undefined, days: undefined, from: undefined, to: undefined });
  const events = useRead("listEvents", { query }, { keepPrevious: true, enabled: !isWaiting });
  return (
    <Panel title="Activity" actions={<ButtonLink href={`/changes/${whose}`}>All changes</ButtonLink>}>
      <div className={styles.filters}>
        <SelectField
          label="What changed"
          value={field}
          onChange={(next) => set({ field: next, event: undefined })}
          options={kindOptions}
        />
      </div>
      <QueryView
        query={events}
        isEmpty={({ data }) => data.length === 0}
        empty={
          isNewOnly ? (
            <EmptyState
              title="Nothing new since your last visit"
              action={<Button onPress={() => set({ new: false })}>Show the newest changes</Button>}
            />
          ) : (
            <NoActivity isFiltered={isFiltered(chosen)} onReset={reset} />
          )
        }
      >
        {({ data, meta }) => (
          <>
            <LastVisit
              events={data}
              seenUntil={meta.events_seen_until}
              isNewOnly={isNewOnly}
              onNewOnly={(next) => set({ new: next, event: undefined })}
            />
            <EventFeed
              events={data}
              openedId={event}
              onOpen={(id) => set({ event: id })}
              marks={marks}
              seenUntil={meta.events_seen_until}
            />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function NoActivity({ isFiltered, onReset }: { readonly isFiltered: boolean; readonly onReset: () => void }) {
  if (isFiltered)
    return <EmptyState title="No changes of this kind" action={<Button onPress={onReset}>Show all changes</Button>} />;
  return (
    <EmptyState title="Nothing has changed yet">
      Store data is compared every day. Changes appear here after the second day.
    </EmptyState>
  );
}
