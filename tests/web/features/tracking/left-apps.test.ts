import { expect, it } from "vitest";

import { describeLeft } from "../../../../web/features/tracking/left-apps.ts";

it("says how many apps an action did not reach", () => {
  expect(describeLeft(1, "tracked")).toBe("You left the screen before 1 app was tracked.");
  expect(describeLeft(12, "queued for a sync")).toBe("You left the screen before 12 apps were queued for a sync.");
});
