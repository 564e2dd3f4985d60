import type { Data } from "../../../client/operation-types.ts";
import { Notice } from "../../../components/notice.tsx";
import { storeTexts } from "../../../features/listing/store-limits.ts";
import { pairScreenshots } from "./pair-screenshots.ts";

type Pair<Value> = readonly [Value, Value];

type DiffSummaryProps = { readonly names: Pair<string>; readonly listings: Pair<Data<"showListing">> };

/** Says first what differs, or that nothing does, so that nobody looks for it below. */
export function DiffSummary({ names: [from, to], listings: [old, current] }: DiffSummaryProps) {
  const texts = storeTexts.ios.filter(({ field }) => (old[field] ?? "") !== (current[field] ?? ""));
  const hasOtherShots = pairScreenshots(old.screenshots, current.screenshots).some(({ pairs }) =>
    pairs.some(([before, after]) => before !== after),
  );
  const differing = [...texts.map(({ name }) => name), ...(hasOtherShots ? ["Screenshots"] : [])];
  const days = `between ${from} and ${to === "Now" ? "now" : to}`;
  return (
    <Notice>
      {differing.length === 0
        ? `Nothing has changed ${days}. The tab Changes lists the days of changes.`
        : `Changed ${days}: ${differing.join(", ")}.`}
    </Notice>
  );
}
