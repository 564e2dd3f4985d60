import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CatalogueApp } from "../../../infra/store-simulator/catalogue/records.ts";
import { attributeBlocks } from "../../../infra/store-simulator/google/attributes.ts";
import {
  iconAddress,
  PICTURES_URL,
  readPictureAddress,
  screenshotAddress,
} from "../../../infra/store-simulator/pictures/addresses.ts";
import { PICTURES_PREFIX, pictureReply } from "../../../infra/store-simulator/pictures/serve-pictures.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

const APPS = { appsPerStore: 40, publishersPerStore: 10 };
const BYTES_MAX = 16_384;
/** With and without a day before day 0, whose revisions have negative numbers. */
const DAYS = [-200, 0, 90];

describe("the simulator's pictures", () => {
  let simulator: StoreSimulator;
  let restarted: StoreSimulator;

  beforeAll(async () => {
    simulator = await startStoreSimulator(APPS);
    restarted = await startStoreSimulator(APPS);
  });
  afterAll(() => Promise.all([simulator, restarted].map(({ stop }) => stop())));

  const apps = () => [...simulator.catalogue.apps("ios"), ...simulator.catalogue.apps("android")];

  it("exist for every icon, screenshot and feature graphic that the stores name, as SVG of 16 KB at most", () => {
    const addresses = new Set(apps().flatMap((app) => DAYS.flatMap((day) => addressesOf(app, day))));

    expect(addresses.size).toBeGreaterThan(500);
    for (const address of addresses) {
      const { status, headers, body } = draw(address);
      expect(status, address).toBe(200);
      expect(headers["content-type"]).toBe("image/svg+xml");
      expect(body.length, address).toBeLessThan(BYTES_MAX);
      expect(body).not.toMatch(/&(?!amp;|lt;|gt;|quot;)|undefined|NaN|<script|href/);
    }
  });

  it("have the same addresses and content after a restart on another port", async () => {
    const [app, again] = [simulator, restarted].map(({ catalogue }) => catalogue.apps("ios")[0]);
    const [address = ""] = addressesOf(app, 0);

    expect(restarted.url).not.toBe(simulator.url);
    expect(addressesOf(again, 0)).toEqual(addressesOf(app, 0));
    expect(addressesOf(app, 0).every((one) => one.startsWith(PICTURES_URL))).toBe(true);
    const [one, two] = await Promise.all([simulator, restarted].map((stores) => fetchPicture(stores, address)));
    expect(two).toEqual(one);
  });

  it("may be kept for ever by clients, on any page", async () => {
    const [app] = apps();
    const { headers } = await fetchPicture(simulator, addressesOf(app, 0)[0] ?? "");

    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
  });

  it("differ by app and revision, and screenshots also by language, device and place", () => {
    const [first, second] = [appNamed("com.lumora.notes1"), appNamed("com.lumora.notes2")];
    const shot = { language: "en", revision: 3, device: "iphone", order: 0 } as const;
    const addresses = [
      iconAddress(first, 3),
      iconAddress(first, 4),
      iconAddress(second, 3),
      screenshotAddress(first, shot),
      screenshotAddress(first, { ...shot, revision: 4 }),
      screenshotAddress(first, { ...shot, language: "de" }),
      screenshotAddress(first, { ...shot, device: "ipad" }),
      screenshotAddress(first, { ...shot, order: 1 }),
      screenshotAddress(second, shot),
    ];

    expect(new Set(addresses.map((address) => draw(address).body)).size).toBe(addresses.length);
  });

  it("have a headline in their language, written from right to left in Arabic", () => {
    const shot = { revision: 0, device: "phone", order: 1 } as const;
    const drawn = (language: "ar" | "ja") =>
      draw(screenshotAddress(appNamed("com.lumora.notes1"), { ...shot, language })).body;

    expect(drawn("ar")).toMatch(/direction="rtl".*[\u0600-\u06ff]/);
    expect(drawn("ja")).toMatch(/<tspan[^>]*>[^<]*[\u3040-\u30ff\u4e00-\u9fff]/);
    expect(drawn("ja")).not.toContain("rtl");
  });

  it("return 404 for an address that names none", async () => {
    const icon = iconAddress(appNamed("com.lumora.notes1"), 0);

    for (const address of [
      icon.replace("notes1", "gambling1"),
      icon.replace("/ios/", "/windows/"),
      icon.replace("512x512", "99999x1"),
      `${icon}/more`,
      `${PICTURES_URL}ios/shots/com.lumora.notes1/xx/r0/iphone-1/1290x2796bb.jpg`,
      PICTURES_URL,
    ])
      expect(draw(address).status, address).toBe(404);
    expect((await fetchPicture(simulator, `${PICTURES_URL}nothing`)).status).toBe(404);
  });

  it("are read back from their addresses", () => {
    const app = appNamed("com.lumora.notes1");

    expect(readPictureAddress(iconAddress(app, -3).slice(PICTURES_URL.length))).toEqual({
      kind: "icon",
      platform: "ios",
      bundleId: "com.lumora.notes1",
      brand: "Lumora",
      theme: "notes",
      revision: -3,
      width: 512,
      height: 512,
    });
  });

  it("are no requests of the service to a store", async () => {
    await fetchPicture(simulator, iconAddress(appNamed("com.lumora.notes1"), 0));

    expect(simulator.requests.list()).toEqual([]);
  });
});

function appNamed(bundleId: string) {
  return { platform: "ios", bundleId } as const;
}

function addressesOf(app: CatalogueApp | undefined, day: number): readonly string[] {
  if (app === undefined) return [];
  const onDay = app.on(day);
  const listings = onDay.availableCountries().flatMap((country) => onDay.listing(null, country) ?? []);
  const shots = listings.flatMap(({ screenshots }) => screenshots.map(({ url }) => url));
  const graphics = listings.flatMap((listing) => attributeBlocks(onDay, listing).map(([, value]) => value));
  return [onDay.iconUrl, ...new Set(shots), ...new Set(graphics.filter(isPicture))];
}

function isPicture(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(PICTURES_URL);
}

function draw(address: string) {
  return pictureReply({ method: "GET", path: address.replace(PICTURES_URL, PICTURES_PREFIX) });
}

async function fetchPicture({ picturesUrl }: StoreSimulator, address: string) {
  const response = await fetch(address.replace(PICTURES_URL, picturesUrl));
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}
