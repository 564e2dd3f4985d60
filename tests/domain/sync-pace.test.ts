import { describe, expect, it } from "vitest";

import { countries } from "../../db/seeds/countries.ts";
import { activeRunsMax, wholeRunRequests } from "../../lib/domain/sync-pace.ts";

describe("the runs that may be under way at once", () => {
  it("are as many as the store's budget completes in a quarter of a run's maximum age", () => {
    // iOS: 1 + 2 x (39 + 111) = 301 requests; 20 a minute are 7,200 in six hours. Android: 1 + 59 + 74 = 134 of 10,800.
    expect(
      activeRunsMax({ rate: 20 / 60, runAgeMaxHours: 24, requestsPerRun: wholeRunRequests(countries, "ios") }),
    ).toBe(24);
    expect(
      activeRunsMax({ rate: 30 / 60, runAgeMaxHours: 24, requestsPerRun: wholeRunRequests(countries, "android") }),
    ).toBe(81);
  });

  it("are at least one, however low the store's rate", () => {
    expect(
      activeRunsMax({ rate: 0.000_1, runAgeMaxHours: 1, requestsPerRun: wholeRunRequests(countries, "ios") }),
    ).toBe(1);
  });

  it("have no limit when the store's rate is unlimited", () => {
    expect(
      activeRunsMax({ rate: "unlimited", runAgeMaxHours: 24, requestsPerRun: wholeRunRequests(countries, "ios") }),
    ).toBe(Number.POSITIVE_INFINITY);
  });
});
