import { useState } from "react";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { SegmentField } from "../../../../components/fields/segment-field.tsx";
import { TrackButton } from "../../../../features/tracking/track-button.tsx";
import { useAppFrame } from "../../use-app-frame.ts";
import { AddKeywords } from "./add-keywords.tsx";
import { Gaps } from "./gaps.tsx";
import { OfferedTerms } from "./offered-terms.tsx";
import { Ranks } from "./ranks.tsx";
import { ResultsDialog } from "./results-dialog.tsx";
import styles from "./tracked.module.css";
import { useTrackedState } from "./tracked-state.ts";

/** Shows where the app ranks in the store's search for the terms that the user tracks. */
export function TrackedKeywords() {
  const { app } = useAppFrame();
  if (app.is_tracked) return <OfTrackedApp />;
  return (
    <EmptyState title="Track the app to track keywords" action={<TrackButton app={app} />}>
      The service then reads each day where the app ranks in the store’s search for your terms.
    </EmptyState>
  );
}

function OfTrackedApp() {
  const { app } = useAppFrame();
  const [state, set] = useTrackedState();
  const [chosen, setChosen] = useState<readonly string[]>();
  const inScope = state.country ?? app.origin_country_code;
  const countries = chosen ?? [inScope];
  return (
    <div className={styles.half}>
      <AddKeywords countries={countries} onCountries={setChosen} />
      <SegmentField
        label="Show"
        isLabelHidden
        value={state.part}
        onChange={(part) => set({ part, page: 1 })}
        options={[
          { id: "ranks", name: "Ranks" },
          { id: "gaps", name: "Gaps" },
          { id: "words", name: "Words to track" },
        ]}
      />
      {state.part === "ranks" && <Ranks state={state} set={set} />}
      {state.part === "gaps" && <Gaps state={state} set={set} />}
      {state.part === "words" && <OfferedTerms state={state} set={set} country={countries[0] ?? inScope} />}
      {state.results !== undefined && <ResultsDialog keywordId={state.results} at={state.at} set={set} />}
    </div>
  );
}
