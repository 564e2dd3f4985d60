import { DateField } from "../../components/fields/date-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { CategoryField } from "../../features/stores/category-field.tsx";
import { collectionOptions, platformOptions } from "../../features/stores/store-options.ts";
import { todayUtc } from "../../format/days.ts";
import type { ChartState, SetChartState } from "./chart-state.ts";

type ChartFiltersProps = { readonly state: ChartState; readonly set: SetChartState };

/** The country is that of the scope. */
export function ChartFilters({ state, set }: ChartFiltersProps) {
  const today = todayUtc(Date.now());
  const isMovers = state.view === "movers";
  return (
    <FilterBar label="Choose a chart">
      <SelectField
        label="Store"
        value={state.platform}
        onChange={(platform) => set({ platform, category: "" })}
        options={platformOptions}
      />
      <SelectField
        label="Chart"
        value={state.collection}
        onChange={(collection) => set({ collection })}
        options={collectionOptions}
      />
      <CategoryField platform={state.platform} value={state.category} onChange={(category) => set({ category })} />
      {isMovers && <DateField label="From" value={state.since} max={today} onChange={(since) => set({ since })} />}
      <DateField label={isMovers ? "To" : "Day"} value={state.date} max={today} onChange={(date) => set({ date })} />
    </FilterBar>
  );
}
