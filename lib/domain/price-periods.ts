export type Price = { readonly price: number; readonly currency: string | null };

/** A price and how long the store showed it, in unix time. `until` is null for the last known one. */
export type PricePeriod = Price & { readonly since: number; readonly until: number | null };

type PriceHistory = {
  readonly first: (Price & { readonly since: number }) | null;
  /** Newest first, one more than are shown where there are more. */
  readonly changes: readonly { readonly before: Price; readonly after: Price; readonly detectedAt: number }[];
};

/** Returns the newest periods of a price, newest first, and whether there are older ones. */
export function pricePeriods(
  { first, changes }: PriceHistory,
  changesMax: number,
): { readonly periods: readonly PricePeriod[]; readonly hasOlder: boolean } {
  const shown = changes.slice(0, changesMax);
  const hasOlder = changes.length > changesMax;
  const periods = shown.map(({ after, detectedAt }, index) => ({
    ...after,
    since: detectedAt,
    until: shown[index - 1]?.detectedAt ?? null,
  }));
  const oldest = shown.at(-1);
  if (hasOlder || first === null) return { periods, hasOlder };
  const { price, currency } = oldest?.before ?? first;
  return {
    periods: [...periods, { price, currency, since: first.since, until: oldest?.detectedAt ?? null }],
    hasOlder,
  };
}
