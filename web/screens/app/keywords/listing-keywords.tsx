import { useAppFrame } from "../use-app-frame.ts";
import { CompetitorChoice } from "./competitor-choice.tsx";
import { KeywordComparison } from "./keyword-comparison.tsx";
import { KeywordFilters } from "./keyword-filters.tsx";
import { KeywordList } from "./keyword-list.tsx";
import { useKeywordsState } from "./keywords-state.ts";

export function ListingKeywords() {
  const { app } = useAppFrame();
  const [state, set] = useKeywordsState();
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
