import { probeApi } from "../../lib/canary/probe-api.ts";
import { probeDependencies } from "../../lib/wiring/deployed-canary.ts";

export async function handler(): Promise<void> {
  await probeApi(probeDependencies());
}
