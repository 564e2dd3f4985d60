import type { Data } from "../../client/operation-types.ts";
import { formatPrice } from "../../parts/format-number.ts";
import { formatDay } from "../../parts/format-time.ts";
import { countryName, localeName } from "../../parts/locale-name.ts";
import { TimeAgo } from "../../parts/time-ago.tsx";
import styles from "./listing-screen.module.css";

type ListingFactsProps = { readonly listing: Data<"showListing">; readonly at: string | undefined };

/** Which listing this is, where it was read, and how old that is. */
export function ListingFacts({ listing, at }: ListingFactsProps) {
  const { page_as_of: pageAsOf, texts_as_of: textsAsOf } = listing;
  return (
    <p className={styles.facts}>
      {at !== undefined && <>As the store showed it on {formatDay(at)}. </>}
      {localeName(listing.locale)}, read in {countryName(listing.read_in_country_code)}. {priceOf(listing)}{" "}
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

function priceOf({ price, currency }: Data<"showListing">): string {
  return price === null ? "" : `${formatPrice(price, currency)}.`;
}
