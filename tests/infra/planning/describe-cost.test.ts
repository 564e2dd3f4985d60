import { describe, expect, it } from "vitest";

import { prod } from "../../../infra/aws/stages.ts";
import { UsageError } from "../../../infra/cli/command-line.ts";
import { describeCost } from "../../../infra/planning/describe-cost.ts";
import { readInventory } from "../../../infra/planning/inventory.ts";
import { readCostOptions } from "../../../infra/planning/options.ts";
import { nonEmpty } from "../../support/non-empty.ts";

const inventory = readInventory(prod);

/** Returns the lines that the command prints, without the spaces that align them. */
function print(...given: readonly string[]): readonly string[] {
  return describeCost(readCostOptions(given), inventory).map((line) => line.replace(/ {2,}/g, " "));
}

const lineThat = (lines: readonly string[], begins: string) => lines.find((line) => line.startsWith(begins)) ?? "";

describe("npm run cost -- --region", () => {
  it.each([
    { region: "us-east-1", acuHour: "0.12", capacity: "43.80", unverified: "dataBetweenServices" },
    { region: "eu-central-1", acuHour: "0.14", capacity: "51.10", unverified: "lambdaGbSeconds, lambdaRequests" },
    { region: "eu-west-1", acuHour: "0.14", capacity: "51.10", unverified: "lambdaGbSeconds, lambdaRequests" },
    { region: "ap-northeast-1", acuHour: "0.2", capacity: "73.00", unverified: "lambdaGbSeconds, lambdaRequests" },
  ])("prints the prices of $region with their date, and which of them no source confirms", (expected) => {
    const { region, acuHour, capacity, unverified } = expected;
    const lines = print("--apps", "0", "--region", region);

    expect(lines[1]).toBe(`${region}, prices of 2026-11, free tier: none.`);
    expect(lineThat(lines, " capacity")).toBe(` capacity 365 ${acuHour} / ACU-h ${capacity} ${capacity}`);
    expect(lineThat(lines, "Prices of ")).toMatch(
      new RegExp(`^Prices of ${region}, collected in 2026-11 \\(unverified: ${unverified}.*\\):$`),
    );
    expect(lineThat(lines, " auroraAcuHours:")).toContain(`: ${acuHour} USD / ACU-h (`);
  });

  it("is us-east-1 unless it is given, which is the cheapest of the four", () => {
    const totalOf = (lines: readonly string[]) => Number(lineThat(lines, "Total").split(" ").at(-1));
    const [first, ...others] = ["us-east-1", "eu-central-1", "eu-west-1", "ap-northeast-1"].map((region) =>
      print("--apps", "1000", "--region", region),
    );

    expect(print("--apps", "1000")).toEqual(first);
    for (const lines of nonEmpty(others)) expect(totalOf(lines)).toBeGreaterThan(totalOf(first ?? []));
  });

  it("rejects a region without prices, and names those with them", () => {
    expect(() => readCostOptions(["--region", "eu-north-1"])).toThrow(
      new UsageError(
        'There are no prices of "eu-north-1": there are those of us-east-1, eu-central-1, eu-west-1, ap-northeast-1.',
      ),
    );
  });
});

describe("npm run cost", () => {
  it("counts deliveries that find nothing, and says how many it assumes", () => {
    expect(lineThat(print("--apps", "10000"), " 0.1 of the deliveries")).toBe(
      " 0.1 of the deliveries of syncs and sweeps find no token and come back " +
        "(npm run simulate -- --apps 20000 --alone --syncs 400, without deliveries of charts: 7 %)",
    );
  });

  it("says before a bill of work that cannot be done that it is none, and which budget is too small", () => {
    const lines = print("--apps", "100000");
    const [first = -1, later = -1, bill = -1] = [
      "THE FIRST MONTH HAS MORE WORK",
      "EACH LATER MONTH HAS MORE",
      "Lambda",
    ].map((begins) => lines.findIndex((line) => line.startsWith(begins)));

    expect([first > 0, later > first, bill > later]).toEqual([true, true, true]);
    expect(lines[later]).toContain("below is no bill of it, but what all of it would cost.");
    expect(lines.slice(later, bill)).toContainEqual(
      expect.stringMatching(/^ the budget of play\.google\.com carries [\d,]+ of [\d,]+ syncs a day\.$/),
    );
    expect(lines.slice(later, bill)).toContain("npm run simulate shows what happens instead, and its price.");
  });

  it("says nothing of the kind where all of it can be done", () => {
    expect(print("--apps", "1000").filter((line) => line.includes("MORE WORK THAN"))).toEqual([]);
  });

  it.each(["none", "monitoring", "whole"])("says what of the free tier it subtracts: %s", (freeTier) => {
    expect(print("--apps", "0", "--free-tier", freeTier)[1]).toBe(
      `us-east-1, prices of 2026-11, free tier: ${freeTier}.`,
    );
  });
});
