import { afterEach, describe, expect, it } from "vitest";
import type { ListingTarget } from "../../lib/domain/country.ts";
import { type FailureReason, failureReasons } from "../../lib/domain/failed-item.ts";
import { type Platform, platformFacts } from "../../lib/domain/platform.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { describeChartPages } from "./chart-page-contract.ts";
import { describeLists } from "./list-contract.ts";
import { describeAppParts } from "./parts-contract.ts";
import type { StoreWorld } from "./store-world.ts";
import { describeStorefrontApps } from "./storefront-contract.ts";

const context = { correlationId: "contract", deadlineMs: 20_000 };
const found = { outcome: "found" };
const empty = { outcome: "empty_response" };

/** Each test calls `world`, which may exist only once the suite runs. */
export function describeStoreConnector(name: string, platform: Platform, world: () => StoreWorld): void {
  describe(`${name} as a store connector`, () => {
    afterEach(() => world().heal());

    describeResponses(world);
    describeAbsence(world, platform);
    describeFailures(world);
    describeDeadline(world);
    describeLists(world);
    if (platformFacts[platform].hasChartPages) describeChartPages(world);
    if (platformFacts[platform].hasStorefrontApps) {
      describeStorefrontApps(world);
      describeAppParts(world);
    }
  });
}

function describeResponses(world: () => StoreWorld): void {
  it("[CON-1 CON-2] returns the identity of an app", async () => {
    const { connector, externalId, targets } = world();

    const lookup = await connector.fetchIdentity({ externalId, country: targets[0].country }, context);

    expect(lookup).toMatchObject({
      outcome: "found",
      record: { external_id: externalId, name: expect.stringMatching(/./) },
    });
  });

  it("[CON-1 CON-2] returns the requested listings in order", async () => {
    const { connector, externalId, targets } = world();
    const requested = targets.toReversed();

    const responses = await connector.fetchListings({ externalId, targets: requested }, context);

    expect(responses).toMatchObject(
      requested.map(({ country, locale }) => ({
        target: { country, locale },
        lookup: { outcome: "found", record: { country_code: country, locale } },
      })),
    );
  });

  it("[CON-1 CON-2] returns the metrics of the requested countries in order", async () => {
    const { connector, externalId } = world();
    const countries = metricsCountries(world());

    const responses = await connector.fetchMetrics({ externalId, countries }, context);

    expect(responses).toMatchObject(
      countries.map((country) => ({ country, lookup: { outcome: "found", record: { country_code: country } } })),
    );
  });

  it("finds apps by a term, at most as many as requested", async () => {
    const { connector, term, targets } = world();

    const hits = await connector.searchApps({ term, country: targets[0].country, limit: 2 }, context);

    expect(hits.length).toBeGreaterThan(0);
    expect(hits.length).toBeLessThanOrEqual(2);
    for (const hit of hits) expect(hit).toMatchObject({ external_id: expect.stringMatching(/^[A-Za-z0-9._]+$/) });
    const ids = await connector.searchAppIds?.({ term, country: targets[0].country, limit: 2 }, context);
    expect(ids ?? hits.map(({ external_id }) => external_id)).toEqual(hits.map(({ external_id }) => external_id));
  });
}

function describeAbsence(world: () => StoreWorld, platform: Platform): void {
  /** Google Play shows the app and says that it is not offered there. The App Store does not show it. */
  const elsewhere = platform === "android" ? { ...empty, absence: "not_offered" } : empty;

  it("[CON-3] returns empty_response, without an error, for an app that the store does not know", async () => {
    const { connector, unknownId: externalId, targets } = world();
    const [{ country }] = targets;
    const countries = metricsCountries(world());

    expect(await connector.fetchIdentity({ externalId, country }, context)).toEqual(empty);
    expect(lookups(await connector.fetchListings({ externalId, targets }, context))).toEqual(targets.map(() => empty));
    expect(lookups(await connector.fetchMetrics({ externalId, countries }, context))).toEqual(
      countries.map(() => empty),
    );
  });

  it("[CON-3] returns empty_response for the one storefront that does not have the app", async () => {
    const { connector, externalId, targets, absent } = world();
    const requested = [targets[0], absent, targets[1]];

    expect(await connector.fetchIdentity({ externalId, country: absent.country }, context)).toEqual(elsewhere);
    const [first, other, last] = lookups(await connector.fetchListings({ externalId, targets: requested }, context));
    expect([first, last]).toMatchObject([found, found]);
    expect(other).toEqual(elsewhere);
  });

  it("finds no apps, without an error, by a term without hits", async () => {
    const { connector, termWithoutHits: term, targets } = world();

    const request = { term, country: targets[0].country, limit: 10 };
    expect(await connector.searchApps(request, context)).toEqual([]);
    expect((await connector.searchAppIds?.(request, context)) ?? []).toEqual([]);
  });
}

