import { optionalDate, optionalText, useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { QueryView } from "../../../components/query-view.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { ListingFacts } from "./listing-facts.tsx";
import { ListingFilters } from "./listing-filters.tsx";
import styles from "./listing-tab.module.css";
import { ListingTexts } from "./listing-texts.tsx";
import { MissingListing } from "./missing-listing.tsx";
import { Screenshots } from "./screenshots.tsx";

/** Undefined stands for the app's own storefront, its first language, and now. */
const listingState = { country: optionalText(), locale: optionalText(), at: optionalDate() };

export function ListingTab() {
  const { params, app, platform } = useAppFrame();
  const [{ country = app.origin_country_code, locale, at }, set] = useQueryState(listingState);
  const query = useRead(
    "showListing",
    { params, query: { country_code: country, locale, at } },
    { keepPrevious: true },
  );
  const isMissing = query.error?.code === "listing-not-stored" || (at !== undefined && query.error?.status === 404);
  return (
    <div className={styles.listing}>
      <ListingFilters country={country} locale={locale ?? query.data?.data.locale} at={at} onChange={set} />
      {isMissing ? (
        <MissingListing at={at} isRead={app.last_synced_at !== null} />
      ) : (
        <QueryView query={query} loading="Loading the listing…">
          {({ data }) => (
            <div className={styles.listing}>
              <ListingFacts listing={data} country={country} at={at} />
              <Screenshots screenshots={data.screenshots} name={data.title} />
              <ListingTexts listing={data} platform={platform} />
            </div>
          )}
        </QueryView>
      )}
    </div>
  );
}
