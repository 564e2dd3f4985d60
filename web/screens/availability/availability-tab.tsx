import { oneOf, text } from "../../client/query-state.ts";
import { useQueryState } from "../../client/use-query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { useAppFrame } from "../app/use-app-frame.ts";
import styles from "./availability-tab.module.css";
import { StorefrontGrid } from "./storefront-grid.tsx";
import { filterStates, type StorefrontState, stateFilters, storefrontStates } from "./storefront-states.ts";

const state = { show: oneOf(stateFilters, "all"), search: text(), order: oneOf(["name", "newest"], "name") };

const shows = [
  { id: "all", name: "All storefronts" },
  { id: "available", name: "Where it is available" },
  { id: "missing", name: "Where it is not" },
] as const;
const orders = [
  { id: "name", name: "By name" },
  { id: "newest", name: "Newest change first" },
] as const;

/** Where an app is sold, in every storefront of its store, and since when. */
export function AvailabilityTab() {
  const { params, platform, app } = useAppFrame();
  const [values, set] = useQueryState(state);
  const countries = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  const query = useRead("showAvailability", { params });
  return (
    <QueryView query={countries} loading="Loading the storefronts…">
      {({ data: all }) => (
        <QueryView query={query} loading="Loading the storefronts…">
          {({ data }) => {
            const states = storefrontStates(platform, all, data, app.last_synced_at !== null);
            if (states.every(({ isAvailable }) => isAvailable === undefined)) return <NothingRead />;
            return (
              <Panel title={describeStates(states)}>
                <FilterBar label="Storefronts to show">
                  <SelectField label="Show" value={values.show} onChange={(show) => set({ show })} options={shows} />
                  <SearchField
                    label="Storefront"
                    value={values.search}
                    onChange={(search) => set({ search }, { replace: true })}
                  />
                  <SelectField
                    label="Order"
                    value={values.order}
                    onChange={(order) => set({ order })}
                    options={orders}
                  />
                </FilterBar>
                {platform === "android" && (
                  <p className={styles.note}>
                    Of Google Play, the storefronts that lack the app are read. All others count as having it.
                  </p>
                )}
                <StorefrontGrid states={filterStates(states, values)} />
              </Panel>
            );
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

function NothingRead() {
  return <EmptyState title="No storefront has been read yet">The app’s first sync reads where it is sold.</EmptyState>;
}

function describeStates(states: readonly StorefrontState[]): string {
  const available = states.filter(({ isAvailable }) => isAvailable === true).length;
  return `Available in ${available} of ${states.length} storefronts`;
}
