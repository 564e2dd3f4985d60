import { createHash } from "node:crypto";

import type { FetchStorefrontApps, StorefrontAppsRequest } from "../../lib/stores/connector.ts";
import type {
  AppIdentity,
  ListingRecord,
  MetricsRecord,
  StoreFailure,
  StorefrontApp,
  StorefrontAppLookup,
  StorefrontApps,
} from "../../lib/stores/records.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { STOREFRONT_APPS_MAX } from "../../scrapers/contracts/storefronts.ts";
import { fakeIdentity, fakeListing, fakeMetrics, storeFailure } from "./fake-store-records.ts";
import { createScript, type FakeResponse, isFailure, settle } from "./fake-store-scripts.ts";

export type FakeRecords = {
  readonly identity?: Partial<AppIdentity>;
  readonly listing?: Partial<ListingRecord>;
  readonly metrics?: Partial<MetricsRecord>;
};

/** How records differ from the default ones; or left out by the store, a failure of this app alone. */
type FakeStorefrontApp = FakeRecords | "missing" | StoreFailure;

/** How a call goes; or silence until the deadline, a failure of the whole call. */
type FakeStorefront = Partial<Pick<StorefrontApps, "language" | "requestsMade">> | "hang" | StoreFailure;

export type FakeStorefronts = {
  /** Default: what is sold. An app that is neither for sale nor scripted is missing. */
  scriptStorefrontApp(externalId: string, country: string, ...responses: FakeStorefrontApp[]): void;
  /** Default: the requested language, by one request. */
  scriptStorefront(country: string, ...responses: FakeStorefront[]): void;
};

/** The part of a fake store that returns many apps of a storefront in one call. */
export function createFakeStorefronts({
  soldIn,
  scripted,
}: {
  readonly soldIn: (externalId: string, country: string) => FakeRecords | undefined;
  /** The scripted metrics of an app: a batch shows them, too. */
  readonly scripted: (externalId: string, country: string) => FakeResponse<MetricsRecord> | undefined;
}): {
  readonly scripts: FakeStorefronts;
  readonly fetchStorefrontApps: FetchStorefrontApps;
} {
  const apps = createScript<FakeStorefrontApp>();
  const storefronts = createScript<FakeStorefront>();

  const appIn = (externalId: string, country: string): FakeStorefrontApp => {
    const metrics = scripted(externalId, country);
    if (metrics === "empty_response" || metrics === "not_offered") return "missing";
    if (metrics === "hang") return storeFailure("timeout");
    if (metrics !== undefined && isFailure(metrics)) return metrics;
    const sold = soldIn(externalId, country);
    if (metrics === undefined) return sold ?? "missing";
    return { ...sold, metrics: { ...sold?.metrics, ...metrics } };
  };

  const lookUp = (externalId: string, request: StorefrontAppsRequest): StorefrontAppLookup => {
    const { country } = request;
    const response = apps.next(`${externalId} ${country}`) ?? appIn(externalId, country);
    if (response === "missing") return { outcome: "missing" };
    if (isFailure(response)) return { outcome: "failed", failure: response };
    return { outcome: "found", record: storefrontApp(externalId, request, response) };
  };

  return {
    scripts: {
      scriptStorefrontApp: (externalId, country, ...responses) => apps.set(`${externalId} ${country}`, responses),
      scriptStorefront: (country, ...responses) => storefronts.set(country, responses),
    },
    async fetchStorefrontApps(request, context) {
      const { country, externalIds, language } = request;
      if (externalIds.length === 0 || externalIds.length > STOREFRONT_APPS_MAX)
        throw new RangeError(`${externalIds.length} apps`);
      const settled = await settle<StorefrontApps, Partial<StorefrontApps>>(
        storefronts.next(country) ?? {},
        (given) => given,
        context,
      );
      if (settled.outcome === "failed") {
        throw new UpstreamError({ platform: "ios", operation: "fetchStorefrontApps", failure: settled.failure });
      }
      const given = settled.outcome === "found" ? settled.record : {};
      const served = { ...request, language: given.language === undefined ? language : given.language };
      return {
        apps: externalIds.map((externalId) => ({ externalId, lookup: lookUp(externalId, served) })),
        language: served.language,
        requestsMade: given.requestsMade ?? 1,
      };
    },
  };
}

/** What lookup lacks, an app's web page shows. */
const ofThePage = {
  subtitle: null,
  promotional_text: null,
  screenshots: [],
  video_url: null,
  unread_fields: ["subtitle", "promotional_text", "screenshots", "video_url"],
} as const satisfies Partial<ListingRecord>;

function storefrontApp(
  externalId: string,
  { country, language, fields }: StorefrontAppsRequest,
  { identity, listing, metrics }: FakeRecords,
): StorefrontApp {
  const record = {
    metrics: { ...fakeMetrics(country, metrics), stars: null },
    identity: null,
    listing: null,
    facts: null,
    text_hash: null,
  };
  if (fields === "metrics") return record;

  const named = { ...record, identity: fakeIdentity(externalId, identity), facts: {} };
  if (language === null) return named;
  const texts = { ...fakeListing({ country, locale: language }, listing), ...ofThePage };
  const { title, description, whats_new } = texts;
  const text_hash = createHash("sha256")
    .update(JSON.stringify([title, description, whats_new]))
    .digest("hex");
  return { ...named, listing: texts, text_hash };
}
