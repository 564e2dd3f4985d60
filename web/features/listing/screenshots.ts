export type Screenshot = { readonly url: string; readonly device_type: string; readonly order: number };

const PHONE = /phone/i;

/** Returns screenshots by device, those of phones first, each device's in the order of the store. */
export function inStoreOrder<Shot extends Screenshot>(screenshots: readonly Shot[]): readonly Shot[] {
  return screenshots.toSorted((a, b) => compareDevices(a.device_type, b.device_type) || a.order - b.order);
}

/** Phones come first, as in the stores; other devices by their names. */
export function compareDevices(a: string, b: string): number {
  return Number(PHONE.test(b)) - Number(PHONE.test(a)) || a.localeCompare(b, "en");
}

/** Returns "iphone" as "iPhone"; other words of the stores with a capital. */
export function deviceName(device: string): string {
  if (/^ip(hone|ad)/i.test(device)) return device.replace(/^i./i, (letters) => `i${letters.slice(1).toUpperCase()}`);
  return device.charAt(0).toUpperCase() + device.slice(1).replaceAll("_", " ");
}
