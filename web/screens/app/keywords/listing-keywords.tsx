import { useRead } from "../../../client/use-read.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { CompetitorChoice } from "./competitor-choice.tsx";
import { keptCompetitors } from "./kept-competitors.ts";
import { KeywordComparison } from "./keyword-comparison.tsx";
import { KeywordFilters } from "./keyword-filters.tsx";
import { KeywordList } from "./keyword-list.tsx";
import { useKeywordsState } from "./keywords-state.ts";

export function ListingKeywords() {
  const { app, params } = useAppFrame();
  const [values, set] = useKeywordsState();
  const { data: competitors } = useRead("listAppCompetitors", { params });
  const state = { ...values, compare: keptCompetitors(values.compare, competitors?.data) };
  return (
    <>
      <KeywordFilters app={app} state={state} set={set} />
      <CompetitorChoice state={state} set={set} />
      {state.compare.length > 0 ? (
        <KeywordComparison state={state} set={set} />
      ) : (
        <KeywordList state={state} set={set} />
      )}
    </>
  );
}
