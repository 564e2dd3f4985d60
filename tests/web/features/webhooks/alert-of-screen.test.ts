import { describe, expect, it } from "vitest";

import { fieldsOfAlert, newAlertFields } from "../../../../web/features/webhooks/alert.ts";
import { alertOfScreen, type KnownOfScreen } from "../../../../web/features/webhooks/alert-of-screen.ts";
import { sentEventsOf } from "../../../../web/features/webhooks/webhook-fields.ts";

const nothing: KnownOfScreen = { views: [], appName: undefined, language: undefined, apps: [], rivalIds: undefined };

function alertOf(path: string, known: Partial<KnownOfScreen> = {}) {
  const { pathname, search } = new URL(`https://shelfwatch.example/dashboard${path}`);
  return alertOfScreen({ pathname, search }, { ...nothing, ...known });
}

const sentOf = (path: string, known?: Partial<KnownOfScreen>) =>
  sentEventsOf(fieldsOfAlert(alertOf(path, known), newAlertFields("slack")));

const all = { types: [], min_weight: 0, filter: {} };
const app = { kind: "app", app: { platform: "ios", external_id: "12" } };

describe("the alert of a screen", () => {
  it.each([
    ["", "mine"],
    ["/settings/webhooks", "mine"],
    ["/changes/apps", "mine"],
    ["/changes/apps?whose=competitors", "mine"],
    ["?whose=competitors", "rivals"],
    ["/changes/competitors", "rivals"],
    ["/competitors", "rivals"],
  ])("%s is of the apps that the screen shows", (path, kind) => {
    expect(sentOf(path)).toEqual({ ...all, scope: { kind } });
    expect(alertOf(path).cautions).toEqual([]);
  });

  it.each([
    ["", []],
    ["/listing", ["listing.changed", "listing.locale_added", "listing.locale_removed"]],
    ["/listing?view=facts", ["app.fact_changed"]],
    ["/changes", []],
    ["/changes?view=versions", ["app.version_released"]],
    ["/ratings", ["rating.changed"]],
    ["/rankings", ["chart.rank_changed"]],
    ["/storefronts", ["app.price_changed", "app.availability_changed", "app.removed", "app.returned"]],
    ["/keywords", ["keyword.rank_changed"]],
    ["/constructor", []],
  ])("is of the app of the screen, and of the events that its tab %s is about", (tab, types) => {
    expect(sentOf(`/apps/ios/12${tab}`)).toEqual({ ...all, scope: app, types });
  });

  it("names the app as its screen does", () => {
    expect(alertOf("/apps/ios/12", { appName: "Tamton" }).scope.app?.name).toBe("Tamton");
  });

  it("has the kind and the weight of the changes that are shown", () => {
    const query = "?field=price&weight=notable&days=30&sort=weight";
    const expected = { types: ["app.price_changed"], min_weight: 0.25 };

    expect(sentOf(`/changes/apps${query}`)).toMatchObject(expected);
    expect(sentOf(`/apps/ios/12/changes${query}`)).toMatchObject({ ...expected, scope: app });
    expect(sentOf("/changes/apps?field=subtitle").filter).toEqual({ fields: ["subtitle"] });
    expect(sentOf(query)).toEqual({ ...all, scope: { kind: "mine" } });
  });

  it("is of the app that is chosen among the changes, by its id until its name is read", () => {
    const apps = [{ id: 7, platform: "ios", external_id: "12", name: "Tamton" }] as const;

    expect(sentOf("/changes/all?app=7", { apps })).toEqual({ ...all, scope: app });
    expect(alertOf("/changes/all?app=7", { apps }).cautions).toEqual([]);
    expect(sentOf("/changes/apps?app=7")).toEqual({ ...all, scope: { kind: "mine" }, filter: { app_ids: [7] } });
  });

  it("is of the competitors of an app, and says if it does not know them", () => {
    const path = "/changes/competitors?of=7";

    expect(sentOf(path, { rivalIds: [8, 9] })).toMatchObject({
      scope: { kind: "rivals" },
      filter: { app_ids: [8, 9] },
    });
    expect(alertOf(path, { rivalIds: [8, 9] }).cautions).toEqual(["It tells of the competitors that the app has now."]);
    expect(alertOf(path).cautions).toEqual(["It tells of all competitors."]);
  });

  it("has the country where the screen follows it", () => {
    const filter = { country_codes: ["jp"] };

    expect(sentOf("/changes/apps?country=jp&field=price").filter).toEqual(filter);
    expect(sentOf("/apps/ios/12?country=JP").filter).toEqual(filter);
    expect(sentOf("/apps/ios/12/ratings?country=jp").filter).toEqual({});
  });

  it("has the language in place of the country for changes of texts, which name no country", () => {
    const language = "ja";

    expect(sentOf("/changes/apps?country=jp&field=title", { language }).filter).toEqual({
      ...{ fields: ["title"], locales: ["ja"] },
    });
    expect(sentOf("/apps/ios/12/listing?country=jp", { language }).filter).toEqual({ locales: ["ja"] });
    expect(sentOf("/changes/apps?locale=de-DE&field=title&country=jp", { language }).filter).toMatchObject({
      locales: ["de-DE"],
    });
    expect(sentOf("/changes/apps?locale=de-DE").filter).toEqual({ locales: ["de-DE"] });
  });

  it.each([
    ["/changes/all", /not of competitors/],
    ["?whose=all", /not of competitors/],
    ["/changes/apps?tags=3", /without these tags/],
    ["/changes/apps?country=jp", /no texts/],
  ])("%s says what it cannot take", (path, caution) => {
    expect(alertOf(path).cautions).toEqual([expect.stringMatching(caution)]);
  });

  it("is of a saved view as a whole where the screen shows one", () => {
    const views = [
      { id: 4, name: "Start", scope: { path: "/", query: { country: "jp" } } },
      { id: 5, name: "Japan", scope: { path: "/changes/all", query: { country: "jp", tags: "3" } } },
    ];

    expect(sentOf("/changes/all?tags=3&country=jp&page=2", { views })).toEqual({
      ...all,
      scope: { kind: "view", view_id: 5 },
    });
    expect(alertOf("/changes/all?tags=3&country=jp", { views }).cautions).toEqual([]);
    expect(sentOf("/changes/all?tags=3", { views }).scope).toEqual({ kind: "mine" });
    expect(sentOf("?country=jp", { views }).scope).toEqual({ kind: "mine" });
  });
});
