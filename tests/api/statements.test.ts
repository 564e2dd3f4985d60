import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../db/queries/upkeep/partitions.ts";
import { endpoints } from "../../functions/endpoints.ts";
import { COMPARED_APPS_MAX } from "../../lib/domain/keyword.ts";
import { type Caller, createApi, createCaller } from "../support/api.ts";
import { addChange, addCompetitor, addListing, addMetrics, addVersion, track } from "../support/catalogue.ts";
import { addChart, categoryIdOf } from "../support/charts.ts";
import { countStatements } from "../support/counted-statements.ts";
import { type TestDb, useDatabase } from "../support/database.ts";
import { addEvent } from "../support/events.ts";
import { createApp, createPublisher } from "../support/factories.ts";
import { addTermDays } from "../support/keyword-results.ts";
import { nonEmpty } from "../support/non-empty.ts";

const database = useDatabase();

const TODAY = "2026-04-01";
const FEW = 1;
const MANY = 30;

/** Statements of a read, the one that admits the request among them. Reads that call a store have their own tests. */
const statementsByPath = {
  "/auth/me": 1,
  "/apps": 2,
  "/apps/{platform}/{external_id}": 3,
  "/apps/{platform}/{external_id}/overview": 3,
  "/apps/{platform}/{external_id}/listing": 2,
  "/apps/{platform}/{external_id}/listing/diff": 2,
  "/apps/{platform}/{external_id}/availability": 2,
  "/apps/{platform}/{external_id}/prices": 2,
  "/apps/{platform}/{external_id}/facts": 2,
  "/apps/{platform}/{external_id}/installs": 3,
  "/apps/{platform}/{external_id}/similar": 2,
  "/apps/{platform}/{external_id}/sync-status": 3,
  "/apps/{platform}/{external_id}/competitors": 2,
  "/competitors": 3,
  "/changes/apps": 2,
  "/changes/competitors": 2,
  "/changes": 2,
  "/events": 2,
  "/events/{event_id}": 2,
  "/feeds": 2,
  "/webhooks": 2,
  "/webhooks/{webhook_id}/deliveries": 3,
  "/charts": 2,
  "/publishers": 2,
  "/publishers/{platform}/{external_id}": 3,
  "/countries": 2,
  "/apps/{platform}/{external_id}/ratings/summary": 3,
  "/apps/{platform}/{external_id}/ratings/history": 3,
  "/apps/{platform}/{external_id}/ratings/country-breakdown": 3,
  "/apps/{platform}/{external_id}/rankings": 3,
  "/charts/movers": 2,
  "/store-categories": 2,
  "/apps/{platform}/{external_id}/keywords": 2,
  "/apps/{platform}/{external_id}/keywords/compare": 2,
  "/apps/{platform}/{external_id}/tracked-keywords": 2,
  "/apps/{platform}/{external_id}/keyword-ranks": 2,
  "/apps/{platform}/{external_id}/keyword-ranks/compare": 2,
  "/apps/{platform}/{external_id}/keyword-ranks/gaps": 2,
  "/keywords/{keyword_id}/results": 2,
  "/dashboard": 2,
  "/explorer/icons": 2,
  "/explorer/screenshots": 2,
  "/account/profile": 2,
  "/account/api-tokens": 2,
  "/views": 2,
  "/notes": 2,
  "/tags": 2,
} as const;
const paths = Object.entries(statementsByPath);

/** Of those that take another way for some parameters. */
const statementsByQuery = {
  "/apps?search=app": 2,
  "/apps?tags=1": 2,
  "/apps?sort=biggest_move&include=trends": 2,
  "/apps/{platform}/{external_id}/listing?country_code=us&at=2026-03-31": 2,
  "/apps/{platform}/{external_id}/listing/diff?locale=en-US&from=2026-03-31": 2,
  "/apps/{platform}/{external_id}/prices?country_code=us": 2,
  "/apps/{platform}/{external_id}/facts?history=true": 2,
  "/apps/{platform}/{external_id}/ratings/history?days=365&country_codes=us,de": 3,
  "/apps/{platform}/{external_id}/rankings?collection=top_free&country_codes=us,de&from=2026-03-01&to=2026-04-01": 3,
  "/apps/{platform}/{external_id}/keywords?ngram=2&search=title": 2,
  "/apps/{platform}/{external_id}/tracked-keywords?include=trends&sort=rank": 2,
  "/changes?from=2026-10-01T00:00:00Z&types=app.removed&platform=ios": 2,
  "/changes/apps?scope=all": 2,
  "/changes/apps?field=title&locale=en-US&country_code=us&search=app": 2,
  "/events?sort=weight&country_code=us&locale=en-US&since=last_visit&min_weight=0.1": 2,
  "/charts?platform=ios&collection=top_free&country_code=us&date=2026-03-31": 2,
  "/charts/movers?platform=ios&collection=top_free&country_code=us&from=2026-03-01&to=2026-03-31": 2,
  "/competitors?search=app": 3,
  "/dashboard?tags=1": 2,
  "/events?tags=1": 2,
  "/explorer/icons?category_id=2": 3,
  "/publishers?platform=ios": 2,
} as const;

/** Each one more is a round trip. */
const STATEMENTS_MAX = 3;

let counted: ReturnType<typeof countStatements>;
let worlds: readonly Awaited<ReturnType<typeof callerWith>>[];
beforeAll(async () => {
  const { db, connection } = database();
  await createMissingPartitions(db, new Date(`${TODAY}T00:00:00Z`));
  worlds = [await callerWith(db, FEW), await callerWith(db, MANY)];
  counted = countStatements(connection);
});
afterAll(() => counted.end());

