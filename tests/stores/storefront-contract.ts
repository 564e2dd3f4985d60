import { expect, it } from "vitest";

import { failureReasons } from "../../lib/domain/failed-item.ts";
import { type CallContext, requireStorefrontApps, type StorefrontAppsRequest } from "../../lib/stores/connector.ts";
import type { StorefrontAppLookup } from "../../lib/stores/records.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { STOREFRONT_APPS_MAX } from "../../scrapers/contracts/storefronts.ts";
import type { StoreWorld } from "./store-world.ts";

const context = { correlationId: "contract", deadlineMs: 20_000 };

/** The contract of a connector that requests many apps of a storefront at once. */
export function describeStorefrontApps(world: () => StoreWorld): void {
  it("returns many apps of a storefront in the order of the request, missing ones among them", async () => {
    const { externalId, unknownId } = world();

    const response = await fetchApps(world(), { externalIds: [unknownId, externalId] });

    expect(response).toMatchObject({ language: null, requestsMade: 1 });
    expect(response.apps).toMatchObject([
      { externalId: unknownId, lookup: { outcome: "missing" } },
      { externalId, lookup: { outcome: "found", record: { identity: null, listing: null, text_hash: null } } },
    ]);
  });

  it("returns missing for an app that the storefront does not have", async () => {
    const { externalId, absent } = world();

    const { apps } = await fetchApps(world(), { country: absent.country });

    expect(apps).toEqual([{ externalId, lookup: { outcome: "missing" } }]);
  });

  it("[CON-2] returns the same metrics as the request for one app, without stars", async () => {
    const { connector, externalId, targets } = world();
    const countries = [targets[1].country];
    const [metrics] = await connector.fetchMetrics({ externalId, countries }, context);

    const lookup = await fetchApp(world(), { country: targets[1].country, fields: "metrics" });

    const expected = metrics?.lookup.outcome === "found" ? { ...metrics.lookup.record, stars: null } : undefined;
    expect(lookup.outcome === "found" && lookup.record.metrics).toEqual(expected);
  });

  it("[CON-2] returns the same texts as the request for one app, and names the fields that only its page shows", async () => {
    const { connector, externalId, targets } = world();
    const [, { country, locale }] = targets;
    const [listing] = await connector.fetchListings({ externalId, targets: [{ country, locale }] }, context);

    const lookup = await fetchApp(world(), { country, language: locale, fields: "all" });

    const record = listing?.lookup.outcome === "found" ? listing.lookup.record : undefined;
    expect(lookup).toMatchObject({ outcome: "found", record: { identity: { external_id: externalId } } });
    expect(lookup.outcome === "found" && lookup.record.listing).toEqual({
      ...record,
      subtitle: null,
      promotional_text: null,
      screenshots: [],
      video_url: null,
      unread_fields: ["subtitle", "promotional_text", "screenshots", "video_url"],
    });
    expect(lookup.outcome === "found" && lookup.record.text_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("returns an identity without texts when no language is requested", async () => {
    const { externalId } = world();

    expect(await fetchApp(world(), { fields: "all" })).toMatchObject({
      outcome: "found",
      record: { identity: { external_id: externalId }, listing: null, text_hash: null },
    });
  });

  it.each(failureReasons)("throws an upstream error with the reason %s when the call fails", async (reason) => {
    world().fail(world().targets[0].country, { reason });

    const error = await fetchApps(world()).catch((thrown: unknown) => thrown);

    expect(error instanceof UpstreamError && error.failure).toMatchObject({ reason });
  });

  it("reports the store's Retry-After when the call fails", async () => {
    world().fail(world().targets[0].country, { reason: "http_429", retryAfterSeconds: 30 });

    const failure = { reason: "http_429", retryAfterSeconds: 30 };
    await expect(fetchApps(world())).rejects.toMatchObject({ failure });
  });

  it("fails with a timeout once the deadline of the call has passed", async () => {
    world().hang(world().targets[0].country);

    const failure = { reason: "timeout", status: null };
    await expect(fetchApps(world(), {}, { ...context, deadlineMs: 300 })).rejects.toMatchObject({ failure });
  });

  it("rejects a request for no app and one for too many", async () => {
    const tooMany = Array.from({ length: STOREFRONT_APPS_MAX + 1 }, (_, index) => String(index + 1));

    await expect(fetchApps(world(), { externalIds: [] })).rejects.toThrow(RangeError);
    await expect(fetchApps(world(), { externalIds: tooMany })).rejects.toThrow(RangeError);
  });
}

/** Requests the app of the world in its first storefront, unless the test says otherwise. */
function fetchApps(
  { connector, externalId, targets }: StoreWorld,
  request: Partial<StorefrontAppsRequest> = {},
  given: CallContext = context,
) {
  const usual = { country: targets[0].country, externalIds: [externalId], language: null, fields: "metrics" } as const;
  return requireStorefrontApps(connector)({ ...usual, ...request }, given);
}

async function fetchApp(world: StoreWorld, request: Partial<StorefrontAppsRequest>): Promise<StorefrontAppLookup> {
  const [app] = (await fetchApps(world, request)).apps;
  if (app === undefined) throw new Error("The response has no app.");
  return app.lookup;
}
