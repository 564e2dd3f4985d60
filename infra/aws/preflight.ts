import type { Stage } from "./stage.ts";

export type Findings = {
  /** Why the stage must not be deployed to this account and region. */
  readonly fault?: string;
  /** What an engineer should know, one sentence each. */
  readonly notices: readonly string[];
  readonly isFirst: boolean;
  /** ARNs of the alarms that undo a deployment of endpoints. */
  readonly triggers: readonly string[];
};

const NOT_WATCHED = "No alarm watches this deployment: it is not undone when the API fails.";

/** Reads what CloudFormation would notice only after it has created the database. */
export async function readFindings(stage: Stage, profile?: string): Promise<Findings> {
  // Loaded here, because synth sends no requests and starts sooner without the client.
  const [{ findStages }, { compareWithQuota, readConcurrencyQuota }, { findTriggers }] = await Promise.all([
    import("./find-stages.ts"),
    import("./check-quota.ts"),
    import("./find-triggers.ts"),
  ]);
  const isWatched = stage.rollbackMinutes !== undefined;
  const [stages, quota, alarms] = await Promise.allSettled([
    findStages(stage.name, profile),
    readConcurrencyQuota(profile),
    isWatched ? findTriggers(stage, profile) : [],
  ]);
  const found = stages.status === "fulfilled" ? stages.value : { isFirst: false };
  const triggers = alarms.status === "fulfilled" ? alarms.value : [];
  const finding = quota.status === "fulfilled" ? compareWithQuota(stage, quota.value) : undefined;
  const fault = found.other ? inUse(stage, found.other) : finding?.isFault ? finding.sentence : undefined;
  const isUnwatched = isWatched && triggers.length === 0 && !found.isFirst && fault === undefined;
  const notices = [
    ...unread(stages, "Whether another stage is in this account and region"),
    ...unread(quota, "How many functions this account may run at once"),
    ...unread(alarms, "Whether the alarms exist that undo a deployment"),
    ...(finding && !finding.isFault ? [finding.sentence] : []),
    ...(isUnwatched ? [NOT_WATCHED] : []),
  ];
  return { notices, isFirst: found.isFirst, triggers, ...(fault ? { fault } : {}) };
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
