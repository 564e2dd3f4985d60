import { beforeAll, describe, expect, it } from "vitest";

import type { AppOnDay } from "../../../infra/store-simulator/catalogue/records.ts";
import { type StoreSimulator, startStoreSimulator } from "../../../infra/store-simulator/simulator.ts";

import { get, lookUp } from "./store-seams.ts";

const GERMANY = "143443";
let simulator: StoreSimulator;

beforeAll(async () => {
  simulator = await startStoreSimulator({ seed: 83, appsPerStore: 300, publishersPerStore: 20 });
  return () => simulator.stop();
});

function findApp(isWanted: (app: AppOnDay) => boolean): AppOnDay {
  const found = simulator.catalogue
    .apps("ios")
    .map((app) => app.on(0))
    .find(isWanted);
  if (found === undefined) throw new Error("the catalogue has no such app");
  return found;
}

const ratingsIn = (app: AppOnDay, country: string) => app.metrics(country)?.ratingCount ?? -1;
const rated = () => findApp((app) => ratingsIn(app, "de") > 0 && ratingsIn(app, "us") > 0);

function request({ externalId }: Pick<AppOnDay, "externalId">, storefront?: string, country = "de") {
  const path = `/${country}/customer-reviews/id${externalId}?displayable-kind=11`;
  return get(
    simulator,
    "itunes.apple.com",
    path,
    storefront === undefined ? {} : { "x-apple-store-front": storefront },
  );
}

describe("the ratings of an app", () => {
  it("have the count of each star, one star first", async () => {
    const app = rated();
    const { stars, ratingCount, rating } = app.metrics("de") ?? {};
    const response = await request(app, `${GERMANY}-1,29`);

    expect(await response.json()).toMatchObject({
      adamId: Number(app.externalId),
      ratingCount,
      ratingAverage: Math.round((rating ?? 0) * 10) / 10,
      ratingCountList: stars,
    });
    expect(stars?.reduce((sum, count) => sum + count)).toBe(ratingCount);
  });

  it("have the count that lookup shows", async () => {
    const app = rated();
    const [record] = await lookUp(simulator, `id=${app.externalId}&country=de`);

    expect(await (await request(app, `${GERMANY}-1,29 l=de`)).json()).toMatchObject({
      ratingCount: record?.userRatingCount,
    });
  });

  it("are those of the storefront in the header, not in the path", async () => {
    const app = findApp((one) => ratingsIn(one, "de") !== ratingsIn(one, "us") && ratingsIn(one, "de") > 0);

    expect(await (await request(app, `${GERMANY}-1,29`, "us")).json()).toMatchObject({
      ratingCount: ratingsIn(app, "de"),
    });
    expect(simulator.requests.list({ kind: "reviews" }).at(-1)).toMatchObject({ country: "de", appId: app.externalId });
  });

  it("are zeros where nobody has rated the app", async () => {
    const app = findApp((one) => ratingsIn(one, "de") === 0);

    expect(await (await request(app, `${GERMANY}-1,29`)).json()).toMatchObject({
      ratingAverage: 0,
      ratingCount: 0,
      ratingCountList: [0, 0, 0, 0, 0],
    });
  });

  it.each([undefined, GERMANY, `${GERMANY},12`])("are not JSON for the header %s", async (storefront) => {
    const response = await request(rated(), storefront);

    expect(response.headers.get("content-type")).toContain("text/html");
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/);
  });

  it("are an empty body where the storefront does not have the app", async () => {
    const response = await request({ externalId: "1" }, `${GERMANY}-1,29`);

    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});
