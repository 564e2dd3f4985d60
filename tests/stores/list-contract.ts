import { expect, it } from "vitest";

import { failureReasons } from "../../lib/domain/failed-item.ts";
import type { CallContext } from "../../lib/stores/connector.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { CHART_ENTRIES_MAX, SAMPLE_APPS_MAX } from "../../scrapers/contracts/lists.ts";
import { nonEmpty } from "../support/non-empty.ts";
import type { StoreWorld } from "./store-world.ts";

const context = { correlationId: "contract", deadlineMs: 20_000 };
const appOfList = { external_id: expect.stringMatching(/^[A-Za-z0-9._]+$/), name: expect.stringMatching(/./) };

/** The connector contract of charts and publishers. */
export function describeLists(world: () => StoreWorld): void {
  it("returns a chart, best rank first", async () => {
    const { connector, chart } = world();

    const entries = await connector.fetchChart(chart, context);

    const ranks = entries.map(({ rank }) => rank);
    expect(ranks[0]).toBe(1);
    expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b));
    expect(entries.length).toBeLessThanOrEqual(CHART_ENTRIES_MAX);
    for (const entry of entries) expect(entry).toMatchObject(appOfList);
  });

  it("returns the apps of a publisher by the id of an identity", async () => {
    const { connector, externalId, targets } = world();
    const [{ country }] = targets;
    const identity = await connector.fetchIdentity({ externalId, country }, context);
    const publisherId = identity.outcome === "found" ? identity.record.publisher_external_id : undefined;

    const lookup = await connector.fetchPublisherApps({ externalId: publisherId ?? "", country }, context);

    expect(publisherId).toBe(world().publisherId);
    const apps = lookup.outcome === "found" ? lookup.record : [];
    expect(apps.map((app) => app.external_id)).toContain(externalId);
    for (const app of nonEmpty(apps)) expect(app).toMatchObject(appOfList);
  });

  it("finds publishers by a term, at most as many as requested, each with sample apps", async () => {
    const { connector, term, publisherId, targets } = world();

    const [{ country }] = targets;
    const publishers = await connector.searchPublishers({ term, country, limit: 50 }, context);

    expect(publishers.map((one) => one.external_id)).toContain(publisherId);
    expect(await connector.searchPublishers({ term, country, limit: 1 }, context)).toEqual(publishers.slice(0, 1));
    for (const { app_count, sample_apps } of nonEmpty(publishers)) {
      expect(sample_apps.length).toBeGreaterThan(0);
      expect(sample_apps.length).toBeLessThanOrEqual(Math.min(app_count, SAMPLE_APPS_MAX));
    }
  });

  it("returns the terms that a store suggests, each once", async () => {
    const { connector, term, targets } = world();

    const terms = await connector.suggestTerms({ term, country: targets[0].country, language: "en-US" }, context);

    expect(terms.length).toBeGreaterThan(0);
    expect(terms).toEqual([...new Set(terms)]);
    for (const suggested of terms) expect(suggested).toMatch(/\S/);
  });

  it("returns the ids of a search, each once, with the apps that the response describes", async () => {
    const { connector, term, externalId, targets } = world();

    const request = { term, country: targets[0].country, language: "en-US" };
    const { ids, apps } = await connector.searchRanks(request, context);

    expect(ids).toContain(externalId);
    expect(ids).toEqual([...new Set(ids)]);
    const described = apps.map(({ external_id }) => external_id);
    expect(described).toEqual(ids.filter((id) => described.includes(id)));
  });

  it("returns empty_response, without an error, for a publisher that the store does not know", async () => {
    const { connector, unknownPublisherId: externalId, targets } = world();

    expect(await connector.fetchPublisherApps({ externalId, country: targets[0].country }, context)).toEqual({
      outcome: "empty_response",
    });
  });

  it("returns an empty list, without an error, for a chart without apps and a search without hits", async () => {
    const { connector, emptyChart, termWithoutHits: term, targets } = world();

    expect(await connector.fetchChart(emptyChart, context)).toEqual([]);
    expect(await connector.searchPublishers({ term, country: targets[0].country, limit: 10 }, context)).toEqual([]);
    const beginning = { term, country: targets[0].country, language: "en-US" };
    expect(await connector.suggestTerms(beginning, context)).toEqual([]);
    expect(await connector.searchRanks(beginning, context)).toMatchObject({ ids: [], apps: [] });
  });

  it.each(failureReasons)(
    "throws an upstream error with the reason %s for a list, and returns no part of it",
    async (reason) => {
      world().fail(world().targets[0].country, { reason });

      const outcomes = await Promise.allSettled(fetchLists(world(), context));

      for (const outcome of nonEmpty(outcomes)) expect(failureOf(outcome)).toMatchObject({ reason });
    },
  );

  it("reports the store's Retry-After when a list fails", async () => {
    world().fail(world().targets[0].country, { reason: "http_429", retryAfterSeconds: 30 });

    const outcomes = await Promise.allSettled(fetchLists(world(), context));

    const failure = { reason: "http_429", retryAfterSeconds: 30 };
    expect(outcomes.map(failureOf)).toMatchObject(outcomes.map(() => failure));
  });

  it("fails with a timeout once the deadline of a list has passed", async () => {
    world().hang(world().targets[0].country);

    const outcomes = await Promise.allSettled(fetchLists(world(), { ...context, deadlineMs: 300 }));

    for (const outcome of nonEmpty(outcomes)) expect(failureOf(outcome)).toMatchObject({ reason: "timeout" });
  });
}

/** Every request for a list, of the first storefront. */
function fetchLists(world: StoreWorld, given: CallContext): readonly Promise<unknown>[] {
  const { connector, chart, publisherId: externalId, term, targets } = world;
  const [{ country }] = targets;
  return [
    connector.fetchChart(chart, given),
    connector.fetchPublisherApps({ externalId, country }, given),
    connector.searchPublishers({ term, country, limit: 5 }, given),
    connector.suggestTerms({ term, country, language: "en-US" }, given),
    connector.searchRanks({ term, country, language: "en-US" }, given),
  ];
}

function failureOf(outcome: PromiseSettledResult<unknown>): unknown {
  const error: unknown = outcome.status === "rejected" ? outcome.reason : undefined;
  return error instanceof UpstreamError ? error.failure : error;
}
