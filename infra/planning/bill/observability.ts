import { failureReasons } from "../../../lib/domain/failed-item.ts";
import { platforms } from "../../../lib/domain/platform.ts";
import { syncPhases } from "../../../lib/domain/sync-phase.ts";
import { measureUnits } from "../../../lib/runtime/measures.ts";
import { tickTimes } from "../../templates/tick-times.ts";
import { type CallKind, callKinds } from "../activity.ts";
import { HOURS_PER_MONTH, monthly, type Usage, type UsedItem } from "./usage.ts";

const SERVICE = "CloudWatch and X-Ray";
const GB = 1e9;

/** Lines that a call writes. The gateway writes one more for each request. */
const linesPerCall: Readonly<Record<CallKind, number>> = { api: 2, worker: 1, chartWorker: 1, scraper: 1, schedule: 1 };

/** Functions that share the calls of a kind, each traced once a second at least. */
const functionsOf: Readonly<Record<CallKind, number>> = { api: 5, worker: 4, chartWorker: 2, scraper: 2, schedule: 4 };

export function observabilityLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory, stage } = usage;
  const lines = callKinds.reduce((sum, kind) => sum + activity.calls[kind].count * linesPerCall[kind], 0);
  const logGb = (lines * assumed.logLineBytes * monthly(usage)) / GB;
  const retentionMonths = (stage.logRetentionDays * 24) / HOURS_PER_MONTH;
  return [
    { service: SERVICE, item: "logs written", quantity: logGb, price: "logIngestion" },
    { service: SERVICE, item: "logs kept", quantity: logGb * retentionMonths, price: "logStorage" },
    { service: SERVICE, item: "metrics of our own", quantity: metricCount(usage), price: "metrics" },
    { service: SERVICE, item: "alarms", quantity: inventory.alarmMetrics, price: "alarms" },
    { service: SERVICE, item: "dashboards", quantity: inventory.dashboards, price: "dashboards" },
    { service: SERVICE, item: "traces", quantity: tracedCalls(usage) * monthly(usage), price: "traces" },
  ];
}

function tracedCalls({ activity, assumed, stage }: Usage): number {
  const seconds = activity.days * 86_400;
  const { consumers, scrapers } = stage.tracing;
  const isTraced = { api: true, worker: consumers, chartWorker: consumers, scraper: scrapers, schedule: true };
  return callKinds
    .filter((kind) => isTraced[kind])
    .reduce((sum, kind) => {
      const { count } = activity.calls[kind];
      const always = Math.min(count, functionsOf[kind] * seconds);
      return sum + always + (count - always) * assumed.tracedShare;
    }, 0);
}

/** Metrics are paid for by the hour in which they are written: gauges when the sweeper runs, counts while apps are synced. */
function metricCount({ activity, stage }: Usage): number {
  const units = Object.values(measureUnits);
  const gauges = units.filter((unit) => unit !== "Count").length;
  const sweptHours = new Set(tickTimes(stage.schedules.sweepSyncs, 1).map((time) => Math.floor(time / 3600))).size;
  const hasSyncs = activity.syncs.ios + activity.syncs.android > 0;
  // Each phase adds one series: completed or failed syncs, or failed items.
  const counts = hasSyncs ? units.length - gauges + failureReasons.length + syncPhases.length : 0;
  return platforms.length * (gauges * (sweptHours / 24) + counts);
}
