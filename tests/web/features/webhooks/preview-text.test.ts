import { expect, it } from "vitest";

import { describePreview } from "../../../../web/features/webhooks/preview-text.ts";

const day = (date: string, events: number) => ({ date, events });

it.each([
  [[day("2026-03-08", 0), day("2026-03-09", 0)], "It would have sent nothing in the last 2 days."],
  [[day("2026-03-08", 0), day("2026-03-09", 1)], "It would have sent 1 event in the last 2 days, all on 9 Mar 2026."],
  [
    [day("2026-03-08", 1_200), day("2026-03-09", 30)],
    "It would have sent 1,230 events in the last 2 days, and at most 1,200 a day, on 8 Mar 2026.",
  ],
  [
    [day("2026-03-08", 2), day("2026-03-09", 2)],
    "It would have sent 4 events in the last 2 days, and at most 2 a day.",
  ],
])("a preview of %j says: %s", (days, text) => {
  const events_total = days.reduce((sum, { events }) => sum + events, 0);

  expect(describePreview({ events_total, days })).toBe(text);
});
