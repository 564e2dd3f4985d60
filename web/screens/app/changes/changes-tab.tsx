import { useQueryState } from "../../../client/query-state.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ComboField } from "../../../components/fields/combo-field.tsx";
import { DateField } from "../../../components/fields/date-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { PagedView } from "../../../components/paged-view.tsx";
import { fieldOptions } from "../../../features/changes/field-filter.ts";
import { CountryField } from "../../../features/stores/country-field.tsx";
import { localeName } from "../../../format/locale-names.ts";
import { useAppFrame } from "../use-app-frame.ts";
import type { Change } from "./change-groups.ts";
import { ChangeTimeline } from "./change-timeline.tsx";
import { changeFilters, filterChanges, useAppChanges } from "./use-app-changes.ts";

export function ChangesTab() {
  const { app } = useAppFrame();
  const [values, set] = useQueryState(changeFilters);
  const query = useAppChanges(values);
  const locales = [...new Set(app.listings.map(({ locale }) => locale))].toSorted();
  const isFiltered =
    [values.field, values.locale, values.country].some((value) => value !== "") ||
    values.from !== undefined ||
    values.to !== undefined;
  const known = app.is_tracked ? [] : filterChanges(app.changes, values);
  const reset = () => set({ field: "", locale: "", country: "", from: undefined, to: undefined, page: 1 });
  return (
    <>
      <FilterBar label="Changes to show">
        <SelectField
          label="What changed"
          value={values.field}
          onChange={(field) => set({ field, page: 1 })}
          options={fieldOptions}
        />
        <ComboField
          label="Language"
          value={values.locale}
          onChange={(locale) => set({ locale, page: 1 })}
          options={[{ id: "", name: "All languages" }, ...locales.map((id) => ({ id, name: localeName(id) }))]}
        />
        <CountryField
          value={values.country}
          allName="All countries"
          hint="Applies to changes of prices, availability and facts."
          onChange={(country) => set({ country, page: 1 })}
        />
        <DateField label="From" value={values.from} max={values.to} onChange={(from) => set({ from, page: 1 })} />
        <DateField label="Until" value={values.to} min={values.from} onChange={(to) => set({ to, page: 1 })} />
      </FilterBar>
      <PagedView
        query={query}
        onPage={(page) => set({ page })}
        loading="Loading the changes…"
        empty={
          known.length > 0 ? (
            <KnownChanges changes={known} />
          ) : isFiltered ? (
            <EmptyState title="No change matches" action={<Button onPress={reset}>Show all changes</Button>}>
              No changes of this kind were found in this period.
            </EmptyState>
          ) : (
            <NoChanges />
          )
        }
      >
        {({ data, meta }) => (
          <>
            <ChangeTimeline changes={data} />
            {meta.has_older && (
              <p>These pages do not show the oldest changes. Choose an earlier day in “Until” to see them.</p>
            )}
          </>
        )}
      </PagedView>
    </>
  );
}

/** The newest changes of an app that the user does not track. No list holds all of them. */
function KnownChanges({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <>
      <p>These are the newest changes of this app. Track it to see all changes, also on your home screen.</p>
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
