import { describe, expect, it } from "vitest";

import {
  describeAttempt,
  describeFilter,
  isDueSoon,
  nameOfType,
  whyCancelled,
  whyDisabled,
} from "../../../../../web/screens/settings/webhooks/webhook-texts.ts";

const attempt = { last_status: null, last_error: null, last_duration_ms: null };

describe("the texts of webhooks", () => {
  it.each([
    [attempt, undefined],
    [{ ...attempt, last_status: 204, last_duration_ms: 34 }, "204 (34 ms)"],
    [{ ...attempt, last_error: "timeout" as const, last_duration_ms: 15_000 }, "No response in time (15,000 ms)"],
    [{ ...attempt, last_error: "dns" as const }, "The host’s name has no address"],
  ])("say of the attempt %o: %s", (last, text) => {
    expect(describeAttempt(last)).toBe(text);
  });

  it.each([
    [{ types: [], min_weight: 0, filter: {} }, "All types"],
    [{ types: ["sync.failed"], min_weight: 0, filter: {} }, "1 type"],
    [{ types: ["sync.failed", "app.removed"], min_weight: 0.25, filter: {} }, "2 types, weight 0.25 or more"],
    [
      { types: [], min_weight: 0.5, filter: { country_codes: ["jp"], price_direction: "down" as const } },
      "All types, weight 0.5 or more, in Japan, of prices only falls",
    ],
  ])("say of the filter %o: %s", (filter, text) => {
    expect(describeFilter(filter)).toBe(text);
  });

  it("say why nothing is sent, and nothing of an enabled webhook or of a delivery that was not cancelled", () => {
    expect(whyDisabled({ disabled_reason: "gone" })).toBe("The receiver responded with 410.");
    expect(whyDisabled({ disabled_reason: null })).toBeUndefined();
    expect(whyCancelled({ cancelled_reason: "too_many" })).toBe("Later deliveries took its place.");
    expect(whyCancelled({ cancelled_reason: null })).toBeUndefined();
  });

  it("name a test and each type of events", () => {
    expect(nameOfType("webhook.test")).toBe("Test");
    expect(nameOfType("app.price_changed")).toBe("Prices");
  });
});

describe("a delivery", () => {
  const nowMs = Date.parse("2026-03-09T08:00:00Z");

  it.each([
    ["2026-03-09T07:59:00Z", true],
    ["2026-03-09T08:01:59Z", true],
    ["2026-03-09T08:30:00Z", false],
    [null, false],
  ])("whose next attempt is at %s is read again soon: %s", (next_attempt_at, isSoon) => {
    expect(isDueSoon({ next_attempt_at }, nowMs)).toBe(isSoon);
  });
});
