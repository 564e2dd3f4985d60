import { DateField } from "../../../../components/fields/date-field.tsx";
import { DateRangeField } from "../../../../components/fields/date-range-field.tsx";
import { LocaleField } from "../../../../components/fields/locale-field.tsx";
import { SegmentField } from "../../../../components/fields/segment-field.tsx";
import { SelectField } from "../../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../../components/filter-bar.tsx";
import { useAppFrame } from "../../use-app-frame.ts";
import type { ListingState } from "../listing-state.ts";
import { DAYS_MAX, type KnownDays } from "../time-travel/use-day-marks.ts";
import { type ComparedApp, firstDay, keyOf } from "./diff-sides.ts";

type DiffFiltersProps = {
  readonly state: ListingState;
  readonly others: readonly ComparedApp[];
  readonly days: KnownDays;
  readonly onChange: (patch: Partial<ListingState>) => void;
};

const kinds = [
  { id: "days", name: "Two days" },
  { id: "languages", name: "Two languages" },
  { id: "apps", name: "Two apps" },
] as const;

export function DiffFilters({ state, others, days, onChange }: DiffFiltersProps) {
  const { app } = useAppFrame();
  const { kind, locale } = state;
  const locales = app.listings.map((listing) => listing.locale);
  return (
    <>
      <SegmentField label="Compare" value={kind} onChange={(next) => onChange({ kind: next })} options={kinds} />
      <FilterBar label="Compare">
        {kind === "apps" && (
          <SelectField
            label="With"
            value={state.other ?? ""}
            onChange={(other) => onChange({ other: other === "" ? undefined : other })}
            options={[
              { id: "", name: "Choose a competitor" },
              ...others.map((one) => ({ id: keyOf(one), name: one.name })),
            ]}
          />
        )}
        <LocaleField value={locale ?? ""} onChange={(next) => onChange({ locale: next })} locales={locales} />
        {kind === "languages" && (
          <LocaleField
            label="With"
            value={state.with ?? ""}
            onChange={(next) => onChange({ with: next })}
            locales={locales}
          />
        )}
        {kind === "days" ? (
          <DateRangeField
            label="Days"
            value={{ from: firstDay(state, days), to: state.at ?? days.last }}
            max={days.last}
            daysMax={DAYS_MAX}
            onChange={({ from, to }) => onChange({ before: from, at: to === days.last ? undefined : to })}
          />
        ) : (
          <DateField label="As of" value={state.at} onChange={(at) => onChange({ at })} max={days.last} />
        )}
      </FilterBar>
    </>
  );
}
