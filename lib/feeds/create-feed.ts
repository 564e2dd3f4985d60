import type * as z from "zod";

import type { Db } from "../../db/client.ts";
import { insertFeed } from "../../db/queries/apps/feeds.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { FEED_PATH, FEEDS_MAX, type FeedFormat, feedFileName, type feedScopeSchema } from "../domain/feed.ts";
import { invalidInput } from "../errors.ts";

type CreateFeedDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

type CreateFeedInput = {
  readonly userId: number;
  readonly name: string;
  readonly scope: z.output<ReturnType<typeof feedScopeSchema>>;
  /** Scheme and host of the addresses. */
  readonly origin: string;
};

export async function createFeed(deps: CreateFeedDependencies, { userId, name, scope, origin }: CreateFeedInput) {
  const { kind, app } = scope;
  if (kind === "app" && app === undefined) throw invalidInput({ "scope.app": ["The scope.app field is required."] });
  if (kind !== "app" && app !== undefined) {
    throw invalidInput({ "scope.app": ["Only a feed of the kind app has an app."] });
  }
  const secret = newTokenSecret(deps.randomBytes);
  const ofApp = { platform: app?.platform ?? null, externalId: app?.external_id ?? null };
  const id = await insertFeed(deps.db, { userId, name, kind, ...ofApp, secretHash: hashSecret(secret) });
  if (id === "full") throw invalidInput({ name: [`There must not be more than ${FEEDS_MAX} feeds.`] });
  if (id === "not_followed") throw invalidInput({ "scope.app": ["You neither track this app nor compare it."] });

  const addressOf = (format: FeedFormat) => `${origin}${FEED_PATH}/${feedFileName(secret, format)}`;
  return { id, url: addressOf("atom"), json_url: addressOf("json") };
}
