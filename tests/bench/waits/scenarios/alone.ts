import { dev } from "../../../../infra/aws/stages.ts";
import { isIdle } from "../count-work.ts";
import { appIds } from "../fill.ts";
import { HOUR_MS, MINUTE_MS, type Scenario, withService } from "../scenario.ts";
import { figuresOfStages } from "../watch-syncs.ts";

/** After the work of the day's first tick, and long before the next one. */
const REQUESTED_AT = 2 * HOUR_MS;
const NEXT_TICK_AT = 6 * HOUR_MS;
const WHOLE_SECONDS_MAX = 25 * 60;
const ENDING_MS = MINUTE_MS;

/** A first sync of the App Store by the settings of dev, whose ticks are six hours apart. */
export const alone: Scenario = {
  title: "One first sync of the App Store in dev, between two ticks",
  run: (bench) =>
    withService(bench, { name: "alone", stage: dev, filling: { followed: 0, requested: 1 } }, async (service) => {
      const { deliveries, watch } = service;
      const [externalId = ""] = appIds.requested("ios", 1);
      const caller = await service.createCaller();
      await service.runUntil(REQUESTED_AT);
      const before = deliveries.length;
      service.planAt(REQUESTED_AT, () => service.request(caller, { platform: "ios", externalId }));
      await service.runUntil(NEXT_TICK_AT - 1);
      const [{ requestedAt = 0, seconds = {} } = {}] = watch.all;
      const doneAt = requestedAt + (seconds.whole ?? Number.POSITIVE_INFINITY) * 1_000;
      const of = deliveries.slice(before);
      const afterwards = of.filter(({ startedAt }) => startedAt > doneAt + ENDING_MS);
      return [
        ...figuresOfStages("App Store", watch.all, { whole: WHOLE_SECONDS_MAX }, 1),
        { what: "deliveries of the sync", value: of.length - afterwards.length, unit: "", atMost: null },
        { what: "of these idle", value: of.filter(isIdle).length, unit: "", atMost: null },
        { what: "deliveries until the next tick once it is whole", value: afterwards.length, unit: "", atMost: 0 },
      ];
    }),
};
