import { lengthOf } from "../../../features/scope/period.ts";
import type { Comparison } from "../../../features/scope/scope.ts";
import { addDays } from "../../../format/days.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatCount, formatDecimal, formatPrice, formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import { COMPARED_DAYS } from "../overview-read.ts";
import type { Overview } from "../use-overview.ts";
import { sumOf } from "./before-after.ts";
import { chartName, type LaneSource, ratedIn } from "./overview-lanes.ts";
import type { ShownDays } from "./shown-days.ts";

type Day = Overview["series"][number];

export type Figure = {
  readonly name: string;
  readonly value: string;
  /** The change since the earlier day, or null if there is none to compare with. Undefined if nothing is compared. */
  readonly change?: number | null | undefined;
  readonly formatChange?: (value: number) => string;
  readonly detail: string;
};

type FigureInput = ShownDays & Pick<LaneSource, "charts" | "meta"> & { readonly vs: Comparison };

/** The newest rank is of one of this many last days. */
const RANKED_DAYS = 7;

/** Returns the newest figures of the shown days beside those of the days that they are compared with. */
export function figuresOf(input: FigureInput): readonly Figure[] {
  return [ratingFigure(input), gainedFigure(input), rankFigure(input), priceFigure(input)];
}

function comparedDays({ vs, period }: FigureInput): number | undefined {
  if (vs === "none") return undefined;
  return vs === "week" ? COMPARED_DAYS : lengthOf(period);
}

/** Returns the day that the figures of a day are compared with, or undefined if it was not requested or not read. */
function dayBefore(input: FigureInput, date: string): Day | undefined {
  const days = comparedDays(input);
  return days === undefined ? undefined : input.all.find((day) => day.date === addDays(date, -days));
}

function ratingFigure(input: FigureInput): Figure {
  const { shown, meta, vs } = input;
  const last = shown.findLast(({ rating_count: count }) => count !== null);
  if (last === undefined) return { name: "Rating", value: "–", detail: "not measured in these days" };
  const earlier = dayBefore(input, last.date)?.rating ?? null;
  const change = last.rating === null || earlier === null ? null : Number((last.rating - earlier).toFixed(2));
  return {
    name: "Rating",
    value: last.rating === null ? "–" : formatDecimal(last.rating),
    change: vs === "none" ? undefined : change,
    formatChange: formatDecimal,
    detail: `${formatQuantity(last.rating_count ?? 0, "rating")}, ${ratedIn(meta)}`,
  };
}

function gainedFigure(input: FigureInput): Figure {
  const { all, start, shown, vs } = input;
  const days = vs === "week" ? COMPARED_DAYS : shown.length;
  const end = start + shown.length;
  const gainedIn = (from: number, to: number) =>
    sumOf(all.slice(Math.max(0, from), Math.max(0, to)).map(({ gained }) => gained));
  const [now, before] = [gainedIn(end - days, end), gainedIn(end - 2 * days, end - days)];
  const length = formatQuantity(days, "day");
  const part = (known: number) => (known === days ? "" : `, ${known} of ${length} known`);
  const isCompared = vs !== "none" && now.days > 0 && before.days > 0;
  return {
    name: `New ratings, ${length}`,
    value: now.days === 0 ? "–" : formatCount(now.sum),
    change: vs === "none" ? undefined : isCompared ? now.sum - before.sum : null,
    detail:
      vs === "none" || before.days === 0
        ? `${now.days} of ${length} known`
        : `${formatCount(before.sum)} in the ${length} before${part(Math.min(now.days, before.days))}`,
  };
}

function rankFigure(input: FigureInput): Figure {
  const { charts, shown, meta, vs } = input;
  const newest = charts.flatMap((chart, index) => {
    const day = shown.slice(-RANKED_DAYS).findLast(({ ranks }) => (ranks[index] ?? null) !== null);
    const rank = day?.ranks[index] ?? null;
    return day === undefined || rank === null ? [] : [{ chart, index, rank, date: day.date }];
  });
  const [best] = newest.toSorted((a, b) => a.rank - b.rank);
  if (best === undefined)
    return { name: "Best rank", value: "–", detail: `in no chart, ${countryName(meta.country_code)}` };
  const earlier = dayBefore(input, best.date)?.ranks[best.index] ?? null;
  return {
    name: "Best rank",
    value: `#${formatCount(best.rank)}`,
    change: vs === "none" ? undefined : earlier === null ? null : earlier - best.rank,
    detail: `${chartName(best.chart)}, ${countryName(meta.country_code)} · ${formatDay(best.date)}`,
  };
}

function priceFigure(input: FigureInput): Figure {
  const { shown, meta } = input;
  const name = `Price, ${countryName(meta.country_code)}`;
  const last = shown.findLast(({ price }) => price !== null);
  if (last === undefined || last.price === null) return { name, value: "–", detail: "not known in these days" };
  const value = formatPrice(last.price, last.currency);
  const days = comparedDays(input);
  if (days === undefined) return { name, value, detail: "" };
  const length = formatQuantity(days, "day");
  const earlier = dayBefore(input, last.date);
  const before =
    earlier === undefined || earlier.price === null ? undefined : formatPrice(earlier.price, earlier.currency);
  if (before === undefined) return { name, value, detail: `not known ${length} before` };
  return { name, value, detail: before === value ? `unchanged in ${length}` : `was ${before} ${length} before` };
}
