import type { PlotSeries } from "./plot-input.ts";

/** A plot of one quantity. Lanes below each other share the axis of days. */
export type Lane = {
  readonly key: string;
  readonly name: string;
  readonly kind: "lines" | "bars" | "steps";
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
  /** The text of a tick of the axis, if it is shorter. */
  readonly formatTick?: (value: number) => string;
  readonly scale: LaneScale;
  /** Several lines need more height. */
  readonly isTall?: boolean;
};

export type LaneScale = {
  /** The first rank is at the top. */
  readonly isInverted?: boolean;
  /** No value is below it. */
  readonly floor: number;
  readonly ceiling?: number;
  /** If true, the axis begins at the floor. */
  readonly isFromFloor?: boolean;
  /** The least span of an axis: a small change must not look large. */
  readonly spanMin: number;
  /** The distances between ticks. */
  readonly steps: readonly number[];
};

export const wholeSteps: readonly number[] = [1, 2, 5]
  .flatMap((digit) => [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000].map((size) => digit * size))
  .toSorted((a, b) => a - b);

export const centSteps: readonly number[] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, ...wholeSteps];

/** The space above and below the values, as a share of their span. */
const PADDING = 0.1;

/** Returns the ends of a lane's axis. */
export function laneRange(scale: LaneScale, min: number | null, max: number | null): [number, number] {
  const { floor, ceiling = Number.POSITIVE_INFINITY, isFromFloor = false, spanMin } = scale;
  if (min === null || max === null) return [floor, Math.min(ceiling, floor + spanMin)];
  const lowest = isFromFloor ? floor : min;
  const room = isFromFloor ? 0 : (max - lowest) * PADDING;
  const missing = Math.max(0, spanMin - (max - lowest) - 2 * room);
  const below = isFromFloor ? 0 : room + missing / 2;
  const above = isFromFloor ? Math.max((max - floor) * PADDING, missing) : room + missing / 2;
  const [low, high] = [Math.max(floor, lowest - below), Math.min(ceiling, max + above)];
  // If a bound cuts off days on one side, as many are added on the other.
  if (high - low >= spanMin) return [low, high];
  return low === floor ? [low, Math.min(ceiling, low + spanMin)] : [Math.max(floor, high - spanMin), high];
}

/** Returns the first and the last place of each run of days on which no series has a value. */
export function gapRuns(series: readonly PlotSeries[], count: number): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (let place = 0; place < count; place += 1) {
    if (series.some(({ values }) => (values[place] ?? null) !== null)) continue;
    const last = runs.at(-1);
    if (last !== undefined && last[1] === place - 1) last[1] = place;
    else runs.push([place, place]);
  }
  return runs;
}
