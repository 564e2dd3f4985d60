import { describe, expect, it } from "vitest";

import { describeCadence, releaseCadence } from "../../../../web/screens/app/release-cadence.ts";

describe("the cadence of releases", () => {
  it("is the mean time between the last releases with a date", () => {
    const versions = ["2026-03-21", null, "2026-03-11", "2026-03-01"].map((release_date) => ({ release_date }));

    expect(releaseCadence(versions)).toEqual({ releases: 4, days: 10, last: "2026-03-21" });
    expect(describeCadence(releaseCadence(versions))).toBe("Every 10 days");
  });

  it("is not known of one release", () => {
    expect(describeCadence(releaseCadence([{ release_date: "2026-03-21" }]))).toBe("Not known yet");
  });
});
