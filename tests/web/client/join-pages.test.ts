import { describe, expect, it } from "vitest";

import { joinPages } from "../../../web/client/join-pages.ts";

const page = (current_page: number, ids: readonly number[]) => ({
  data: ids.map((app_id) => ({ app_id })),
  meta: { current_page, last_page: 3, total: 9 },
});

describe("pages of the explorer", () => {
  it("show an app once that has moved to the next page meanwhile", () => {
    const joined = joinPages([page(1, [1, 2, 3]), page(2, [3, 4, 5])], ({ app_id }) => app_id);

    expect(joined.items.map(({ app_id: id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(joined).toMatchObject({ total: 9, hasMore: true });
    expect(joinPages([page(3, [6])], ({ app_id }) => app_id).hasMore).toBe(false);
  });
});
