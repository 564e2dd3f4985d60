import { compareDevices, type Screenshot } from "../../../../features/listing/screenshots.ts";

export type PairedScreenshots = {
  readonly device: string;
  readonly pairs: readonly (readonly [string | undefined, string | undefined])[];
};

export function pairScreenshots(
  before: readonly Screenshot[],
  after: readonly Screenshot[],
): readonly PairedScreenshots[] {
  const devices = [...new Set([...before, ...after].map(({ device_type: device }) => device))].toSorted(compareDevices);
  return devices.map((device) => {
    const [old, current] = [urlsOf(before, device), urlsOf(after, device)];
    const places = Array.from({ length: Math.max(old.length, current.length) }, (_, place) => place);
    return { device, pairs: places.map((place) => [old[place], current[place]] as const) };
  });
}

function urlsOf(screenshots: readonly Screenshot[], device: string): readonly string[] {
  return screenshots
    .filter(({ device_type: type }) => type === device)
    .toSorted((a, b) => a.order - b.order)
    .map(({ url }) => url);
}
