import { FACT_ENTRIES_MAX, factsSchema, type ScraperFacts, type ScraperShownFacts } from "../../contracts/facts.ts";
import { checkRecord } from "../../http/check-record.ts";
import type { AppRecord } from "./app-record.ts";
import type { AppPage } from "./play-store.ts";
import { publisherId } from "./publisher-id.ts";
import { readRelatedApps } from "./related-apps.ts";

export function shapeFacts({ app, html }: AppPage): ScraperShownFacts {
  const facts = checkRecord(factsSchema(), {
    name: app.title,
    publisher: app.developer ? { id: publisherId(app.developer), name: app.developer } : undefined,
    category: app.genreId && app.genre ? { id: app.genreId, name: app.genre } : undefined,
    categories: app.categories?.slice(0, FACT_ENTRIES_MAX),
    content_rating: app.contentRating
      ? { code: app.contentRating, text: app.contentRatingDescription ?? null }
      : undefined,
    minimum_os: minimumOs(app),
    // Without a value the app has none, as in the library's own `offersIAP` and `adSupported`.
    in_app_purchases: purchasesOf(app),
    ads: app.adSupported,
    developer: developerOf(app),
    privacy_policy: app.privacyPolicy,
    feature_graphic: app.headerImage,
  } satisfies ScraperFacts);
  return { facts, ...readRelatedApps(html, app.appId) };
}

function purchasesOf({ IAPRange: range }: AppRecord): ScraperFacts["in_app_purchases"] {
  return range === null || range === undefined ? range : { range };
}

/** The library returns "VARY" both for a version that it did not find and for one that depends on the device. */
function minimumOs({ androidVersion }: AppRecord): string | undefined {
  return androidVersion && androidVersion !== "VARY" ? androidVersion : undefined;
}

/** A publisher with a legal address shows no other, and the library writes only that one in one line. */
function developerOf(app: AppRecord): ScraperFacts["developer"] {
  const { developerAddress, developerLegalAddress, developerWebsite } = app;
  if (developerAddress === undefined || developerLegalAddress === undefined) return undefined;
  const address = developerLegalAddress ?? developerAddress?.replaceAll("\n", ", ") ?? null;
  const website = developerWebsite || null;
  return address === null && website === null ? null : { address, website };
}
