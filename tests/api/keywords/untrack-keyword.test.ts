import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { createCaller } from "../../support/api.ts";
import { track } from "../../support/catalogue.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { addTerm, trackTerm } from "../../support/keyword-results.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

/** Two users who track an app, and a term that these users track for it. */
async function setUpTerm(of: "both" | "other") {
  const { db, api, caller } = await setUp();
  const other = await createCaller(db);
  const app = await createTracked(db, caller.user.id);
  await track(db, { userId: other.user.id, appId: app.id });
  const keywordId = await addTerm(db, { term: crypto.randomUUID().slice(0, 8) });
  for (const { user } of of === "both" ? [caller, other] : [other]) {
    await trackTerm(db, { userId: user.id, appId: app.id, keywordId });
  }
  const path = `/apps/ios/${app.externalId}/tracked-keywords`;
  const trackers = async () => {
    const rows = await db.execute<{ user_id: number }>(sql`
      SELECT user_id FROM tracked_keywords WHERE keyword_id = ${keywordId}`);
    return rows.map(({ user_id }) => user_id);
  };
  return { api, app, caller, other, path, keywordId, trackers };
}

describe("DELETE /apps/{platform}/{external_id}/tracked-keywords/{keyword_id}", () => {
  it("[TKW-1] ends the caller's tracking alone", async () => {
    const { api, caller, other, path, keywordId, trackers } = await setUpTerm("both");

    expect((await api.delete(`${path}/${keywordId}`, caller)).status).toBe(204);

    expect(await trackers()).toEqual([other.user.id]);
    expect((await api.delete(`${path}/${keywordId}`, caller)).status).toBe(404);
  });

  it("[TKW-1] is 404 for a keyword that only others track, and 401 without a token", async () => {
    const { api, caller, other, path, keywordId, trackers } = await setUpTerm("other");

    expect((await api.delete(`${path}/${keywordId}`, caller)).status).toBe(404);
    expect((await api.delete(`${path}/${keywordId}`)).status).toBe(401);
    expect(await trackers()).toEqual([other.user.id]);
  });

  it("[TKW-1] is done by untracking the app, too", async () => {
    const { api, app, caller, other, trackers } = await setUpTerm("both");

    await api.delete(`/apps/ios/${app.externalId}/track`, caller);

    expect(await trackers()).toEqual([other.user.id]);
  });
});
