import { everywhere } from "../../support/countries.ts";
import { storeFailure } from "../../support/fake-store-records.ts";
import { endCoolDown, makeFailedItemsDue } from "../../support/pass-time.ts";
import type { World } from "./world.ts";

export type Scenario = {
  readonly name: string;
  /** Storefronts that return 404 at the end. */
  readonly unavailable: readonly string[];
  /** Happens before any fault. */
  readonly prepare: (world: World) => Promise<void>;
  /** Happens with one fault. */
  readonly act: (world: World) => Promise<void>;
};

const sync = async (world: World) => {
  await world.request();
  await world.settle();
};

const failSome = ({ store, app }: World) => {
  store.scriptListing(app.externalId, "jp", storeFailure("http_5xx", { status: 503 }));
  store.scriptListing(app.externalId, "br", storeFailure("http_429", { status: 429, retryAfterSeconds: 5 }));
  for (const country of ["jp", "br", "us"]) store.scriptMetrics(app.externalId, country, storeFailure("timeout"));
};

const released = { version: "2.0", version_released_at: "2026-03-02T03:04:05.000Z" };
/** What the store shows from the second sync on. */
export const secondEdition = {
  identity: { name: "Renamed", ...released },
  listing: { title: "New title", description: "New text", ...released },
  metrics: { rating: 3.5, rating_count: 200, price: 2 },
};

export const scenarios: readonly Scenario[] = [
  {
    name: "a first sync, with storefronts that fail and others that do not have the app",
    unavailable: ["ca", "de"],
    prepare: async (world) => {
      world.sellIn(everywhere.filter((code) => code !== "ca" && code !== "de"));
      failSome(world);
    },
    act: sync,
  },
  {
    name: "a sync of an app that is sold in the least important storefront alone",
    unavailable: everywhere.filter((code) => code !== "jp").toSorted(),
    prepare: async (world) => world.sellIn(["jp"]),
    act: sync,
  },
  {
    name: "a sync of an app that no storefront has any longer",
    unavailable: [...everywhere].toSorted(),
    prepare: async (world) => {
      world.sellIn(everywhere);
      await sync(world);
      await endCoolDown(world.db, world.app.id);
      world.store.withdraw({ externalId: world.app.externalId, countries: everywhere });
    },
    act: sync,
  },
  {
    name: "a second sync with changes",
    unavailable: [],
    prepare: async (world) => {
      world.sellIn(everywhere);
      await sync(world);
      await endCoolDown(world.db, world.app.id);
      world.sellIn(everywhere, secondEdition);
    },
    act: sync,
  },
  {
    name: "reconciling",
    unavailable: ["br"],
    prepare: async (world) => {
      world.sellIn(everywhere);
      failSome(world);
      await sync(world);
      await makeFailedItemsDue(world.db, world.app.id);
      const { store, app } = world;
      store.scriptListing(app.externalId, "jp", {});
      store.scriptListing(app.externalId, "br", "empty_response");
      store.scriptMetrics(app.externalId, "br", "empty_response");
      store.scriptMetrics(app.externalId, "us", {});
    },
    act: async (world) => {
      await world.resend();
      await world.settle();
    },
  },
];
