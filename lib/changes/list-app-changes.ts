import type { Db } from "../../db/client.ts";
import { type ChangeFeedInput, readChangeFeed } from "./change-feed.ts";

type ListAppChangesInput = ChangeFeedInput & {
  /** `all` includes the competitors of tracked apps. */
  readonly scope: "tracked" | "all";
};

export function listAppChanges(deps: { readonly db: Db }, input: ListAppChangesInput) {
  return readChangeFeed(deps, { ...input, trackedAppId: null });
}
