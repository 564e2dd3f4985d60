import type { Db } from "../../db/client.ts";
import { type FeedFilter, listChanges } from "../../db/queries/apps/change-feeds.ts";
import type { ChangeField } from "../domain/change-field.ts";
import { FEED_CHANGES_MAX, VALUE_LENGTHS } from "../domain/change-limits.ts";
import { listIfAny } from "../domain/list-if-any.ts";
import { type Page, pageOf, rowsOf } from "../domain/page.ts";
import type { Platform } from "../domain/platform.ts";
import { presentWithin } from "../domain/response-size.ts";
import { invalidInput } from "../errors.ts";
import { presentChange } from "../responses/change-response.ts";

export type ChangeFeedInput = {
  readonly userId: number;
  readonly fields: readonly ChangeField[] | undefined;
  readonly platform: Platform | undefined;
  readonly search: string | undefined;
  readonly appId: number | undefined;
  readonly tagIds: readonly number[] | undefined;
  readonly locale: string | undefined;
  readonly countryCode: string | undefined;
  /** The first and the last day, YYYY-MM-DD, UTC. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly page: Page;
};

type FeedInput = Omit<ChangeFeedInput, "page"> & Pick<FeedFilter, "scope" | "trackedAppId">;

/** Returns one page of changes of a user's apps, of their competitors or of both, newest first. */
export async function readChangeFeed(
  deps: { readonly db: Db },
  { page, ...input }: FeedInput & { readonly page: Page },
) {
  const { from, to } = input;
  if (from !== undefined && to !== undefined && from > to)
    throw invalidInput({ to: ["The to field must not be before from."] });

  const { limit, offset } = reachedRowsOf(page);
  const { has_scope_apps, country_exists, found, changes } = await listChanges(deps.db, {
    ...filterOf(input),
    limit: limit + 1,
    offset,
    afterId: page.afterId ?? null,
  });
  if (!country_exists) throw invalidInput({ country_code: ["The selected country code is invalid."] });

  const total = Math.min(found, FEED_CHANGES_MAX);
  const shown = changes.slice(0, limit);
  const isFollowed = changes.length > limit && offset + limit < FEED_CHANGES_MAX;
  const items = presentWithin(VALUE_LENGTHS, (length) =>
    shown.map((change) => ({ ...presentChange(change, length), app: change.app })),
  );
  return {
    page: { ...pageOf(page, { items, total }), lastId: isFollowed ? (shown.at(-1)?.id ?? null) : null },
    meta: { has_scope_apps, has_older: found > total },
  };
}

function filterOf(input: FeedInput): FeedFilter {
  return {
    userId: input.userId,
    scope: input.scope,
    trackedAppId: input.trackedAppId,
    fields: listIfAny(input.fields),
    platform: input.platform ?? null,
    search: input.search ?? null,
    appId: input.appId ?? null,
    tagIds: listIfAny(input.tagIds),
    locale: input.locale ?? null,
    countryCode: input.countryCode ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
  };
}

function reachedRowsOf(page: Page): { limit: number; offset: number } {
  const { limit, offset } = rowsOf(page);
  const start = Math.min(offset, FEED_CHANGES_MAX);
  return { limit: Math.min(limit, FEED_CHANGES_MAX - start), offset: start };
}
