import { expect, it } from "vitest";

import {
  describeFrom,
  describeReading,
  describeUntil,
} from "../../../../../../web/screens/app/listing/facts/fact-texts.ts";

const read = {
  country_code: "us",
  valid_from: "2026-03-01T08:00:00Z",
  valid_until: null,
  is_first: false,
  read_on: "2026-03-09",
} as const;

it("says where a value holds, since when, and when it was last read", () => {
  expect(describeReading(read)).toEqual(["United States", "Since 1 Mar 2026", "Checked on 9 Mar 2026"]);
  expect(describeReading({ ...read, country_code: null })).toEqual(["Since 1 Mar 2026", "Checked on 9 Mar 2026"]);
  expect(describeReading({ ...read, read_on: null })).toEqual(["United States", "Since 1 Mar 2026"]);
});

it("says that the first value may be older", () => {
  expect(describeReading({ ...read, is_first: true })).toContain("At least since 1 Mar 2026");
  expect([describeFrom(read), describeFrom({ ...read, is_first: true })]).toEqual([
    "1 Mar 2026",
    "1 Mar 2026 or earlier",
  ]);
});

it("names days as they are for a file", () => {
  const asIs = (day: string) => day;
  const ended = { ...read, is_first: true, valid_until: "2026-03-05T08:00:00Z" };

  expect([describeFrom(ended, asIs), describeUntil(ended, asIs)]).toEqual(["2026-03-01 or earlier", "2026-03-05"]);
});

it("says until when a value held, as far as that is known", () => {
  expect(describeUntil({ ...read, valid_until: "2026-03-05T08:00:00Z", read_on: null })).toBe("5 Mar 2026");
  expect(describeUntil(read)).toBe("Now");
  expect(describeUntil({ ...read, read_on: null })).toBe("Not known");
});
