import * as z from "zod";

import {
  RELATED_APPS_MAX,
  type ScraperFacts,
  type ScraperRelatedApp,
  type ScraperShownFacts,
} from "../../contracts/facts.ts";
import { readAccessibility } from "./accessibility-labels.ts";
import { readInAppPurchases } from "./in-app-purchases.ts";
import { readPrivacy, readPrivacyPolicy } from "./privacy-labels.ts";

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

function readRelatedApps(shelf: unknown, appId: string): ScraperRelatedApp[] | undefined {
  const items = shelfSchema.safeParse(shelf).data?.items ?? [];
  const apps = items
    .flatMap((item) => lockupSchema.safeParse(item).data ?? [])
    .filter(({ app_id }) => app_id !== appId);
  const unique = [...new Map(apps.map((app) => [app.app_id, app])).values()];
  return unique.length === 0 ? undefined : unique.slice(0, RELATED_APPS_MAX);
}

const shelfSchema = z.object({ items: z.array(z.unknown()) });

const lockupSchema = z
  .object({
    $kind: z.literal("Lockup"),
    adamId: z.coerce.string().regex(/^[0-9]{1,19}$/),
    title: z.string().min(1),
    subtitle: z.string().min(1).nullish().catch(undefined),
  })
  .transform(({ adamId, title, subtitle }) => ({ app_id: adamId, name: title, subtitle: subtitle ?? null }));
