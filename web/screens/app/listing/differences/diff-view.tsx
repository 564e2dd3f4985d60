import { joinReads } from "../../../../client/join-reads.ts";
import type { Data } from "../../../../client/operation-types.ts";
import { useRead } from "../../../../client/use-read.ts";
import { EmptyState } from "../../../../components/empty-state.tsx";
import { Notice } from "../../../../components/notice.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import type { Platform } from "../../../../format/app-path.ts";
import { DiffFields } from "./diff-fields.tsx";
import type { Side } from "./diff-sides.ts";
import styles from "./differences.module.css";
import { differingNames } from "./differing-names.ts";
import { SideScreenshots } from "./side-screenshots.tsx";

type DiffViewProps = {
  readonly sides: readonly [Side, Side];
  /** It is true if both are the same text at different times. */
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
        No sync had read this language by that day. Choose a later day or another language.
      </EmptyState>
    );
  }
  const [old, current] = [reads[0].data?.data, reads[1].data?.data];
  const data = old === undefined || current === undefined ? undefined : ([old, current] as const);
  const names = [before.name, after.name] as const;
  // Apps of both stores have no common names for their texts. The App Store's names are the wider set.
  const platform = sides.every(({ input }) => input.params.platform === "android") ? "android" : "ios";
  return (
    <QueryView
      query={{ ...joinReads(reads), data, isPlaceholderData: false }}
      loading="Loading the listings…"
      shape="lines"
    >
      {(listings) => (
        <div className={styles.screen}>
          {isSameText && <DiffSummary platform={platform} names={names} listings={listings} />}
          <DiffFields platform={platform} names={names} listings={listings} isSameText={isSameText} />
          <SideScreenshots names={names} listings={listings} />
        </div>
      )}
    </QueryView>
  );
}

type Pair<Value> = readonly [Value, Value];

type DiffSummaryProps = {
  readonly platform: Platform;
  readonly names: Pair<string>;
  readonly listings: Pair<Data<"showListing">>;
};

function DiffSummary({ platform, names: [from, to], listings }: DiffSummaryProps) {
  const differing = differingNames(platform, listings);
  const days = `between ${from} and ${to === "Now" ? "now" : to}`;
  return (
    <Notice>
      {differing.length === 0
        ? `Nothing has changed ${days}. The Changes tab lists the days with changes.`
        : `Changed ${days}: ${differing.join(", ")}.`}
    </Notice>
  );
}
