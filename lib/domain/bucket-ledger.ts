import { costEntries, hostOfClass, type RequestCosts } from "./store-hosts.ts";

/**
 * How far ahead messages are sent. What comes meanwhile and goes first makes those that are sent come too early, so
 * that they find no tokens: the shorter, the fewer.
 */
export const DISPATCH_AHEAD_SECONDS = 20;

/** A bucket of a host, of a class or of the users' share, as it is now. */
export type BucketState = {
  readonly bucket: string;
  readonly tokens: number;
  /** Tokens that come back a second. */
  readonly rate: number;
  readonly blockedSeconds: number;
  /** Says whether the store has limited the requests of the class within a day. */
  readonly isLimited: boolean;
  /** Seconds ago at which each request of the last minute was granted. */
  readonly grantedSecondsAgo: readonly number[];
};

/** What a bucket grants from now on, as a plan goes through a line. Times are in seconds from now. */
export type Account = ReturnType<typeof createAccount>;

/** The accounts of all buckets. */
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
    /** The seconds after which requests are granted behind those before them, where that is not soon; else 0. */
    fullFrom: (costs: RequestCosts): number =>
      costEntries(costs).reduce(
        (most, [hostClass]) => Math.max(most, of(hostClass).fullFrom, of(hostOfClass[hostClass]).fullFrom),
        0,
      ),
  };
}

/** A bucket that nobody has used yet has no state, and is full. */
function createAccount(state?: BucketState) {
  /** What is granted before the entry that is looked at: first what was granted until now. */
  const ahead = (state?.grantedSecondsAgo ?? []).map((seconds) => -seconds).toSorted((a, b) => a - b);
  const grantedBefore = ahead.length;
  /** What messages will take that were sent for entries behind it. */
  const arriving: number[] = [];
  let fullFrom = 0;

  const arrivingUntil = (seconds: number) => placeAfter(arriving, seconds);

  return {
    blockedSeconds: state?.blockedSeconds ?? 0,
    isLimited: state?.isLimited ?? false,
    rate: (start: number) => state?.rate ?? start,
    /** The tokens that those before the entry leave. */
    tokens: (capacity: number) => (state?.tokens ?? capacity) - (ahead.length - grantedBefore),
    /** How many requests of messages behind the entry come before it does. */
    arrivingBefore: arrivingUntil,
    /**
     * Returns when the oldest request was granted that has to be out of a window for `excess` more than all of them, or
     * undefined where all of them may be in it.
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
    /** Counts a message that is under way. */
    send(requests: number, seconds: number): void {
      insert(arriving, requests, seconds);
    },
    /** The entry of the message is before those that follow. */
    arrive(requests: number, seconds: number): void {
      const place = arrivingUntil(seconds);
      arriving.splice(Math.max(0, place - requests), requests);
      insert(ahead, requests, seconds);
    },
    /** Nothing behind the entry is granted sooner. */
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

/** Returns how many of the sorted values are at most so much. */
function placeAfter(sorted: readonly number[], value: number): number {
  let place = sorted.length;
  while (place > 0 && (sorted[place - 1] ?? 0) > value) place -= 1;
  return place;
}

/** Returns the value at a place, from 1, of two sorted lists together. */
function nthOf(one: readonly number[], other: readonly number[], place: number): number | undefined {
  let [left, right] = [0, 0];
  for (let passed = 1; passed < place; passed += 1) {
    if ((one[left] ?? Number.POSITIVE_INFINITY) <= (other[right] ?? Number.POSITIVE_INFINITY)) left += 1;
    else right += 1;
  }
  return Math.min(one[left] ?? Number.POSITIVE_INFINITY, other[right] ?? Number.POSITIVE_INFINITY);
}
