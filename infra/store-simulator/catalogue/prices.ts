import { isPreRegistrationOn } from "./availability.ts";
import { revisionOn, rhythms } from "./cadence.ts";
import type { AppFacts } from "./records.ts";

const tiersUsd = [0, 0.99, 1.99, 2.99, 3.99, 4.99, 6.99, 9.99, 14.99, 29.99, 49.99] as const;
const PAID_SHARE = 0.18;
const WITHOUT_PRICE_SHARE = 0.008;
/** Half of the price changes affect only one group of currencies. */
const CURRENCY_GROUPS = 5;

/** `amount` is null where the store shows no price. */
export type Price = { readonly amount: number | null; readonly currency: string | null };

export function priceOn(facts: AppFacts, input: { readonly country: string; readonly day: number }): Price {
  const { draws, platform } = facts;
  const currency = currencyOf(input.country);
  if (isPreRegistrationOn(facts, input.day) || draws.chance("without price", WITHOUT_PRICE_SHARE)) {
    return { amount: null, currency: { ios: currency.code, android: null }[platform] };
  }
  if (!isPaid(facts)) return { amount: 0, currency: currency.code };

  const group = draws.int(`currency group:${currency.code}`, 0, CURRENCY_GROUPS - 1);
  let move = revisionOn(draws, "price", rhythms.price, input.day).number;
  while (move > 0 && !concerns(facts, move, group)) move -= 1;
  return { amount: storePrice(draws.pick(`tier:${move}`, tiersUsd), currency), currency: currency.code };
}

/** Returns what a price in US dollars is in a country. */
export function localPrice(usd: number, country: string): { readonly amount: number; readonly currency: string } {
  const currency = currencyOf(country);
  return { amount: storePrice(usd, currency), currency: currency.code };
}

export function isPaid({ draws }: AppFacts): boolean {
  return draws.chance("paid", PAID_SHARE);
}

function concerns({ draws }: AppFacts, move: number, group: number): boolean {
  return draws.chance(`everywhere:${move}`, 0.5) || draws.int(`concerns:${move}`, 0, CURRENCY_GROUPS - 1) === group;
}

type Currency = { readonly code: string; readonly perUsd: number; readonly decimals: 0 | 2 };

const USD: Currency = { code: "USD", perUsd: 1, decimals: 2 };
const EUR: Currency = { code: "EUR", perUsd: 1, decimals: 2 };

const euroCountries = "at be cy de ee es fi fr gr hr ie it lt lu lv me mt nl pt si sk xk".split(" ");

/** `country code rate decimals`. All other storefronts sell in US dollars, as many real ones do. */
const ownCurrencies = [
  "ae AED 4 2|au AUD 1.5 2|br BRL 5 2|ca CAD 1.4 2|ch CHF 1 2|cl CLP 990 0|cn CNY 7 2|co COP 4900 0|cz CZK 25 0",
  "dk DKK 7 2|eg EGP 50 2|gb GBP 1 2|hk HKD 8 2|hu HUF 400 0|id IDR 17000 0|il ILS 4 2|in INR 99 0|jp JPY 160 0",
  "kr KRW 1500 0|kz KZT 500 0|mx MXN 20 2|my MYR 5 2|ng NGN 1600 0|no NOK 12 0|nz NZD 1.7 2|pe PEN 4 2|ph PHP 59 0",
  "pk PKR 300 0|pl PLN 5 2|qa QAR 4 2|ro RON 5 2|ru RUB 99 0|sa SAR 4 2|se SEK 12 0|sg SGD 1.4 2|th THB 35 0",
  "tr TRY 40 2|tw TWD 33 0|tz TZS 2500 0|ua UAH 42 2|vn VND 25000 0|za ZAR 19 2",
];

const currencyByCountry = new Map<string, Currency>(euroCountries.map((country) => [country, EUR]));
for (const entry of ownCurrencies.flatMap((line) => line.split("|"))) {
  const [country = "", code = "", perUsd, decimals] = entry.split(" ");
  currencyByCountry.set(country, { code, perUsd: Number(perUsd), decimals: decimals === "0" ? 0 : 2 });
}

function currencyOf(country: string): Currency {
  return currencyByCountry.get(country) ?? USD;
}

function storePrice(usd: number, currency: Currency): number {
  if (usd === 0) return 0;
  const rounded = Math.ceil(usd * currency.perUsd);
  return currency.decimals === 0 ? Math.max(rounded - (rounded % 10), 10) : Number((rounded - 0.01).toFixed(2));
}
