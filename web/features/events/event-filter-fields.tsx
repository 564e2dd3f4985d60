import type { ReactNode } from "react";

import { ComboField } from "../../components/fields/combo-field.tsx";
import { type Option, SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { LanguageField } from "../stores/language-field.tsx";
import type { EventFilterValues } from "./event-filters.ts";
import { kindOptions } from "./event-kinds.ts";

type EventFilterFieldsProps = {
  readonly values: EventFilterValues;
  readonly onChange: (patch: Partial<EventFilterValues>) => void;
  /** The apps that can be chosen. A screen of one app has none. */
  readonly apps?: readonly Option[];
  /** The languages that can be chosen, if not all. */
  readonly locales?: readonly string[];
  /** A further field that only this screen has. It is shown first. */
  readonly children?: ReactNode;
};

const weights = [
  { id: "", name: "All" },
  { id: "notable", name: "Notable" },
] as const;

const orders = [
  { id: "newest", name: "Newest first" },
  { id: "weight", name: "Heaviest first" },
] as const;

/** The country and the days are those of the scope. */
export function EventFilterFields({ values, onChange, apps, locales, children }: EventFilterFieldsProps) {
  const filter = (patch: Partial<EventFilterValues>) => onChange({ ...patch, page: 1, event: undefined });
  return (
    <FilterBar label="Filter the changes">
      {children}
      {apps !== undefined && (
        <ComboField
          label="App"
          value={values.app}
          onChange={(app) => filter({ app })}
          options={appOptions(apps, values.app)}
        />
      )}
      <SelectField
        label="What changed"
        value={values.field}
        onChange={(field) => filter({ field })}
        options={kindOptions}
      />
      <LanguageField value={values.locale} locales={locales} onChange={(locale) => filter({ locale })} />
      <SelectField
        label="Weight"
        hint="By what changed, and for how many people"
        value={values.weight}
        onChange={(weight) => filter({ weight })}
        options={weights}
      />
      <SelectField label="Order" value={values.sort} onChange={(sort) => filter({ sort })} options={orders} />
    </FilterBar>
  );
}

/** An address may name an app whose name is not loaded yet. */
function appOptions(apps: readonly Option[], chosen: string): readonly Option[] {
  const isKnown = chosen === "" || apps.some(({ id }) => id === chosen);
  return [{ id: "", name: "All apps" }, ...apps, ...(isKnown ? [] : [{ id: chosen, name: `App ${chosen}` }])];
}
