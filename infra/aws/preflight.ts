import type { FoundStages } from "./find-stages.ts";
import type { Account } from "./plan-deployment.ts";
import type { Stage } from "./stage.ts";

export type Findings = {
  /** Why the stage must not be deployed to this account and region. */
  readonly fault?: string;
  /** What an engineer should know, one sentence each. */
  readonly notices: readonly string[];
  readonly isFirst: boolean;
  /** Where the stage is, once it was deployed. */
  readonly account?: Account;
};

/** Reads what CloudFormation would notice only after it has created the database. */
export async function readFindings(stage: Stage, profile?: string): Promise<Findings> {
  // Loaded here, because synth sends no requests and starts sooner without the client.
  const [{ findStages }, { compareWithQuota, readConcurrencyQuota }] = await Promise.all([
    import("./find-stages.ts"),
    import("./check-quota.ts"),
  ]);
  const [stages, quota] = await Promise.allSettled([findStages(stage.name, profile), readConcurrencyQuota(profile)]);
  const found: FoundStages = stages.status === "fulfilled" ? stages.value : { isFirst: false };
  const finding = quota.status === "fulfilled" ? compareWithQuota(stage, quota.value) : undefined;
  const notices = [
    ...unread(stages, "Whether another stage is in this account and region"),
    ...unread(quota, "How many functions this account may run at once"),
    ...(finding && !finding.isFault ? [finding.sentence] : []),
  ];
  const fault = found.other ? inUse(stage, found.other) : finding?.isFault ? finding.sentence : undefined;
  const { isFirst, account } = found;
  return { notices, isFirst, ...(account ? { account } : {}), ...(fault ? { fault } : {}) };
}

function inUse({ name }: Stage, other: string): string {
  return `${other} is in this account and region already, and there is one stage in each: use another for ${name}.`;
}

/** The CDK explains wrong credentials better, and its roles may have rights that these credentials lack. */
function unread(result: PromiseSettledResult<unknown>, what: string): readonly string[] {
  if (result.status === "fulfilled") return [];
  const reason = result.reason instanceof Error ? result.reason.name : String(result.reason);
  return [`${what} could not be determined (${reason}).`];
}
