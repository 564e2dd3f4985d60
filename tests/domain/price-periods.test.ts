import { describe, expect, it } from "vitest";

import { pricePeriods } from "../../lib/domain/price-periods.ts";

const dollars = (price: number) => ({ price, currency: "USD" });
const first = { ...dollars(1), since: 100 };
const changes = [
  { before: dollars(2), after: dollars(3), detected_at: 300 },
  { before: dollars(1), after: dollars(2), detected_at: 200 },
];

describe("the periods of a price", () => {
  it("are the one of the first known price, without a change", () => {
    expect(pricePeriods({ first, changes: [] }, 2)).toEqual({
      periods: [{ ...dollars(1), since: 100, until: null }],
      has_older: false,
    });
  });

  it("end with the one before the first change, since the price was first seen", () => {
    expect(pricePeriods({ first, changes }, 2)).toEqual({
      periods: [
        { ...dollars(3), since: 300, until: null },
        { ...dollars(2), since: 200, until: 300 },
        { ...dollars(1), since: 100, until: 200 },
      ],
      has_older: false,
    });
  });

  it("have in the oldest the price that the first change tells, whatever was seen first", () => {
    const { periods } = pricePeriods({ first: { price: 9, currency: null, since: 100 }, changes }, 2);

    expect(periods.at(-1)).toEqual({ ...dollars(1), since: 100, until: 200 });
  });

  it("leave the oldest out where there are more changes than are shown", () => {
    expect(pricePeriods({ first, changes }, 1)).toEqual({
      periods: [{ ...dollars(3), since: 300, until: null }],
      has_older: true,
    });
  });

  it("leave the oldest out where nobody knows since when it was shown", () => {
    expect(pricePeriods({ first: null, changes }, 2)).toEqual({
      periods: [
        { ...dollars(3), since: 300, until: null },
        { ...dollars(2), since: 200, until: 300 },
      ],
      has_older: false,
    });
  });
});
