import type { Body, Input } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import type { ReadResult } from "../../components/query-view.tsx";
import { wholeGroups } from "./whole-groups.ts";

type ChangesRead = "listAppChanges" | "listCompetitorChanges";
type Query = NonNullable<Input<ChangesRead>["query"]> & {
  readonly page: number;
  /** For changes of competitors: the tracked app whose competitors are shown. */
  readonly tracked_app_id?: string | undefined;
  /** For changes of tracked apps: `all` adds changes of competitors. */
  readonly scope?: "all";
};
type Page = Body<"listAppChanges">;

/** Returns a page after reading its neighbours too, which may hold the rest of its first and last groups. */
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
