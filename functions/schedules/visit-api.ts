import { visitApi } from "../../lib/canary/visit-api.ts";
import { canaryDependencies } from "../../lib/wiring/deployed-canary.ts";

/** Uses the deployed API as a client does. */
export async function handler(): Promise<void> {
  await visitApi(canaryDependencies());
}
