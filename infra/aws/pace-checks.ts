import { BATCH_ITEMS_MAX, ROOM_LEFT, STORE_CALL_DEADLINE_MS, WRITE_RESERVE_MS } from "../../lib/domain/call-limits.ts";
import { fetchesPages } from "../../lib/domain/chart.ts";
import { type Platform, platforms } from "../../lib/domain/platform.ts";
import { chartClasses, itemCosts, searchClass, sweepClass } from "../../lib/domain/request-costs.ts";
import {
  classCapPerMinute,
  costsByHost,
  type HostClass,
  hostOfClass,
  type StoreHost,
  storeHosts,
  timesCosts,
} from "../../lib/domain/store-hosts.ts";
import { isSwept } from "../../lib/domain/storefront-sweep.ts";
import { faultIf } from "./fault-if.ts";
import type { Stage } from "./stage.ts";
import { usersPerDayMax } from "./users-share.ts";

const ATTEMPT_SECONDS = (STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) / 1_000;

export function paceFaults(stage: Stage): readonly string[] {
  return [
    ...classFaults(stage),
    ...storeHosts.flatMap((host) => hostFaults(stage, host)),
    ...storeHosts.flatMap((host) => shareFaults(stage, host)),
    ...platforms.flatMap((platform) => capacityFaults(stage, platform)),
    ...leaseFaults(stage),
  ];
}

type Pace = { readonly setting: string; readonly perMinute: number; readonly hostClasses: readonly HostClass[] };

function pacesOf({ charts, sweep }: Stage): readonly Pace[] {
  return platforms.flatMap((platform) => [
    {
      setting: `charts.chartsPerMinute.${platform}`,
      perMinute: charts.chartsPerMinute[platform],
      // Half of the App Store's charts are feeds, and half are pages of another host.
      hostClasses: fetchesPages(platform, charts.pages) ? chartClasses[platform] : chartClasses[platform].slice(0, 1),
    },
    ...(isSwept(platform, sweep)
      ? [{ setting: "sweep.batchesPerMinute", perMinute: sweep.batchesPerMinute, hostClasses: [sweepClass] }]
      : []),
  ]);
}

/** Tracked terms come after charts and sweeps. */
function keywordPacesOf({ keywords }: Stage): readonly Pace[] {
  if (keywords === "off") return [];
  return platforms.map((platform) => ({
    setting: `keywords.perMinute.${platform}`,
    perMinute: keywords.perMinute[platform],
    hostClasses: [searchClass[platform]],
  }));
}

/** Fetches that become due faster than the cap of their class accumulate until the end of their day. */
function classFaults(stage: Stage): readonly string[] {
  return [...pacesOf(stage), ...keywordPacesOf(stage)].flatMap(({ setting, perMinute, hostClasses }) =>
    hostClasses.flatMap((hostClass) => {
      const cap = classCapPerMinute(stage.stores, hostClass);
      return faultIf(
        cap !== "unlimited" && perMinute > cap,
        `${setting} (${perMinute}) must be at most what stores.classes.${hostClass} allows in a minute (${cap}).`,
      );
    }),
  );
}

/**
 * Charts and sweeps precede syncs, so they must leave a part of each host's budget to syncs and live searches. A day on
 * which pages are blocked leaves less, and the sweep then waits for tokens.
 */
function hostFaults(stage: Stage, host: StoreHost): readonly string[] {
  const paces = pacesAt(host, pacesOf(stage));
  const all = [...paces, ...pacesAt(host, keywordPacesOf(stage))];
  const { mostInAMinute, perMinute } = stage.stores.hosts[host];
  if (perMinute === "unlimited" || paces.length === 0) return [];
  const sum = sumOf(paces);
  const named = namesOf(paces);
  return [
    ...faultIf(
      sum >= perMinute,
      `${named} must be less than stores.hosts["${host}"].perMinute (${perMinute}), or no sync finds the host's ` +
        "budget full enough.",
    ),
    ...faultIf(
      sum + ROOM_LEFT.sweep > mostInAMinute,
      `${named} must be at most ${mostInAMinute - ROOM_LEFT.sweep}: stores.hosts["${host}"].mostInAMinute ` +
        `(${mostInAMinute}) less the ${ROOM_LEFT.sweep} that sweeps leave to others.`,
    ),
    ...faultIf(
      all.length > paces.length && sumOf(all) + ROOM_LEFT.page > mostInAMinute,
      `${namesOf(all)} must be at most ${mostInAMinute - ROOM_LEFT.page}: stores.hosts["${host}"].mostInAMinute ` +
        `(${mostInAMinute}) less the ${ROOM_LEFT.page} that stay for others.`,
    ),
  ];
}

type HostPace = Pick<Pace, "setting" | "perMinute">;

function pacesAt(host: StoreHost, paces: readonly Pace[]): readonly HostPace[] {
  return paces.flatMap(({ setting, perMinute, hostClasses }) => {
    const own = hostClasses.filter((one) => hostOfClass[one] === host);
    if (own.length === 0) return [];
    const isShared = own.length < hostClasses.length;
    return {
      setting: isShared ? `half of ${setting}` : setting,
      perMinute: perMinute * (own.length / hostClasses.length),
    };
  });
}

function sumOf(paces: readonly HostPace[]): number {
  return paces.reduce((total, { perMinute }) => total + perMinute, 0);
}

function namesOf(paces: readonly HostPace[]): string {
  return paces.map(({ setting, perMinute }) => `${setting} (${perMinute})`).join(" + ");
}

/** The share of users is positive, and at most the part of a day that daily reads leave. */
function shareFaults(stage: Stage, host: StoreHost): readonly string[] {
  const { usersPerDay } = stage.stores.hosts[host];
  const named = `stores.hosts["${host}"].usersPerDay (${usersPerDay})`;
  const most = usersPerDayMax(stage, host);
  if (most === "unlimited") return faultIf(usersPerDay <= 0, `${named} must be a positive number.`);
  return faultIf(
    usersPerDay <= 0 || usersPerDay > most,
    `${named} must be a number from 1 to ${most}: what charts, own storefronts and own pages of 100,000 followed ` +
      "apps leave of its day.",
  );
}

/** A bucket whose capacity is less than the cost of one batch of a sync would be overdrawn after each batch. */
function capacityFaults({ stores }: Stage, platform: Platform): readonly string[] {
  return [...costsByHost(timesCosts(itemCosts[platform], BATCH_ITEMS_MAX))].flatMap(([host, requests]) =>
    faultIf(
      stores.hosts[host].capacity < requests,
      `stores.hosts["${host}"].capacity (${stores.hosts[host].capacity}) must be at least ${requests}: what one ` +
        "batch of a sync costs.",
    ),
  );
}

/** A lease that ends before the attempt lets another worker make the same request. The simulator responds at once. */
function leaseFaults({ charts, stores, sweep }: Stage): readonly string[] {
  if (Object.values(stores.hosts).every(({ perMinute }) => perMinute === "unlimited")) return [];
  const leases = Object.entries({
    "charts.leaseSeconds": charts.leaseSeconds,
    "sweep.leaseSeconds": sweep.leaseSeconds,
  });
  return leases.flatMap(([setting, seconds]) =>
    faultIf(
      seconds <= ATTEMPT_SECONDS,
      `${setting} (${seconds}) must be longer than a call to the store and the write after it ` +
        `(${ATTEMPT_SECONDS} seconds).`,
    ),
  );
}
