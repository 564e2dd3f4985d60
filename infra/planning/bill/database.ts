import type { ClusterCapacity } from "../../aws/stages.ts";
import { storageGrowthGb } from "./storage.ts";
import { HOURS_PER_MONTH, monthly, type Usage, type UsedItem } from "./usage.ts";
import { sleeplessSeconds, workSpans } from "./work-spans.ts";

const DAY_SECONDS = 86_400;
/** Seconds that a wake-up and its work take before the pause begins to count. */
const WAKE_SECONDS = 60;

/** A stage without a cluster of its own is billed as if it had the smallest that never sleeps. */
const SMALLEST: ClusterCapacity = { minAcu: 0.5, maxAcu: 1 };

export function databaseLines(usage: Usage): readonly UsedItem[] {
  const { activity, assumed, inventory } = usage;
  const acuHours = averageAcu(usage) * HOURS_PER_MONTH * inventory.databaseInstances;
  const storage = assumed.baseStorageGb + storageGrowthGb(usage);
  return [
    { service: "Aurora", item: "capacity", quantity: acuHours, price: "auroraAcuHours" },
    { service: "Aurora", item: "storage after a month", quantity: storage, price: "auroraStorage" },
    {
      service: "Aurora",
      item: "I/O",
      quantity: activity.itemsStored * assumed.databaseIosPerItem * monthly(usage),
      price: "auroraIo",
    },
  ];
}

/** Capacity that the work asks for, at least what the cluster keeps while it is awake. */
export function averageAcu(usage: Usage): number {
  const { assumed, stage } = usage;
  const capacity = stage.database.cluster?.capacity ?? SMALLEST;
  const load = loadAcu(usage);
  const awake = awakeShare(usage, capacity);
  const floor = Math.max(capacity.minAcu, capacity.minAcu === 0 ? assumed.awakeAcu : 0);
  return Math.min(capacity.maxAcu, Math.max(floor * awake, load));
}

/** Capacity that the statements keep busy on average. */
export function loadAcu({ activity, assumed }: Usage): number {
  return activity.statements / (activity.days * DAY_SECONDS) / assumed.statementsPerAcu;
}

/** Requests of the API count as evenly spread, which keeps it awake longest. */
function awakeShare({ activity, stage }: Usage, capacity: ClusterCapacity): number {
  if (!("pauseAfterSeconds" in capacity)) return 1;
  const { pauseAfterSeconds } = capacity;
  const planned = sleeplessSeconds(workSpans(stage, activity), WAKE_SECONDS + pauseAfterSeconds) / DAY_SECONDS;
  const requests = activity.calls.api.count / activity.days;
  return 1 - (1 - planned) * Math.exp((-requests * pauseAfterSeconds) / DAY_SECONDS);
}
