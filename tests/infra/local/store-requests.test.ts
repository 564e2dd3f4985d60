import { describe, expect, it } from "vitest";

import { countRequestsFor, countSharedRequestsFor } from "../../../infra/local/store-requests.ts";
import { createRequestLog, type LoggedRequest } from "../../../infra/store-simulator/request-log.ts";

const app = { platform: "ios", externalId: "1000015215" } as const;

const lookup: LoggedRequest = {
  at: 0,
  platform: "ios",
  kind: "lookup",
  method: "GET",
  host: "itunes.apple.com",
  path: "/lookup",
  query: "id=1000015215&country=us&entity=software",
  appId: "1000015215",
  country: "us",
  language: null,
  status: 200,
  fault: null,
  isCached: false,
};

function logOf(...requests: readonly Partial<LoggedRequest>[]) {
  const log = createRequestLog();
  for (const request of requests) log.add({ ...lookup, ...request });
  return log;
}

describe("the requests that an app costs its store", () => {
  it("are those for that app alone", () => {
    const log = logOf({}, { kind: "page", path: "/us/app/id1000015215", query: "" }, { appId: "1000000042" });

    expect(countRequestsFor(log, app)).toBe(2);
  });

  it("leave out what sweeps request, even for a shard of one app", () => {
    const log = logOf(
      { query: "id=1000015215&country=us" },
      { query: "id=1000015215,1000000042&country=us", appId: "1000015215,1000000042" },
    );

    expect(countRequestsFor(log, app)).toBe(0);
  });

  it("are shared where a list of apps was requested", () => {
    const log = logOf({}, { query: "id=1000015215,1000000042&country=us", appId: "1000015215,1000000042" });

    expect(countSharedRequestsFor(log, app)).toBe(1);
  });
});
