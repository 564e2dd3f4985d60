import { checkSafeguards } from "../../lib/operations/check-safeguards.ts";
import { safeguardDependencies } from "../../lib/wiring/deployed-safeguards.ts";

/** Checks what keeps the data and has somebody notified. */
export async function handler(): Promise<void> {
  await checkSafeguards(safeguardDependencies());
}
