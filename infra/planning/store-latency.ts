/** How long a store takes to respond to one request, as a log-logistic distribution: a long tail, and a quantile in one line. */
export type StoreLatency = {
  readonly medianMs: number;
  /** Equal to the median: every response takes as long. */
  readonly p99Ms: number;
};

/** Items that are requested at once, each by so many requests in sequence. */
type RequestedItems = { readonly items: number; readonly requestsEach: number };

export type LatencyModel = {
  /** Seconds until the slowest item has its response, for a `u` drawn evenly from 0 to 1. */
  slowestOf(requested: RequestedItems, u: number): number;
  /** The mean of the above. */
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
