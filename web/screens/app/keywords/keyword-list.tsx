import type { Data } from "../../../client/operation-types.ts";
import { readPageOf } from "../../../client/read-page.ts";
import { useRead } from "../../../client/use-read.ts";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PagedView } from "../../../components/paged-view.tsx";
import { localeName } from "../../../format/locale-names.ts";
import { formatPercent } from "../../../format/numbers.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { type KeywordsState, keywordQuery, keywordSorts, nextOrder, type SetKeywordsState } from "./keywords-state.ts";

type KeywordListProps = { readonly state: KeywordsState; readonly set: SetKeywordsState };
type Keyword = Data<"listKeywords">[number];

const columns: readonly Column<Keyword>[] = [
  {
    key: "keyword",
    name: "Keyword",
    sortBy: ({ keyword }) => keyword,
    render: ({ keyword }) => <bdi>{keyword}</bdi>,
  },
  { key: "count", name: "Count", align: "end", sortBy: ({ count }) => count, render: ({ count }) => count },
  {
    key: "density",
    name: "Density",
    align: "end",
    sortBy: ({ density }) => density,
    render: ({ density }) => formatPercent(density),
  },
];

export function KeywordList({ state, set }: KeywordListProps) {
  const { params } = useAppFrame();
  const { sort, order, page, version } = state;
  const query = { ...keywordQuery(state), sort, order, page, version_id: version === "" ? undefined : version };
  const keywords = useRead("listKeywords", { params, query }, { keepPrevious: true });
  const sortBy = (key: string) => {
    const column = keywordSorts.find((one) => one === key);
    if (column !== undefined) set({ sort: column, order: nextOrder(state, column), page: 1 }, { replace: true });
  };
  return (
    <PagedView
      query={keywords}
      onPage={(next) => set({ page: next })}
      loading="Counting the keywords…"
      empty={<NoKeywords state={state} />}
    >
      {({ data }) => (
        <DataTable
          caption="Keywords of the listing"
          columns={columns}
          rows={data}
          rowKey={({ keyword }) => keyword}
          sort={{ key: sort, order: order === "asc" ? "ascending" : "descending" }}
          onSort={sortBy}
          readPage={readPageOf("listKeywords", (next) => ({ params, query: { ...query, ...next } }))}
        />
      )}
    </PagedView>
  );
}

function NoKeywords({ state }: { readonly state: KeywordsState }) {
  if (state.search !== "") return <EmptyState title="No keyword contains this">Change the search above.</EmptyState>;
  return (
    <EmptyState title={`No keywords in ${localeName(state.locale)}`}>
      The app has no stored texts in this language, or they contain only stop words. Choose another language.
    </EmptyState>
  );
}
