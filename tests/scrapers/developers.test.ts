import { describe, expect, it } from "vitest";

import type { AppOnDay, CataloguePublisher } from "../../infra/store-simulator/catalogue/records.ts";
import type { Platform } from "../../lib/domain/platform.ts";
import { developerAppsResponseSchema, type ScraperDeveloperApp } from "../../scrapers/contracts/lists.ts";
import { nonEmpty } from "../support/non-empty.ts";
import { DAY, get, getParsed, useHarness } from "./scraper-harness.ts";

const harness = useHarness({ appsPerStore: 1_000, publishersPerStore: 16 });

function appsOf({ platform, externalId }: CataloguePublisher, country = "us") {
  return harness.simulator.catalogue.publisherApps({ platform, publisherExternalId: externalId, country, day: DAY });
}

/** Returns the publishers with apps in the United States, most apps first. */
function publishers(platform: Platform) {
  const { catalogue } = harness.simulator;
  return catalogue
    .publishers(platform)
    .filter((one) => appsOf(one).length > 0)
    .toSorted((a, b) => appsOf(b).length - appsOf(a).length);
}

function shownOf({ external_id, name, developer, developer_id, rating, price, is_free }: ScraperDeveloperApp) {
  return { external_id, name, developer, developer_id, rating, price, is_free };
}

/** Google's pages after the first, which show no price of a free app, nor of one without a price yet. */
function isFollowing(platform: Platform, index: number): boolean {
  return platform === "android" && index >= 50;
}

function expectedOf(app: AppOnDay, isOnFollowingPage: boolean): ReturnType<typeof shownOf> {
  const metrics = app.metrics("us");
  const price = metrics?.price ?? (isOnFollowingPage ? 0 : null);
  return {
    external_id: app.externalId,
    name: app.listing(app.platform === "ios" ? null : "en", "us")?.title ?? "",
    developer: app.publisher.name,
    developer_id: app.publisher.externalId,
    rating: metrics?.rating ?? null,
    price,
    is_free: price === 0,
  };
}

function listApps(platform: Platform, id: string, query = "") {
  const path = `/developers/${encodeURIComponent(id)}/apps${query}`;
  return getParsed(developerAppsResponseSchema(), harness.scrapers[platform], path);
}

describe.each(["ios", "android"] as const)("GET /developers/:developerId/apps (%s)", (platform) => {
  it("[PUB-11 IOS-12 AND-12] returns every app of the developer, whatever its name, by the id that identities carry", async () => {
    const longest = publishers(platform)[0];
    expect(longest && appsOf(longest).length).toBeGreaterThan(platform === "ios" ? 50 : 150);

    for (const publisher of nonEmpty(publishers(platform))) {
      const { apps } = await listApps(platform, publisher.externalId);
      const expected = appsOf(publisher).slice(0, platform === "ios" ? 200 : 1_000);
      expect(apps.map(shownOf)).toEqual(expected.map((app, index) => expectedOf(app, isFollowing(platform, index))));
    }
  });

  it("returns the apps of the requested country", async () => {
    const publisher = publishers(platform).find(
      (one) => appsOf(one).length < 100 && appsOf(one, "jp").length !== appsOf(one).length,
    );
    if (publisher === undefined) throw new Error("the catalogue has no such publisher");

    const { apps } = await listApps(platform, publisher.externalId, "?country=jp");

    expect(new Set(apps.map(({ external_id }) => external_id))).toEqual(
      new Set(appsOf(publisher, "jp").map(({ externalId }) => externalId)),
    );
  });

  it("returns 404 with the contract's body for a developer that the store does not have", async () => {
    const id = { ios: "999999999999", android: "Nobody+At+All" }[platform];

    const response = await get(harness.scrapers[platform], `/developers/${id}/apps`);

    expect(response).toMatchObject({ status: 404, body: { error: expect.any(String), statusCode: 404 } });
  });
});

describe("GET /developers/:developerId/apps (ios)", () => {
  it("returns 404 for the id of an app", async () => {
    const app = appsOf(publishers("ios")[0] ?? never())[0];

    expect((await get(harness.scrapers.ios, `/developers/${app?.externalId}/apps`)).status).toBe(404);
  });

  it("[TRAP-11] returns an empty list for a developer without apps in the storefront", async () => {
    const body = JSON.stringify({ resultCount: 1, results: [{ wrapperType: "artist", artistId: 7 }] });
    harness.simulator.faults.add({ match: { kind: "lookup" }, respond: { status: 200, body } });

    expect(await listApps("ios", "7")).toEqual({ apps: [] });
  });

  it.each(["name", "-1", "1e5", "12345678901234567890"])("rejects the id %s with 422", async (id) => {
    expect((await get(harness.scrapers.ios, `/developers/${id}/apps`)).status).toBe(422);
  });
});

