import type { StoreApp } from "../../lib/domain/platform.ts";
import type { LoggedRequest, RequestLog } from "../store-simulator/request-log.ts";

/** Returns how many requests for one app the simulated stores have received, without those of sweeps. */
export function countRequestsFor(requests: RequestLog, { platform, externalId }: StoreApp): number {
  return requests.list({ platform, appId: externalId }).filter((request) => !isOfSweep(request)).length;
}

/** Returns how many requests for several apps, this one among them, the simulated stores have received. */
export function countSharedRequestsFor(requests: RequestLog, { platform, externalId }: StoreApp): number {
  const hasApp = ({ appId }: LoggedRequest) => appId?.split(",").includes(externalId) ?? false;
  return requests.list({ platform, kind: "lookup" }).filter((request) => isOfSweep(request) && hasApp(request)).length;
}

/** A lookup for a list of ids names no entity, not even when it is a list of one (scrapers/ios/store/look-up-storefront.ts). */
function isOfSweep({ kind, query }: LoggedRequest): boolean {
  return kind === "lookup" && !new URLSearchParams(query).has("entity");
}
