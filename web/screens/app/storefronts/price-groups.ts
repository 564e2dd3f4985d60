import { utcDay } from "../../../format/days.ts";
import type { PricePeriod } from "./price-steps.ts";
import type { Storefront } from "./storefronts.ts";

export type PriceGroup = {
  readonly key: string;
  readonly price: PricePeriod;
  readonly storefronts: readonly Storefront[];
  /** The newest day on which one of the storefronts got this price; undefined if it never had another one. */
  readonly changedOn: string | undefined;
};

/** Returns equal prices as one group, the one of most storefronts first. A price without the app is none. */
export function groupPrices(storefronts: readonly Storefront[]): readonly PriceGroup[] {
  const priced = storefronts.flatMap((one) =>
    one.price === undefined || one.isAvailable === false ? [] : [{ one, price: one.price }],
  );
  const groups = [...Map.groupBy(priced, ({ price }) => keyOf(price))].flatMap(([key, members]) => {
    const [first] = members;
    if (first === undefined) return [];
    const changes = members.flatMap(({ one: { prices }, price }) =>
      (prices?.periods.length ?? 0) > 1 ? [utcDay(price.since)] : [],
    );
    return [
      { key, price: first.price, storefronts: members.map(({ one }) => one), changedOn: changes.toSorted().at(-1) },
    ];
  });
  return groups.toSorted((a, b) => b.storefronts.length - a.storefronts.length || a.key.localeCompare(b.key, "en"));
}

/** A free app is free in every currency. */
function keyOf({ price, currency }: PricePeriod): string {
  return price === 0 ? "free" : `${currency ?? ""} ${price}`;
}
