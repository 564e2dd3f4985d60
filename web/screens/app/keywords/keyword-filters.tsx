import type { Data } from "../../../client/operation-types.ts";
import { LocaleField } from "../../../components/fields/locale-field.tsx";
import { SearchField } from "../../../components/fields/search-field.tsx";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { textOptions } from "./keyword-texts.ts";
import type { KeywordsState, SetKeywordsState } from "./keywords-state.ts";

type KeywordFiltersProps = {
  readonly app: Data<"showApp">;
  readonly state: KeywordsState;
  readonly set: SetKeywordsState;
};

export function KeywordFilters({ app, state, set }: KeywordFiltersProps) {
  const locales = app.listings.map(({ locale }) => locale);
  const versions = app.versions.map(({ id, version }) => ({ id: String(id), name: version }));
  return (
    <FilterBar label="Choose keywords">
      <LocaleField value={state.locale} locales={locales} onChange={(locale) => set({ locale, page: 1 })} />
      <SelectField
        label="Texts"
        value={state.texts}
        onChange={(texts) => set({ texts, page: 1 })}
        options={textOptions}
      />
      <SegmentField
        label="Words"
        value={state.words}
        onChange={(words) => set({ words, page: 1 })}
        options={[
          { id: "1", name: "One" },
          { id: "2", name: "Two" },
          { id: "3", name: "Three" },
        ]}
      />
      {state.compare.length === 0 && (
        <SelectField
          label="Version"
          value={state.version}
          onChange={(version) => set({ version, page: 1 })}
          options={[{ id: "", name: "Newest texts" }, ...versions]}
        />
      )}
      <SearchField
        label="Search"
        placeholder="Part of a keyword"
        value={state.search}
        onChange={(search) => set({ search, page: 1 }, { replace: true })}
      />
    </FilterBar>
  );
}
