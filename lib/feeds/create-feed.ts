import type { Db } from "../../db/client.ts";
import { insertFeed } from "../../db/queries/apps/feeds.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { FEED_PATH, FEEDS_MAX, type FeedFormat, feedFileName } from "../domain/feed.ts";
import { invalidInput } from "../errors.ts";
import { checkScope, type FeedScope, partsOf, scopeNotFound } from "./check-scope.ts";

type CreateFeedDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

type CreateFeedInput = {
  readonly userId: number;
  readonly name: string;
  readonly scope: FeedScope;
  /** Scheme and host of the addresses. */
  readonly origin: string;
};

export async function createFeed(deps: CreateFeedDependencies, { userId, name, scope, origin }: CreateFeedInput) {
  await checkScope(deps.db, { userId, scope, noun: "a feed" });
  const secret = newTokenSecret(deps.randomBytes);
  const id = await insertFeed(deps.db, { userId, name, ...partsOf(scope), secretHash: hashSecret(secret) });
  if (id === "full") throw invalidInput({ name: [`There must not be more than ${FEEDS_MAX} feeds.`] });
  if (id === "not_found") throw scopeNotFound(scope.kind);

  const addressOf = (format: FeedFormat) => `${origin}${FEED_PATH}/${feedFileName(secret, format)}`;
  return { id, url: addressOf("atom"), json_url: addressOf("json") };
}
