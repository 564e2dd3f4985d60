import type { ReactNode } from "react";

import { Delta } from "../../components/delta.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { Stars } from "../../components/stars.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { appTabPath } from "../../format/app-path.ts";
import { countryName } from "../../format/locale-names.ts";
import { formatCount, formatDecimal, formatPrice } from "../../format/numbers.ts";
import { collectionName } from "../stores/store-options.ts";
import type { PortfolioApp } from "./portfolio-app.ts";
import type { SortKey } from "./portfolio-state.ts";
import styles from "./trend-cells.module.css";

type Trends = NonNullable<PortfolioApp["trends"]>;
type PointValue = "rating" | "rating_count" | "rank";

type TrendColumn = {
  readonly key: Exclude<SortKey, "last_event">;
  readonly name: string;
  /** The service sorts by it. */
  readonly value: (trends: Trends) => number | null | undefined;
  /** The value in a file, if it is another one. */
  readonly csv?: (trends: Trends) => string | null;
  readonly cell: (trends: Trends, app: PortfolioApp) => ReactNode;
};

/** Columns of the values of an app in the storefront of the scope, or in its own. */
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
    cell: (trends, app) => (
      <>
        {trends.rank === null ? (
          "–"
        ) : (
          <ChartPlace chart={trends.rank}>
            <ChartLink platform={app.platform} country={trends.country_code} chart={trends.rank} />
          </ChartPlace>
        )}
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
    csv: priceOf,
    cell: (trends, app) => {
      const text = priceOf(trends) ?? "–";
      const label = `${text}: prices and availability`;
      return (
        <TextLink className={styles.link} href={appTabPath(app, "storefronts")} label={label}>
          {text}
        </TextLink>
      );
    },
  },
];

function priceOf({ price, currency }: Trends): string | null {
  return price === null ? null : formatPrice(price, currency);
}

type Chart = Pick<NonNullable<Trends["rank"]>, "collection" | "category">;

function ChartPlace({
  chart: { collection, category },
  children,
}: {
  readonly chart: Chart;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.place}>
      {children}{" "}
      <span className={styles.chart}>
        {collectionName(collection)}, {category.name}
      </span>
    </span>
  );
}

type ChartLinkProps = {
  readonly platform: PortfolioApp["platform"];
  readonly country: string;
  readonly chart: NonNullable<Trends["rank"]>;
};

/** Leads to the apps that moved in the chart in which the app has its rank. */
function ChartLink({ platform, country, chart: { collection, category, rank } }: ChartLinkProps) {
  const search = new URLSearchParams({ platform, country, collection, category: String(category.id) });
  const label = `#${rank}: movers of ${collectionName(collection)}, ${category.name}, ${countryName(country)}`;
  return (
    <TextLink className={styles.link} href={`/charts?${search}`} label={label}>
      #{rank}
    </TextLink>
  );
}

function pointsOf({ points }: Trends, value: PointValue) {
  return points.map((point) => ({ date: point.date, value: point[value] }));
}
