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
import { useOwnKeywords } from "./use-own-keywords.ts";

type KeywordComparisonProps = { readonly state: KeywordsState; readonly set: SetKeywordsState };

export function KeywordComparison({ state, set }: KeywordComparisonProps) {
  const { params, app } = useAppFrame();
  const own = useOwnKeywords(keywordQuery(state));
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

type Comparison = Data<"compareKeywords">;

function MissingTexts({ apps, keywords }: Pick<Comparison, "apps" | "keywords">) {
  const without = apps.filter(({ id }) => Object.keys(keywords[id] ?? {}).length === 0).map(({ name }) => name);
  if (without.length === 0) return null;
  return <Notice kind="warning">No keywords in this language: {without.join(", ")}.</Notice>;
}
