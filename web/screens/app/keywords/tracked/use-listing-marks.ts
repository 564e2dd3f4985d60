import { useContext, useMemo } from "react";
import { useRead } from "../../../../client/use-read.ts";
import type { Period } from "../../../../features/scope/period.ts";
import { type PlotNote, PlotNotes } from "../../../../plots/plot-notes.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { listingMarks, searchedTexts } from "./listing-marks.ts";

/** The API's maximum of `per_page`. Plots mark the last changes of their days. */
const CHANGES_MAX = 100;

/** Returns the user's notes and the changes of the app's listing, which plots mark alike. */
export function useListingMarks({ first, last }: Period): readonly PlotNote[] {
  const { app } = useAppFrame();
  const notes = useContext(PlotNotes);
  const { data } = useRead("listEvents", {
    query: {
      apps: [String(app.id)],
      type: ["listing.changed"],
      field: searchedTexts,
      from: first,
      to: last,
      per_page: CHANGES_MAX,
    },
  });
  return useMemo(() => [...notes, ...listingMarks(data?.data ?? [])], [notes, data]);
}
