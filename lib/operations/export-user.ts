import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { type ExportPosition, exportUser as readUser } from "../../db/queries/apps/user-export.ts";
import { OperationRejected } from "./operation.ts";

/** Rows of each kind. Lambda returns at most 6 MB; a page of the longest possible rows is smaller. */
export const ROWS_PER_PAGE = 500;
/** An event may be 16 KB long. */
export const EVENTS_PER_PAGE = 50;
const INTEGER_MAX = 2 ** 31 - 1;

const START: ExportPosition = {
  token_id: 0,
  delivery_id: 0,
  tracked_app_id: 0,
  parent_app_id: 0,
  competitor_app_id: 0,
  note_id: 0,
  tagged_app_id: 0,
  tag_id: 0,
  keyword_event_id: 0,
  keyword_app_id: 0,
  keyword_id: 0,
};

const rowId = () => z.int().min(0).max(INTEGER_MAX);

export const exportUserEvent = z.strictObject({
  email: z.email(),
  after: z
    .strictObject({
      token_id: z.int().min(0),
      delivery_id: z.int().min(0),
      tracked_app_id: rowId(),
      parent_app_id: rowId(),
      competitor_app_id: rowId(),
      note_id: rowId(),
      tagged_app_id: rowId(),
      tag_id: rowId(),
      keyword_event_id: z.int().min(0),
      keyword_app_id: rowId(),
      keyword_id: rowId(),
    })
    .nullable()
    .default(null),
});

type Exported = NonNullable<Awaited<ReturnType<typeof readUser>>>;

/** Returns all that the service stores about a user, page by page until `next` is null. */
export async function exportUser(deps: { readonly db: Db }, { email, after }: z.output<typeof exportUserEvent>) {
  const start = after ?? START;
  const page = await readUser(deps.db, { email, ...start, limit: ROWS_PER_PAGE, eventsMax: EVENTS_PER_PAGE });
  if (page === undefined) throw new OperationRejected(`No user has the e-mail address ${email}.`);

  const { tokens, webhook_deliveries, tracked_apps, competitors, notes, app_tags, tracked_keywords } = page;
  const paged = [tokens, webhook_deliveries, tracked_apps, competitors, notes, app_tags, tracked_keywords];
  const isCut = paged.some((rows) => rows.length === ROWS_PER_PAGE) || page.keyword_events.length === EVENTS_PER_PAGE;
  return { ...page, next: isCut ? endOf(page, start) : null };
}

function endOf(page: Exported, start: ExportPosition): ExportPosition {
  const tagged = page.app_tags.at(-1);
  const competitor = page.competitors.at(-1);
  const keyword = page.tracked_keywords.at(-1);
  return {
    token_id: page.tokens.at(-1)?.id ?? start.token_id,
    delivery_id: page.webhook_deliveries.at(-1)?.id ?? start.delivery_id,
    tracked_app_id: page.tracked_apps.at(-1)?.app_id ?? start.tracked_app_id,
    parent_app_id: competitor?.app_id ?? start.parent_app_id,
    competitor_app_id: competitor?.competitor_app_id ?? start.competitor_app_id,
    note_id: page.notes.at(-1)?.id ?? start.note_id,
    tagged_app_id: tagged?.app_id ?? start.tagged_app_id,
    tag_id: tagged?.tag_id ?? start.tag_id,
    keyword_event_id: page.keyword_events.at(-1)?.id ?? start.keyword_event_id,
    keyword_app_id: keyword?.app_id ?? start.keyword_app_id,
    keyword_id: keyword?.keyword_id ?? start.keyword_id,
  };
}
