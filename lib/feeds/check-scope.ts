import type * as z from "zod";

import type { Db } from "../../db/client.ts";
import { listSavedViews } from "../../db/queries/accounts/saved-views.ts";
import type { feedScopeSchema } from "../domain/feed.ts";
import { eventsOfView } from "../domain/view-events.ts";
import { type AppError, invalidInput } from "../errors.ts";

export type FeedScope = z.output<ReturnType<typeof feedScopeSchema>>;

type CheckedScope = { readonly userId: number; readonly scope: FeedScope; readonly noun: string };

/** Throws if a part of the scope is missing or belongs to another kind, or if its view shows no changes. */
export async function checkScope(db: Db, { userId, scope, noun }: CheckedScope): Promise<void> {
  const { kind, app, view_id } = scope;
  if (kind === "app" && app === undefined) throw invalidInput({ "scope.app": ["The scope.app field is required."] });
  if (kind !== "app" && app !== undefined) {
    throw invalidInput({ "scope.app": [`Only ${noun} of the kind app has an app.`] });
  }
  if (kind === "view" && view_id === undefined) {
    throw invalidInput({ "scope.view_id": ["The scope.view_id field is required."] });
  }
  if (kind !== "view" && view_id !== undefined) {
    throw invalidInput({ "scope.view_id": [`Only ${noun} of the kind view has a view.`] });
  }
  if (view_id === undefined) return;
  const views = await listSavedViews(db, { userId });
  const view = views.find((one) => one.id === view_id);
  if (view === undefined) throw scopeNotFound("view");
  if (eventsOfView(view.scope) === undefined) {
    throw invalidInput({ "scope.view_id": [`Only a view of a screen of changes can have ${noun}.`] });
  }
}

export function scopeNotFound(kind: FeedScope["kind"]): AppError {
  return kind === "view"
    ? invalidInput({ "scope.view_id": ["The selected scope.view_id is invalid."] })
    : invalidInput({ "scope.app": ["You neither track this app nor compare it."] });
}

/** Returns the parts of a scope as statements take them. */
export function partsOf({ kind, app, view_id }: FeedScope) {
  return {
    kind,
    platform: app?.platform ?? null,
    externalId: app?.external_id ?? null,
    viewId: view_id ?? null,
  };
}
