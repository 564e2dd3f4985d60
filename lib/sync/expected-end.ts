import type { Db } from "../../db/statement.ts";
import { type Country, storefrontCodes } from "../domain/country.ts";
import { secondsToEnd } from "../domain/dispatch.ts";
import { type Platform, platformFacts } from "../domain/platform.ts";
import { storefrontAppsCosts } from "../domain/request-costs.ts";
import { type RequestCosts, type StoreSettings, timesCosts } from "../domain/store-hosts.ts";
import type { Clock } from "../runtime/clock.ts";
import { readLine } from "./dispatch-syncs.ts";
import type { LineEntry } from "./waiting-line.ts";

export type ExpectedEndDependencies = {
  readonly db: Db;
  readonly now: Clock;
  readonly countries: readonly Country[];
  readonly storeSettings: StoreSettings;
};

type RunOfApp = { readonly appId: number; readonly platform: Platform };

/**
 * Returns about when the run of an app will have read all that a user waits for, by what waits before it and by what its
 * hosts bear. Returns null where no user waits for the run, or it cannot be told.
 */
export async function expectedEnd(deps: ExpectedEndDependencies, { appId, platform }: RunOfApp): Promise<Date | null> {
  const { countries, db, now, storeSettings: stores } = deps;
  const reading = { db, now, countries, purposes: ["on_demand"] as const, settings: { stores, lostAfterSeconds: 0 } };
  const { batches, buckets, line } = await readLine(reading, platform);
  const own = line.findIndex((entry) => "run" in entry && entry.run.appId === appId);
  const run = line[own];
  if (run === undefined) return null;
  const ahead = [...line.slice(0, own + 1), ...line.slice(own + 1).filter((entry) => "batch" in entry)];
  const planned = batches.length > 0 ? {} : shardCosts(run, countries, platform);
  const seconds = secondsToEnd(ahead, planned, { settings: stores, states: buckets });
  return Number.isFinite(seconds) ? new Date(now().getTime() + Math.ceil(seconds) * 1_000) : null;
}

/** Returns the requests of the express shard that will read the app's storefronts and is not planned yet. */
function shardCosts(entry: LineEntry, countries: readonly Country[], platform: Platform): RequestCosts {
  const isAhead = "run" in entry && (entry.run.phase === "identity" || entry.run.phase === "listings");
  if (!isAhead || !platformFacts[platform].hasStorefrontApps) return {};
  return timesCosts(storefrontAppsCosts, storefrontCodes(countries, platform).length);
}
