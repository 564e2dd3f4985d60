import { expect, it } from "vitest";

import { notesOfDays } from "../../../web/plots/plot-notes.ts";
import { plotRows } from "../../../web/plots/plot-rows.ts";

it("marks only the notes of the days of a plot, in the order of time", () => {
  const notes = ["2026-11-05", "2026-10-31", "2026-11-01", "2026-11-08"].map((day, id) => ({ id, day, text: day }));
  const days = ["2026-11-01", "2026-11-02", "2026-11-05"];

  expect(notesOfDays(notes, days).map(({ day }) => day)).toEqual(["2026-11-01", "2026-11-05"]);
  expect(notesOfDays(notes, [])).toEqual([]);
});

it("writes the values of a plot into a file, the newest day first", () => {
  const series = [
    { name: "Japan", values: [4.5, null] },
    { name: "Germany", values: [4.1, 4.2] },
  ];

  expect(plotRows(["2026-11-01", "2026-11-02"], series)).toEqual({
    names: ["Day", "Japan", "Germany"],
    rows: [
      ["2026-11-02", null, 4.2],
      ["2026-11-01", 4.5, 4.1],
    ],
    total: 2,
  });
});
