import type { Db } from "../../db/client.ts";
import { listFeeds as findFeeds } from "../../db/queries/apps/feeds.ts";
import { presentFeed } from "./feed-response.ts";

export async function listFeeds(deps: { readonly db: Db }, userId: number) {
  const feeds = await findFeeds(deps.db, { userId });
  return feeds.map(presentFeed);
}
