import { oneOf, text, useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { SearchField } from "../../../components/fields/search-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { StorefrontGrid } from "./storefront-grid.tsx";
import { describeStates, filterStates, stateFilters, storefrontStates } from "./storefront-states.ts";

const state = { show: oneOf(stateFilters, "all"), search: text(), order: oneOf(["name", "newest"], "name") };

const shows = [
  { id: "all", name: "All storefronts" },
  { id: "available", name: "Available" },
  { id: "missing", name: "Not available" },
  { id: "unread", name: "Not read yet" },
] as const;
const orders = [
  { id: "name", name: "By name" },
  { id: "newest", name: "Newest change first" },
] as const;

export function AvailabilityTab() {
  const { params } = useAppFrame();
  const [values, set] = useQueryState(state);
  const query = useRead("showAvailability", { params });
  return (
    <QueryView query={query} loading="Loading the storefronts…">
      {({ data }) => {
        const states = storefrontStates(data);
        if (states.every(({ isAvailable }) => isAvailable === null)) return <NothingRead />;
        return (
          <Panel title={describeStates(states)}>
            <FilterBar label="Storefronts to show">
              <SelectField label="Show" value={values.show} onChange={(show) => set({ show })} options={shows} />
              <SearchField
                label="Storefront"
                value={values.search}
                onChange={(search) => set({ search }, { replace: true })}
              />
              <SelectField label="Order" value={values.order} onChange={(order) => set({ order })} options={orders} />
            </FilterBar>
            <StorefrontGrid states={filterStates(states, values)} />
          </Panel>
        );
      }}
    </QueryView>
  );
}

function NothingRead() {
  return <EmptyState title="No storefront has been read yet">The app’s first sync reads its availability.</EmptyState>;
}
