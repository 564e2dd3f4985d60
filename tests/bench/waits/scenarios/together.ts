import { prod } from "../../../../infra/aws/stages.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import { deliveryFigures } from "../count-work.ts";
import { appIds } from "../fill.ts";
import { followedFor, HOUR_MS, type Scenario, withService } from "../scenario.ts";
import { figuresOfStages, type StageBounds } from "../watch-syncs.ts";

const SYNCS = 5;
const MINUTE = 60;

const bounds = {
  ios: { "own storefront": 15, whole: 20 * MINUTE },
  android: { "own storefront": 15, whole: 30 * MINUTE },
} as const satisfies Record<Platform, StageBounds>;

/** First syncs that are requested at once, beside charts and a sweep. */
export const together: Scenario = {
  title: `${SYNCS} first syncs of each store at once beside charts and a sweep`,
  run: (bench) => {
    const filling = { followed: followedFor(bench.options), requested: SYNCS };
    return withService(bench, { name: "together", stage: prod, filling }, async (service) => {
      for (let index = 0; index < SYNCS; index += 1) {
        const caller = await service.createCaller();
        service.planAt(HOUR_MS, () => {
          for (const platform of platforms) {
            service.request(caller, { platform, externalId: appIds.requested(platform, SYNCS)[index] ?? "" });
          }
        });
      }
      await service.runUntil(HOUR_MS + 1);
      await service.runUntil(3 * HOUR_MS, service.watch.isIdle);
      const figuresOf = (platform: Platform) =>
        figuresOfStages(
          platformFacts[platform].storeName,
          service.watch.all.filter((sync) => sync.platform === platform),
          bounds[platform],
          1,
        );
      return [...platforms.flatMap(figuresOf), ...deliveryFigures(service.deliveries)];
    });
  },
};
