import { oneOf, text, wholeNumber } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { storeOptions } from "../../features/stores/store-options.ts";
import { chosenTags, tagsQuery } from "../../features/tags/tag.ts";
import { CompetitorGroup } from "./competitor-group.tsx";

const GROUPS_A_PAGE = 20;
const filters = {
  platform: oneOf(["", "ios", "android"], ""),
  search: text(),
  tags: chosenTags(),
  page: wholeNumber(1),
};

export function CompetitorsScreen() {
  const [values, set] = useQueryState(filters);
  const { platform, search, tags, page } = values;
  const query = useRead(
    "listCompetitors",
    {
      query: {
        platform: platform || undefined,
        search: search || undefined,
        ...tagsQuery(tags),
        page,
        per_page: GROUPS_A_PAGE,
      },
    },
    { keepPrevious: true },
  );
  const isFiltered = platform !== "" || search !== "" || tags.length > 0;
  return (
    <Screen title="Competitors" actions={<ButtonLink href="/changes/competitors">Their changes</ButtonLink>}>
      <FilterBar label="Filter the competitors">
        <SearchField label="Name" value={search} onChange={(next) => set({ search: next, page: 1 })} />
        <SelectField
          label="Store"
          value={platform}
          onChange={(next) => set({ platform: next, page: 1 })}
          options={storeOptions}
        />
      </FilterBar>
      <PagedView
        query={query}
        onPage={(next) => set({ page: next })}
        isEmpty={({ data }) => data.every(({ competitors }) => competitors.length === 0)}
        empty={
          isFiltered ? (
            <EmptyState
              title="No competitor matches"
              action={
                <Button onPress={() => set({ platform: "", search: "", tags: [], page: 1 })}>Clear the filters</Button>
              }
            />
          ) : (
            <EmptyState
              title="You do not follow any competitors yet"
              action={<ButtonLink href="/apps">Choose an app</ButtonLink>}
            >
              Open an app that you track, and add competitors on its tab “Competitors”. They are synced as your own apps
              are.
            </EmptyState>
          )
        }
      >
        {({ data }) => data.map((group) => <CompetitorGroup key={group.parent.id} group={group} />)}
      </PagedView>
    </Screen>
  );
}
