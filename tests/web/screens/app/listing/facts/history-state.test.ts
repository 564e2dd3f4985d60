import { expect, it } from "vitest";

import {
  HISTORY_PAGES_MAX,
  historyPages,
  historyQuery,
  toggleHistory,
} from "../../../../../../web/screens/app/listing/facts/history-state.ts";

it("opens and closes the history of one fact beside others", () => {
  expect(toggleHistory(["ads"], "privacy")).toEqual(["ads", "privacy"]);
  expect(toggleHistory(["ads", "privacy"], "ads")).toEqual(["privacy"]);
});

it("reads the values of one fact by pages, up to a limit", () => {
  const params = { platform: "ios", external_id: "1" };
  const { count, inputOf } = historyPages(params, "privacy", 2);

  expect(count).toBe(2);
  expect(inputOf(2)).toEqual({ params, query: { key: ["privacy"], history: "true", page: 2, per_page: 20 } });
  expect(historyQuery("privacy", { page: 3, per_page: 100 })).toEqual({ ...inputOf(2).query, page: 3, per_page: 100 });
  expect(historyPages(params, "privacy", 1_000).count).toBe(HISTORY_PAGES_MAX);
});
