import { expect, it } from "vitest";

import { failureReasons } from "../../lib/domain/failed-item.ts";
import { type CallContext, type ChartPageRequest, requireRequest } from "../../lib/stores/connector.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { CHART_ENTRIES_MAX } from "../../scrapers/contracts/lists.ts";
import type { StoreWorld } from "./store-world.ts";

const context = { correlationId: "contract", deadlineMs: 20_000 };
const games = "6014";

/** The contract of a connector that requests the charts of a category at once. */
export function describeChartPages(world: () => StoreWorld): void {
  it("returns the free and the paid chart of a category, or says that it is missing", async () => {
    expect(await namesOf(world(), { categoryExternalId: games })).toEqual([`top_free ${games}`, `top_paid ${games}`]);
  });

  it("returns the charts of games with those of all categories", async () => {
    expect(await namesOf(world(), { categoryExternalId: null })).toEqual(
      [`top_free ${games}`, "top_free null", `top_paid ${games}`, "top_paid null"].toSorted(),
    );
  });

  it("returns the entries of a chart by rank, with a window that holds them", async () => {
    const { charts } = await fetchPage(world(), { categoryExternalId: null });

    expect(charts.length).toBeGreaterThan(0);
    for (const { entries, window } of charts) {
      expect(entries.map(({ rank }) => rank)).toEqual(entries.map((_, index) => index + 1));
      expect(entries.length).toBeLessThanOrEqual(window);
      expect(window).toBeLessThanOrEqual(CHART_ENTRIES_MAX);
      expect(entries[0]).toMatchObject({
        external_id: expect.stringMatching(/^\d+$/),
        name: expect.stringMatching(/./),
      });
    }
  });

  it("[CON-2] returns the apps of the request for the chart alone, in its order", async () => {
    const { connector, chart } = world();
    const alone = await connector.fetchChart(chart, context);

    const { charts } = await fetchPage(world(), chart);

    const found = charts.find(
      ({ collection, category_external_id }) => collection === chart.collection && category_external_id === null,
    );
    const shown = found?.entries.slice(0, alone.length).map(({ external_id }) => external_id);
    expect(shown).toEqual(alone.map(({ external_id }) => external_id));
  });

  it.each(failureReasons)("throws an upstream error with the reason %s when the page fails", async (reason) => {
    world().fail(world().chart.country, { reason });

    const error = await fetchPage(world()).catch((thrown: unknown) => thrown);

    expect(error instanceof UpstreamError && error.failure).toMatchObject({ reason });
  });

  it("reports the store's Retry-After when the page fails", async () => {
    world().fail(world().chart.country, { reason: "http_429", retryAfterSeconds: 30 });

    await expect(fetchPage(world())).rejects.toMatchObject({ failure: { reason: "http_429", retryAfterSeconds: 30 } });
  });

  it("throws a timeout for a page that does not come by the deadline", async () => {
    world().hang(world().chart.country);

    const page = fetchPage(world(), {}, { ...context, deadlineMs: 300 });

    await expect(page).rejects.toMatchObject({ failure: { reason: "timeout", status: null } });
  });
}

function fetchPage(
  { connector, chart }: StoreWorld,
  request: Partial<ChartPageRequest> = {},
  callContext: CallContext = context,
) {
  const fetch = requireRequest(connector.platform, connector.fetchChartPage);
  return fetch({ country: chart.country, categoryExternalId: null, ...request }, callContext);
}

async function namesOf(world: StoreWorld, request: Partial<ChartPageRequest>): Promise<readonly string[]> {
  const { charts, missing } = await fetchPage(world, request);
  return [...charts, ...missing].map((one) => `${one.collection} ${one.category_external_id}`).toSorted();
}
