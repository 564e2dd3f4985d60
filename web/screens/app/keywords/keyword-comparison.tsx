import { joinReads } from "../../../client/join-reads.ts";
import type { Data } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { formatCount, formatQuantity } from "../../../format/numbers.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { ComparedApps } from "./compared-apps.tsx";
import { comparedVersions } from "./compared-versions.ts";
import { comparisonRows, filterRows } from "./comparison-rows.ts";
import { ComparisonTable } from "./comparison-table.tsx";
import styles from "./keywords.module.css";
import { type KeywordsState, keywordQuery, type SetKeywordsState } from "./keywords-state.ts";

type KeywordComparisonProps = { readonly state: KeywordsState; readonly set: SetKeywordsState };

export function KeywordComparison({ state, set }: KeywordComparisonProps) {
  const { params, app } = useAppFrame();
  const own = useOwnKeywords(state);
  const versions = comparedVersions(state.versions, state.compare);
  const query = { ...keywordQuery(state), app_ids: state.compare, version_ids: versions };
  const comparison = useRead("compareKeywords", { params, query }, { keepPrevious: true });
  // Before the app's own keywords are loaded, each would appear as one that only competitors use.
  const joined = {
    ...joinReads([comparison, ...own.reads]),
    data: own.isLoaded ? comparison.data : undefined,
    isPlaceholderData: comparison.isPlaceholderData,
  };
  return (
    <QueryView query={joined} loading="Comparing the keywords…">
      {({ data }) => {
        const rows = filterRows(comparisonRows({ own: own.keywords, compared: data.keywords }), state.only);
        return (
          <>
            <div className={styles.head}>
              <SegmentField
                label="Show"
                isLabelHidden
                value={state.only}
                onChange={(only) => set({ only }, { replace: true })}
                options={[
                  { id: "all", name: "All" },
                  { id: "missing", name: "Only competitors use" },
                  { id: "shared", name: "Shared" },
                ]}
              />
              <p className={styles.hint}>{formatQuantity(rows.length, "keyword")}</p>
            </div>
            <MissingTexts apps={data.apps} keywords={data.keywords} />
            {own.keywords.length < own.total && (
              <Notice kind="warning">
                {app.name} has {formatCount(own.total)} keywords. Only the {formatCount(own.keywords.length)} most
                frequent ones are compared. Search to narrow the list.
              </Notice>
            )}
            <ComparedApps
              apps={data.apps}
              versions={state.versions}
              onVersions={(chosen) => set({ versions: chosen }, { replace: true })}
            />
            <ComparisonTable apps={data.apps} rows={rows} />
          </>
        );
      }}
    </QueryView>
  );
}

const PAGE_SIZE = 100;

/** Returns keywords of at most three pages, so that a screen sends few requests. */
function useOwnKeywords(state: KeywordsState) {
  const { params } = useAppFrame();
  const query = { ...keywordQuery(state), sort: "density", order: "desc", per_page: PAGE_SIZE } as const;
  const first = useRead("listKeywords", { params, query: { ...query, page: 1 } }, { keepPrevious: true });
  const pages = first.data?.meta.last_page ?? 1;
  const second = useRead("listKeywords", { params, query: { ...query, page: 2 } }, { enabled: pages > 1 });
  const third = useRead("listKeywords", { params, query: { ...query, page: 3 } }, { enabled: pages > 2 });
  const reads = [first, second, third].slice(0, pages);
  return {
    reads,
    isLoaded: reads.every(({ data }) => data !== undefined),
    keywords: reads.flatMap(({ data }) => data?.data ?? []),
    total: first.data?.meta.total ?? 0,
  };
}

type Comparison = Data<"compareKeywords">;

function MissingTexts({ apps, keywords }: Pick<Comparison, "apps" | "keywords">) {
  const without = apps.filter(({ id }) => Object.keys(keywords[id] ?? {}).length === 0).map(({ name }) => name);
  if (without.length === 0) return null;
  return <Notice kind="warning">No keywords in this language: {without.join(", ")}.</Notice>;
}
