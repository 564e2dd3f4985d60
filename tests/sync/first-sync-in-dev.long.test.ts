import { describe, expect, it } from "vitest";

import { describeFigure, isKept } from "../bench/waits/figures.ts";
import { alone } from "../bench/waits/scenarios/alone.ts";
import { withBenchDatabases } from "../support/bench-databases.ts";

const options = { scenarios: ["alone"], syncs: 1, followed: 1, crowd: 1, seed: 1, isReport: false } as const;

describe("a first sync of the App Store in dev, whose ticks are six hours apart", () => {
  it("is whole within 25 minutes and leaves no message behind", () =>
    withBenchDatabases(async (create) => {
      const figures = await alone.run({ create, options, print: () => undefined });
      console.log(figures.map(describeFigure).join("\n"));
      expect(figures.filter((figure) => !isKept(figure))).toEqual([]);
    }));
});
