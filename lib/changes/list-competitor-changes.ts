import type { Db } from "../../db/client.ts";
import { type ChangeFeedInput, readChangeFeed } from "./change-feed.ts";

type ListCompetitorChangesInput = ChangeFeedInput & {
  readonly trackedAppId: number | undefined;
};

export function listCompetitorChanges(deps: { readonly db: Db }, input: ListCompetitorChangesInput) {
  return readChangeFeed(deps, { ...input, scope: "competitors", trackedAppId: input.trackedAppId ?? null });
}
