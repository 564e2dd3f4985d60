import { describe, expect, it } from "vitest";

import { developerAppsResponseSchema } from "../../scrapers/contracts/lists.ts";
import { searchResponseSchema } from "../../scrapers/contracts/search-results.ts";
import { faultCases } from "./fault-cases.ts";
import { faultRoutes } from "./fault-routes.ts";
import { get, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ publishersPerStore: 12 });

/** Routes that send a second request to complete their list. */
const lists = [
  { platform: "ios", route: "app search", second: { kind: "lookup" }, schema: searchResponseSchema() },
  { platform: "android", route: "developer's apps", second: { path: "batch" }, schema: developerAppsResponseSchema() },
] as const;

describe.each(lists)("a fault of the second request of $route ($platform)", ({ platform, route, second, schema }) => {
  const path = () => faultRoutes(harness, platform).find((one) => one.route === route)?.path ?? "";

  it.each(faultCases)(
    "[TRAP-8] returns no part of the list on $fault",
    async ({ respond, expected: { [platform]: expected } }) => {
      const isSilent = expected.outcome === "failed" && expected.reason === "timeout";
      const { [platform]: scraper } = harness.with(isSilent ? { requestTimeoutMs: 400 } : {});
      harness.simulator.faults.add({ match: second, respond });

      const response = await get(scraper, path());

      if (expected.outcome === "found") {
        schema.parse(response.body);
        return;
      }
      // A 404 in the middle of a list does not mean that anything is absent.
      const failure = expected.outcome === "absent" ? { status: 500, reason: "invalid_response" } : expected;
      expect(response).toMatchObject({ status: failure.status, body: { reason: failure.reason } });
    },
  );
});
