import { isPreRegistrationOn } from "./availability.ts";
import { revisionOn } from "./cadence.ts";
import { currencyOf, storePrice } from "./currencies.ts";
import type { AppFacts } from "./records.ts";
import { rhythms } from "./rhythms.ts";

const tiersUsd = [0, 0.99, 1.99, 2.99, 3.99, 4.99, 6.99, 9.99, 14.99, 29.99, 49.99] as const;
const PAID_SHARE = 0.18;
const WITHOUT_PRICE_SHARE = 0.008;
/** Half of the price changes affect only one group of currencies. */
const CURRENCY_GROUPS = 5;

/** Returns null where the store shows no price. */
export type Price = { readonly amount: number | null; readonly currency: string | null };

export function priceOn(facts: AppFacts, input: { readonly country: string; readonly day: number }): Price {
  const { draws, platform } = facts;
  const currency = currencyOf(input.country);
  if (isPreRegistrationOn(facts, input.day) || draws.chance("without price", WITHOUT_PRICE_SHARE)) {
    return { amount: null, currency: { ios: currency.code, android: null }[platform] };
  }
  if (!draws.chance("paid", PAID_SHARE)) return { amount: 0, currency: currency.code };

  const group = draws.int(`currency group:${currency.code}`, 0, CURRENCY_GROUPS - 1);
  let move = revisionOn(draws, "price", rhythms.price, input.day).number;
  while (move > 0 && !concerns(facts, move, group)) move -= 1;
  return { amount: storePrice(draws.pick(`tier:${move}`, tiersUsd), currency), currency: currency.code };
}

function concerns({ draws }: AppFacts, move: number, group: number): boolean {
  return draws.chance(`everywhere:${move}`, 0.5) || draws.int(`concerns:${move}`, 0, CURRENCY_GROUPS - 1) === group;
}
