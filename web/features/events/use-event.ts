import { useRead } from "../../client/use-read.ts";

/** The most changes of one response. */
const CHANGES_A_PAGE = 100;

export function useEvent(id: string, page: number) {
  const input = { params: { event_id: id }, query: { page, per_page: CHANGES_A_PAGE } };
  return useRead("showEvent", input, { keepPrevious: page > 1 });
}
