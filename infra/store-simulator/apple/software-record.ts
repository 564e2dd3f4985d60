import { textLanguages } from "../catalogue/languages.ts";
import type {
  AppOnDay,
  CataloguePublisher,
  CatalogueScreenshot,
  ListingOnDay,
  MetricsOnDay,
} from "../catalogue/records.ts";

/** The screenshots of this share of the apps are missing in lookup; only the page has them. */
const WITHOUT_SCREENSHOTS_SHARE = 0.1;
const WITHOUT_SELLER_URL_SHARE = 0.05;

/** In the format of the lookup API, unknown values are absent, not null. */
export function softwareRecord(app: AppOnDay, listing: ListingOnDay, metrics: MetricsOnDay) {
  const { facts, attributes } = app;
  const { secondCategory } = attributes;
  const categories = [app.category, ...(secondCategory === null ? [] : [secondCategory])];
  return {
    ...pictures(app, listing),
    ...publisher(app, listing.country),
    ...figures(metrics),
    supportedDevices: attributes.devices,
    isGameCenterEnabled: false,
    kind: "software",
    minimumOsVersion: attributes.minimumOs,
    languageCodesISO2A: [...new Set(facts.languages.map((language) => isoByLanguage[language]))],
    trackContentRating: contentRating(app, listing.country),
    contentAdvisoryRating: contentRating(app, listing.country),
    trackViewUrl: `${appPageUrl(app, listing.country)}?uo=4`,
    bundleId: facts.bundleId,
    trackId: Number(app.externalId),
    trackName: listing.title,
    trackCensoredName: listing.title,
    releaseDate: `${app.originalReleaseDate}T07:00:00Z`,
    currentVersionReleaseDate: app.versionReleasedAt,
    ...(listing.whatsNew !== null && { releaseNotes: listing.whatsNew }),
    version: app.version,
    primaryGenreName: app.category.name,
    primaryGenreId: Number(app.category.externalId),
    genreIds: categories.map(({ externalId }) => externalId),
    genres: categories.map(({ name }) => name),
    description: listing.description,
    wrapperType: "software",
    features: [],
    advisories: [],
  };
}

export function appPageUrl(app: AppOnDay, country: string): string {
  return `https://apps.apple.com/${country}/app/${slugOf(app)}/id${app.externalId}`;
}

/** `origin` is the place of the link: 4 in lookup, 2 in a feed. */
export function publisherUrl(publisher: CataloguePublisher, country: string, origin: "2" | "4" = "4"): string {
  return `https://apps.apple.com/${country}/developer/publisher/id${publisher.accountId}?uo=${origin}`;
}

export function iconOfSize({ iconUrl }: ListingOnDay, size: number): string {
  return iconUrl.replace("512x512bb", `${size}x${size}bb`);
}

export function priceText({ price, currency }: MetricsOnDay): string | undefined {
  if (price === null) return undefined;
  return price === 0 ? "Free" : `${currency} ${price}`;
}

/** Brazil has ratings of its own. */
export function contentRating({ attributes: { age } }: AppOnDay, country: string): string {
  return country === "br" ? `A${age}` : `${age}+`;
}

function slugOf({ facts }: AppOnDay): string {
  return `${facts.brand}-${facts.theme}`.toLowerCase();
}

function pictures({ facts }: AppOnDay, listing: ListingOnDay) {
  const shown = facts.draws.chance("lookup loses screenshots", WITHOUT_SCREENSHOTS_SHARE) ? [] : listing.screenshots;
  const urls = (device: CatalogueScreenshot["device_type"]) =>
    shown.filter(({ device_type }) => device_type === device).map(({ url }) => url);

  return {
    screenshotUrls: urls("iphone"),
    ipadScreenshotUrls: urls("ipad"),
    appletvScreenshotUrls: [],
    artworkUrl60: iconOfSize(listing, 60),
    artworkUrl100: iconOfSize(listing, 100),
    artworkUrl512: listing.iconUrl,
  };
}

function publisher(app: AppOnDay, country: string) {
  const { hasSeller } = app.publisher;
  const hasSellerUrl = !app.facts.draws.chance("seller url missing", WITHOUT_SELLER_URL_SHARE);
  return {
    artistId: Number(app.publisher.accountId),
    artistName: app.publisher.name,
    artistViewUrl: publisherUrl(app.publisher, country),
    ...(hasSeller && { sellerName: app.publisher.name }),
    ...(hasSeller && hasSellerUrl && { sellerUrl: app.publisher.website }),
  };
}

/** Apple returns a rating of zero with a count of zero for an app without ratings. */
function figures(metrics: MetricsOnDay) {
  const { rating, ratingCount, price, currency, fileSizeBytes } = metrics;
  return {
    averageUserRating: rating ?? 0,
    averageUserRatingForCurrentVersion: rating ?? 0,
    userRatingCount: ratingCount,
    userRatingCountForCurrentVersion: ratingCount,
    fileSizeBytes: String(fileSizeBytes),
    ...(price !== null && { price, formattedPrice: priceText(metrics) }),
    currency,
  };
}

const isoByLanguage = Object.fromEntries(
  textLanguages.map((language) => [language, language.slice(0, 2).toUpperCase()]),
);
