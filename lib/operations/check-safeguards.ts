import { describeFailure } from "../describe-failure.ts";
import type { Log } from "../runtime/log.ts";

/** Subscriptions to a topic. Mails are sent only after their address was confirmed. */
export type Subscriptions = { readonly topic: string; readonly confirmed: number; readonly pending: number };

export type CheckSafeguardsDependencies = {
  readonly log: Log;
  readonly isProtected: () => Promise<boolean>;
  /** The state of the database's key; undefined if AWS manages it. */
  readonly keyState: () => Promise<string | undefined>;
  readonly subscriptions: () => Promise<readonly Subscriptions[]>;
  readonly recipients: number;
};

const ENABLED = "Enabled";

export class MissingSafeguards extends Error {
  override readonly name = "MissingSafeguards";
}

/**
 * Checks protections that are noticed only in an emergency: of the database, its key, and alarm subscriptions. Throws
 * `MissingSafeguards` with a sentence for each missing or unreadable one.
 */
export async function checkSafeguards(deps: CheckSafeguardsDependencies): Promise<void> {
  const checks = [checkProtection(deps), checkKey(deps), checkSubscriptions(deps)];
  const faults = (await Promise.allSettled(checks)).flatMap((result) => {
    if (result.status === "fulfilled") return result.value;
    const { errorName = "Error" } = describeFailure(result.reason);
    return [`A safeguard could not be read (${errorName}).`];
  });
  if (faults.length === 0) return deps.log.info("safeguards.checked", {});
  deps.log.error("safeguards.missing", { faults });
  throw new MissingSafeguards(faults.join(" "));
}

async function checkProtection({ isProtected }: CheckSafeguardsDependencies): Promise<readonly string[]> {
  return (await isProtected()) ? [] : ["The database is not protected from deletion."];
}

async function checkKey({ keyState }: CheckSafeguardsDependencies): Promise<readonly string[]> {
  const state = (await keyState()) ?? ENABLED;
  return state === ENABLED ? [] : [`The key of the database is ${state}: without it nobody can read the data.`];
}

async function checkSubscriptions(deps: CheckSafeguardsDependencies): Promise<readonly string[]> {
  const topics = await deps.subscriptions();
  return topics.flatMap(({ topic, confirmed, pending }) => {
    if (pending > 0) return [`${topic}: ${pending} addresses have not been confirmed.`];
    if (confirmed >= Math.max(1, deps.recipients)) return [];
    return [`${topic}: ${confirmed} of ${Math.max(1, deps.recipients)} addresses get its messages.`];
  });
}
