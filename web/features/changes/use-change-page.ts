import type { Body, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import type { ReadResult } from "../../components/query-view.tsx";
import { wholeGroups } from "./whole-groups.ts";

type ChangesRead = "listAppChanges" | "listCompetitorChanges";
type Query = NonNullable<Input<ChangesRead>["query"]> & {
  readonly page: number;
  /** Of changes of competitors: those of one app. */
  readonly tracked_app_id?: string | undefined;
  /** Of changes of tracked apps: `all` for those of competitors too. */
  readonly scope?: "all";
};
type Page = Body<"listAppChanges">;

/**
 * Reads a page of changes, and those around it, on which its first and last groups may go on. It is shown as soon as it is
 * there; what comes from the others completes it.
 */
export function useChangePage(
  operation: ChangesRead,
  query: Query,
  { enabled = true }: { readonly enabled?: boolean } = {},
): ReadResult<Page> {
  const { page } = query;
  const shown = useRead(operation, { query }, { keepPrevious: true, enabled });
  const last = shown.data?.meta.last_page ?? 1;
  const before = useRead(operation, { query: { ...query, page: page - 1 } }, { enabled: enabled && page > 1 });
  const after = useRead(operation, { query: { ...query, page: page + 1 } }, { enabled: enabled && page < last });
  if (shown.data === undefined || shown.isPlaceholderData) return shown;
  const groups = { before: before.data?.data ?? [], shown: shown.data.data, after: after.data?.data ?? [] };
  return { ...shown, data: { ...shown.data, data: wholeGroups(groups) } };
}
