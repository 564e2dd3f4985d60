import { describe, expect, it } from "vitest";

import { describeTiming, timingFieldsOf, timingOf } from "../../../../web/features/webhooks/webhook-timing.ts";

const saved = [
  [{ timing: "at_once", digest_hour: null }, { timing: "at_once" }, "soon after it is reported"],
  [{ timing: "after_day", digest_hour: null }, { timing: "after_day" }, "after each day, at 02:00 UTC"],
  [{ timing: "daily", digest_hour: 18 }, { timing: "daily", digest_hour: 18 }, "as one digest a day, at 18:00 UTC"],
] as const;

describe("the timing of a webhook", () => {
  it.each(saved)("%o is saved again as %o, and is called %s", (webhook, expected, name) => {
    expect(timingOf({ format: "slack", ...timingFieldsOf(webhook) })).toEqual(expected);
    expect(describeTiming(webhook)).toBe(name);
  });

  it("is none of a program, which is sent each event at once", () => {
    expect(timingOf({ format: "standard", timing: "daily", digest_hour: "7" })).toEqual({});
  });

  it("of a digest begins at seven", () => {
    const fields = timingFieldsOf({ timing: "at_once", digest_hour: null });

    expect(timingOf({ format: "slack", ...fields, timing: "daily" })).toEqual({ timing: "daily", digest_hour: 7 });
  });
});
