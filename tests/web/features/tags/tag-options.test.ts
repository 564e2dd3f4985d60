import { expect, it } from "vitest";

import { tagOptions } from "../../../../web/features/tags/tag-options.ts";

it("offers all tags, and those that are chosen though they were deleted", () => {
  const tags = [{ id: 3, name: "Casual" }];

  expect(tagOptions(tags, ["3"])).toEqual([{ id: "3", name: "Casual" }]);
  expect(tagOptions(tags, ["3", "4"])).toEqual([
    { id: "3", name: "Casual" },
    { id: "4", name: "Deleted tag" },
  ]);
  expect(tagOptions([], ["4"])).toHaveLength(1);
});
