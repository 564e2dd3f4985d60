import type { Db } from "../../db/client.ts";
import { type ChangeFeedInput, readChangeFeed } from "./change-feed.ts";

type ListAppChangesInput = ChangeFeedInput & {
  /** `all`: the apps that the user tracks and the competitors of these. */
  readonly scope: "tracked" | "all";
};

/** Returns one page of the changes of the apps that a user tracks, competitors of others of them among these. */
export function listAppChanges(deps: { readonly db: Db }, input: ListAppChangesInput) {
  return readChangeFeed(deps, { ...input, trackedAppId: null });
}
