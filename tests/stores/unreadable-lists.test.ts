import { describe, expect, it } from "vitest";

import type { StoreConnector } from "../../lib/stores/connector.ts";
import { UpstreamError } from "../../lib/stores/store-errors.ts";
import { scraperChartEntry, scraperDeveloper, scraperDeveloperApp, scraperSearchResult } from "./scraper-responses.ts";
import { useStubScraper } from "./stub-scraper.ts";

const context = { correlationId: "c-1", deadlineMs: 20_000 };
const country = "us";
const unreadable = "no id\u0000";

const requests = [
  {
    of: "a search for apps",
    good: { results: [scraperSearchResult(), scraperSearchResult({ app_id: unreadable })] },
    garbage: { results: [scraperSearchResult({ app_id: unreadable })] },
    call: (connector: StoreConnector) => connector.searchApps({ term: "kite", country, limit: 10 }, context),
  },
  {
    of: "a chart",
    good: { results: [scraperChartEntry(), scraperChartEntry({ app_id: unreadable, rank: 2 })] },
    garbage: { results: [scraperChartEntry({ app_id: unreadable })] },
    call: (connector: StoreConnector) =>
      connector.fetchChart({ collection: "top_free", country, categoryExternalId: "36" }, context),
  },
  {
    of: "a search for publishers",
    good: { results: [scraperDeveloper(), scraperDeveloper({ developer_id: unreadable })] },
    garbage: { results: [scraperDeveloper({ developer_id: unreadable })] },
    call: (connector: StoreConnector) => connector.searchPublishers({ term: "kite", country, limit: 10 }, context),
  },
  {
    of: "a publisher's apps",
    good: { apps: [scraperDeveloperApp(), scraperDeveloperApp({ external_id: unreadable })] },
    garbage: { apps: [scraperDeveloperApp({ external_id: unreadable })] },
    call: async (connector: StoreConnector) => {
      const lookup = await connector.fetchPublisherApps({ externalId: "2001", country }, context);
      return lookup.outcome === "found" ? lookup.record : [];
    },
  },
];

describe.each(requests)("the list of $of", ({ good, garbage, call }) => {
  const stub = useStubScraper();

  it("omits entries that cannot be read", async () => {
    stub.reply({ status: 200, body: good });

    expect(await call(stub.connector("ios"))).toHaveLength(1);
  });

  it("is an invalid response, not an empty list, when no entry can be read", async () => {
    stub.reply({ status: 200, body: garbage });

    const error = await call(stub.connector("ios")).catch((thrown: unknown) => thrown);

    expect(error instanceof UpstreamError && error.failure.reason).toBe("invalid_response");
  });
});
