import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { type ChosenApps, type Platform, showDay } from "./scenario.ts";
import {
  lookUp,
  type RequestStore,
  readAppleChart,
  readAppleChartPage,
  readApplePage,
  readGoogleChart,
  readGooglePage,
  type ShownChartEntry,
  type ShownFacts,
  type ShownListing,
  type ShownOffer,
  type ShownStars,
} from "./store-parser.ts";

export type OracleApp = { readonly platform: Platform; readonly externalId: string };
export type ChartKey = Parameters<typeof readAppleChart>[1] & { readonly platform: Platform };

/** What the stores show on the days of the scenario. */
export type ShownDays = {
  /** Rating, price and version in a storefront; undefined where it does not have the app. */
  offer(day: number, app: OracleApp, country: string): Promise<ShownOffer | undefined>;
  stars(day: number, app: OracleApp, country: string): Promise<ShownStars | undefined>;
  /** The facts that a storefront shows; undefined where it does not have the app. */
  facts(day: number, app: OracleApp, country: string): Promise<ShownFacts | undefined>;
  /** The exact installs of an app of Google Play; undefined where it does not show them. */
  installs(day: number, app: OracleApp, country: string): Promise<number | null | undefined>;
  /** The listing in a language, as a storefront shows it; undefined where it does not have the app. */
  listing(day: number, app: OracleApp, place: ListingPlace): Promise<ShownListing | undefined>;
  /** The feed of a chart: its apps by rank, with their prices. */
  chart(day: number, chart: ChartKey): Promise<readonly ShownChartEntry[]>;
  /** The page of a chart of the App Store: its apps by rank. */
  chartPage(day: number, chart: ChartKey): Promise<readonly string[]>;
  /** The names and prices of the apps of such a page in its storefront, of those that it has. */
  chartedApps(day: number, chart: ChartKey): Promise<ReadonlyMap<string, ChartedApp>>;
  /** The names of an app of the App Store in all storefronts that have it. */
  namesEverywhere(day: number, externalId: string): Promise<readonly string[]>;
  /** Makes the stores show a day to the service again. */
  showToService(day: number): void;
};

export type ChartedApp = { readonly name: string; readonly price: number | null; readonly currency: string | null };

/** The number of apps of one lookup. */
const LOOKED_UP_MAX = 150;

type ListingPlace = { readonly country: string; readonly locale: string };

/** Reads each day from the simulator's own responses over HTTP, at most once. The simulator has no faults meanwhile. */
export function createShownDays(
  simulator: StoreSimulator,
  apps: Readonly<Record<Platform, ChosenApps>>,
  firstLanguage: (platform: Platform, country: string) => string,
): ShownDays {
  const storefronts = simulator.catalogue.storefronts("ios");
  const kept = new Map<string, Promise<unknown>>();
  const appleIds = [...apps.ios.tracked, ...apps.ios.rivals];
  let shown = -1;

  function onDay(day: number): RequestStore {
    return async ({ host, path, body }) => {
      if (shown !== day) showDay(simulator, apps, day);
      shown = day;
      // The store caches lookups by their address. This parameter makes the address unique.
      const address = `${simulator.url}${path}${path.includes("?") ? "&" : "?"}reader=oracle-${day}`;
      const response = await fetch(address, {
        headers: {
          "x-store-host": host,
          ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(body !== undefined && { method: "POST", body }),
      });
      if (response.status !== 200 && response.status !== 404) throw new Error(`${address}: ${response.status}`);
      return { status: response.status, body: await response.text() };
    };
  }

  function once<Value>(key: string, read: () => Promise<Value>): Promise<Value> {
    const found = kept.get(key);
    // The key names the function that created the value.
    if (found !== undefined) return found as Promise<Value>;
    const made = read();
    kept.set(key, made);
    return made;
  }

  const lookups = (day: number, country: string, locale?: string) =>
    once(`lookup ${day} ${country} ${locale}`, () =>
      lookUp(onDay(day), { country, ids: appleIds, ...(locale !== undefined && { locale }) }),
    );
  const applePage = (day: number, externalId: string, country: string, locale?: string) =>
    once(`page ${day} ${externalId} ${country} ${locale}`, () =>
      readApplePage(onDay(day), { externalId, country, ...(locale !== undefined && { locale }) }),
    );
  const googlePage = (day: number, externalId: string, country: string, locale: string) =>
    once(`details ${day} ${externalId} ${country} ${locale}`, () =>
      readGooglePage(onDay(day), { externalId, country, locale }),
    );

  /** The page that identifies an app is in English. */
  const identityPage = (day: number, externalId: string, country: string) =>
    googlePage(day, externalId, country, country === "us" ? "en-US" : "en");

  const chartPage = (day: number, { collection, country, category }: ChartKey) =>
    once(`chart page ${day} ${collection} ${country} ${category}`, () =>
      readAppleChartPage(onDay(day), { collection, country, category }),
    );

  async function lookUpCharted(day: number, chart: ChartKey): Promise<ReadonlyMap<string, ChartedApp>> {
    const ids = await chartPage(day, chart);
    const found = new Map<string, ChartedApp>();
    for (let from = 0; from < ids.length; from += LOOKED_UP_MAX) {
      const some = ids.slice(from, from + LOOKED_UP_MAX);
      for (const [id, { offer, listing }] of await lookUp(onDay(day), { country: chart.country, ids: some })) {
        found.set(id, { name: listing.title, price: offer.price, currency: offer.currency });
      }
    }
    return found;
  }

  return {
    chartPage,
    namesEverywhere: (day, externalId) =>
      once(`names ${day} ${externalId}`, async () => {
        const names: string[] = [];
        for (const country of storefronts) {
          const found = await lookUp(onDay(day), { country, ids: [externalId] });
          names.push(...[...found.values()].map(({ listing }) => listing.title));
        }
        return names;
      }),
    chartedApps: (day, chart) => once(`charted ${day} ${Object.values(chart)}`, () => lookUpCharted(day, chart)),
    async offer(day, { platform, externalId }, country) {
      if (platform === "ios") return (await lookups(day, country)).get(externalId)?.offer;
      return (await googlePage(day, externalId, country, firstLanguage(platform, country)))?.offer;
    },
    async facts(day, { platform, externalId }, country) {
      if (platform === "ios") return (await lookups(day, country)).get(externalId)?.facts;
      return (await identityPage(day, externalId, country))?.facts;
    },
    async installs(day, { platform, externalId }, country) {
      return platform === "ios" ? undefined : (await identityPage(day, externalId, country))?.installs;
    },
    async stars(day, { platform, externalId }, country) {
      if (platform === "ios") return (await applePage(day, externalId, country))?.stars;
      return (await googlePage(day, externalId, country, firstLanguage(platform, country)))?.stars;
    },
    async listing(day, { platform, externalId }, { country, locale }) {
      if (platform === "android") return (await googlePage(day, externalId, country, locale))?.listing;
      const found = (await lookups(day, country, locale)).get(externalId)?.listing;
      const page = found && (await applePage(day, externalId, country, locale));
      if (found === undefined || page === undefined) return undefined;
      const { subtitle, promotional_text, screenshots, video_url } = page;
      return { ...found, subtitle, promotional_text, screenshots, video_url };
    },
    chart: (day, { platform, ...chart }) =>
      once(`chart ${day} ${platform} ${Object.values(chart)}`, () =>
        (platform === "ios" ? readAppleChart : readGoogleChart)(onDay(day), chart),
      ),
    showToService(day) {
      showDay(simulator, apps, day);
      shown = day;
    },
  };
}
