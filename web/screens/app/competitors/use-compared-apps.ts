import { useRead } from "../../../client/use-read.ts";
import { useAppFrame } from "../use-app-frame.ts";

/** Returns the details of up to three apps of the same store. */
export function useComparedApps(externalIds: readonly string[]) {
  const [first, second, third] = externalIds;
  const apps = [useAppOf(first), useAppOf(second), useAppOf(third)];
  return apps.slice(0, externalIds.length);
}

function useAppOf(externalId: string | undefined) {
  const { platform } = useAppFrame();
  const params = { platform, external_id: externalId ?? "" };
  return useRead("showApp", { params }, { enabled: externalId !== undefined });
}
