import type { Values } from "../../client/query-state.ts";
import { oneOf, optionalDate, text, wholeNumber } from "../../client/query-state.ts";
import { DateField } from "../../components/fields/date-field.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { fieldFilters, fieldOptions, fieldsOf } from "../../features/changes/field-filter.ts";
import { CountryField } from "../../features/stores/country-field.tsx";
import { LanguageField } from "../../features/stores/language-field.tsx";
import { storeOptions } from "../../features/stores/store-options.ts";

export const changeFilters = {
  field: oneOf(fieldFilters, ""),
  platform: oneOf(["", "ios", "android"], ""),
  search: text(),
  locale: text(),
  country: text(),
  from: optionalDate(),
  to: optionalDate(),
  page: wholeNumber(1),
};

export type ChangeFilterValues = Values<typeof changeFilters>;

type FilterFieldsProps = {
  readonly values: ChangeFilterValues;
  readonly onChange: (patch: Partial<ChangeFilterValues>) => void;
};

export function ChangeFilterFields({ values, onChange }: FilterFieldsProps) {
  const filter = (patch: Partial<ChangeFilterValues>) => onChange({ ...patch, page: 1 });
  return (
    <FilterBar label="Filter the changes">
      <SelectField
        label="What changed"
        value={values.field}
        onChange={(field) => filter({ field })}
        options={fieldOptions}
      />
      <SelectField
        label="Store"
        value={values.platform}
        onChange={(platform) => filter({ platform })}
        options={storeOptions}
      />
      <LanguageField value={values.locale} onChange={(locale) => filter({ locale })} />
      <CountryField
        value={values.country}
        allName="All countries"
        hint="Applies to changes of prices, availability and facts."
        onChange={(country) => filter({ country })}
      />
      <SearchField label="App name" value={values.search} onChange={(search) => filter({ search })} />
      <DateField label="From" value={values.from} max={values.to} onChange={(from) => filter({ from })} />
      <DateField label="To" value={values.to} min={values.from} onChange={(to) => filter({ to })} />
    </FilterBar>
  );
}

/** The service's maximum, since one release can change a text in dozens of languages. */
const CHANGES_A_PAGE = 100;

export function changesQuery({ field, platform, search, locale, country, from, to, page }: ChangeFilterValues) {
  return {
    field: fieldsOf(field),
    platform: platform === "" ? undefined : platform,
    search: search === "" ? undefined : search,
    locale: locale === "" ? undefined : locale,
    country_code: country === "" ? undefined : country,
    from,
    to,
    page,
    per_page: CHANGES_A_PAGE,
  };
}

export const noFilters = {
  field: "",
  platform: "",
  search: "",
  locale: "",
  country: "",
  from: undefined,
  to: undefined,
  page: 1,
} as const satisfies ChangeFilterValues;

export function isFiltered({ field, platform, search, locale, country, from, to }: ChangeFilterValues): boolean {
  return [field, platform, search, locale, country, from, to].some((value) => value !== "" && value !== undefined);
}
