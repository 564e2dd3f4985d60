import { isIP } from "node:net";

import { LOOPBACK, type UrlRules } from "../domain/webhook.ts";
import { isAllowedTarget } from "./target-address.ts";

export type AddressDependencies = {
  /** Returns all addresses of a name. */
  readonly resolve: (hostname: string) => Promise<readonly string[]>;
  readonly targets: UrlRules & { readonly privateTargets: readonly string[] };
};

/**
 * Returns an address of a host to which the sender may connect. If one address of a name is not allowed, none is used,
 * because such a name has no legitimate use.
 */
export async function findAddress(
  { resolve, targets }: AddressDependencies,
  hostname: string,
  signal: AbortSignal,
): Promise<string | { readonly error: "dns" | "rejected_address" }> {
  if (hostname === LOOPBACK && targets.loopback === "allowed") return LOOPBACK;
  const addresses = await within(signal, resolve(hostname)).catch(() => undefined);
  if (addresses === undefined || addresses.length === 0) return { error: "dns" };
  if (!addresses.every((one) => isAllowedTarget(one, targets.privateTargets))) return { error: "rejected_address" };
  // A function outside a network has only IPv4.
  return addresses.find((one) => isIP(one) === 4) ?? addresses[0] ?? { error: "dns" };
}

function within<Result>(signal: AbortSignal, promise: Promise<Result>): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([promise, aborted]);
}
