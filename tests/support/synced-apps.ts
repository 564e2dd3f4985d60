import { sql } from "drizzle-orm";

import type { Platform } from "../../lib/domain/platform.ts";
import { everywhere, fewCountries } from "./countries.ts";
import type { TestDb } from "./database.ts";
import { type App, createUser } from "./factories.ts";
import { createFakeStore } from "./fake-store.ts";
import { endCoolDown } from "./pass-time.ts";
import { createPipeline, createSoldApp } from "./pipeline.ts";
import { createSweepPipeline, emptySweeps } from "./sweep-pipeline.ts";

const DAY_MS = 86_400_000;

/** Followed apps that were synced once, and the syncs and sweeps of the next day. */
export async function createSyncedApps(
  db: TestDb,
  { apps: count = 2, platform = "ios" }: { readonly apps?: number; readonly platform?: Platform } = {},
) {
  let now = new Date();
  await emptySweeps(db);
  const store = createFakeStore(platform);
  const clock = { countries: fewCountries, now: () => now };
  const sync = createPipeline(db, store, clock);
  const apps: App[] = [];
  const { id: userId } = await createUser(db);
  for (let index = 0; index < count; index += 1) {
    const app = await createSoldApp(db, store, { platform, soldIn: everywhere });
    await db.execute(sql`INSERT INTO tracked_apps (user_id, app_id) VALUES (${userId}, ${app.id})`);
    await sync.sync(app.id);
    apps.push(app);
  }
  const [app] = apps;
  if (app === undefined) throw new Error("No app is followed.");
  // A moment more than a day, by which the apps are due.
  now = new Date(now.getTime() + DAY_MS + 1_000);

  const before = store.calls.length;
  const callsOf = (operation: string) =>
    store.calls.slice(before).filter((call) => call.operation === operation && call.subject === app.externalId);
  return {
    db,
    store,
    apps,
    app,
    sync,
    pipeline: createSweepPipeline(db, store, clock),
    moveTo: (time: Date) => {
      now = time;
    },
    /** Storefronts in which the first app's metrics were requested on the second day by its own sync. */
    requestedAlone: () => callsOf("fetchMetrics").flatMap(({ countries }) => countries),
    /** Storefronts whose stars alone were requested on the second day by its own sync. */
    starsRead: () => callsOf("fetchStars").flatMap(({ countries }) => countries),
    /** Languages that were read on the second day by its own sync, and those of which the page alone was. */
    listingsRead: () => callsOf("fetchListings").flatMap(({ locales }) => locales),
    pagesRead: () => callsOf("fetchPages").flatMap(({ locales }) => locales),
    /** Syncs the first app as the schedule or a user does. */
    syncAgain: async (purpose: "tracked" | "on_demand" = "tracked") => {
      await endCoolDown(db, app.id);
      await sync.sync(app.id, purpose);
    },
  };
}
