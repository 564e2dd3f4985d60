import type { Data } from "../../../client/operation-types.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";

type Listing = Pick<Data<"showApp">["listings"][number], "price" | "currency" | "read_in_country_code">;
type PricedApp = Pick<Data<"showApp">, "is_free" | "origin_country_code"> & { readonly listings: readonly Listing[] };

/** Returns the price in the compared storefront, and so in one currency for all apps, or another one with its place. */
export function comparedPrice(
  { listings, is_free: isFree, origin_country_code: own }: PricedApp,
  country: string,
): string {
  const priced = listings.flatMap(({ price, currency, read_in_country_code: readIn }) =>
    price === null ? [] : [{ price, currency, readIn }],
  );
  const found = [country, own].flatMap((code) => priced.find(({ readIn }) => readIn === code) ?? []);
  const shown = found[0] ?? priced[0];
  if (shown === undefined) return isFree ? "Free" : "–";
  const text = formatPrice(shown.price, shown.currency);
  return shown.readIn === country ? text : `${text} in ${countryName(shown.readIn)}`;
}
