import { expect, it } from "vitest";

import { listingMarks } from "../../../../../../web/screens/app/keywords/tracked/listing-marks.ts";
import { madeEvent } from "../../../../features/events/made-event.ts";

it("marks each day on which the listing changed once, with what changed", () => {
  const changed = (field: "title" | "subtitle", occurred_at: string) => ({
    ...madeEvent("listing.changed", { locale: "en-US", languages_total: 1, distinct_texts: 1 }, field),
    occurred_at,
  });
  const marks = listingMarks([
    changed("title", "2026-11-20T06:00:00Z"),
    changed("subtitle", "2026-11-20T06:00:00Z"),
    changed("title", "2026-11-18T06:00:00Z"),
  ]);
  expect(marks).toEqual([
    { id: -1, day: "2026-11-20", text: "Title changed in English (US); Subtitle changed in English (US)" },
    { id: -2, day: "2026-11-18", text: "Title changed in English (US)" },
  ]);
});
