import * as z from "zod";

import {
  STOREFRONT_APPS_MAX,
  STOREFRONT_BYTES_MAX,
  storefrontAppSchema,
  storefrontAppsSchema,
} from "../../scrapers/contracts/storefronts.ts";
import type { Platform } from "../domain/platform.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { lazy } from "../runtime/lazy.ts";
import type { FetchStorefrontApps, StorefrontAppsRequest } from "./connector.ts";
import { failed } from "./interpret-response.ts";
import { normaliseFacts } from "./normalise-facts.ts";
import { normaliseIdentity, normaliseListing, normaliseMetrics } from "./normalise-records.ts";
import type { StorefrontApp, StorefrontAppLookup } from "./records.ts";
import { callStoreOnce, type ScraperClient } from "./store-call.ts";
import { UpstreamError } from "./store-errors.ts";

const operation = "fetchStorefrontApps";

export function storefrontAppsOf(client: ScraperClient): FetchStorefrontApps {
  return async (request, context) => {
    const { country, externalIds, language, fields } = request;
    if (externalIds.length === 0 || externalIds.length > STOREFRONT_APPS_MAX) {
      throw new RangeError(`${externalIds.length} apps, where 1 to ${STOREFRONT_APPS_MAX} are possible`);
    }
    const lookup = await callStoreOnce(client, context, {
      operation,
      // A failed list counts against its storefront; a failed list of one app may be due to that app.
      subject: externalIds.length === 1 ? externalIds.join() : `apps of ${country}`,
      storefront: country,
      segments: ["storefronts", country, "apps"],
      query: { ids: externalIds.join(","), fields, ...(language !== null && { lang: language }) },
      schema: bodySchema()
        .refine((body) => body.country === country, "the apps of another storefront")
        .refine(({ lang }) => lang === null || lang === language, "texts in another language"),
      bodyBytesMax: STOREFRONT_BYTES_MAX,
      costs: storefrontAppsCosts,
    });
    if (lookup.outcome !== "found") {
      // "Not found" concerns one app. For all of them at once, the route may not exist.
      const { failure } = lookup.outcome === "failed" ? lookup : failed("invalid_response", 404);
      throw new UpstreamError({ platform: client.platform, operation, failure });
    }
    const { apps, lang, requests_made } = lookup.record;
    const served = { ...request, language: lang, platform: client.platform };
    const read = (externalId: string, index: number) => ({
      externalId,
      lookup: readApp(served, externalId, apps[index]) ?? failed("invalid_response", 200),
    });
    return { apps: externalIds.map(read), language: lang, requestsMade: requests_made };
  };
}

const bodySchema = lazy(() => storefrontAppsSchema().extend({ apps: z.array(z.unknown()) }));

type Served = StorefrontAppsRequest & { readonly platform: Platform };

function readApp(served: Served, externalId: string, entry: unknown): StorefrontAppLookup | undefined {
  const app = storefrontAppSchema().safeParse(entry).data;
  if (app?.id !== externalId) return undefined;
  if (app.outcome === "failed") return failed(app.reason);
  if (app.outcome === "missing") return { outcome: "missing" };

  const record = readRecord(served, app);
  return record && { outcome: "found", record };
}

type FoundApp = Extract<z.infer<ReturnType<typeof storefrontAppSchema>>, { outcome: "found" }>;

function readRecord(
  { platform, country, language, fields }: Served,
  { id, metrics, identity, listing, facts, text_hash }: FoundApp,
): StorefrontApp | undefined {
  if (metrics.country !== country) return undefined;
  const read = {
    metrics: normaliseMetrics(country, metrics),
    identity: null,
    listing: null,
    facts: null,
    text_hash: null,
  };
  if (fields === "metrics") return read;

  if (identity?.app_id !== id || listing?.country !== country || text_hash === undefined) return undefined;
  const named = { ...read, identity: normaliseIdentity(identity), facts: normaliseFacts(facts ?? {}) };
  if (language === null) return named;
  if (listing.platform !== platform || listing.locale !== language) return undefined;
  return { ...named, listing: normaliseListing({ country, locale: language }, listing), text_hash };
}
