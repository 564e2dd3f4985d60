import type { StoreApp } from "../../lib/domain/platform.ts";
import type { LoggedRequest, RequestLog } from "../store-simulator/request-log.ts";

export function countRequestsFor(requests: RequestLog, { platform, externalId }: StoreApp): number {
  return requests.list({ platform, appId: externalId }).filter((request) => !isOfSweep(request)).length;
}

export function countSharedRequestsFor(requests: RequestLog, { platform, externalId }: StoreApp): number {
  const hasApp = ({ appId }: LoggedRequest) => appId?.split(",").includes(externalId) ?? false;
  return requests.list({ platform, kind: "lookup" }).filter((request) => isOfSweep(request) && hasApp(request)).length;
}

/** A lookup of a list of ids has no `entity` parameter, even for one id (scrapers/ios/store/look-up-storefront.ts). */
function isOfSweep({ kind, query }: LoggedRequest): boolean {
  return kind === "lookup" && !new URLSearchParams(query).has("entity");
}
