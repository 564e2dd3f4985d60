import { describe, expect, it } from "vitest";

import { dev, prod } from "../../infra/aws/stages.ts";
import { findEnding, readSupported, supportDates } from "../../infra/aws/support-dates.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { synthesiseStage } from "./fixtures/synthesise-stage.ts";

const used = readSupported([dev, prod].flatMap((stage) => Object.values(synthesiseStage(stage))));

describe("the support of what is deployed", () => {
  it("has a date for each runtime and engine that the templates name, and for no other", () => {
    expect(used).toEqual(["aurora-postgresql 17.9", "nodejs24.x"]);
    expect(Object.keys(supportDates).toSorted()).toEqual(used);
    for (const { until } of nonEmpty(Object.values(supportDates))) expect(until).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each([
    { day: "2027-01-06", says: [] },
    { day: "2027-01-07", says: ["AWS's support of aurora-postgresql 17.9 ends in 90 days, on 2027-04-07"] },
    { day: "2027-04-08", says: ["AWS's support of aurora-postgresql 17.9 has ended, on 2027-04-07"] },
    {
      day: "2028-04-30",
      says: [expect.stringContaining("17.9 has ended"), "AWS's support of nodejs24.x ends in 0 days"],
    },
  ])("needs an update on $day: $says", ({ day, says }) => {
    const sentences = findEnding(used, new Date(day));

    expect(sentences).toEqual(
      says.map((sentence) => (typeof sentence === "string" ? expect.stringContaining(sentence) : sentence)),
    );
  });

  it("rejects a runtime without a date", () => {
    expect(findEnding(["nodejs26.x"], new Date("2026-11-25"))).toEqual([
      "nodejs26.x has no date in infra/aws/support-dates.ts: add until when AWS supports it.",
    ]);
  });
});
