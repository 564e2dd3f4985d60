export type Price = { readonly price: number; readonly currency: string | null };

export type PricePeriod = Price & { readonly since: number; readonly until: number | null };

type PriceHistory = {
  readonly first: (Price & { readonly since: number }) | null;
  /** Newest first, with one more than is shown if there are more. */
  readonly changes: readonly { readonly before: Price; readonly after: Price; readonly detected_at: number }[];
};

export function pricePeriods(
  { first, changes }: PriceHistory,
  changesMax: number,
): { readonly periods: readonly PricePeriod[]; readonly has_older: boolean } {
  const shown = changes.slice(0, changesMax);
  const has_older = changes.length > changesMax;
  const periods = shown.map(({ after, detected_at }, index) => ({
    ...after,
    since: detected_at,
    until: shown[index - 1]?.detected_at ?? null,
  }));
  const oldest = shown.at(-1);
  if (has_older || first === null) return { periods, has_older };
  const { price, currency } = oldest?.before ?? first;
  return {
    periods: [...periods, { price, currency, since: first.since, until: oldest?.detected_at ?? null }],
    has_older,
  };
}
