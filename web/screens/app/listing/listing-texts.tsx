import type { Data } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { DateField } from "../../../components/fields/date-field.tsx";
import { LocaleField } from "../../../components/fields/locale-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { Notice } from "../../../components/notice.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { addDays } from "../../../format/days.ts";
import { countryName, localeName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { describeFallback } from "./coverage-texts.ts";
import { listingInput } from "./listing-read.ts";
import type { ListingState, SetListingState } from "./listing-state.ts";
import styles from "./listing-tab.module.css";
import { Screenshots } from "./screenshots.tsx";
import { TextFields } from "./text-fields.tsx";
import { TimeSlider } from "./time-travel/time-slider.tsx";
import { useDayMarks } from "./time-travel/use-day-marks.ts";

type ListingTextsProps = { readonly state: ListingState; readonly set: SetListingState };

/** Shows the texts and pictures of a listing, now or on an earlier day. */
export function ListingTexts({ state, set }: ListingTextsProps) {
  const { params, app, platform } = useAppFrame();
  const { country = app.origin_country_code, locale, at } = state;
  const days = useDayMarks();
  const query = useRead("showListing", listingInput(params, country, state), { keepPrevious: true });
  const isMissing = query.error?.code === "listing-not-stored" || (at !== undefined && query.error?.status === 404);
  return (
    <>
      <FilterBar label="Listing">
        <LocaleField
          value={locale ?? query.data?.data.locale ?? ""}
          onChange={(next) => set({ locale: next })}
          locales={app.listings.map((listing) => listing.locale)}
        />
        <DateField label="As of" value={at} onChange={(next) => set({ at: next })} max={days.last} />
      </FilterBar>
      <TimeSlider
        label="Time travel"
        days={days}
        value={at ?? days.last}
        onChange={(day) => set({ at: day >= days.last ? undefined : day }, { replace: true })}
      />
      {at !== undefined && <PastNotice at={at} set={set} />}
      {isMissing ? (
        <MissingListing at={at} first={days.first} isRead={app.last_synced_at !== null} />
      ) : (
        <QueryView query={query} loading="Loading the listing…" shape="lines">
          {({ data }) => (
            <div className={styles.listing}>
              <ListingFacts listing={data} country={country} at={at} />
              <Screenshots screenshots={data.screenshots} name={data.title} />
              <TextFields listing={data} platform={platform} />
            </div>
          )}
        </QueryView>
      )}
    </>
  );
}

type ListingFactsProps = {
  readonly listing: Data<"showListing">;
  readonly country: string;
  readonly at: string | undefined;
};

/** Says where and when a listing was read, and at which price. */
function ListingFacts({ listing, country, at }: ListingFactsProps) {
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

type PastNoticeProps = { readonly at: string; readonly set: SetListingState };

function PastNotice({ at, set }: PastNoticeProps) {
  return (
    <Notice
      action={
        <span className={styles.actions}>
          <Button size="small" onPress={() => set({ view: "differences", kind: "days", before: addDays(at, -1) })}>
            Compare with the day before
          </Button>
          <Button size="small" onPress={() => set({ view: "differences", kind: "days", before: at, at: undefined })}>
            Compare with now
          </Button>
          <Button size="small" onPress={() => set({ at: undefined })}>
            Back to now
          </Button>
        </span>
      }
    >
      This is the listing of {formatDay(at)}. The name and the icon above are those of now.
    </Notice>
  );
}

type MissingListingProps = {
  readonly at: string | undefined;
  readonly first: string;
  /** It is true if any sync of the app has completed. */
  readonly isRead: boolean;
};

function MissingListing({ at, first, isRead }: MissingListingProps) {
  if (at !== undefined) {
    return (
      <EmptyState title="Not known on this day">
        No listing in this language was read by the end of this day. The app is known since {formatDay(first)}.
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
