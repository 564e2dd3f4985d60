import type { Db } from "../../db/statement.ts";
import type { Country } from "../domain/country.ts";
import { secondsToEnd } from "../domain/dispatch.ts";
import type { Platform } from "../domain/platform.ts";
import type { StoreSettings } from "../domain/store-hosts.ts";
import type { Clock } from "../runtime/clock.ts";
import { readLine } from "./dispatch-syncs.ts";

export type ExpectedEndDependencies = {
  readonly db: Db;
  readonly now: Clock;
  readonly countries: readonly Country[];
  readonly storeSettings: StoreSettings;
};

type RunOfApp = {
  readonly appId: number;
  readonly platform: Platform;
  /** When the run begins if it waits for the cool-down of the last one. */
  readonly startsAt: Date | null;
};

/** Returns about when the run of an app has read all that a user waits for; null if unknown or nobody waits. */
export async function expectedEnd(
  deps: ExpectedEndDependencies,
  { appId, platform, startsAt }: RunOfApp,
): Promise<Date | null> {
  const { countries, db, now, storeSettings: stores } = deps;
  const reading = { db, now, countries, purposes: ["on_demand"] as const, settings: { stores, lostAfterSeconds: 0 } };
  const { awaited, line, states } = await readLine(reading, platform);
  const own = line.findIndex((entry) => "run" in entry && entry.run.app_id === appId);
  if (own < 0) return null;
  const ahead = awaited.filter((entry, place) => place <= own || !("run" in entry));
  const seconds = secondsToEnd(ahead, { settings: stores, states });
  const beginsAt = Math.max(now().getTime(), startsAt?.getTime() ?? 0);
  return Number.isFinite(seconds) ? new Date(beginsAt + Math.ceil(seconds) * 1_000) : null;
}
