import { type HostSettings, hostClasses, type StoreSettings, storeHosts } from "../../lib/domain/store-hosts.ts";

/** Returns settings by which each host, and each of its classes, bears the same, and learns nothing. */
export function equalStores({ perMinute, capacity }: HostSettings): StoreSettings {
  const rate = perMinute === "unlimited" ? 1 : perMinute;
  const ofClass = { startPerMinute: rate, capPerMinute: rate, adaptive: false };
  return {
    hosts: entries(storeHosts, { perMinute, capacity }),
    classes: entries(hostClasses, ofClass),
  };
}

function entries<Key extends string, Value>(keys: readonly Key[], value: Value): Record<Key, Value> {
  // Object.fromEntries forgets the keys' type.
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;
}
