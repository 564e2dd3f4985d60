import type { Db } from "../../db/client.ts";
import { type AppDetails, findAppDetails, findAppTexts } from "../../db/queries/apps/app-details.ts";
import type { ListingRow, ReadLanguage } from "../../db/queries/listings/current-listings.ts";
import { type Country, languagesOfApp } from "../domain/country.ts";
import { coverLanguages } from "../domain/listing-coverage.ts";
import { platformFacts, type StoreApp } from "../domain/platform.ts";
import { presentWithin } from "../domain/response-size.ts";
import { notFound } from "../errors.ts";
import type { ListingLimits } from "../responses/listing-response.ts";
import { presentAppDetail } from "./app-detail-response.ts";

type ShowAppDependencies = { readonly db: Db; readonly countries: readonly Country[] };
type ShowAppInput = StoreApp & { readonly userId: number };

/** The whole app, or less if its texts and addresses would not fit a response. */
const detailLimits = [
  { textLength: Number.POSITIVE_INFINITY, screenshots: Number.POSITIVE_INFINITY },
  { textLength: 1_000, screenshots: 10 },
  { textLength: 100, screenshots: 0 },
] as const satisfies readonly ListingLimits[];

/** Returns an app with its newest versions and changes, its current listings and the user's competitors. */
export async function showApp(deps: ShowAppDependencies, input: ShowAppInput) {
  const app = await findAppDetails(deps.db, input);
  if (app === undefined) throw notFound();

  const hasGlobalMetrics = platformFacts[app.platform].hasGlobalMetrics;
  const { languages, ...texts } = await findAppTexts(deps.db, { appId: app.id, hasGlobalMetrics });
  const coverage = coverageOf(app, { ...texts, languages }, deps.countries);
  return presentWithin<ListingLimits, ReturnType<typeof presentAppDetail>>(detailLimits, (limits) =>
    presentAppDetail({ app, ...texts, coverage }, limits),
  );
}

type Languages = { readonly listings: readonly ListingRow[]; readonly languages: readonly ReadLanguage[] };

function coverageOf(app: AppDetails, { listings, languages }: Languages, countries: readonly Country[]) {
  const byLocale = new Map(listings.map((listing) => [listing.locale, listing]));
  const texts = languages.map(({ locale, description_sha256: description }) => {
    const listing = byLocale.get(locale);
    return [locale, listing === undefined ? null : { ...listing, description }] as const;
  });
  const { platform, origin_country_code: ownCountry, unavailable_countries: unavailable } = app;
  return coverLanguages(languagesOfApp(countries, { platform, ownCountry, unavailable }), new Map(texts));
}
