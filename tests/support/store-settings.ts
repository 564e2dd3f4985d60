import { type HostSettings, hostClasses, type StoreSettings, storeHosts } from "../../lib/domain/store-hosts.ts";

/** Returns settings by which each host, and each of its classes, has the same limit, and learns nothing. */
export function equalStores({
  perMinute,
  capacity,
  mostInAMinute = 1_000,
  usersPerDay = 1_000_000,
}: Pick<HostSettings, "perMinute" | "capacity"> & Partial<HostSettings>): StoreSettings {
  const rate = perMinute === "unlimited" ? 1 : perMinute;
  const ofClass = { startPerMinute: rate, capPerMinute: rate, adaptive: false };
  return {
    hosts: entries(storeHosts, { perMinute, capacity, mostInAMinute, usersPerDay }),
    classes: entries(hostClasses, ofClass),
  };
}

/** Returns settings by which every class has learnt its cap. */
export function atCaps({ hosts, classes }: StoreSettings): StoreSettings {
  const learnt = hostClasses.map((name) => [name, { ...classes[name], startPerMinute: classes[name].capPerMinute }]);
  // Object.fromEntries loses the keys' type.
  return { hosts, classes: Object.fromEntries(learnt) as StoreSettings["classes"] };
}

/** Returns settings by which every class keeps its first rate. */
export function atFirstRates({ hosts, classes }: StoreSettings): StoreSettings {
  const kept = hostClasses.map((name) => [name, { ...classes[name], capPerMinute: classes[name].startPerMinute }]);
  // Object.fromEntries loses the keys' type.
  return { hosts, classes: Object.fromEntries(kept) as StoreSettings["classes"] };
}

function entries<Key extends string, Value>(keys: readonly Key[], value: Value): Record<Key, Value> {
  // Object.fromEntries loses the keys' type.
  return Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>;
}
