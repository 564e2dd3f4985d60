import { expect, it } from "vitest";

import { lengthOf } from "../../../../web/features/listing/store-limits.ts";

it("counts the characters of a text as the stores do, by code points", () => {
  expect(lengthOf("👍 ok")).toBe(4);
});
