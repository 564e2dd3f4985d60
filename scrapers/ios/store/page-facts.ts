import type { ScraperFacts, ScraperShownFacts } from "../../contracts/facts.ts";
import { readAccessibility } from "./accessibility-labels.ts";
import { readInAppPurchases } from "./in-app-purchases.ts";
import { readPrivacy, readPrivacyPolicy } from "./privacy-labels.ts";
import { readRelatedApps } from "./related-apps.ts";

type PageContent = {
  readonly lockup?: { readonly offerDisplayProperties?: unknown } | undefined;
  readonly titleOfferDisplayProperties?: unknown;
  readonly shelfMapping?: Readonly<Record<string, unknown>> | undefined;
};

/** Reads the facts that only a page shows. A missing or changed shelf makes its fact unknown. */
export function readPageFacts(page: PageContent, appId: string): ScraperShownFacts {
  const { shelfMapping: shelves = {} } = page;
  const offer = page.titleOfferDisplayProperties ?? page.lockup?.offerDisplayProperties;
  const facts: ScraperFacts = {
    in_app_purchases: readInAppPurchases(offer, shelves.information),
    privacy: readPrivacy(shelves),
    privacy_policy: readPrivacyPolicy(shelves.privacyHeader),
    accessibility: readAccessibility(shelves.accessibilityHeader),
  };
  return {
    facts,
    similar: readRelatedApps(shelves.similarItems, appId),
    more_by_publisher: readRelatedApps(shelves.moreByDeveloper, appId),
  };
}
