import type { Stage } from "../../../../infra/aws/stage.ts";
import { prod } from "../../../../infra/aws/stages.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import type { Figure } from "../figures.ts";
import { appIds } from "../fill.ts";
import { type Bench, HOUR_MS, type Scenario, withService } from "../scenario.ts";
import { figuresOfStages, type WatchedSync } from "../watch-syncs.ts";

const FAILING = "fr";
const DELAY_SECONDS_MAX = 10;
const SYNCS = 5;
const APART_MS = HOUR_MS;

/** Nothing else is under way, so that the two runs differ by the failures alone. */
const quiet: Stage = { ...prod, charts: { ...prod.charts, dailyCountries: [] } };

/** First syncs while one storefront responds with 500, and the same ones while all storefronts respond. */
export const failures: Scenario = {
  title: `First syncs while the storefront ${FAILING} responds with 500`,
  run: async (bench) => {
    const without = await syncsOf(bench, "failures_without", []);
    const withFailures = await syncsOf(bench, "failures_with", [FAILING]);
    return platforms.flatMap((platform) => figuresOf(platform, without, withFailures));
  },
};

async function syncsOf(bench: Bench, name: string, failing: readonly string[]): Promise<readonly WatchedSync[]> {
  const filling = { followed: 0, requested: SYNCS };
  const circumstances = { name, stage: quiet, filling, failing: { ios: failing, android: failing } };
  let syncs: readonly WatchedSync[] = [];
  await withService(bench, circumstances, async (service) => {
    for (let index = 0; index < SYNCS; index += 1) {
      const caller = await service.createCaller();
      service.planAt(HOUR_MS + index * APART_MS, () => {
        for (const platform of platforms) {
          service.request(caller, { platform, externalId: appIds.requested(platform, SYNCS)[index] ?? "" });
        }
      });
    }
    await service.runUntil(HOUR_MS + (SYNCS - 1) * APART_MS + 1);
    await service.runUntil(HOUR_MS + SYNCS * APART_MS, () =>
      service.watch.all.every(({ status }) => status === "completed"),
    );
    syncs = service.watch.all;
    return [];
  });
  return syncs;
}

function figuresOf(
  platform: Platform,
  without: readonly WatchedSync[],
  withFailures: readonly WatchedSync[],
): readonly Figure[] {
  const { storeName } = platformFacts[platform];
  const undisturbed = without.filter((sync) => sync.platform === platform);
  const disturbed = withFailures.filter((sync) => sync.platform === platform);
  const delays = undisturbed.map(({ externalId, seconds }) => {
    const same = disturbed.find((sync) => sync.externalId === externalId);
    return (same?.seconds.whole ?? Number.POSITIVE_INFINITY) - (seconds.whole ?? 0);
  });
  return [
    ...figuresOfStages(`${storeName}, all respond`, undisturbed, {}, 1),
    ...figuresOfStages(`${storeName}, one fails`, disturbed, {}, 1),
    { what: `${storeName}: longer until whole, at most`, value: Math.max(...delays), unit: "s", atMost: null },
    {
      what: `${storeName}: longer until whole, mean`,
      value: delays.reduce((sum, delay) => sum + delay, 0) / delays.length,
      unit: "s",
      atMost: DELAY_SECONDS_MAX,
    },
    {
      what: `${storeName}: failed items of a sync, at least`,
      value: Math.min(...disturbed.map(({ failedItems }) => failedItems)),
      unit: "",
      atMost: null,
    },
  ];
}
