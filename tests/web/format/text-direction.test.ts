import { expect, it } from "vitest";

import { textDirection } from "../../../web/format/text-direction.ts";

it.each([
  ["ar-SA", "rtl"],
  ["he", "rtl"],
  ["iw-IL", "rtl"],
  ["en-US", "auto"],
  ["arn", "auto"],
  [null, "auto"],
])("writes a text in %s in the direction %s", (locale, direction) => {
  expect(textDirection(locale)).toBe(direction);
});
