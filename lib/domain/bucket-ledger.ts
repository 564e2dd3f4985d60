import { costEntries, hostOfClass, type RequestCosts } from "./store-hosts.ts";

/** How far ahead messages are sent. Work that arrives meanwhile may take their tokens, so a short time wastes fewer. */
export const DISPATCH_AHEAD_SECONDS = 20;

export type BucketState = {
  readonly bucket: string;
  readonly tokens: number;
  readonly rate: number;
  readonly blockedSeconds: number;
  /** True if the store has limited the class within a day. */
  readonly isLimited: boolean;
  /** The age in seconds of each grant of the last minute. */
  readonly grantedSecondsAgo: readonly number[];
};

/** The grants of a bucket from now on, as a plan goes through a line. Times are in seconds from now. */
export type Account = ReturnType<typeof createAccount>;

export type Ledger = ReturnType<typeof createLedger>;

export function createLedger(states: readonly BucketState[]) {
  const accounts = new Map<string, Account>(states.map((state) => [state.bucket, createAccount(state)]));
  const of = (bucket: string): Account => {
    const account = accounts.get(bucket) ?? createAccount();
    accounts.set(bucket, account);
    return account;
  };
  return {
    of,
    /** Returns the seconds after which requests are granted behind earlier entries, or 0 if that is soon. */
    fullFrom: (costs: RequestCosts): number =>
      costEntries(costs).reduce(
        (most, [hostClass]) => Math.max(most, of(hostClass).fullFrom, of(hostOfClass[hostClass]).fullFrom),
        0,
      ),
  };
}

/** A bucket without a state was never used, and is full. */
function createAccount(state?: BucketState) {
  const ahead = (state?.grantedSecondsAgo ?? []).map((seconds) => -seconds).toSorted((a, b) => a - b);
  const grantedBefore = ahead.length;
  const arriving: number[] = [];
  let fullFrom = 0;

  const arrivingUntil = (seconds: number) => placeAfter(arriving, seconds);

  return {
    blockedSeconds: state?.blockedSeconds ?? 0,
    isLimited: state?.isLimited ?? false,
    rate: (start: number) => state?.rate ?? start,
    tokens: (capacity: number) => (state?.tokens ?? capacity) - (ahead.length - grantedBefore),
    /** Returns how many requests of later entries' messages arrive before the current entry. */
    arrivingBefore: arrivingUntil,
    /**
     * Returns when the oldest request was granted that must leave the window for `excess` more, if there is no room.
     */
    grantedAt(excess: number, seconds: number): number | undefined {
      const behind = arrivingUntil(seconds);
      const count = ahead.length + behind;
      const place = Math.min(count, Math.ceil(count + excess));
      return place <= 0 ? undefined : nthOf(ahead, arriving, place);
    },
    take(requests: number, seconds: number): void {
      insert(ahead, requests, seconds);
    },
    send(requests: number, seconds: number): void {
      insert(arriving, requests, seconds);
    },
    arrive(requests: number, seconds: number): void {
      const place = arrivingUntil(seconds);
      arriving.splice(Math.max(0, place - requests), requests);
      insert(ahead, requests, seconds);
    },
    fill(seconds: number): void {
      if (seconds > DISPATCH_AHEAD_SECONDS) fullFrom = Math.max(fullFrom, seconds);
    },
    get fullFrom() {
      return fullFrom;
    },
  };
}

function insert(sorted: number[], count: number, value: number): void {
  sorted.splice(placeAfter(sorted, value), 0, ...Array.from({ length: count }, () => value));
}

function placeAfter(sorted: readonly number[], value: number): number {
  let place = sorted.length;
  while (place > 0 && (sorted[place - 1] ?? 0) > value) place -= 1;
  return place;
}

/** Returns the value at a place, counted from 1, of two sorted lists together. */
function nthOf(one: readonly number[], other: readonly number[], place: number): number | undefined {
  let [left, right] = [0, 0];
  for (let passed = 1; passed < place; passed += 1) {
    if ((one[left] ?? Number.POSITIVE_INFINITY) <= (other[right] ?? Number.POSITIVE_INFINITY)) left += 1;
    else right += 1;
  }
  return Math.min(one[left] ?? Number.POSITIVE_INFINITY, other[right] ?? Number.POSITIVE_INFINITY);
}
