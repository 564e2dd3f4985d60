import { STORE_CALL_DEADLINE_MS, WRITE_RESERVE_MS } from "../../lib/domain/call-limits.ts";
import { liveLimits } from "../../lib/domain/live-limits.ts";
import { type Platform, platformFacts, platforms } from "../../lib/domain/platform.ts";
import { isSwept } from "../../lib/domain/storefront-sweep.ts";
import { tickTimes } from "../templates/tick-times.ts";
import { faultIf } from "./fault-if.ts";
import type { Stage } from "./stage.ts";

const SECONDS_PER_MINUTE = 60;
/** The longest that SQS delays a message. */
const DELAY_SECONDS_MAX = 900;
const ATTEMPT_SECONDS = (STORE_CALL_DEADLINE_MS + WRITE_RESERVE_MS) / 1_000;

/** Returns what contradicts itself in the paces of charts and sweeps, which leave a part of a store's budget to others. */
export function paceFaults(stage: Stage): readonly string[] {
  return [
    ...platforms.flatMap((platform) => budgetFaults(stage, platform)),
    ...leaseFaults(stage),
    ...horizonFaults(stage),
  ];
}

/** Charts and sweeps precede syncs: they must leave a part of the store's budget to syncs and to live searches. */
function budgetFaults({ charts, sweep, sync }: Stage, platform: Platform): readonly string[] {
  const { capacity, rate } = sync.storeBudgets[platform];
  const chartsPerMinute = charts.chartsPerMinute[platform];
  const limits = liveLimits({ rate, capacity, chartsPerMinute });
  if (rate === "unlimited" || limits === "unlimited") return [];

  const setting = `charts.chartsPerMinute.${platform} (${chartsPerMinute})`;
  const batchesPerMinute = isSwept(platform, sweep) ? sweep.batchesPerMinute : 0;
  const paces = batchesPerMinute > 0 ? `${setting} + sweep.batchesPerMinute (${batchesPerMinute})` : setting;
  const dearest = Math.max(...Object.values(platformFacts[platform].requestsPerCall));
  if (chartsPerMinute + batchesPerMinute >= rate * SECONDS_PER_MINUTE) {
    return [
      `${paces} must be less than sync.storeBudgets.${platform}.rate allows in a minute, or no sync finds the ` +
        "store's budget full enough.",
    ];
  }
  return faultIf(
    limits.user.capacity < dearest,
    `${setting} leaves a user ${limits.user.capacity.toFixed(1)} requests of sync.storeBudgets.${platform}.rate at ` +
      `once, and a search costs ${dearest}.`,
  );
}

/** A lease that ends before the attempt lets another worker make the same request. The simulator responds at once. */
function leaseFaults({ charts, sweep, sync }: Stage): readonly string[] {
  if (Object.values(sync.storeBudgets).every(({ rate }) => rate === "unlimited")) return [];
  const leases = Object.entries({
    "charts.leaseSeconds": charts.leaseSeconds,
    "sweep.leaseSeconds": sweep.leaseSeconds,
  });
  return leases.flatMap(([setting, seconds]) =>
    faultIf(
      seconds <= ATTEMPT_SECONDS,
      `${setting} (${seconds}) must be longer than a call to the store and the write after it (${ATTEMPT_SECONDS} seconds).`,
    ),
  );
}

/** What becomes due after the horizon of a tick and before the next tick would wait, and the pace be slower than set. */
function horizonFaults({ charts, schedules, sweep }: Stage): readonly string[] {
  const horizons = [
    { setting: "charts.sweepSeconds", seconds: charts.sweepSeconds, schedule: "sweepCharts" },
    { setting: "sweep.tickSeconds", seconds: sweep.tickSeconds, schedule: "sweepStorefronts" },
  ] as const;
  return horizons.flatMap(({ setting, seconds, schedule }) => {
    const expression = schedules[schedule];
    const secondsMin = Math.min(longestGap(expression), DELAY_SECONDS_MAX);
    return faultIf(
      seconds < secondsMin,
      `${setting} (${seconds}) must be at least ${secondsMin}: until the next tick of schedules.${schedule}, ` +
        `${expression}, or as long as SQS delays a message.`,
    );
  });
}

/** Returns the most seconds between two ticks of two days; `Infinity` where these have fewer. */
function longestGap(expression: string): number {
  const times = tickTimes(expression, 2);
  if (times.length < 2) return Number.POSITIVE_INFINITY;
  return times.slice(1).reduce((longest, time, index) => Math.max(longest, time - (times[index] ?? 0)), 0);
}