function describeFailures(world: () => StoreWorld): void {
  it.each(failureReasons)(
    "[CON-4] throws an upstream error with the reason %s for a single request",
    async (reason) => {
      const { connector, externalId, targets, term, fail } = world();
      const [{ country }] = targets;
      fail(country, { reason });

      await expect(connector.fetchIdentity({ externalId, country }, context)).rejects.toSatisfy(isUpstream(reason));
      await expect(connector.searchApps({ term, country, limit: 5 }, context)).rejects.toSatisfy(isUpstream(reason));
      const search = connector.searchAppIds ?? connector.searchApps;
      await expect(search({ term, country, limit: 5 }, context)).rejects.toSatisfy(isUpstream(reason));
    },
  );

  it.each(failureReasons)("fails only the bad storefront, with the reason %s and a status", async (reason) => {
    const { connector, externalId, targets, fail } = world();
    fail(targets[1].country, { reason });
    const failed = { outcome: "failed", failure: { reason, status: expect.any(Number) } };

    const listings = await connector.fetchListings({ externalId, targets }, context);
    expect(lookups(listings)).toMatchObject([found, failed, found]);

    const countries = metricsCountries(world(), [targets[1], targets[2]]);
    const metrics = await connector.fetchMetrics({ externalId, countries }, context);
    expect(lookups(metrics)).toMatchObject([failed, found].slice(0, countries.length));
  });

  it("reports the store's Retry-After", async () => {
    const { connector, externalId, targets, fail } = world();
    const [target] = targets;
    fail(target.country, { reason: "http_429", retryAfterSeconds: 30 });
    const failure = { reason: "http_429", retryAfterSeconds: 30 };

    const identity = connector.fetchIdentity({ externalId, country: target.country }, context);
    await expect(identity).rejects.toMatchObject({ failure });
    const [listing] = await connector.fetchListings({ externalId, targets: [target] }, context);
    expect(listing?.lookup).toMatchObject({ outcome: "failed", failure });
    const [metrics] = await connector.fetchMetrics({ externalId, countries: [target.country] }, context);
    expect(metrics?.lookup).toMatchObject({ outcome: "failed", failure });
  });
}

function describeDeadline(world: () => StoreWorld): void {
  it("returns by the deadline, with a timeout for pending items", async () => {
    const { connector, externalId, targets, hang } = world();
    const [target] = targets;
    hang(target.country);
    const hurried = { ...context, deadlineMs: 300 };
    // A status would mean that the timeout was another's.
    const failure = { reason: "timeout", status: null };

    const identity = connector.fetchIdentity({ externalId, country: target.country }, hurried);
    await expect(identity).rejects.toMatchObject({ failure });
    const listings = await connector.fetchListings({ externalId, targets: [target] }, hurried);
    const metrics = await connector.fetchMetrics({ externalId, countries: [target.country] }, hurried);

    expect([...lookups(listings), ...lookups(metrics)]).toMatchObject([
      { outcome: "failed", failure },
      { outcome: "failed", failure },
    ]);
  });
}

function metricsCountries(world: StoreWorld, targets: readonly ListingTarget[] = world.targets): readonly string[] {
  const isGlobal = platformFacts[world.connector.platform].hasGlobalMetrics;
  return targets.map(({ country }) => country).slice(0, isGlobal ? 1 : targets.length);
}

function lookups<T>(responses: readonly { readonly lookup: T }[]): readonly T[] {
  return responses.map(({ lookup }) => lookup);
}

function isUpstream(reason: FailureReason) {
  return (error: unknown) => error instanceof UpstreamError && error.failure.reason === reason;
}
