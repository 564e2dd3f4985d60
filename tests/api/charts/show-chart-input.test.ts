import { describe, expect, it } from "vitest";

import { createApi, createCaller } from "../../support/api.ts";
import { categoryIdOf } from "../../support/charts.ts";
import { useDatabase } from "../../support/database.ts";

const database = useDatabase();

const CHART = "/charts?platform=ios&collection=top_free";

async function requestChart(path: string) {
  const api = createApi(database().db);
  return { ...(await api.get(path, await createCaller(database().db))), sentCharts: api.sentCharts };
}

async function expectRejection(path: string, ...fields: readonly string[]): Promise<void> {
  const { status, body, sentCharts } = await requestChart(path);

  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(fields);
  expect(sentCharts).toEqual([]);
}

describe("GET /charts rejects", () => {
  it.each([
    ["/charts?collection=top_free", "platform"],
    ["/charts?platform=ios", "collection"],
    ["/charts?platform=iOS&collection=top_free", "platform"],
    ["/charts?platform=ios&platform=android&collection=top_free", "platform"],
    ["/charts?platform=ios&collection=TOP_FREE", "collection"],
    ["/charts?platform=ios&collection=new_free", "collection"],
    ["/charts?platform=ios&collection[]=top_free", "collection"],
  ])("%s: the %s is missing or unknown", expectRejection);

  it.each([
    ["zz", "the sentinel"],
    ["ZZ", "the sentinel in capitals"],
    ["xx", "a country that does not exist"],
    ["ao", "a country without a storefront of the platform"],
    ["u", "too short"],
    ["usa", "too long"],
    ["u%00", "a NUL"],
    ["%F0%9F%87%BA%F0%9F%87%B8", "a flag"],
  ])("[CHT-2] country_code=%s: %s", (code) => expectRejection(`${CHART}&country_code=${code}`, "country_code"));

  it("a category of the other platform", async () => {
    const categoryId = await categoryIdOf(database().db, "android", "GAME_PUZZLE");

    const { status, body } = await requestChart(`${CHART}&category_id=${categoryId}`);

    expect(status).toBe(422);
    expect(body.errors).toEqual({ category_id: ["The store has no such category."] });
  });

  it.each(["0", "-1", "1.5", "1e2", "+1", "01", "all", "2147483647", "2147483648", "99999999999", "1%20OR%201=1"])(
    "category_id=%s, which is unknown",
    (categoryId) => expectRejection(`${CHART}&category_id=${categoryId}`, "category_id"),
  );

  it.each([
    "2026-02-30",
    "2026-13-01",
    "2026-02-29",
    "2026-00-10",
    "2026-4-1",
    "0000-01-01",
    "-2026-01-01",
    "12026-01-01",
    "2026-04-01T00:00:00Z",
    "20260401",
    "today",
    "infinity",
  ])("date=%s, which is not a date", (date) => expectRejection(`${CHART}&date=${date}`, "date"));

  it("an unknown country and an unknown category in one response", () =>
    expectRejection(`${CHART}&country_code=xx&category_id=2147483647`, "country_code", "category_id"));
});

describe("GET /charts accepts", () => {
  it("country codes in either case, and a country where only that platform has a storefront", async () => {
    expect((await requestChart(`${CHART}&country_code=DE`)).body.meta.country_code).toBe("de");
    expect((await requestChart("/charts?platform=android&collection=top_free&country_code=ao")).status).toBe(200);
  });

  it("a blank parameter as absent, and February 29 of a leap year", async () => {
    const { status, body } = await requestChart(`${CHART}&country_code=&category_id=&date=2028-02-29`);

    expect(status).toBe(200);
    expect(body.meta).toMatchObject({
      country_code: "us",
      category_id: await categoryIdOf(database().db, "ios", null),
    });
  });
});
