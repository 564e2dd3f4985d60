import { expect, it } from "vitest";

import { deviceName, inStoreOrder } from "../../../../web/features/listing/screenshots.ts";

const shot = (device_type: string, order: number) => ({ device_type, order, url: `${device_type}-${order}` });

it("orders screenshots by device, those of phones first, and each device's as the store does", () => {
  const shots = [shot("tv", 0), shot("ipad", 1), shot("ipad", 0), shot("iphone", 1), shot("iphone", 0)];

  expect(inStoreOrder(shots).map(({ url }) => url)).toEqual(["iphone-0", "iphone-1", "ipad-0", "ipad-1", "tv-0"]);
});

it.each([
  ["iphone", "iPhone"],
  ["ipad_pro", "iPad_pro"],
  ["tablet_7", "Tablet 7"],
])("names the device %s %s", (device, name) => {
  expect(deviceName(device)).toBe(name);
});
