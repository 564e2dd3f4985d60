import { type TextLanguage, textLanguages } from "../catalogue/languages.ts";
import type { AppOnDay, CataloguePublisher, ListingOnDay, MetricsOnDay } from "../catalogue/records.ts";

/** Part of the apps for which lookup has lost the screenshots, so that only the page shows them. */
const WITHOUT_SCREENSHOTS_SHARE = 0.1;
const WITHOUT_SELLER_URL_SHARE = 0.05;

/** One app in the words of the lookup API. What the store does not know is left out, not null. */
export function softwareRecord(app: AppOnDay, listing: ListingOnDay, metrics: MetricsOnDay) {
  const { facts } = app;
  const shows = (name: string, share: number) => !facts.draws.chance(name, share);
  const pictures = shows("lookup loses screenshots", WITHOUT_SCREENSHOTS_SHARE) ? listing.screenshots : [];
  const urls = (device: "iphone" | "ipad") =>
    pictures.filter(({ device_type }) => device_type === device).map(({ url }) => url);
  const icon = (size: number) => listing.iconUrl.replace("512x512bb", `${size}x${size}bb`);

  return {
    screenshotUrls: urls("iphone"),
    ipadScreenshotUrls: urls("ipad"),
    appletvScreenshotUrls: [],
    artworkUrl60: icon(60),
    artworkUrl100: icon(100),
    artworkUrl512: listing.iconUrl,
    artistViewUrl: publisherUrl(app.publisher, listing.country),
    supportedDevices: ["iPhone5s-iPhone5s", "iPadAir-iPadAir"],
    isGameCenterEnabled: false,
    kind: "software",
    averageUserRating: metrics.rating ?? 0,
    averageUserRatingForCurrentVersion: metrics.rating ?? 0,
    userRatingCount: metrics.ratingCount,
    userRatingCountForCurrentVersion: metrics.ratingCount,
    minimumOsVersion: `${facts.draws.int("minimum os", 13, 18)}.0`,
    languageCodesISO2A: facts.languages.map(isoLanguage).filter((code, index, all) => all.indexOf(code) === index),
    fileSizeBytes: String(metrics.fileSizeBytes),
    formattedPrice: metrics.price === 0 ? "Free" : `${metrics.currency} ${metrics.price}`,
    trackContentRating: contentRating(app),
    contentAdvisoryRating: contentRating(app),
    trackViewUrl: `${appPageUrl(app, listing.country)}?uo=4`,
    ...(shows("seller url missing", WITHOUT_SELLER_URL_SHARE) && { sellerUrl: app.publisher.website }),
    sellerName: app.publisher.name,
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
    genreIds: [app.category.externalId],
    genres: [app.category.name],
    artistId: Number(app.publisher.accountId),
    artistName: app.publisher.name,
    price: metrics.price,
    currency: metrics.currency,
    description: listing.description,
    wrapperType: "software",
    features: [],
    advisories: [],
  };
}

export function appPageUrl(app: AppOnDay, country: string): string {
  return `https://apps.apple.com/${country}/app/${slugOf(app)}/id${app.externalId}`;
}

export function publisherUrl(publisher: CataloguePublisher, country: string): string {
  return `https://apps.apple.com/${country}/developer/publisher/id${publisher.accountId}?uo=4`;
}

export function contentRating({ facts }: AppOnDay): string {
  return facts.draws.pick("content rating", ["4+", "4+", "9+", "12+", "17+"]);
}

export function slugOf({ facts }: AppOnDay): string {
  return `${facts.brand}-${facts.theme}`.toLowerCase();
}

const isoByLanguage = new Map(textLanguages.map((language) => [language, language.slice(0, 2).toUpperCase()]));

function isoLanguage(language: TextLanguage): string {
  return isoByLanguage.get(language) ?? "EN";
}
