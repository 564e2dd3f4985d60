import * as z from "zod";

import { AwsResponseError, callJson } from "./aws-client.ts";
import type { Stage } from "./stage.ts";

const planState = z.object({ accountPlanType: z.enum(["FREE", "PAID"]) });

/** Since March 2026, RDS lets accounts on the free plan create only clusters without a network and a customer key. */
export async function findPlanFault(stage: Stage, profile?: string): Promise<string | undefined> {
  if (stage.database.cluster === undefined) return undefined;
  if ((await readPlan(profile)) !== "FREE") return undefined;
  return (
    "This account is on AWS's free plan, which cannot create an Aurora cluster in a network of one's own: upgrade it " +
    "first (aws freetier upgrade-account-plan --account-plan-type PAID --region us-east-1)."
  );
}

/** Returns undefined for an account without a plan, which is older than July 2025. */
async function readPlan(profile?: string) {
  const call = { target: "AWSFreeTierService.GetAccountPlanState", input: {} };
  try {
    return planState.parse(await callJson("freetier", call, profile)).accountPlanType;
  } catch (error) {
    if (error instanceof AwsResponseError && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}
