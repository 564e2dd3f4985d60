import { DateField } from "../../../components/fields/date-field.tsx";
import { LocaleField } from "../../../components/fields/locale-field.tsx";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { CountryField } from "../../../features/stores/country-field.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { type ComparedApp, firstDay, keyOf } from "./diff-sides.ts";
import type { DiffState } from "./diff-state.ts";

type DiffFiltersProps = {
  readonly state: DiffState;
  readonly others: readonly ComparedApp[];
  readonly today: string;
  readonly firstKnown: string | undefined;
  readonly onChange: (patch: Partial<DiffState>) => void;
};

const kinds = [
  { id: "days", name: "Two days" },
  { id: "languages", name: "Two languages" },
  { id: "apps", name: "Two apps" },
] as const;

export function DiffFilters({ state, others, today, firstKnown, onChange }: DiffFiltersProps) {
  const { app } = useAppFrame();
  const { kind, country = app.origin_country_code, locale } = state;
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
        {kind !== "languages" && <CountryField value={country} onChange={(next) => onChange({ country: next })} />}
        <LocaleField value={locale ?? ""} onChange={(next) => onChange({ locale: next })} locales={locales} />
        {kind === "languages" && (
          <LocaleField
            label="With"
            value={state.with ?? ""}
            onChange={(next) => onChange({ with: next })}
            locales={locales}
          />
        )}
        {kind === "days" && (
          <DateField
            label="From"
            value={firstDay(state, { today, firstKnown })}
            onChange={(from) => onChange({ from })}
            max={today}
          />
        )}
        <DateField
          label={kind === "days" ? "To" : "As of"}
          hint="The default is now."
          value={state.to}
          onChange={(to) => onChange({ to })}
          max={today}
        />
      </FilterBar>
    </>
  );
}
