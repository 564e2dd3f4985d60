import { checkSafeguards } from "../../lib/operations/check-safeguards.ts";
import { safeguardDependencies } from "../../lib/wiring/deployed-safeguards.ts";

export async function handler(): Promise<void> {
  await checkSafeguards(safeguardDependencies());
}
