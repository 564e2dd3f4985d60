import type { Data } from "../../../client/operation-types.ts";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { countryName, localeName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import styles from "./listing-tab.module.css";

type ListingFactsProps = {
  readonly listing: Data<"showListing">;
  readonly country: string;
  readonly at: string | undefined;
};

export function ListingFacts({ listing, country, at }: ListingFactsProps) {
  const { locale, page_as_of: pageAsOf, texts_as_of: textsAsOf } = listing;
  return (
    <p className={styles.facts}>
      {at !== undefined && <>This is the listing of {formatDay(at)}. </>}
      {localeName(locale)}, read in {countryName(listing.read_in_country_code)}. {priceOf(listing, country)}{" "}
      {pageAsOf === textsAsOf ? "Texts and screenshots" : "Texts"} read <TimeAgo at={textsAsOf} />
      {pageAsOf !== null && pageAsOf !== textsAsOf && (
        <>
          , screenshots <TimeAgo at={pageAsOf} />
        </>
      )}
      .
    </p>
  );
}

function priceOf({ price, currency, price_country_code: readIn }: Data<"showListing">, country: string): string {
  if (price === null) return "";
  const place = readIn === null || readIn === country ? "" : ` in ${countryName(readIn)}`;
  return `${formatPrice(price, currency)}${place}.`;
}
