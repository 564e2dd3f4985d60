import type { ReactNode } from "react";

import type { Data } from "../../client/operation-types.ts";
import { Delta } from "../../components/delta.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { Stars } from "../../components/stars.tsx";
import { collectionName } from "../../features/stores/store-options.ts";
import { formatCount, formatDecimal, formatPrice } from "../../format/numbers.ts";
import type { SortKey } from "./apps-state.ts";
import styles from "./trend-cells.module.css";

type Trends = NonNullable<Data<"listApps">[number]["trends"]>;
type PointValue = "rating" | "rating_count" | "rank";

type TrendColumn = {
  readonly key: SortKey;
  readonly name: string;
  /** The service sorts by it. */
  readonly value: (trends: Trends) => number | null | undefined;
  readonly cell: (trends: Trends) => ReactNode;
};

/** Columns of the values of an app's own storefront. */
export const trendColumns: readonly TrendColumn[] = [
  {
    key: "rating",
    name: "Rating",
    value: ({ rating }) => rating,
    cell: (trends) => (
      <>
        <Stars rating={trends.rating} count={trends.rating_count} />
        <Sparkline name="Rating" points={pointsOf(trends, "rating")} format={formatDecimal} />
      </>
    ),
  },
  {
    key: "gained_ratings",
    name: "New ratings, 7 days",
    value: ({ gained_ratings_7d: gained }) => gained,
    cell: (trends) => (
      <>
        <Delta value={trends.gained_ratings_7d} />
        <Sparkline name="Total ratings" points={pointsOf(trends, "rating_count")} format={formatCount} />
      </>
    ),
  },
  {
    key: "rank",
    name: "Rank",
    value: ({ rank }) => rank?.rank,
    cell: (trends) => (
      <>
        {trends.rank === null ? "–" : <ChartPlace chart={trends.rank}>#{trends.rank.rank}</ChartPlace>}
        <Sparkline name="Rank" points={pointsOf(trends, "rank")} format={(rank) => `#${rank}`} isLowBest />
      </>
    ),
  },
  {
    key: "biggest_move",
    name: "Biggest move, 7 days",
    value: ({ biggest_move: move }) => move?.rank_change,
    cell: ({ biggest_move: move }) =>
      move === null ? (
        "–"
      ) : (
        <ChartPlace chart={move}>
          <Delta value={move.rank_change} />
        </ChartPlace>
      ),
  },
  {
    key: "price",
    name: "Price",
    value: ({ price }) => price,
    cell: ({ price, currency }) => (price === null ? "–" : formatPrice(price, currency)),
  },
];

type ChartPlaceProps = {
  readonly chart: Pick<NonNullable<Trends["rank"]>, "collection" | "category">;
  readonly children: ReactNode;
};

function ChartPlace({ chart: { collection, category }, children }: ChartPlaceProps) {
  return (
    <span className={styles.place}>
      {children}{" "}
      <span className={styles.chart}>
        {collectionName(collection)}, {category.name}
      </span>
    </span>
  );
}

function pointsOf({ points }: Trends, value: PointValue) {
  return points.map((point) => ({ date: point.date, value: point[value] }));
}
