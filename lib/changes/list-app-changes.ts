import type { Db } from "../../db/client.ts";
import { type ChangeFeedInput, readChangeFeed } from "./change-feed.ts";

/** Returns one page of the changes of the apps that a user tracks, competitors of others of them among these. */
export function listAppChanges(deps: { readonly db: Db }, input: ChangeFeedInput) {
  return readChangeFeed(deps, { ...input, scope: "tracked", trackedAppId: null });
}
