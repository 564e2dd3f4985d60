import { and, asc, eq, inArray } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { dayAllowances } from "../../../db/schema/accounts.ts";
import { syncStatuses } from "../../../db/schema/syncs.ts";
import { WHOLE_SYNCS_PER_DAY } from "../../../lib/domain/day-allowance.ts";

import { type Caller, createApi } from "../../support/api.ts";
import { addCompetitor, track } from "../../support/catalogue.ts";
import { useDatabase } from "../../support/database.ts";
import type { App } from "../../support/factories.ts";
import { publisherWithApps } from "./publisher-with-apps.ts";

const database = useDatabase();

const ofCaller = ({ user }: Caller) =>
  and(eq(dayAllowances.userId, user.id), eq(dayAllowances.allowance, "whole_syncs"));

async function wholeSyncsOf(caller: Caller): Promise<number> {
  const [row] = await database().db.select().from(dayAllowances).where(ofCaller(caller));
  return row?.used ?? 0;
}

/** Leaves the caller this many whole syncs of the day. */
async function leaveWholeSyncs(caller: Caller, left: number): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const used = WHOLE_SYNCS_PER_DAY - left;
  await database().db.insert(dayAllowances).values({ userId: caller.user.id, allowance: "whole_syncs", day, used });
}

async function areDeferred(apps: readonly App[]): Promise<readonly boolean[]> {
  const ids = apps.map(({ id }) => id);
  const runs = await database()
    .db.select()
    .from(syncStatuses)
    .where(inArray(syncStatuses.appId, ids))
    .orderBy(asc(syncStatuses.appId));
  return runs.map(({ isDeferred }) => isDeferred);
}

describe("[SYN-18] the whole syncs of a user's day", () => {
  it("are not used by an import with an unknown id", async () => {
    const { api, caller, ids, apps, path } = await publisherWithApps(database().db, 3);
    await leaveWholeSyncs(caller, 3);

    expect((await api.post(path, { external_ids: [...ids, "0"] }, caller)).status).toBe(422);

    expect((await api.post(path, { external_ids: ids }, caller)).status).toBe(202);
    expect(await areDeferred(apps)).toEqual([false, false, false]);
  });

  it("are not used by an import of an unknown publisher, or of more apps than a user may follow", async () => {
    const { db, caller, ids, path } = await publisherWithApps(database().db, 3);
    const api = createApi(db, { followedAppsPerUser: 2 });

    const responses = [
      await api.post("/publishers/ios/0/import", { external_ids: ids }, caller),
      await api.post(path, { external_ids: ids }, caller),
    ];

    expect(responses.map(({ status }) => status)).toEqual([404, 422]);
    expect(await wholeSyncsOf(caller)).toBe(0);
  });

  it("are used by an import only for apps that the user begins to follow", async () => {
    const { db, api, caller, ids, apps, path } = await publisherWithApps(database().db, 4);
    const [tracked, rival] = apps;
    if (tracked === undefined || rival === undefined) throw new Error("The apps were not created.");
    await track(db, { userId: caller.user.id, appId: tracked.id });
    await addCompetitor(db, { userId: caller.user.id, appId: tracked.id, competitorAppId: rival.id });
    await leaveWholeSyncs(caller, 1);

    await api.post(path, { external_ids: ids }, caller);

    expect(await areDeferred(apps)).toEqual([true, true, false, true]);
    expect(await wholeSyncsOf(caller)).toBe(WHOLE_SYNCS_PER_DAY + 1);
    await api.post(path, { external_ids: ids }, caller);
    expect(await wholeSyncsOf(caller)).toBe(WHOLE_SYNCS_PER_DAY + 1);
  });

  it("are used once for an app by simultaneous imports", async () => {
    const { api, caller, ids, apps, path } = await publisherWithApps(database().db, 6);
    await leaveWholeSyncs(caller, 6);

    await Promise.all(
      [ids, ids.slice(0, 4), ids.slice(2), ids].map((some) => api.post(path, { external_ids: some }, caller)),
    );

    expect(await wholeSyncsOf(caller)).toBe(WHOLE_SYNCS_PER_DAY);
    expect(await areDeferred(apps)).toEqual(Array(6).fill(false));
  });

  it("are not used by an app whose sync is already under way", async () => {
    const { db, api, caller, apps } = await publisherWithApps(database().db, 2);
    const [running, waiting] = apps;
    if (running === undefined || waiting === undefined) throw new Error("The apps were not created.");
    const run = { runId: crypto.randomUUID(), purpose: "on_demand", status: "processing" } as const;
    await db.insert(syncStatuses).values({ appId: running.id, queuedAt: new Date(), ...run });
    await leaveWholeSyncs(caller, 1);

    for (const { externalId } of [running, waiting]) await api.post(`/apps/ios/${externalId}/track`, undefined, caller);

    expect(await wholeSyncsOf(caller)).toBe(WHOLE_SYNCS_PER_DAY);
    expect(await areDeferred([waiting])).toEqual([false]);
  });
});
