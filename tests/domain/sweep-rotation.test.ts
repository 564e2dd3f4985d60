import { describe, expect, it } from "vitest";

import { batchesOfDay, paceOfDay, planDay, refreshDaysOf, type SweepBatches } from "../../lib/domain/sweep-rotation.ts";

const wanted = (batches: Partial<SweepBatches>): SweepBatches => ({
  own: 0,
  largest: 0,
  others: 0,
  texts: 0,
  ...batches,
});
const daysOf = (batches: SweepBatches, batchesMax: number) => refreshDaysOf(batches, planDay(batches, batchesMax));

/** 50,000 apps: 334 lists in 20 large and 91 other storefronts, with two second languages, which are those of every list. */
const largest = 334 * 20;
const others = 334 * 91;
const texts = 334 * 2;
/** The most lists of own storefronts: no app is at home in a large one, and each of the others has a list that is not full. */
const ownMax = Math.ceil(50_000 / 150) + 91;

describe("the plan of a day", () => {
  it("reads everything where the day has room for it, and needs no list of own storefronts", () => {
    const fits = wanted({ own: 7, largest: 40, others: 50, texts: 10 });

    expect(planDay(fits, 100)).toBe("all");
    expect(daysOf(fits, 100)).toEqual({ own: 1, largest: 1, all: 1 });
  });

  it("reads own storefronts and the largest whole, and of the others and of texts what is left", () => {
    const tooMany = wanted({ own: 7, largest: 40, others: 200, texts: 10 });

    expect(planDay(tooMany, 100)).toEqual({ own: 7, largest: 40, others: 48, texts: 5 });
    expect(daysOf(tooMany, 100)).toEqual({ own: 1, largest: 1, all: 5 });
  });

  it("gives texts no more than a tenth of what rotates while other storefronts wait, and all that these leave", () => {
    expect(planDay(wanted({ largest: 50, others: 100, texts: 1_000 }), 100)).toMatchObject({ others: 45, texts: 5 });
    expect(planDay(wanted({ largest: 50, others: 20, texts: 1_000 }), 100)).toMatchObject({ others: 20, texts: 30 });
  });

  it("has largest storefronts rotate, too, before others get less than a tenth of the day", () => {
    const farTooMany = wanted({ own: 30, largest: 240, others: 900 });

    expect(planDay(farTooMany, 100)).toEqual({ own: 30, largest: 60, others: 10, texts: 0 });
    expect(daysOf(farTooMany, 100)).toEqual({ own: 1, largest: 4, all: 90 });
  });

  it("reads no more than the day has room for", () => {
    for (const own of [0, 50, 500]) {
      for (const texts of [0, 3, 5_000]) {
        const plan = planDay(wanted({ own, largest: 120, others: 400, texts }), 100);

        if (plan === "all") throw new Error("It does not fit.");
        expect(plan.own + plan.largest + plan.others + plan.texts).toBe(100);
      }
    }
  });
});

describe("the pace of a day", () => {
  const pace = { batchesPerMinute: 10 };

  it("is four fifths of the stage's where that reads everything within two thirds of the day", () => {
    expect(paceOfDay(wanted({ largest: 2_000, others: 5_680 }), "all", pace)).toBe(8);
    expect(paceOfDay(wanted({ largest: 20 }), "all", pace)).toBe(8);
  });

  it("is as much more as a day with more batches needs, and the whole where storefronts rotate", () => {
    expect(paceOfDay(wanted({ largest: 2_000, others: 6_640 }), "all", pace)).toBeCloseTo(9);
    expect(paceOfDay(wanted({ largest: 12_000 }), "all", pace)).toBe(10);
    const many = wanted({ largest: 6_680, others: 30_000 });
    expect(paceOfDay(many, planDay(many, batchesOfDay(pace)), pace)).toBe(10);
  });
});

describe("50,000 apps of the App Store at ten batches a minute", () => {
  const day = batchesOfDay({ batchesPerMinute: 10 });

  it("leave a tenth of the pace to further attempts and express shards", () => {
    expect(day).toBe(0.9 * 14_400);
  });

  it("have own storefronts and the 20 largest read every day, and all 111 within six", () => {
    expect(daysOf({ own: 0, largest, others, texts }, day)).toEqual({ own: 1, largest: 1, all: 6 });
    expect(daysOf({ own: ownMax, largest, others, texts }, day)).toEqual({ own: 1, largest: 1, all: 6 });
  });

  it("have them so with a second language in every storefront, whose texts rotate more slowly", () => {
    const manyTexts = { own: ownMax, largest, others, texts: 334 * 111 };
    const plan = planDay(manyTexts, day);

    if (plan === "all") throw new Error("It does not fit.");
    expect(daysOf(manyTexts, day)).toEqual({ own: 1, largest: 1, all: 6 });
    expect(manyTexts.texts / plan.texts).toBeLessThan(64);
  });
});
