import { useMemo } from "react";

import { useRead } from "../../client/use-read.ts";
import type { PlotNote } from "../../plots/plot-notes.ts";

/** The API's maximum of `per_page`. Plots mark the notes of the latest days. */
const NOTES_SHOWN = 100;

/** Returns the notes about an app and those about no app. They change only by what this user does. */
export function usePlotNotes(appId: number | undefined): readonly PlotNote[] {
  const { data } = useRead(
    "listNotes",
    { query: { per_page: NOTES_SHOWN } },
    { enabled: appId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return useMemo(() => (data?.data ?? []).filter(({ app }) => app === null || app.id === appId), [data, appId]);
}
