import { expect, it } from "vitest";

import { moreOf } from "../../../../web/features/events/more-of-event.ts";

const app = { platform: "ios", external_id: "1" } as const;

it.each([
  ["keyword.rank_changed", "/apps/ios/1/keywords?view=tracked"],
  ["chart.rank_changed", "/apps/ios/1/rankings"],
  ["app.version_released", "/apps/ios/1/changes?view=versions"],
  ["sync.failed", undefined],
] as const)("more of an event of the type %s is at %s", (type, href) => {
  expect(moreOf({ app, type })?.href).toBe(href);
});
