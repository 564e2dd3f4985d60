import { describe, expect, it } from "vitest";

import {
  describeStates,
  filterStates,
  storefrontStates,
} from "../../../../../web/screens/app/availability/storefront-states.ts";

describe("storefronts", () => {
  const row = (country_code: string, is_available: boolean | null, day: number | null = null) => {
    const at = day === null ? null : `2026-03-0${day}T00:00:00Z`;
    return { country_code, is_available, since: at, as_of: at };
  };
  const states = storefrontStates([row("fr", false, 2), row("ir", true, 1), row("us", null)]);

  it("that were not read are neither available nor missing", () => {
    expect(states.map(({ code, isAvailable }) => [code, isAvailable])).toEqual([
      ["fr", false],
      ["ir", true],
      ["us", null],
    ]);
    expect(describeStates(states)).toBe("Available in 1 of 3 storefronts, 1 not read yet");
    expect(describeStates(states.slice(0, 2))).toBe("Available in 1 of 2 storefronts");
  });

  it("are found by state, name and code, the newest change first where that is wanted", () => {
    const found = (filter: Partial<Parameters<typeof filterStates>[1]>) =>
      filterStates(states, { show: "all", search: "", order: "name", ...filter }).map(({ code }) => code);

    expect(found({ show: "missing" })).toEqual(["fr"]);
    expect(found({ show: "available" })).toEqual(["ir"]);
    expect(found({ show: "unread" })).toEqual(["us"]);
    expect(found({ search: " united" })).toEqual(["us"]);
    expect(found({ search: "IR" })).toEqual(["ir"]);
    expect(found({ order: "newest" })).toEqual(["fr", "ir", "us"]);
  });
});
