import { useParams } from "wouter";

/** Returns the app of the address. The frame shows a tab only for the path of a store. */
export function useAppParams() {
  const { platform, externalId = "" } = useParams();
  return { platform: platform === "android" ? ("android" as const) : ("ios" as const), external_id: externalId };
}
