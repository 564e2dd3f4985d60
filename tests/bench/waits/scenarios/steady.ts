import { prod } from "../../../../infra/aws/stages.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import { chartFigures, deliveryFigures, lagFigures } from "../count-work.ts";
import type { Figure } from "../figures.ts";
import { appIds } from "../fill.ts";
import { HOUR_MS, MINUTE_MS, type Scenario, type Service, withService } from "../scenario.ts";
import { figuresOfStages, type StageBounds, type WatchedSync } from "../watch-syncs.ts";

const APART_MS = 10 * MINUTE_MS;
/** After the schedules have found their pace. */
const FIRST_AT = HOUR_MS;
const WAITED_MS = 3 * HOUR_MS;
const FEW_STOREFRONTS = ["de", "at", "ch"];
const EVERY = 4;

const MINUTE = 60;
const bounds = {
  ios: { "own storefront": 15, "primary listing": 15, "all storefronts": 8 * MINUTE, whole: 12 * MINUTE },
  android: { "own storefront": 10, "primary listing": 10, "all languages": 5 * MINUTE, "all storefronts": 12 * MINUTE },
} as const satisfies Record<Platform, StageBounds>;
const boundsOfFew: StageBounds = { "own storefront": 15, "primary listing": 15, whole: 20 * MINUTE };

/** First syncs of both stores, ten minutes apart, beside the charts of the day and the sweep of followed apps. */
export const steady: Scenario = {
  title: "First syncs ten minutes apart beside charts and a sweep",
  run: (bench) => {
    const { syncs, followed } = bench.options;
    const ids = appIds.requested("ios", syncs);
    const soldIn = new Map(ids.filter((_, index) => index % EVERY === 2).map((id) => [id, FEW_STOREFRONTS]));
    const circumstances = { name: "steady", stage: prod, filling: { followed, requested: syncs }, soldIn };
    return withService(bench, circumstances, async (service) => {
      for (let index = 0; index < syncs; index += 1) await planRequest(service, index, soldIn);
      const lastAt = FIRST_AT + (syncs - 1) * APART_MS;
      await service.runUntil(lastAt);
      await service.runUntil(lastAt + WAITED_MS, service.watch.isIdle);
      return [
        ...platforms.flatMap((platform) => figuresOf(service.watch.all, platform)),
        ...deliveryFigures(service.deliveries),
        ...(await chartFigures(service)),
        ...lagFigures(service),
      ];
    });
  },
};

async function planRequest(service: Service, index: number, soldIn: ReadonlyMap<string, readonly string[]>) {
  const caller = await service.createCaller();
  service.planAt(FIRST_AT + index * APART_MS, () => {
    for (const platform of platforms) {
      const externalId = appIds.requested(platform, index + 1)[index] ?? "";
      service.request(caller, { platform, externalId, soldIn: soldIn.get(externalId) });
    }
  });
}

function figuresOf(all: readonly WatchedSync[], platform: Platform): readonly Figure[] {
  const { storeName } = platformFacts[platform];
  const syncs = all.filter((sync) => sync.platform === platform);
  const few = syncs.filter(({ soldIn }) => soldIn !== undefined);
  return [
    ...figuresOfStages(
      storeName,
      syncs.filter((sync) => !few.includes(sync)),
      bounds[platform],
    ),
    ...figuresOfStages(`${storeName}, three storefronts`, few, boundsOfFew),
    {
      what: `${storeName}: failed items`,
      value: syncs.reduce((sum, one) => sum + one.failedItems, 0),
      unit: "",
      atMost: 0,
    },
    {
      what: `${storeName}: failed runs`,
      value: syncs.filter(({ status }) => status === "failed").length,
      unit: "",
      atMost: 0,
    },
  ];
}
