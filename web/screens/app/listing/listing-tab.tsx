import type { Data } from "../../../client/operation-types.ts";
import { optionalDate, optionalText, useQueryState, type Values } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { DateField } from "../../../components/fields/date-field.tsx";
import { LocaleField } from "../../../components/fields/locale-field.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { CountryField } from "../../../features/stores/country-field.tsx";
import { utcDay } from "../../../format/days.ts";
import { countryName, localeName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import { lastDay, useAppFrame } from "../use-app-frame.ts";
import { describeFallback } from "./coverage-texts.ts";
import { Languages } from "./languages.tsx";
import styles from "./listing-tab.module.css";
import { ListingTexts } from "./listing-texts.tsx";
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
      {at === undefined && <Languages languages={app.coverage} />}
    </div>
  );
}

const NOW = "now";

type ListingFiltersProps = {
  readonly country: string;
  readonly locale: string | undefined;
  readonly at: string | undefined;
  readonly onChange: (patch: Partial<Values<typeof listingState>>) => void;
};

/** A version stands for the day on which it was first seen. */
function ListingFilters({ country, locale, at, onChange }: ListingFiltersProps) {
  const { app } = useAppFrame();
  const days = new Map(app.versions.map(({ version, created_at: seen }) => [utcDay(seen), version]));
  const options = [...days].map(([id, version]) => ({ id, name: `${version}, seen ${id}` }));
  const chosen = at !== undefined && !days.has(at) ? [{ id: at, name: `As of ${at}` }] : [];
  return (
    <FilterBar label="Listing">
      <CountryField value={country} onChange={(next) => onChange({ country: next, locale: undefined })} />
      <LocaleField
        value={locale ?? ""}
        onChange={(next) => onChange({ locale: next })}
        locales={app.listings.map((listing) => listing.locale)}
      />
      <DateField label="As of" value={at} onChange={(next) => onChange({ at: next })} max={lastDay(app, Date.now())} />
      <SelectField
        label="Version"
        value={at ?? NOW}
        onChange={(next) => onChange({ at: next === NOW ? undefined : next })}
        options={[{ id: NOW, name: "Now" }, ...chosen, ...options]}
      />
    </FilterBar>
  );
}

type MissingListingProps = {
  readonly at: string | undefined;
  /** It is true if any sync of the app has completed. */
  readonly isRead: boolean;
};

function MissingListing({ at, isRead }: MissingListingProps) {
  if (at !== undefined) {
    return (
      <EmptyState title="Not known on this day">
        No listing was read by the end of this day. Choose a later day or another language.
      </EmptyState>
    );
  }
  if (!isRead) {
    return <EmptyState title="Not read yet">Listings appear here after the app’s first sync.</EmptyState>;
  }
  return (
    <EmptyState title="Not in this language">
      In this country, the store shows the app in another language. Choose a language above.
    </EmptyState>
  );
}

type ListingFactsProps = {
  readonly listing: Data<"showListing">;
  readonly country: string;
  readonly at: string | undefined;
};

function ListingFacts({ listing, country, at }: ListingFactsProps) {
  const { app } = useAppFrame();
  const { locale, page_as_of: pageAsOf, texts_as_of: textsAsOf, read_in_country_code: readIn } = listing;
  const coverage = at === undefined ? app.coverage.find((language) => language.locale === locale) : undefined;
  return (
    <p className={styles.facts}>
      {at !== undefined && <>This is the listing of {formatDay(at)}. </>}
      {localeName(locale)}, read in {countryName(readIn)}. {describeFallback(coverage, readIn)}{" "}
      {priceOf(listing, country)} {pageAsOf === textsAsOf ? "Texts and screenshots" : "Texts"} read{" "}
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
