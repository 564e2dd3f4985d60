import { describe, expect, it } from "vitest";

import {
  DELIVERY_ATTEMPTS_MAX,
  isToBeDisabled,
  outcomeOf,
  secondsUntilNextAttempt,
} from "../../lib/domain/delivery-attempts.ts";

const inTheMiddle = () => 0.5;
const secondsAfter = (attempts: number, retryAfterSeconds?: number) =>
  secondsUntilNextAttempt({
    attempts,
    random: inTheMiddle,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

describe("the attempts of a delivery", () => {
  it("[HOOK-4] follow each other over more than three days, and are ten", () => {
    const delays = Array.from({ length: DELIVERY_ATTEMPTS_MAX }, (_, index) => secondsAfter(index + 1));

    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  });

  it("[HOOK-4] are spread by a tenth", () => {
    const bounds = [0, 1].map((share) => secondsUntilNextAttempt({ attempts: 2, random: () => share }));

    expect(bounds[0]).toBeCloseTo(270);
    expect(bounds[1]).toBeCloseTo(330);
  });

  it("[HOOK-4] wait for as long as the receiver wants, but for a day at most", () => {
    expect([secondsAfter(1, 60), secondsAfter(2, 60), secondsAfter(1, 1_000_000), secondsAfter(10, 60)]).toEqual([
      60,
      300,
      86_400,
      null,
    ]);
  });

  it.each([
    { status: 200, expected: "delivered" },
    { status: 204, expected: "delivered" },
    { status: 301, expected: "failed" },
    { status: 404, expected: "failed" },
    { status: 410, expected: "gone" },
    { status: 429, expected: "failed" },
    { status: 500, expected: "failed" },
  ])("[HOOK-4] have succeeded or not by the status: $status is $expected", ({ status, expected }) => {
    expect(outcomeOf({ status })).toBe(expected);
  });

  it("[HOOK-4] have failed without a response", () => {
    expect(outcomeOf({})).toBe("failed");
  });

  it("[HOOK-5] disable a receiver that has only failed for more than five days and twenty attempts", () => {
    const days = (count: number) => count * 86_400;

    expect(isToBeDisabled({ failingSeconds: days(5) + 1, failedAttempts: 20 })).toBe(true);
    expect(isToBeDisabled({ failingSeconds: days(5), failedAttempts: 100 })).toBe(false);
    expect(isToBeDisabled({ failingSeconds: days(30), failedAttempts: 19 })).toBe(false);
  });
});