describe("GET /developers/:developerId/apps (android)", () => {
  const branded = () => publishers("android").find((one) => one.isBranded && appsOf(one).length > 10) ?? never();
  const spaced = () => publishers("android").find(({ name }) => name.includes(" ")) ?? never();

  it("[TRAP-7] returns more than the ten apps of an account's page, by the account's number", async () => {
    const { apps } = await listApps("android", branded().accountId);

    expect(apps.map(({ external_id }) => external_id)).toEqual(appsOf(branded()).map(({ externalId }) => externalId));
    expect(new Set(apps.map(({ developer_id }) => developer_id))).toEqual(new Set([branded().externalId]));
  });

  it.each([
    ["fifty", "by name", () => publishers("android").find((one) => appsOf(one).length > 50)?.externalId, 50],
    ["ten", "of an account", () => branded().accountId, 10],
  ] as const)(
    "[EVT-9] returns the first page alone where it is requested, %s apps %s",
    async (_count, _form, idOf, size) => {
      const id = idOf() ?? never();
      const { apps: all } = await listApps("android", id);
      harness.simulator.requests.clear();

      const { apps } = await listApps("android", id, "?pages=first");

      expect(apps).toEqual(all.slice(0, size));
      expect(harness.simulator.requests.list()).toHaveLength(1);
    },
  );

  it("rejects another number of pages with 422", async () => {
    const path = `/developers/${branded().accountId}/apps?pages=second`;

    expect((await get(harness.scrapers.android, path)).status).toBe(422);
  });

  it.each([
    ["spaces as plus signs, unencoded", (name: string) => name.replaceAll(" ", "+")],
    ["spaces percent-encoded", (name: string) => encodeURIComponent(name)],
    ["the canonical id encoded once", (name: string) => encodeURIComponent(name.replaceAll(" ", "+"))],
  ])("accepts a name with %s", async (_title, spell) => {
    const { apps } = await getParsed(
      developerAppsResponseSchema(),
      harness.scrapers.android,
      `/developers/${spell(spaced().name)}/apps`,
    );

    expect(apps).toHaveLength(appsOf(spaced()).length);
  });

  it.each([
    { id: "1e3", sent: "id=1e3" },
    { id: "Infinity", sent: "id=Infinity" },
    { id: "505", sent: "id=505" },
    { id: "C%2B%2B+Apps", sent: "id=C%2B%2B+Apps" },
    { id: "AC%2FDC+%26+%E2%98%85", sent: "id=AC%2FDC+%26+%E2%98%85" },
  ])("[TRAP-6] requests the page of the name in $id, decoded once", async ({ id, sent }) => {
    await get(harness.scrapers.android, `/developers/${encodeURIComponent(id)}/apps`);

    const [request] = harness.simulator.requests.list();
    expect(request).toMatchObject({ path: "/store/apps/developer", query: `${sent}&hl=en&gl=us` });
  });

  it.each(["100%25%25", "%25E0", "%20"])("rejects the id %s with 422", async (id) => {
    expect((await get(harness.scrapers.android, `/developers/${id}/apps`)).status).toBe(422);
  });

  it("[TRAP-6] reads a page in either form", async () => {
    const url = `${harness.simulator.url}/store/apps/dev?id=${branded().accountId}&hl=en&gl=us`;
    const page = await fetch(url, { headers: { "x-store-host": "play.google.com" } });
    harness.simulator.faults.add({
      match: { path: "/store/apps/developer" },
      respond: { status: 200, body: await page.text() },
    });

    expect((await listApps("android", "Any+Name")).apps).toHaveLength(appsOf(branded()).length);
  });

  it("[TRAP-10] reads prices of a thousand and more on following pages", async () => {
    await changeNextPage((row) => {
      row[7] = [[null, null, null, [null, null, [null, [[1, "USD", "$1,299.50"]]]]]];
    });

    const { apps } = await listApps("android", branded().accountId);

    expect(apps.at(-1)).toMatchObject({ price: 1_299.5, currency: "USD", is_free: false });
  });

  it("[TRAP-8] fails the whole list when a following page cannot be read", async () => {
    for (const body of [')]}\'\n\n[["wrb.fr","qnKhOb",null,null,null,[5],"generic"]]', ")]}'\n\n[[]]", ")]}'"]) {
      harness.simulator.faults.add({ match: { path: "batchexecute" }, respond: { status: 200, body } });

      const response = await get(harness.scrapers.android, `/developers/${branded().accountId}/apps`);
      expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    }
  });

  it("[TRAP-8] fails on a list that does not end", async () => {
    await changeNextPage(undefined, "again");
    harness.simulator.requests.clear();

    const response = await get(harness.scrapers.android, `/developers/${branded().accountId}/apps`);

    expect(response).toMatchObject({ status: 500, body: { reason: "invalid_response" } });
    expect(harness.simulator.requests.count()).toBeLessThan(25);
  });

  /** Serves one app on each following page, changed, and then the end or another page. */
  async function changeNextPage(change: (row: unknown[]) => void = () => undefined, token: string | null = null) {
    const row: unknown[] = [];
    row[1] = [null, [[null, null, null, [null, null, "https://icon.example"]]]];
    row[2] = "A title";
    row[4] = [[["A developer", [null, null, null, null, [null, null, "/store/apps/developer?id=A"]]]]];
    row[9] = [null, null, null, null, [null, null, "/store/apps/details?id=a.b"]];
    row[12] = ["a.b"];
    change(row);
    const rows = token === null ? [row] : [];
    const payload = [[[rows, null, null, null, null, null, null, [null, token]]]];
    const body = `)]}'\n\n${JSON.stringify([["wrb.fr", "qnKhOb", JSON.stringify(payload)]])}`;
    harness.simulator.faults.add({ match: { path: "batchexecute" }, respond: { status: 200, body } });
  }
});

function never(): never {
  throw new Error("the catalogue has no such publisher");
}
