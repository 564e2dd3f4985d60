import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import type { Change } from "../../../features/changes/change.ts";
import { EventFilterFields } from "../../../features/events/event-filter-fields.tsx";
import { type EventFilterValues, eventQuery, isFiltered } from "../../../features/events/event-filters.ts";
import { EventList } from "../../../features/events/event-list.tsx";
import { useLanguageOf } from "../../../features/scope/use-language-of.ts";
import { todayUtc } from "../../../format/days.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { ChangeTimeline } from "./change-timeline.tsx";
import { type ChosenChanges, changesState, filtersOfApp, noFiltersOfApp } from "./changes-state.ts";
import { filterChanges } from "./filter-changes.ts";
import { Versions } from "./versions.tsx";

const views = [
  { id: "changes", name: "All changes" },
  { id: "versions", name: "Versions" },
] as const;

/** Shows the changes of an app, and its versions with their release notes. */
export function ChangesTab() {
  const [{ view, ...chosen }, set] = useQueryState(changesState);
  return (
    <>
      <SegmentField label="Show" isLabelHidden value={view} onChange={(next) => set({ view: next })} options={views} />
      {view === "changes" ? <Changes chosen={chosen} set={set} /> : <Versions />}
    </>
  );
}

type ChangesProps = {
  readonly chosen: ChosenChanges;
  readonly set: (patch: Partial<EventFilterValues>) => void;
};

function Changes({ chosen, set }: ChangesProps) {
  const { app } = useAppFrame();
  const values = filtersOfApp(chosen);
  const { language, isWaiting } = useLanguageOf(values.country, app.platform);
  const today = todayUtc(Date.now());
  const wanted = eventQuery(values, today, [String(app.id)], language);
  const query = useRead("listEvents", { query: wanted }, { keepPrevious: true, enabled: !isWaiting });
  const locales = [...new Set(app.listings.map(({ locale }) => locale))];
  const known = app.is_tracked ? [] : filterChanges(app.changes, values, today, language);
  return (
    <>
      <EventFilterFields values={values} onChange={set} locales={locales} />
      <EventList
        query={query}
        values={values}
        onChange={set}
        marks={null}
        csv={wanted}
        empty={
          known.length > 0 ? (
            <KnownChanges changes={known} />
          ) : isFiltered(values) ? (
            <EmptyState
              title="No change matches"
              action={<Button onPress={() => set(noFiltersOfApp)}>Show all changes</Button>}
            >
              No changes of this kind were found in this period.
            </EmptyState>
          ) : (
            <NoChanges />
          )
        }
      />
    </>
  );
}

/** The newest changes of an app that the user does not follow. Events are those of followed apps alone. */
function KnownChanges({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <>
      <p>These are the newest changes of this app. Track it to see all changes, also on Today.</p>
      <ChangeTimeline changes={changes} />
    </>
  );
}

function NoChanges() {
  const { app } = useAppFrame();
  if (app.last_synced_at === null) {
    return <EmptyState title="Not read yet">Changes are detected from the second sync of an app.</EmptyState>;
  }
  return (
    <EmptyState title="Nothing has changed yet">
      Each sync compares the store’s data with the previous data. {app.name} has not changed since it was first read.
    </EmptyState>
  );
}
