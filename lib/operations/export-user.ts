import * as z from "zod";

import type { Db } from "../../db/client.ts";
import { exportUser as readUser } from "../../db/queries/apps/user-export.ts";
import { rowsOf } from "../domain/page.ts";
import { OperationRejected } from "./operation.ts";

/** Rows of each kind. Lambda returns at most 6 MB; a page of the longest possible rows is smaller. */
export const ROWS_PER_PAGE = 1_000;
const PAGES_MAX = 10_000;

export const exportUserEvent = z.strictObject({
  email: z.email(),
  page: z.int().min(1).max(PAGES_MAX).default(1),
});

/** Returns all that the service stores about a user, page by page until `next_page` is null. */
export async function exportUser(deps: { readonly db: Db }, { email, page }: z.output<typeof exportUserEvent>) {
  const found = await readUser(deps.db, { email, ...rowsOf({ page, perPage: ROWS_PER_PAGE }) });
  if (found === undefined) throw new OperationRejected(`No user has the e-mail address ${email}.`);

  const { user, tokens, sessions, knownAddresses, trackedApps, competitors } = found;
  const kinds = [tokens, sessions, knownAddresses, trackedApps, competitors];
  const hasMore = kinds.some((rows) => rows.length === ROWS_PER_PAGE);
  return {
    user,
    tokens,
    sessions,
    known_addresses: knownAddresses,
    tracked_apps: trackedApps,
    competitors,
    page,
    next_page: hasMore ? page + 1 : null,
  };
}
