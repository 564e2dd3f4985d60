import { Suspense } from "react";
import { oneOf, optionalText } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { SegmentField } from "../../../components/fields/segment-field.tsx";
import { lazyComponent } from "../../../components/lazy-component.tsx";
import { ScreenLoading } from "../../../components/screen-loading.tsx";
import styles from "./keywords.module.css";
import { ListingKeywords } from "./listing-keywords.tsx";

const TrackedKeywords = lazyComponent(async () => (await import("./tracked/tracked-keywords.tsx")).TrackedKeywords);

/** Both halves have pages and an order of their own. */
const state = { view: oneOf(["listing", "tracked"], "listing"), page: optionalText(), sort: optionalText() };

/** Shows the keywords of the listing, or the terms for which the user tracks the app's rank. */
export function KeywordsTab() {
  const [{ view }, set] = useQueryState(state);
  return (
    <div className={styles.halves}>
      <SegmentField
        label="Show"
        isLabelHidden
        value={view}
        onChange={(next) => set({ view: next, page: undefined, sort: undefined })}
        options={[
          { id: "listing", name: "Keywords of the listing" },
          { id: "tracked", name: "Tracked keywords" },
        ]}
      />
      {view === "listing" ? (
        <ListingKeywords />
      ) : (
        <Suspense fallback={<ScreenLoading />}>
          <TrackedKeywords />
        </Suspense>
      )}
    </div>
  );
}
