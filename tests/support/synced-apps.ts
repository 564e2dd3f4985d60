import type { Platform } from "../../lib/domain/platform.ts";
import { everywhere, fewCountries } from "./countries.ts";
import type { ClockedDb } from "./database.ts";
import { createFakeStore } from "./fake-store.ts";
import { createPipeline, type PipelineOverrides } from "./pipeline.ts";
import { DAY_MS, emptySweeps, followApps, noonMs } from "./sweep-world.ts";

/** An app that was not synced for so long waits for no sweep: its run reads all of it, and all stars. */
const LONG_AGO_DAYS = 3;

type SyncedApps = Pick<PipelineOverrides, "settings"> & { readonly apps?: number; readonly platform?: Platform };

/** Followed apps whose runs read all of them, and the pipeline on the next day. */
export async function createSyncedApps(
  db: ClockedDb,
  { apps: count = 2, platform = "ios", settings = {} }: SyncedApps = {},
) {
  await emptySweeps(db);
  const store = createFakeStore(platform);
  const pipeline = createPipeline(db, store, { countries: fewCountries, settings });
  const { clock } = pipeline;
  const lastSyncedAt = new Date(clock.ms() - LONG_AGO_DAYS * DAY_MS);
  const apps = await followApps(db, store, count, { platform, soldIn: everywhere, lastSyncedAt });
  const [app] = apps;
  if (app === undefined) throw new Error("No app is followed.");

  /** Starts the syncs that are due, and runs them to their end. */
  const syncDue = async () => {
    const started = await pipeline.tick();
    if (started[platform] === 0) throw new Error("No sync is due.");
    await pipeline.drain();
  };
  await syncDue();
  await clock.moveTo(noonMs + DAY_MS);

  const before = store.calls.length;
  const callsOf = (operation: string) =>
    store.calls.slice(before).filter((call) => call.operation === operation && call.subject === app.externalId);
  return {
    db,
    store,
    apps,
    app,
    pipeline,
    syncDue,
    /** Storefronts in which the first app's metrics were requested since then by its own sync. */
    requestedAlone: () => callsOf("fetchMetrics").flatMap(({ countries }) => countries),
    /** Storefronts whose stars alone were requested since then by its own sync. */
    starsRead: () => callsOf("fetchStars").flatMap(({ countries }) => countries),
    /** Languages that were read since then by its own sync, and those of which the page alone was. */
    listingsRead: () => callsOf("fetchListings").flatMap(({ locales }) => locales),
    pagesRead: () => callsOf("fetchPages").flatMap(({ locales }) => locales),
    /** The same time of the next day. */
    nextDay: () => clock.moveTo(clock.ms() + DAY_MS),
  };
}
