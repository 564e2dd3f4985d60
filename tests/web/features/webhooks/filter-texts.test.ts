import { expect, it } from "vitest";

import { describeConditions } from "../../../../web/features/webhooks/filter-texts.ts";

it.each([
  [{}, []],
  [{ app_ids: [4], fields: ["title" as const, "subtitle" as const] }, ["of 1 app", "of 2 fields"]],
  [{ country_codes: ["jp", "us"], locales: ["ja"] }, ["in 2 countries", "in Japanese (ja)"]],
  [{ locales: ["ja", "ko"] }, ["in 2 languages"]],
  [
    { price_direction: "up" as const, min_rating_drop: 0.1 },
    ["of prices only rises", "of ratings only falls of 0.1 or more"],
  ],
  [{ min_rank_change: 5 }, ["of ranks only moves of 5 or more"]],
  [{ rank_milestones: [1 as const, 10 as const] }, ["of ranks only moves across 1 or 10"]],
  [{ min_rank_change: 5, rank_milestones: [50 as const] }, ["of ranks only moves of 5 or more or across 50"]],
])("the conditions %o are said to be %j", (filter, texts) => {
  expect(describeConditions(filter)).toEqual(texts);
});
