import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

import type { FeedKind } from "../../../lib/domain/feed.ts";
import type { Platform } from "../../../lib/domain/platform.ts";
import { objectIfFound, projection, type TableColumns } from "../../projection.ts";
import { apps } from "../../schema/apps.ts";
import { savedViews } from "../../schema/notebook.ts";
import type { Columns, Placeholders } from "../../statement.ts";
import { competitorIds, trackedAppIds } from "./feed-scope.ts";

/** The events that a feed or a webhook sends. */
export type EventScope = {
  readonly kind: FeedKind;
  /** The app of the kind `app`. Null for all other kinds. */
  readonly platform: Platform | null;
  readonly externalId: string | null;
  /** The saved view of the kind `view`. Null for all other kinds. */
  readonly viewId: number | null;
};

const a = alias(apps, "a");
const saved = alias(savedViews, "saved");

/** Returns the fields `app` and `view` of a feed or a webhook. Its statement joins both tables. */
export function scopeFields(app: TableColumns<typeof apps>, view: TableColumns<typeof savedViews>) {
  return {
    app: objectIfFound(app.id, projection({ platform: app.platform, external_id: app.externalId, name: app.name })),
    view: objectIfFound(view.id, projection({ id: view.id, name: view.name })),
  };
}

/** Returns the CTE `scope`: the ids of the app that the user follows, and of the user's saved view. */
export function scopeOf({
  userId,
  platform,
  externalId,
  viewId,
}: Placeholders<Omit<EventScope, "kind"> & { userId: number }>): SQL {
  const user = sql`${userId}::int`;
  return sql`
    scope AS MATERIALIZED (
      SELECT (
        SELECT ${a.id} FROM ${apps} a
        WHERE ${a.platform} = ${platform}::text AND ${a.externalId} = ${externalId}::text
          AND (${a.id} IN (${trackedAppIds(user)}) OR ${a.id} IN (${competitorIds(user)}))
      ) AS app_id, (
        SELECT ${saved.id} FROM ${savedViews} saved
        WHERE ${saved.id} = ${viewId}::int AND ${saved.userId} = ${user} FOR KEY SHARE
      ) AS view_id
    )`;
}

/** Returns the condition that `scope`, the row of that CTE, has what the kind names. */
export function isScopeFound(kind: SQLWrapper, scope: Columns<"app_id" | "view_id">): SQL {
  return sql`(${kind}::text = 'app') = (${scope.app_id} IS NOT NULL)
    AND (${kind}::text = 'view') = (${scope.view_id} IS NOT NULL)`;
}
