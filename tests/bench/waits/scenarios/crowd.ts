import { sql } from "drizzle-orm";

import { prod } from "../../../../infra/aws/stages.ts";
import { type Platform, platformFacts, platforms } from "../../../../lib/domain/platform.ts";
import type { Caller } from "../../../support/api.ts";
import { createPublisher } from "../../../support/factories.ts";
import { deliveryFigures } from "../count-work.ts";
import { waits } from "../figures.ts";
import { appIds } from "../fill.ts";
import { followedFor, HOUR_MS, MINUTE_MS, type Scenario, type Service, withService } from "../scenario.ts";

/** A little more than a second, so that no minute has more than 60. */
const REQUEST_EVERY_MS = 1_005;
/** One request of this many imports apps, each other one tracks an app. */
const IMPORT_EVERY = 30;
const IMPORTED_APPS = 25;
const PUBLISHERS = { ios: "4001", android: "Crowd" } as const;

const STARTS_AT = HOUR_MS;
const OTHERS_EVERY_MS = 5 * MINUTE_MS;
const FIRST_OTHER_MS = 2 * MINUTE_MS;
const WAITED_MS = 5 * MINUTE_MS;
const SECONDS_MAX = 60;
const POLL_MS = 500;

type Shown = { readonly platform: Platform; readonly seconds: number | undefined };

/** One user tracks and imports as many apps as a minute allows, and others find, track and look at one each. */
export const crowd: Scenario = {
  title: "One user tracks and imports thousands of apps, and others one each",
  run: (bench) => {
    const { crowd: count } = bench.options;
    const eachStore = Math.ceil(count / platforms.length);
    const filling = { followed: followedFor(bench.options), requested: eachStore };
    const search = (platform: Platform, term: string) => [foundBy(platform, term)];
    return withService(bench, { name: "crowd", stage: prod, filling, search }, async (service) => {
      const endsAt = await planCrowd(service, eachStore);
      const shown: Shown[] = [];
      let others = 0;
      for (let at = STARTS_AT + FIRST_OTHER_MS; at <= endsAt; at += OTHERS_EVERY_MS) {
        const caller = await service.createCaller();
        const term = `other ${others}`;
        others += 1;
        for (const platform of platforms) service.planAt(at, () => lookAt(service, caller, { platform, term }, shown));
      }
      await service.runUntil(endsAt + WAITED_MS + MINUTE_MS);
      return [
        ...platforms.flatMap((platform) =>
          waits(
            `${platformFacts[platform].storeName}: another user's app shows its own storefront`,
            shown.flatMap((one) => (one.platform === platform ? [one.seconds] : [])),
            SECONDS_MAX,
            1,
          ),
        ),
        ...deliveryFigures(service.deliveries),
      ];
    });
  },
};

/** Plans the requests of the user who has many apps, and returns when the last one is sent. */
async function planCrowd({ api, createCaller, db, planAt, world }: Service, eachStore: number): Promise<number> {
  const caller = await createCaller();
  const send = (path: string, body: unknown) =>
    world.start(async () => {
      const { status, text } = await api.post(path, body, caller);
      if (status >= 300) throw new Error(`Apps were not tracked: ${status} ${text}`);
    });
  const left = { ios: [...appIds.requested("ios", eachStore)], android: [...appIds.requested("android", eachStore)] };
  for (const platform of platforms) await createPublisher(db, { platform, externalId: PUBLISHERS[platform] });

  let at: number = STARTS_AT;
  for (let index = 0; left.ios.length + left.android.length > 0; index += 1) {
    const platform = index % platforms.length === 0 ? "ios" : "android";
    const isImport = index % IMPORT_EVERY < platforms.length;
    const ids = left[platform].splice(0, isImport ? IMPORTED_APPS : 1);
    if (ids.length === 0) continue;
    const [externalId = ""] = ids;
    if (isImport) {
      planAt(at, () => send(`/publishers/${platform}/${PUBLISHERS[platform]}/import`, { external_ids: ids }));
    } else planAt(at, () => send(`/apps/${platform}/${externalId}/track`, undefined));
    at += REQUEST_EVERY_MS;
  }
  return at;
}

type Looked = { readonly platform: Platform; readonly term: string };

/** Has another user search for an app, track it and wait for its own storefront. */
function lookAt({ api, db, world }: Service, caller: Caller, { platform, term }: Looked, shown: Shown[]): void {
  const externalId = foundBy(platform, term);
  const isShown = sql`SELECT 1 FROM app_metrics WHERE app_id = (
    SELECT id FROM apps WHERE platform = ${platform} AND external_id = ${externalId})`;
  world.start(async () => {
    const startedAt = world.ms();
    const query = new URLSearchParams({ term, platform, country_code: "us" });
    const found = await api.get(`/apps/search?${query}`, caller);
    const tracked = await api.post("/apps", { platform, external_id: externalId }, caller);
    for (let waitedMs = 0; waitedMs <= WAITED_MS; waitedMs += POLL_MS) {
      if (found.status !== 200 || tracked.status !== 201) break;
      if ((await db.execute(isShown)).length > 0) {
        shown.push({ platform, seconds: (world.ms() - startedAt) / 1_000 });
        return;
      }
      await world.sleep(POLL_MS);
    }
    shown.push({ platform, seconds: undefined });
  });
}

/** The app that nobody knows before the search for it. */
function foundBy(platform: Platform, term: string): string {
  const number = term.replaceAll(/\D/g, "");
  return platform === "ios" ? `9${number.padStart(8, "0")}` : `example.other.app${number}`;
}
