/** Returns "iphone" as "iPhone"; other words of the stores with a capital. */
export function deviceName(device: string): string {
  if (/^ip(hone|ad)/i.test(device)) return device.replace(/^i./i, (letters) => `i${letters.slice(1).toUpperCase()}`);
  return device.charAt(0).toUpperCase() + device.slice(1).replaceAll("_", " ");
}
