import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";
import { type FaultKind, faultKinds } from "../../../infra/store-simulator/faults/fault-kinds.ts";
import { spoiltResponses } from "../../../infra/store-simulator/faults/spoilt-responses.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";
import type { Platform } from "../../../lib/domain/platform.ts";

import { appleLibrary, get, googleLibrary, lookUp } from "./store-seams.ts";

let simulator: StoreSimulator;
let app: { readonly ios: AppOnDay; readonly android: AppOnDay };

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 61, day: 20, appsPerStore: 300, publishersPerStore: 40 });
  const pick = (platform: Platform) => {
    const found = simulator.catalogue
      .apps(platform)
      .map((one) => one.on(20))
      .find((one) => (one.metrics("us")?.ratingCount ?? 0) > 1_000 && (one.metrics("us")?.price ?? 0) > 0);
    if (found === undefined) throw new Error(`the ${platform} catalogue has no such app`);
    return found;
  };
  app = { ios: pick("ios"), android: pick("android") };
});
afterEach(() => simulator.faults.clear());
afterAll(() => simulator.stop());

const title = (platform: Platform) => app[platform].listing(null, "us")?.title ?? "";
const metrics = (platform: Platform) => app[platform].metrics("us");
const spoiltResponseKinds = faultKinds.filter((kind) => kind in spoiltResponses);
const lookup = () => get(simulator, "itunes.apple.com", `/lookup?id=${app.ios.externalId}&country=us`);
const record = async () => (await lookUp(simulator, `id=${app.ios.externalId}&country=us`))[0];
const details = () => googleLibrary(simulator).app({ appId: app.android.externalId });

function spoil(kind: FaultKind): void {
  simulator.faults.add({ respond: kind });
}

describe("the usual response, spoilt", () => {
  it("has no further kinds than these tests speak of", () => {
    expect(spoiltResponseKinds).toHaveLength(11);
  });

  it("by truncated_json ends half-way", async () => {
    const usual = await (await lookup()).text();
    spoil("truncated_json");

    expect(await (await lookup()).text()).toBe(usual.slice(0, Math.floor(usual.length / 2)));
  });

  it("by invalid_utf8 has bytes in its texts that no reader of UTF-8 knows", async () => {
    spoil("invalid_utf8");
    const bytes = new Uint8Array(await (await lookup()).arrayBuffer());

    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).toThrow(TypeError);
    expect(JSON.parse(new TextDecoder().decode(bytes)).results[0].trackName).toContain("\ufffd");
  });

  it("by byte_order_mark begins with one", async () => {
    spoil("byte_order_mark");

    expect([...new Uint8Array(await (await lookup()).arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it("by wrong_types has words for numbers and an object for the name", async () => {
    spoil("wrong_types");

    expect(await record()).toMatchObject({
      trackName: { text: title("ios") },
      averageUserRating: `about ${metrics("ios")?.rating}`,
      userRatingCount: `about ${metrics("ios")?.ratingCount}`,
    });
    expect(await details()).toMatchObject({ title: { text: title("android") } });
  });

  it("by null_names has none", async () => {
    spoil("null_names");

    expect(await record()).toMatchObject({ trackName: null });
    expect(await details()).toMatchObject({ title: null });
  });

  it("by negative_numbers has negative ratings, counts and prices", async () => {
    spoil("negative_numbers");

    expect(await record()).toMatchObject({
      userRatingCount: -(metrics("ios")?.ratingCount ?? 0),
      price: -(metrics("ios")?.price ?? 0),
    });
    expect(await details()).toMatchObject({ ratings: -(metrics("android")?.ratingCount ?? 0) });
  });

  it("by not_a_number has NaN in their place", async () => {
    spoil("not_a_number");

    expect(await record()).toMatchObject({ averageUserRating: "NaN", price: "NaN" });
    expect(await details()).toMatchObject({ score: "NaN" });
  });

  it.each([
    ["nul_characters", "\0"],
    ["lone_surrogates", "\ud83d"],
  ] as const)("by %s has them within its texts", async (kind, character) => {
    spoil(kind);
    const names = [(await record())?.trackName, (await details()).title].map(String);

    expect(names.every((name) => name.includes(character))).toBe(true);
    expect(names.map((name) => name.replace(character, ""))).toEqual([title("ios"), title("android")]);
  });

  it("by long_texts has texts of 20,000 characters", async () => {
    spoil("long_texts");

    expect((await record())?.trackName).toHaveLength(20_000);
    expect((await details()).title).toHaveLength(20_000);
  });

  it("by proto_keys has keys of its own that are named as an object's insides", async () => {
    spoil("proto_keys");
    const { results } = JSON.parse(await (await lookup()).text());

    expect(Object.keys(results[0])).toContain("__proto__");
    expect(await details()).toMatchObject({ title: title("android") });
  });

  it.each(spoiltResponseKinds)("by %s spoils charts and publishers, too", async (kind) => {
    const getChart = async () =>
      (await get(simulator, "itunes.apple.com", "/us/rss/toppaidapplications/limit=5/json")).text();
    const batch = async () => {
      const argument = JSON.stringify([[null, [[8, [20, 5]]], [2, "topselling_paid", "APPLICATION"]]]);
      const body = new URLSearchParams({ "f.req": JSON.stringify([[["vyAe2", argument, null, "generic"]]]) });
      const path = `${simulator.url}/_/PlayStoreUi/data/batchexecute?rt=c&hl=en&gl=us`;
      return (await fetch(path, { method: "POST", body, headers: { "x-store-host": "play.google.com" } })).bytes();
    };
    const usual = [await getChart(), await batch()];
    spoil(kind);
    const [chart, chunks] = [await getChart(), await batch()];

    if (kind === "byte_order_mark") expect(chunks[0]).toBe(0xef);
    else expect(chart).not.toBe(usual[0]);
    expect(chunks).not.toEqual(usual[1]);
  });

  it("by days gone by is an older version", async () => {
    const older = simulator.catalogue.appOn({ platform: "ios", externalId: app.ios.externalId, day: 2 });
    simulator.faults.add({ respond: { daysBack: 18 } });

    expect(await record()).toMatchObject({
      version: older?.version,
      userRatingCount: older?.metrics("us")?.ratingCount,
    });
    expect(simulator.requests.list().at(-1)?.fault).toBe("stale");
    simulator.faults.clear();
    await expect(appleLibrary(simulator).app({ id: app.ios.externalId, country: "us" })).resolves.toMatchObject({
      version: app.ios.version,
    });
  });
});
