import { local } from "../../../infra/aws/local-stages.ts";
import { connectToCatalogue } from "../../../infra/local/pipeline/catalogue-connector.ts";
import { connectStores } from "../../../infra/local/pipeline/connect-stores.ts";
import type { VirtualClock } from "../../../infra/local/pipeline/virtual-clock.ts";
import type { CatalogueApp } from "../../../infra/store-simulator/catalogue/records.ts";
import type { StoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { listingLanguages } from "../../../lib/domain/country.ts";
import { type Platform, platforms } from "../../../lib/domain/platform.ts";
import { silentLog } from "../../support/silent-log.ts";
import type { TestDb } from "../../support/test-connection.ts";
import { checkRecords } from "./check-records.ts";
import { chooseApps, type SoldShares, soldShareOf } from "./choose-apps.ts";
import { fill, spreadReads } from "./fill.ts";
import { type LimitedDays, runLimitedDays } from "./limited-days.ts";
import { type CreateDatabase, openDatabase } from "./open-database.ts";
import type { EconomyOptions } from "./options.ts";
import { FILLED_ON, startStores } from "./stores.ts";

type Progress = (line: string) => void;

/** Runs the service for some days against stores with each of the limits, and returns what it requested and stored. */
export async function benchEconomy(create: CreateDatabase, options: EconomyOptions, print: Progress): Promise<Economy> {
  const { filled, sold } = await timed(print, `${options.apps} apps of each store synced once before`, () =>
    fillOnce(create, options),
  );
  const results: LimitedDays[] = [];
  for (const [index, limit] of options.limits.entries()) {
    const isCompared = index === 0 && options.compared > 0;
    const run = () => runLimitedDays({ create, options, limit, filled, isCompared });
    results.push(await timed(print, `${options.days} days, limit "${limit}"`, run));
  }
  return { results, sold };
}

export type Economy = { readonly results: readonly LimitedDays[]; readonly sold: SoldShares };

const HALF_A_DAY_MS = 43_200_000;

type FillOptions = Pick<EconomyOptions, "apps" | "days" | "changed"> & { readonly appsPerStore?: number };

/** Returns the name of a database in which every app was synced on the day before the first, and where apps are sold. */
export async function fillOnce(
  create: CreateDatabase,
  options: FillOptions,
): Promise<{ readonly filled: string; readonly sold: SoldShares }> {
  const stores = await startStores(options);
  const { catalogue } = stores;
  const choose = (platform: Platform) =>
    chooseApps({ ...options, catalogue, platform, count: options.apps, filledOn: FILLED_ON });
  const apps = { ios: choose("ios"), android: choose("android") };

  const connection = await create("economy_filled");
  const noon = catalogue.startOf(FILLED_ON).getTime() + HALF_A_DAY_MS;
  const { db, clock, end } = await openDatabase(connection, noon);
  const [ios, android] = await Promise.all(
    platforms.map((of) => connectForFill(of, { db, stores, clock, apps: apps[of] })),
  );
  if (ios === undefined || android === undefined) throw new Error("A platform has no connector.");
  await fill({ db, clock, connectors: { ios, android }, apps, day: FILLED_ON });
  await spreadReads(db, catalogue.startOf(FILLED_ON + 1));
  await end();
  await stores.stop();
  const shareOf = (platform: Platform) => soldShareOf(apps[platform], { catalogue, platform, filledOn: FILLED_ON });
  return { filled: connection.database, sold: { ios: shareOf("ios"), android: shareOf("android") } };
}

/** Apps and languages of each store whose records are held to what the scrapers read. */
const CHECKED = { apps: 5, languages: 12 };

type OpenedStores = { readonly db: TestDb; readonly clock: VirtualClock; readonly stores: StoreSimulator };

async function connectForFill(
  platform: Platform,
  { db, stores, clock, apps }: OpenedStores & { readonly apps: readonly CatalogueApp[] },
) {
  const { catalogue } = stores;
  const connect = connectStores({
    db,
    clock,
    log: silentLog,
    simulator: stores,
    stores: local.stores,
    random: () => 0.5,
  });
  const connector = connect(platform, async () => 0);
  const shown = { catalogue, platform, day: () => FILLED_ON };
  const targets = listingLanguages(catalogue.countries, platform)
    .slice(0, CHECKED.languages)
    .flatMap(({ locale, storefronts: [country] }) => (country === undefined ? [] : [{ country, locale }]));
  await checkRecords(connector, { shown, apps: apps.slice(0, CHECKED.apps), targets });
  return connectToCatalogue(connector, shown);
}

async function timed<Result>(print: Progress, what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  print(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  return result;
}
