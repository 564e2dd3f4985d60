import type { Data } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { Picture } from "../../../features/listing/picture.tsx";
import { inStoreOrder } from "../../../features/listing/screenshots.ts";
import { appTabPath } from "../../../format/app-path.ts";
import { addDays } from "../../../format/days.ts";
import { localeName } from "../../../format/locale-names.ts";
import { formatPrice } from "../../../format/numbers.ts";
import { textDirection } from "../../../format/text-direction.ts";
import { formatDay } from "../../../format/times.ts";
import type { Overview } from "../use-overview.ts";
import styles from "./day-panel.module.css";

const SHOTS_SHOWN = 4;

type DayListingProps = {
  readonly day: string;
  readonly app: Pick<Overview["app"], "platform" | "external_id">;
  /** The chosen storefront, or the app's own. */
  readonly country: string;
};

/** Shows the listing at the end of a day. */
export function DayListing({ day, app: { platform, external_id }, country }: DayListingProps) {
  const params = { platform, external_id };
  const query = useRead("showListing", { params, query: { country_code: country, at: day } }, { keepPrevious: true });
  return (
    <Panel title={`Listing of ${formatDay(day)}`}>
      {query.error?.status === 404 ? (
        <EmptyState title="Not known on this day">No listing was read by the end of this day.</EmptyState>
      ) : (
        <QueryView query={query} loading="Loading the listing…">
          {({ data }) => <Listing listing={data} />}
        </QueryView>
      )}
      <p className={styles.links}>
        <TextLink href={appTabPath(params, "listing", { country, at: day })}>Open the listing</TextLink>
        <TextLink
          href={appTabPath(params, "listing", { view: "differences", country, before: addDays(day, -1), at: day })}
        >
          Compare with the day before
        </TextLink>
      </p>
    </Panel>
  );
}

function Listing({ listing }: { readonly listing: Data<"showListing"> }) {
  const { locale, title, subtitle, price, currency, promotional_text: promotion, screenshots } = listing;
  const shots = inStoreOrder(screenshots).slice(0, SHOTS_SHOWN);
  const language = { lang: locale, dir: textDirection(locale) };
  return (
    <div className={styles.listing}>
      <p className={styles.title} {...language}>
        {title}
      </p>
      {subtitle !== null && <p {...language}>{subtitle}</p>}
      {shots.length > 0 && (
        <div className={styles.shots}>
          {shots.map(({ url, order }, index) => (
            <Picture key={`${order} ${url}`} url={url} text={`Screenshot ${index + 1}`} />
          ))}
        </div>
      )}
      {promotion !== null && promotion !== "" && <p {...language}>{promotion}</p>}
      <p className={styles.hint}>
        {localeName(locale)}
        {price !== null && ` · ${formatPrice(price, currency)}`}
      </p>
    </div>
  );
}
