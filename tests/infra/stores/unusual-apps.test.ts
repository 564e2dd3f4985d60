import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import { platforms } from "../../../lib/domain/platform.ts";

import { appleLibrary, googleLibrary, lookUp } from "./store-seams.ts";

let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 71, appsPerStore: 1_200, publishersPerStore: 160 });
});
afterAll(() => simulator.stop());

const today = (platform: (typeof platforms)[number]) =>
  simulator.catalogue.apps(platform).flatMap((app) => (app.on(0).isAvailable("us") ? [app.on(0)] : []));

describe("a few apps", () => {
  it.each(platforms)("of %s have no price, which is not the same as none to pay", async (platform) => {
    const priceless = today(platform).filter((app) => app.metrics("us")?.price === null && !app.isPreRegistration);
    const [app] = priceless;
    const id = app?.externalId ?? "";
    const read = {
      ios: () => appleLibrary(simulator).app({ id, country: "us" }),
      android: () => googleLibrary(simulator).app({ appId: id }),
    }[platform];
    const { price, free } = await read();

    expect(priceless.length).toBeGreaterThan(5);
    expect(priceless.length).toBeLessThan(50);
    expect({ price, free }).toEqual({ price: { ios: undefined, android: 0 }[platform], free: false });
  });

  it("can be pre-registered for on Google Play before their release, and on it alone", async () => {
    const coming = today("android").filter((app) => app.isPreRegistration);
    const [app] = coming;
    const found = await googleLibrary(simulator).app({ appId: app?.externalId ?? "" });
    const released = simulator.catalogue.appOn({
      platform: "android",
      externalId: app?.externalId ?? "",
      day: app?.facts.releasedOnDay ?? 0,
    });

    expect(coming.length).toBeGreaterThan(5);
    expect(found).toMatchObject({ preregister: true, free: false, version: "VARY" });
    expect([found.installs ?? null, found.released ?? null]).toEqual([null, null]);
    expect(released).toMatchObject({ isPreRegistration: false, isInStore: true });
    expect(today("ios").some((one) => one.isPreRegistration)).toBe(false);
  });

  it("are of publishers for which the App Store names no seller and has no link", async () => {
    const chart = simulator.catalogue.chart({
      platform: "ios",
      collection: "top_free",
      country: "us",
      category: null,
      day: 0,
    });
    const place = chart.slice(0, 100).findIndex(({ publisher }) => !publisher.hasSeller);
    const rows = await appleLibrary(simulator).list({ collection: "topfreeapplications", country: "us", num: 100 });
    const [record] = await lookUp(simulator, `id=${rows[place]?.id}&country=us`);

    expect(rows[place]).toMatchObject({ developer: chart[place]?.publisher.name, developerId: undefined });
    expect(record).not.toHaveProperty("sellerName");
  });
});
