import type { Db } from "../../db/client.ts";
import { coveredPercent, listBlockedClasses, listCurrentPauses } from "../../db/queries/upkeep/service-gauges.ts";
import { activeStorefronts, type Country } from "../domain/country.ts";
import { utcDay } from "../domain/paced-fetch.ts";
import { type Platform, platforms } from "../domain/platform.ts";
import { type HostClass, hostClasses, hostOfClass, platformOfHost } from "../domain/store-hosts.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Measure } from "../runtime/telemetry.ts";

export type MeasureServiceDependencies = {
  readonly db: Db;
  readonly now: Clock;
  readonly measure: Measure;
  readonly countries: readonly Country[];
};

const DAY_MS = 86_400_000;
/** The hour (UTC) by which all of yesterday was read or given up. */
const HOUR_AFTER_DAY = 7;

/** Writes the measures that nothing else in the service can notice: blocked stores, pauses and unread days. */
export async function measureService(deps: MeasureServiceDependencies): Promise<void> {
  await measureClosures(deps);
  await measurePauses(deps);
  if (deps.now().getUTCHours() === HOUR_AFTER_DAY) await measureDay(deps);
}

async function measureClosures({ db, measure }: MeasureServiceDependencies): Promise<void> {
  const blocked = await listBlockedClasses(db, {});
  for (const platform of platforms) {
    const ofPlatform = blocked.filter(({ bucket }) => hostClasses.some((one) => one === bucket && isOf(one, platform)));
    measure("StoreBlockedSeconds", Math.max(0, ...ofPlatform.map(({ blocked_seconds }) => blocked_seconds)), {
      platform,
    });
  }
}

function isOf(hostClass: HostClass, platform: Platform): boolean {
  return platformOfHost[hostOfClass[hostClass]] === platform;
}

async function measurePauses({ db, measure }: MeasureServiceDependencies): Promise<void> {
  const pauses = await listCurrentPauses(db, {});
  for (const platform of platforms) {
    measure("PausedSeconds", pauses.find((pause) => pause.platform === platform)?.seconds ?? 0, { platform });
  }
}

async function measureDay({ db, now, measure, countries }: MeasureServiceDependencies): Promise<void> {
  const day = utcDay(new Date(now().getTime() - DAY_MS));
  for (const platform of platforms) {
    const storefronts = activeStorefronts(countries, platform).length;
    const { percent } = await coveredPercent(db, { platform, day, storefronts });
    measure("MetricsOfDayPercent", percent, { platform });
  }
}