describe("a read", () => {
  it.each([...paths, ...Object.entries(statementsByQuery)])(
    "of %s runs as many statements for many rows as for few: %i",
    async (path, expected) => {
      for (const { caller, address } of nonEmpty(worlds)) {
        const now = () => new Date(`${TODAY}T12:00:00Z`);
        const api = createApi(counted.db, { now, requestsPerMinute: 1_000 });
        counted.statements.length = 0;

        const response = await api.get(address(path), caller);

        expect(response.status).toBe(200);
        expect(counted.statements).toHaveLength(expected);
      }
    },
  );

  it("takes three statements at most", () => {
    const counts = [...Object.values(statementsByPath), ...Object.values(statementsByQuery)];

    expect(Math.max(...counts)).toBe(STATEMENTS_MAX);
  });

  it("is counted on every path but those that call a store", () => {
    const reads = endpoints.filter(({ contract, needs }) => contract.method === "GET" && needs !== "stores");

    expect(paths.map(([path]) => path).toSorted()).toEqual(reads.map(({ contract }) => contract.path).toSorted());
  });
});

/** Somebody who tracks this many apps of a publisher, the first with as many versions, locales and competitors. */
async function callerWith(db: TestDb, size: number) {
  const caller: Caller = await createCaller(db);
  const userId = caller.user.id;
  const publisher = await createPublisher(db, { externalId: `4040${size}` });
  const tracked = await Promise.all(Array.from({ length: size }, () => createApp(db, { publisherId: publisher.id })));
  const [app] = tracked;
  if (app === undefined) throw new Error("The caller tracks no app.");

  const androidApp = await createApp(db, { platform: "android" });

  const api = createApi(db, { requestsPerMinute: 1_000 });
  const competitors: number[] = [];
  for (const [index, { id }] of tracked.entries()) {
    await track(db, { userId, appId: id });
    await addMetrics(db, { appId: id, countryCode: "us", rating: 4, ratingCount: 10 });
    await addVersion(db, { appId: app.id, version: `1.${index}` });
    await addListing(db, { appId: app.id, locale: index === 0 ? "en-US" : `xx-${index}` });
    const competitor = await createApp(db);
    await addCompetitor(db, { userId, appId: app.id, competitorAppId: competitor.id });
    for (const changed of [app, competitor])
      await addChange(db, { appId: changed.id, locale: `xx-${index}`, fieldChanged: "title" });
    competitors.push(competitor.id);
    await api.post("/views", { name: `View ${index}`, scope: { path: "/apps" } }, caller);
    await api.post("/notes", { day: TODAY, app_id: id, text: "A note." }, caller);
    const { data } = (await api.post("/tags", { name: `Tag ${index}` }, caller)).body;
    const path = `/apps/ios/${app.externalId}/tags/${data.id}`;
    await api.request({ method: "PUT", path, token: caller.token });
  }
  const items = tracked.map((_, index) => ({ term: `term ${size} ${index}`, country_code: "us" }));
  const terms = await api.post(`/apps/ios/${app.externalId}/tracked-keywords`, { items }, caller);
  const added: readonly { readonly keyword_id: number }[] = terms.body.data.added;
  const keywordIds = added.map(({ keyword_id }) => keyword_id);
  const compared = `app_ids=${competitors.slice(0, COMPARED_APPS_MAX).join()}`;
  for (const keywordId of keywordIds) {
    await addTermDays(db, { keywordId, days: [{ day: TODAY, shown: [app.externalId] }] });
  }
  const countryCode = size === FEW ? "us" : "de";
  const categoryId = await categoryIdOf(db, "ios", null);
  await addChart(
    db,
    { platform: "ios", collection: "top_free", countryCode, categoryId, chartDate: TODAY },
    tracked.map(({ id }, index) => ({ rank: index + 1, appId: id })),
  );
  await api.post(`/apps/ios/${app.externalId}/sync`, undefined, caller);

  const webhook = { name: "Hook", url: "https://receiver.example/", scope: { kind: "mine" } };
  const webhookId: number = (await api.post("/webhooks", webhook, caller)).body.data.id;
  for (let test = 0; test < size; test += 1) await api.post(`/webhooks/${webhookId}/test`, undefined, caller);
  const eventId = await addEvent(db, { appId: app.id });
  for (const appId of [...tracked.map(({ id }) => id), ...competitors]) await addEvent(db, { appId });
  const queryOf: Readonly<Record<string, string>> = {
    "/apps/{platform}/{external_id}/listing": "?country_code=us",
    "/apps/{platform}/{external_id}/listing/diff": "?locale=en-US&with_locale=en-US",
    "/charts/movers": `?platform=ios&collection=top_free&country_code=${countryCode}`,
    "/apps/{platform}/{external_id}/keywords/compare": `?${compared}`,
    "/apps/{platform}/{external_id}/keyword-ranks/compare": `?${compared}`,
    "/apps/{platform}/{external_id}/keyword-ranks": `?keyword_ids=${keywordIds.slice(0, 10).join()}&${compared}&from=${TODAY}&to=${TODAY}`,
    "/charts": `?platform=ios&collection=top_free&country_code=${countryCode}`,
  };
  const address = (path: string) => {
    const { externalId } = path.startsWith("/publishers") ? publisher : app;
    if (path.endsWith("/installs")) return `/apps/android/${androidApp.externalId}/installs`;
    const filled = path
      .replace("{event_id}", eventId)
      .replace("{webhook_id}", String(webhookId))
      .replace("{keyword_id}", String(keywordIds[0]))
      .replace("{platform}", "ios");
    return `${filled.replace("{external_id}", externalId)}${queryOf[path] ?? ""}`;
  };
  return { caller, address };
}
