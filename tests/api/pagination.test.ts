import { describe, expect, it } from "vitest";

import { endpoints } from "../../functions/endpoints.ts";
import { API_PREFIX } from "../../lib/http/contract.ts";
import { type Caller, createApi, createCaller } from "../support/api.ts";
import { addCompetitor } from "../support/catalogue.ts";
import { useDatabase } from "../support/database.ts";
import { addEvent } from "../support/events.ts";
import { createApp, createPublisher } from "../support/factories.ts";
import { createTracked } from "../support/followed-apps.ts";
import { webhook } from "./webhooks/use-webhooks.ts";

const database = useDatabase();

const paged = endpoints.map(({ contract }) => contract).filter(({ query }) => "page" in query.shape);

/** These paths are those of apps that the caller tracks. */
const ofTrackedApps = /\/(?:tracked-keywords$|keyword-ranks\/)/;

const joined = (address: string, query: string) => `${address}${address.includes("?") ? "&" : "?"}${query}`;

/** A path with rows at it, for a caller who has nothing else. */
async function addressOf(path: string, caller: Caller): Promise<string> {
  const { db } = database();
  if (path.includes("{event_id}")) {
    const { id: appId } = await createTracked(db, caller.user.id);
    return API_PREFIX + path.replace("{event_id}", await addEvent(db, { appId }));
  }
  if (path.includes("{webhook_id}")) {
    const { body } = await createApi(db).post("/webhooks", webhook, caller);
    return API_PREFIX + path.replace("{webhook_id}", String(body.data.id));
  }
  if (ofTrackedApps.test(path)) {
    const { id: appId, platform, externalId } = await createTracked(db, caller.user.id);
    const { id: rivalId } = await createApp(db);
    await addCompetitor(db, { userId: caller.user.id, appId, competitorAppId: rivalId });
    const address = API_PREFIX + path.replace("{platform}", platform).replace("{external_id}", externalId);
    return path.endsWith("/compare") ? `${address}?app_ids=${rivalId}` : address;
  }
  const row = path.startsWith("/publishers/") ? await createPublisher(db) : await createApp(db);
  return API_PREFIX + path.replace("{platform}", row.platform).replace("{external_id}", row.externalId);
}

async function getPage(path: string, query: string) {
  const caller = await createCaller(database().db);
  const address = await addressOf(path, caller);
  const response = await createApi(database().db).get(joined(address, query), caller);
  return { address, ...response };
}

describe("[REQ-1] a paginated list", () => {
  it("is returned by every endpoint whose list grows", () => {
    const growing = [
      ...["/apps", "/publishers", "/competitors", "/explorer/icons", "/explorer/screenshots"],
      ...["/changes/apps", "/changes/competitors", "/events", "/events/{event_id}"],
      "/apps/{platform}/{external_id}/keywords",
    ];

    expect(paged.map(({ path }) => path)).toEqual(expect.arrayContaining(growing));
  });

  it.each(paged)("returns an empty page beyond the end: $method $path", async ({ path }) => {
    const { status, body } = await getPage(path, "page=1000000");

    expect(status).toBe(200);
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ current_page: 1_000_000, last_page: 1, from: null, to: null });
    expect(body.links.next).toBeNull();
    expect(body.links.prev).toBe(body.links.last);
  });

  it.each(
    paged.flatMap(({ path }) => [
      [path, "per_page", "0"],
      [path, "per_page", "1000000000"],
      [path, "per_page", "101"],
      [path, "per_page", "-1"],
      [path, "page", "0"],
      [path, "page", "1000000000"],
      [path, "page", "1.5"],
    ]),
  )("returns 422 on %s to %s=%s", async (path = "", field = "", value = "") => {
    const { status, body } = await getPage(path, `${field}=${value}`);

    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it.each(paged)("keeps the other query parameters in its links: $method $path", async ({ path }) => {
    const { address, body } = await getPage(path, "per_page=1&note=a%20b%26c&page=3&tag[]=x");

    const link = (page: number) => joined(address, `per_page=1&note=a%20b%26c&tag[]=x&page=${page}`);
    expect(body.links).toEqual({ first: link(1), last: link(1), prev: link(1), next: null });
  });
});
