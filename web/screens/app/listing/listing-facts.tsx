import type { Data } from "../../../client/operation-types.ts";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { countryName, localeName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { describeFallback } from "./coverage-texts.ts";
import styles from "./listing-tab.module.css";

type ListingFactsProps = {
  readonly listing: Data<"showListing">;
  readonly country: string;
  readonly at: string | undefined;
};

/** Says where and when a listing was read, and at which price. */
export function ListingFacts({ listing, country, at }: ListingFactsProps) {
  const { app } = useAppFrame();
  const { locale, page_as_of: pageAsOf, texts_as_of: textsAsOf, read_in_country_code: readIn } = listing;
  const coverage = at === undefined ? app.coverage.find((language) => language.locale === locale) : undefined;
  return (
    <p className={styles.facts}>
      {localeName(locale)}, read in {countryName(readIn)}. {describeFallback(coverage, readIn)}{" "}
      {priceOf(listing, country)} {pageAsOf === textsAsOf ? "Texts and screenshots" : "Texts"} updated{" "}
      <TimeAgo at={textsAsOf} />
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
