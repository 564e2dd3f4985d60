import { describe, expect, it } from "vitest";

import { createCatalogue } from "../../../infra/store-simulator/catalogue/catalogue.ts";
import { DEFAULT_CATALOGUE } from "../../../infra/store-simulator/simulator.ts";
import { platforms } from "../../../lib/domain/platform.ts";

const catalogue = createCatalogue({ ...DEFAULT_CATALOGUE, appsPerStore: 60, publishersPerStore: 10 });

describe("the catalogue before day 0", () => {
  it.each(platforms)("has ratings from 1 to 5 of %s, or none where nobody has rated", (platform) => {
    const shown = catalogue
      .apps(platform)
      .flatMap((app) =>
        [-30, -365].flatMap((day) =>
          catalogue.storefronts(platform).flatMap((code) => app.on(day).metrics(code) ?? []),
        ),
      );

    const hasNone = ({ rating, ratingCount }: (typeof shown)[number]) => rating === null && ratingCount === 0;
    const isRated = ({ rating, ratingCount, stars }: (typeof shown)[number]) =>
      rating !== null && rating >= 1 && rating <= 5 && ratingCount > 0 && Math.min(...stars) >= 0;
    expect(shown.filter(hasNone).length).toBeGreaterThan(0);
    expect(shown.filter(isRated).length).toBeGreaterThan(0);
    expect(shown.filter((metrics) => !hasNone(metrics) && !isRated(metrics))).toEqual([]);
  });
});
