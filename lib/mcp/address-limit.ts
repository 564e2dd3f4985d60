export type AddressLimit = {
  /** Counts a request, and returns the seconds until the next is accepted, or 0. */
  count(address: string): number;
};

const PERIOD_MS = 60_000;

/** More than the addresses that one environment serves in a minute. */
const ADDRESSES_MAX = 10_000;

/**
 * Limits requests by address within one environment of a function. It needs no database, and bounds what a loop of one
 * client costs. The API limits users, over all environments.
 */
export function createAddressLimit(options: { readonly perMinute: number; readonly now: () => number }): AddressLimit {
  let startedAt = options.now();
  const counts = new Map<string, number>();
  return {
    count(address) {
      const now = options.now();
      if (now - startedAt >= PERIOD_MS || counts.size >= ADDRESSES_MAX) {
        startedAt = now;
        counts.clear();
      }
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      return count <= options.perMinute ? 0 : Math.ceil((startedAt + PERIOD_MS - now) / 1_000);
    },
  };
}
