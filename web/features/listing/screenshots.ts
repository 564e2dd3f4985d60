export type Screenshot = { readonly url: string; readonly device_type: string; readonly order: number };

const PHONE = /phone/i;

export function inStoreOrder<Shot extends Screenshot>(screenshots: readonly Shot[]): readonly Shot[] {
  return screenshots.toSorted((a, b) => compareDevices(a.device_type, b.device_type) || a.order - b.order);
}

/** Phones come first, as in the stores. */
export function compareDevices(a: string, b: string): number {
  return Number(PHONE.test(b)) - Number(PHONE.test(a)) || a.localeCompare(b, "en");
}

/** Returns "iPhone" for "iphone", and other names with a capital letter. */
export function deviceName(device: string): string {
  if (/^ip(hone|ad)/i.test(device)) return device.replace(/^i./i, (letters) => `i${letters.slice(1).toUpperCase()}`);
  return device.charAt(0).toUpperCase() + device.slice(1).replaceAll("_", " ");
}
