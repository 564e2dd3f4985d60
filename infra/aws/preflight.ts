import { findCallerFault, readRegion, reasonOf } from "./aws-client.ts";
import { findBootstrapFault } from "./check-bootstrap.ts";
import { findPlanFault } from "./check-plan.ts";
import { compareWithQuota, readConcurrencyQuota } from "./check-quota.ts";
import { findRegionFault } from "./check-stage.ts";
import { findStages } from "./find-stages.ts";
import { findTriggers } from "./find-triggers.ts";
import { findUnconfirmed } from "./find-unconfirmed.ts";
import type { Stage } from "./stage.ts";

export type Findings = {
  readonly faults: readonly string[];
  readonly notices: readonly string[];
  readonly isFirst: boolean;
  readonly triggers: readonly string[];
};

const NOT_WATCHED = "No alarm watches this deployment: it is not undone when the API fails.";

/** Reads conditions that CloudFormation would notice only after it has created the database, or not at all. */
export async function readFindings(stage: Stage, profile?: string): Promise<Findings> {
  const unusable = await findUnusable(stage, profile);
  if (unusable !== undefined) return { faults: [unusable], notices: [], isFirst: false, triggers: [] };
  const isWatched = stage.rollbackMinutes !== undefined;
  const [stages, plan, bootstrap, quota, unconfirmed, alarms] = await Promise.allSettled([
    findStages(stage.name, profile),
    findPlanFault(stage, profile),
    findBootstrapFault(profile),
    readConcurrencyQuota(profile),
    findUnconfirmed(stage, profile),
    isWatched ? findTriggers(stage, profile) : [],
  ]);
  const found = resultOf(stages) ?? { isFirst: false };
  const triggers = resultOf(alarms) ?? [];
  const ofQuota = compareIfRead(stage, resultOf(quota));
  const faults = found.other
    ? [inUse(stage, found.other)]
    : [resultOf(plan), resultOf(bootstrap), ofQuota?.isFault ? ofQuota.sentence : undefined].filter(isSaid);
  const isUnwatched = isWatched && triggers.length === 0 && !found.isFirst && faults.length === 0;
  const notices = [
    unread(stages, "Whether another stage is in this account and region"),
    unread(plan, "Whether the account's plan allows the database"),
    unread(bootstrap, "Whether the account and region are bootstrapped"),
    unread(quota, "How many functions this account may run at once"),
    unread(unconfirmed, "Who gets alarms"),
    unread(alarms, "Whether the alarms exist that undo a deployment"),
    ...(resultOf(unconfirmed) ?? []),
    ofQuota?.isFault === false ? ofQuota.sentence : undefined,
    isUnwatched ? NOT_WATCHED : undefined,
  ].filter(isSaid);
  return { faults, notices, isFirst: found.isFirst, triggers };
}

async function findUnusable(stage: Stage, profile?: string): Promise<string | undefined> {
  return (await findCallerFault(profile)) ?? findRegionFault(stage, await readRegion(profile));
}

function isSaid(sentence: string | undefined): sentence is string {
  return sentence !== undefined;
}

function compareIfRead(stage: Stage, quota: number | undefined) {
  return quota === undefined ? undefined : compareWithQuota(stage, quota);
}

function inUse({ name }: Stage, other: string): string {
  return `${other} is in this account and region already, and there is one stage in each: use another for ${name}.`;
}

function resultOf<Value>(result: PromiseSettledResult<Value>): Value | undefined {
  return result.status === "fulfilled" ? result.value : undefined;
}

/** A failed read is a notice: the CDK explains wrong credentials better, and its roles may have more rights. */
function unread(result: PromiseSettledResult<unknown>, what: string): string | undefined {
  if (result.status === "fulfilled") return undefined;
  return `${what} could not be determined (${reasonOf(result.reason)}).`;
}
