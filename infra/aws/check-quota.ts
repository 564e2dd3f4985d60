import * as z from "zod";

import { getFromLambda } from "./aws-client.ts";
import { reservedForReadings } from "./document-readings.ts";
import type { Stage } from "./stage.ts";

const accountSettings = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.int().positive() }) });

/** Returns the applied value of the quota L-B99A9384, in the account and its region. */
export async function readConcurrencyQuota(profile?: string): Promise<number> {
  const settings = accountSettings.parse(await getFromLambda("/2016-08-19/account-settings/", profile));
  return settings.AccountLimit.ConcurrentExecutions;
}

export type QuotaFinding = { readonly sentence: string; readonly isFault: boolean };

/** A stage that reserves nothing deploys under a lower quota, and runs slower. */
export function compareWithQuota({ name, api, scrapers, webhooks }: Stage, quota: number): QuotaFinding | undefined {
  const { accountConcurrency } = api;
  if (quota === accountConcurrency) return undefined;
  const reserves = [
    ...[api.storeRoutes, api.reservedConcurrency, reservedForReadings(api)],
    ...[scrapers.reservedConcurrency, webhooks.reservedConcurrency],
  ].some(Boolean);
  const differs =
    `This account may run ${quota} functions at once here, and stage ${name} says ${accountConcurrency} ` +
    "(api.accountConcurrency).";
  if (quota > accountConcurrency) {
    return {
      isFault: false,
      sentence: `${differs} Set it to ${quota}, so that synth checks the database's connections.`,
    };
  }
  return {
    isFault: reserves,
    sentence:
      `${differs} Request more: aws service-quotas request-service-quota-increase --service-code lambda ` +
      `--quota-code L-B99A9384 --desired-value ${accountConcurrency}${reserves ? ", or" : "; until then"} set ` +
      `api.accountConcurrency to ${quota}${reserves ? " and remove what the stage reserves" : ""}.`,
  };
}
