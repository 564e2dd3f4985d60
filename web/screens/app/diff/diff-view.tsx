import { joinReads } from "../../../client/join-reads.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { DiffFields } from "./diff-fields.tsx";
import type { Side } from "./diff-sides.ts";
import { DiffSummary } from "./diff-summary.tsx";
import styles from "./diff-tab.module.css";
import { SideScreenshots } from "./side-screenshots.tsx";

type DiffViewProps = {
  readonly sides: readonly [Side, Side];
  /** Whether both are the same text at different times, whose words are compared. */
  readonly isSameText: boolean;
};

export function DiffView({ sides, isSameText }: DiffViewProps) {
  const [before, after] = sides;
  const reads = [useRead("showListing", before.input), useRead("showListing", after.input)] as const;
  const missing = reads.map(({ error }) => error?.status === 404);
  if (missing.includes(true)) {
    const names = sides.filter((_, index) => missing[index]).map(({ name }) => name);
    return (
      <EmptyState title={`No listing is known: ${names.join(" and ")}`}>
        No sync had read this language by then. Choose a later day, or another language.
      </EmptyState>
    );
  }
  const [old, current] = [reads[0].data?.data, reads[1].data?.data];
  const data = old === undefined || current === undefined ? undefined : ([old, current] as const);
  const names = [before.name, after.name] as const;
  // Apps of both stores share no names of their texts: those of the App Store are the wider set.
  const platform = sides.every(({ input }) => input.params.platform === "android") ? "android" : "ios";
  return (
    <QueryView query={{ ...joinReads(reads), data, isPlaceholderData: false }} loading="Loading the listings…">
      {(listings) => (
        <div className={styles.screen}>
          {isSameText && <DiffSummary names={names} listings={listings} />}
          <DiffFields platform={platform} names={names} listings={listings} isSameText={isSameText} />
          <SideScreenshots names={names} listings={listings} />
        </div>
      )}
    </QueryView>
  );
}
