import type { Db } from "../../db/client.ts";
import { type ChangeFeedInput, readChangeFeed } from "./change-feed.ts";

type ListCompetitorChangesInput = ChangeFeedInput & {
  /** Only the competitors of this app. */
  readonly trackedAppId: number | undefined;
};

/** Returns one page of changes of the competitors of a user's tracked apps. */
export function listCompetitorChanges(deps: { readonly db: Db }, input: ListCompetitorChangesInput) {
  return readChangeFeed(deps, { ...input, scope: "competitors", trackedAppId: input.trackedAppId ?? null });
}
