import type { Data } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { PagedView } from "../../../components/paged-view.tsx";
import { localeName } from "../../../format/locale-names.ts";
import { formatPercent } from "../../../format/numbers.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { type KeywordsState, keywordQuery, nextOrder, type SetKeywordsState } from "./keywords-state.ts";

type KeywordListProps = { readonly state: KeywordsState; readonly set: SetKeywordsState };
type Keyword = Data<"listKeywords">[number];

export function KeywordList({ state, set }: KeywordListProps) {
  const { params } = useAppFrame();
  const { sort, order, page, version } = state;
  const query = { ...keywordQuery(state), sort, order, page, version_id: version === "" ? undefined : version };
  const keywords = useRead("listKeywords", { params, query }, { keepPrevious: true });
  const column = (key: KeywordsState["sort"], name: string) => ({
    key,
    name,
    sorted: sort === key ? (order === "asc" ? ("ascending" as const) : ("descending" as const)) : undefined,
    onSort: () => set({ sort: key, order: nextOrder(state, key), page: 1 }, { replace: true }),
  });
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
          columns={[
            { ...column("keyword", "Keyword"), render: ({ keyword }: Keyword) => <bdi>{keyword}</bdi> },
            { ...column("count", "Count"), align: "end", render: ({ count }: Keyword) => count },
            {
              ...column("density", "Share of words"),
              align: "end",
              render: ({ density }: Keyword) => formatPercent(density),
            },
          ]}
          rows={data}
          rowKey={({ keyword }) => keyword}
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
