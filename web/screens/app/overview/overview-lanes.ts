import { collectionName } from "../../../features/stores/store-options.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatCompact, formatCount, formatDecimal, formatPrice } from "../../../format/numbers.ts";
import { centSteps, type Lane, wholeSteps } from "../../../plots/lane.ts";
import type { Overview, OverviewBody } from "../use-overview.ts";

type Day = Overview["series"][number];
type Chart = Overview["charts"][number];
export type RankedKeyword = Pick<Overview["keyword_ranks"][number], "term" | "points">;

export type LaneSource = {
  readonly days: readonly Day[];
  readonly charts: readonly Chart[];
  /** Tracked keywords of the storefront. Their points may be of more days than those of the lanes. */
  readonly keywords: readonly RankedKeyword[];
  readonly meta: Pick<OverviewBody["meta"], "country_code" | "ratings_country_code">;
};

export function chartName({ collection, category }: Chart): string {
  return `${collectionName(collection)}, ${category.name}`;
}

export function ratedIn({ ratings_country_code: country }: LaneSource["meta"]): string {
  return country === null ? "all storefronts" : countryName(country);
}

/** Returns the lanes, from top to bottom. A quantity without any value has none. */
export function overviewLanes({ days, charts, keywords, meta }: LaneSource): readonly Lane[] {
  const place = countryName(meta.country_code);
  const lanes = [
    rankLane(days, charts, place),
    keywordLane(days, keywords, place),
    ...ratingLanes(days, ratedIn(meta)),
    priceLane(days, place),
  ];
  return lanes.filter(({ series }) => series.some(({ values }) => values.some((value) => value !== null)));
}

function rankLane(days: readonly Day[], charts: readonly Chart[], place: string): Lane {
  return {
    ...ranksLane,
    key: "ranks",
    name: `Rank, ${place}`,
    series: charts.map((chart, index) => ({
      name: chartName(chart),
      values: days.map(({ ranks }) => ranks[index] ?? null),
    })),
  };
}

function keywordLane(days: readonly Day[], keywords: readonly RankedKeyword[], place: string): Lane {
  return {
    ...ranksLane,
    key: "keywords",
    name: `Rank in search, ${place}`,
    series: keywords.map(({ term, points }) => {
      const byDay = new Map(points.map(({ date, rank }) => [date, rank]));
      return { name: term, values: days.map(({ date }) => byDay.get(date) ?? null) };
    }),
  };
}

const ranksLane = {
  isTall: true,
  kind: "lines",
  format: (rank) => `#${formatCount(rank)}`,
  formatTick: formatCount,
  scale: { isInverted: true, floor: 1, spanMin: 10, steps: wholeSteps },
} satisfies Partial<Lane>;

function ratingLanes(days: readonly Day[], place: string): readonly Lane[] {
  const valuesOf = (name: "gained" | "rating") => days.map((day) => day[name]);
  return [
    {
      key: "gained",
      name: `New ratings, ${place}`,
      kind: "bars",
      series: [{ name: "New ratings", values: valuesOf("gained") }],
      format: formatCount,
      formatTick: formatCompact,
      scale: {
        floor: Math.min(0, ...valuesOf("gained").map(Number)),
        isFromFloor: true,
        spanMin: 4,
        steps: wholeSteps,
      },
    },
    {
      key: "rating",
      name: `Rating, ${place}`,
      kind: "lines",
      series: [{ name: "Rating", values: valuesOf("rating") }],
      format: formatDecimal,
      scale: { floor: 0, ceiling: 5, spanMin: 0.2, steps: centSteps },
    },
  ];
}

/** A change of the currency would draw a step that no price has taken, so the line is of the last currency alone. */
function priceLane(days: readonly Day[], place: string): Lane {
  const currency = days.findLast(({ price }) => price !== null)?.currency ?? null;
  const isFree = days.every(({ price }) => price === null || price === 0);
  return {
    key: "price",
    name: `Price, ${place}`,
    kind: "steps",
    series: [{ name: "Price", values: days.map((day) => (day.currency === currency ? day.price : null)) }],
    format: (price) => formatPrice(price, currency),
    formatTick: (price) => (price === 0 ? "Free" : isFree ? "" : formatCompact(price)),
    scale: { floor: 0, isFromFloor: true, spanMin: 1, steps: centSteps },
  };
}
