import { type QueryClient, useQueryClient } from "@tanstack/react-query";

import type { Body, ReadName } from "../../client/operation-types.ts";
import { useWrite } from "../../client/use-write.ts";

/** Reads that depend on the apps and competitors that the user follows. */
export const readsOfOwnApps = [
  "listApps",
  "showApp",
  "showOverview",
  "showSyncStatus",
  "showDashboard",
  "listEvents",
  "listCompetitors",
  "listAppCompetitors",
  "listPublishers",
  "showPublisher",
] as const satisfies readonly ReadName[];

export function useTracking() {
  const client = useQueryClient();
  const track = useWrite("trackApp", {
    refreshes: readsOfOwnApps,
    onSuccess: (_, { params }) => markTracked(client, [String(params.external_id)], true),
  });
  const untrack = useWrite("untrackApp", {
    refreshes: readsOfOwnApps,
    onSuccess: (_, { params }) => markTracked(client, [String(params.external_id)], false),
  });
  return { track, untrack };
}

/** Cached responses of the stores are marked, so that they are not requested again. No id exists in both stores. */
export function markTracked(client: QueryClient, externalIds: readonly string[], isTracked: boolean): void {
  const mark = <Row extends { readonly external_id: string }>(rows: readonly Row[]) =>
    rows.map((row) => (externalIds.includes(row.external_id) ? { ...row, is_tracked: isTracked } : row));
  client.setQueriesData<Body<"searchApps">>(
    { queryKey: ["searchApps"] },
    (found) => found && { ...found, data: mark(found.data) },
  );
  client.setQueriesData<Body<"listPublisherStoreApps">>(
    { queryKey: ["listPublisherStoreApps"] },
    (found) => found && { ...found, data: mark(found.data) },
  );
}
