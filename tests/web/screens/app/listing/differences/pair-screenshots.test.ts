import { expect, it } from "vitest";

import { pairScreenshots } from "../../../../../../web/screens/app/listing/differences/pair-screenshots.ts";

it("pairs screenshots by device and place, those of phones first", () => {
  const shot = (device_type: string, order: number, url: string) => ({ device_type, order, url });
  const before = [shot("iphone", 2, "b"), shot("iphone", 1, "a")];
  const after = [shot("iphone", 1, "a"), shot("ipad", 1, "x")];

  expect(pairScreenshots(before, after)).toEqual([
    {
      device: "iphone",
      pairs: [
        ["a", "a"],
        ["b", undefined],
      ],
    },
    { device: "ipad", pairs: [[undefined, "x"]] },
  ]);
});
