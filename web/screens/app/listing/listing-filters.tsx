import { DateField } from "../../../components/fields/date-field.tsx";
import { LocaleField } from "../../../components/fields/locale-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { CountryField } from "../../../features/stores/country-field.tsx";
import { utcDay } from "../../../format/days.ts";
import { lastDay, useAppFrame } from "../use-app-frame.ts";

type Place = { readonly country?: string; readonly locale?: string | undefined; readonly at?: string | undefined };

type ListingFiltersProps = {
  readonly country: string;
  readonly locale: string | undefined;
  readonly at: string | undefined;
  readonly onChange: (patch: Place) => void;
};

const NOW = "now";

/** A version stands for the day on which it was first seen. */
export function ListingFilters({ country, locale, at, onChange }: ListingFiltersProps) {
  const { app } = useAppFrame();
  const days = new Map(app.versions.map(({ version, created_at: seen }) => [utcDay(seen), version]));
  const options = [...days].map(([id, version]) => ({ id, name: `${version}, seen ${id}` }));
  const chosen = at !== undefined && !days.has(at) ? [{ id: at, name: `As of ${at}` }] : [];
  return (
    <FilterBar label="Listing">
      <CountryField value={country} onChange={(next) => onChange({ country: next, locale: undefined })} />
      <LocaleField
        value={locale ?? ""}
        onChange={(next) => onChange({ locale: next })}
        locales={app.listings.map((listing) => listing.locale)}
      />
      <DateField label="As of" value={at} onChange={(next) => onChange({ at: next })} max={lastDay(app, Date.now())} />
      <SelectField
        label="Version"
        value={at ?? NOW}
        onChange={(next) => onChange({ at: next === NOW ? undefined : next })}
        options={[{ id: NOW, name: "Now" }, ...chosen, ...options]}
      />
    </FilterBar>
  );
}
