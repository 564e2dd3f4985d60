import { expect, it } from "vitest";

import { installsLine } from "../../../../../web/screens/app/ratings/installs-line.ts";

const point = (day: number, installs: number | null) => ({ date: `2026-03-0${day}`, installs });

it("begins on the first day on which installs were read, and has a gap for each later day without a read", () => {
  expect(installsLine([point(1, null), point(2, 90), point(3, null), point(4, 95)])).toEqual({
    days: ["2026-03-02", "2026-03-03", "2026-03-04"],
    values: [90, null, 95],
  });
});

it("has all days where installs were read on none", () => {
  expect(installsLine([point(1, null), point(2, null)]).days).toHaveLength(2);
});
