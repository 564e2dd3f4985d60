import { probeApi } from "../../lib/canary/probe-api.ts";
import { probeDependencies } from "../../lib/wiring/deployed-canary.ts";

/** Sends the deployed API one request that reaches the database. */
export async function handler(): Promise<void> {
  await probeApi(probeDependencies());
}
