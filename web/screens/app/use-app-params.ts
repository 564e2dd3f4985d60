import { useParams } from "wouter";

/**
 * Returns the app in the address. The frame renders tabs only if the path names a store, so `ios` is the only other
 * case.
 */
export function useAppParams() {
  const { platform, externalId = "" } = useParams();
  return { platform: platform === "android" ? ("android" as const) : ("ios" as const), external_id: externalId };
}
