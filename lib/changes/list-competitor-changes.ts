import type { Db } from "../../db/client.ts";
import { type ChangeFeedInput, readChangeFeed } from "./change-feed.ts";

type ListCompetitorChangesInput = ChangeFeedInput & {
  /** The competitors of this app alone. */
  readonly trackedAppId: number | undefined;
};

/** Returns one page of the changes of the competitors of the apps that a user tracks. */
export function listCompetitorChanges(deps: { readonly db: Db }, input: ListCompetitorChangesInput) {
  return readChangeFeed(deps, { ...input, scope: "competitors", trackedAppId: input.trackedAppId ?? null });
}
