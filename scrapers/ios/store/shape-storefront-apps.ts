import { createHash } from "node:crypto";
import type * as z from "zod";

import { type ScraperListing, unreadableListingFieldSchema } from "../../contracts/records.ts";
import type { ScraperStorefrontApp, storefrontAppsSchema } from "../../contracts/storefronts.ts";
import type { Call } from "../../http/route.ts";
import { StoreError } from "../../http/store-errors.ts";
import { unreadablePage } from "./app-page.ts";
import type { LookupRecord, Storefront } from "./look-up.ts";
import type { LookedUpStorefront } from "./look-up-storefront.ts";
import { shapeFacts } from "./shape-facts.ts";
import { shapeIdentity, shapeListing, shapeMetrics } from "./shape-records.ts";

type ShapedStorefront = {
  readonly country: string;
  readonly ids: readonly string[];
  readonly hasAllFields: boolean;
};

export function shapeStorefrontApps(
  { country, ids, hasAllFields }: ShapedStorefront,
  { requestedAt, requestsMade, lang, apps }: LookedUpStorefront,
  call: Call,
): z.infer<ReturnType<typeof storefrontAppsSchema>> {
  const shaped = ids.map((id): ScraperStorefrontApp => {
    const lookup = apps.get(id) ?? { outcome: "missing" };
    if (lookup.outcome !== "found") return { id, ...lookup };
    return shapeApp({ appId: id, country, lang }, lookup.app, hasAllFields);
  });
  const failed = shaped.flatMap((app) => (app.outcome === "failed" ? [{ id: app.id, reason: app.reason }] : []));
  if (failed.length > 0) call.report("apps.failed", { country, lang, failed });

  return {
    country,
    lang: lang ?? null,
    requested_at: requestedAt.toISOString(),
    requests_made: requestsMade,
    apps: shaped,
  };
}

function shapeApp(storefront: Storefront, app: LookupRecord, hasAllFields: boolean): ScraperStorefrontApp {
  const { appId: id, country } = storefront;
  try {
    const found = { id, outcome: "found", metrics: shapeMetrics(app, country, undefined) } as const;
    if (!hasAllFields) return found;
    const listing = shapeLookupListing(storefront, app);
    return { ...found, identity: shapeIdentity(app), listing, facts: shapeFacts(app), text_hash: hashTexts(listing) };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { id, outcome: "failed", reason: error.reason };
  }
}

/** Lookup returns no screenshots for some apps that have them, so its screenshots always count as unread. */
function shapeLookupListing(storefront: Storefront, app: LookupRecord): ScraperListing {
  const listing = shapeListing(storefront, app, unreadablePage);
  return { ...listing, screenshots: [], unread_fields: unreadableListingFieldSchema().options };
}

function hashTexts({ title, description, whats_new }: ScraperListing): string {
  return createHash("sha256")
    .update(JSON.stringify([title, description, whats_new]))
    .digest("hex");
}
