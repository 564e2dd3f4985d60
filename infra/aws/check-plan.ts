import * as z from "zod";

import { AwsResponseError, callJson } from "./aws-client.ts";
import type { Stage } from "./stage.ts";

/** Of `freetier:GetAccountPlanState`. */
const planState = z.object({ accountPlanType: z.enum(["FREE", "PAID"]) });

/**
 * Returns why an account cannot create the database of a stage. Since March 2026 RDS lets accounts on the free plan make
 * clusters of its "Express Configuration" alone, which have no network and no key of one's own.
 */
export async function findPlanFault(stage: Stage, profile?: string): Promise<string | undefined> {
  if (stage.database.cluster === undefined) return undefined;
  if ((await readPlan(profile)) !== "FREE") return undefined;
  return (
    "This account is on AWS's free plan, which cannot create an Aurora cluster in a network of one's own: upgrade it " +
    "first (aws freetier upgrade-account-plan --account-plan-type PAID --region us-east-1)."
  );
}

/** Returns undefined for an account without a plan: accounts of before July 2025 have none. */
async function readPlan(profile?: string) {
  const call = { target: "AWSFreeTierService.GetAccountPlanState", input: {} };
  try {
    return planState.parse(await callJson("freetier", call, profile)).accountPlanType;
  } catch (error) {
    if (error instanceof AwsResponseError && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}
