import { useQueryState } from "../../../client/query-state.ts";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import { Differences } from "./differences/differences.tsx";
import { Facts } from "./facts/facts.tsx";
import { Languages } from "./languages.tsx";
import { type ListingState, listingState } from "./listing-state.ts";
import styles from "./listing-tab.module.css";
import { ListingTexts } from "./listing-texts.tsx";

const views = [
  { id: "texts", name: "Listing" },
  { id: "differences", name: "Differences" },
  { id: "facts", name: "Facts" },
  { id: "languages", name: "Languages" },
] as const satisfies readonly { readonly id: ListingState["view"]; readonly name: string }[];

/** Shows the listing of an app now, on another day, and beside another listing. */
export function ListingTab() {
  const [state, set] = useQueryState(listingState);
  return (
    <div className={styles.listing}>
      <SegmentField label="Show" isLabelHidden value={state.view} onChange={(view) => set({ view })} options={views} />
      {state.view === "texts" && <ListingTexts state={state} set={set} />}
      {state.view === "differences" && <Differences state={state} set={set} />}
      {state.view === "facts" && (
        <Facts open={state.history} onOpen={(history) => set({ history }, { replace: true })} />
      )}
      {state.view === "languages" && <Languages />}
    </div>
  );
}
