import type * as z from "zod";
import type { Db } from "../../db/client.ts";
import { listSavedViews } from "../../db/queries/accounts/saved-views.ts";
import { insertFeed } from "../../db/queries/apps/feeds.ts";
import { hashSecret, newTokenSecret } from "../auth/access-token.ts";
import { FEED_PATH, FEEDS_MAX, type FeedFormat, feedFileName, type feedScopeSchema } from "../domain/feed.ts";
import { eventsOfView } from "../domain/view-events.ts";
import { invalidInput } from "../errors.ts";

type CreateFeedDependencies = { readonly db: Db; readonly randomBytes: (size: number) => Buffer };

type Scope = z.output<ReturnType<typeof feedScopeSchema>>;

type CreateFeedInput = {
  readonly userId: number;
  readonly name: string;
  readonly scope: Scope;
  /** Scheme and host of the addresses. */
  readonly origin: string;
};

export async function createFeed(deps: CreateFeedDependencies, { userId, name, scope, origin }: CreateFeedInput) {
  checkParts(scope);
  const { kind, app, view_id } = scope;
  if (view_id !== undefined) await checkView(deps.db, { userId, id: view_id });
  const secret = newTokenSecret(deps.randomBytes);
  const ofScope = {
    platform: app?.platform ?? null,
    externalId: app?.external_id ?? null,
    viewId: view_id ?? null,
  };
  const id = await insertFeed(deps.db, { userId, name, kind, ...ofScope, secretHash: hashSecret(secret) });
  if (id === "full") throw invalidInput({ name: [`There must not be more than ${FEEDS_MAX} feeds.`] });
  if (id === "not_found") throw kind === "view" ? unknownView() : notFollowed();

  const addressOf = (format: FeedFormat) => `${origin}${FEED_PATH}/${feedFileName(secret, format)}`;
  return { id, url: addressOf("atom"), json_url: addressOf("json") };
}

function checkParts({ kind, app, view_id }: Scope): void {
  if (kind === "app" && app === undefined) throw invalidInput({ "scope.app": ["The scope.app field is required."] });
  if (kind !== "app" && app !== undefined) {
    throw invalidInput({ "scope.app": ["Only a feed of the kind app has an app."] });
  }
  if (kind === "view" && view_id === undefined) {
    throw invalidInput({ "scope.view_id": ["The scope.view_id field is required."] });
  }
  if (kind !== "view" && view_id !== undefined) {
    throw invalidInput({ "scope.view_id": ["Only a feed of the kind view has a view."] });
  }
}

async function checkView(db: Db, { userId, id }: { readonly userId: number; readonly id: number }): Promise<void> {
  const views = await listSavedViews(db, { userId });
  const view = views.find((one) => one.id === id);
  if (view === undefined) throw unknownView();
  if (eventsOfView(view.scope) === undefined) {
    throw invalidInput({ "scope.view_id": ["Only a view of a screen of changes can have a feed."] });
  }
}

function unknownView() {
  return invalidInput({ "scope.view_id": ["The selected scope.view_id is invalid."] });
}

function notFollowed() {
  return invalidInput({ "scope.app": ["You neither track this app nor compare it."] });
}
