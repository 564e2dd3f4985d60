/** The time of a store request, as a log-logistic distribution, which has a long tail and a simple quantile. */
export type StoreLatency = {
  readonly medianMs: number;
  /** If it equals the median, every response takes the same time. */
  readonly p99Ms: number;
};

type RequestedItems = { readonly items: number; readonly requestsEach: number };

export type LatencyModel = {
  /** Seconds until the slowest item has its response, for a `u` drawn evenly from 0 to 1. */
  slowestOf(requested: RequestedItems, u: number): number;
  meanSlowestOf(requested: RequestedItems): number;
};

const GRID = 500;

/** No request takes longer than the deadline of a scraper route. */
export function createLatencyModel({ medianMs, p99Ms }: StoreLatency, longestSeconds: number): LatencyModel {
  const exponent = Math.log(p99Ms / medianMs) / Math.log(99);
  const slowestOf = ({ items, requestsEach }: RequestedItems, u: number) => {
    if (items === 0) return 0;
    const p = u ** (1 / items);
    const seconds = (requestsEach * medianMs * (p / (1 - p)) ** exponent) / 1000;
    return Math.min(longestSeconds, seconds);
  };
  return {
    slowestOf,
    meanSlowestOf(requested) {
      let sum = 0;
      for (let step = 0; step < GRID; step += 1) sum += slowestOf(requested, (step + 0.5) / GRID);
      return sum / GRID;
    },
  };
}
