import type { Body } from "../../../client/operation-types.ts";
import { Count } from "../../../components/count.tsx";
import { Delta } from "../../../components/delta.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { KeyValues } from "../../../components/key-values.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView, type ReadResult } from "../../../components/query-view.tsx";
import { Stars } from "../../../components/stars.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { utcDay } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatDecimal } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import styles from "./rating-summary.module.css";
import { StarBars } from "./star-bars.tsx";

type RatingSummaryProps = {
  readonly query: ReadResult<Body<"showRatingSummary">>;
  readonly byCountry: ReadResult<Body<"listCountryRatings">>;
  /** "" stands for all storefronts together. */
  readonly country: string;
};

export function RatingSummary({ query, byCountry, country }: RatingSummaryProps) {
  const one = byCountry.data?.data.find(({ country_code }) => country_code === country);
  const title = one === undefined ? "Rating over all storefronts" : `Rating in ${countryName(country)}`;
  return (
    <Panel title={title}>
      <QueryView
        query={query}
        loading="Loading the ratings…"
        isEmpty={({ data }) => data.metrics_as_of === null}
        empty={<EmptyState title="No rating has been read yet">The app’s first sync reads its ratings.</EmptyState>}
      >
        {({ data }) => {
          const shown = one ?? data;
          return (
            <div className={styles.columns}>
              <KeyValues
                items={[
                  { name: "Rating", value: <Stars rating={shown.rating} /> },
                  { name: "Ratings", value: <Count value={shown.rating_count} /> },
                  ...(one === undefined ? trendOf(data.trend) : []),
                  { name: "Updated", value: <TimeAgo at={shown.metrics_as_of} /> },
                  ...(one === undefined && isOlder(data)
                    ? [{ name: "Oldest storefront", value: <TimeAgo at={data.oldest_metrics_as_of} /> }]
                    : []),
                ]}
              />
              <StarBars stars={shown.breakdown} asOf={shown.breakdown_as_of} />
            </div>
          );
        }}
      </QueryView>
    </Panel>
  );
}

function isOlder({ metrics_as_of: newest, oldest_metrics_as_of: oldest }: Body<"showRatingSummary">["data"]): boolean {
  return newest !== null && oldest !== null && utcDay(oldest) < utcDay(newest);
}

function trendOf(trend: Body<"showRatingSummary">["data"]["trend"]) {
  const { compared_with: day, rating_delta_30d: rating, rating_count_delta_30d: count } = trend;
  if (day === null) return [{ name: "In 30 days", value: "No day to compare with yet" }];
  return [
    { name: `Rating since ${formatDay(day)}`, value: <Delta value={rating} format={formatDecimal} /> },
    { name: `Ratings since ${formatDay(day)}`, value: <Delta value={count} /> },
  ];
}
