import { beforeAll, describe, expect, it } from "vitest";

import { createMissingPartitions } from "../../../db/queries/upkeep/partitions.ts";
import { appInstalls } from "../../../db/schema/facts.ts";
import { useDatabase } from "../../support/database.ts";
import { createApp } from "../../support/factories.ts";
import { useApi } from "../../support/use-api.ts";

const database = useDatabase();
const setUp = useApi(database);

beforeAll(() => createMissingPartitions(database().db, new Date("2026-03-01")));

describe("GET /apps/{platform}/{external_id}/installs", () => {
  it("[FCT-5] returns one point for each day, with null for a day that was not read", async () => {
    const { db, api, caller } = await setUp();
    const { id: appId, externalId } = await createApp(db, { platform: "android" });
    await db.insert(appInstalls).values([
      { appId, day: "2026-02-28", installs: 10 },
      { appId, day: "2026-03-01", installs: 5_000_000_123 },
      { appId, day: "2026-03-03", installs: 5_000_000_456 },
    ]);

    const { status, body } = await api.get(
      `/apps/android/${externalId}/installs?from=2026-03-01&to=2026-03-03`,
      caller,
    );

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        { date: "2026-03-01", installs: 5_000_000_123 },
        { date: "2026-03-02", installs: null },
        { date: "2026-03-03", installs: 5_000_000_456 },
      ],
      meta: { from: "2026-03-01", to: "2026-03-03" },
    });
  });

  it("returns the last 30 days by default, and the 30 days until `to`", async () => {
    const { db, api, caller } = await setUp({ now: () => new Date("2026-03-30T10:00:00Z") });
    const { externalId } = await createApp(db, { platform: "android" });

    const byDefault = await api.get(`/apps/android/${externalId}/installs`, caller);
    const untilThen = await api.get(`/apps/android/${externalId}/installs?to=2026-02-01`, caller);

    expect(byDefault.body.meta).toEqual({ from: "2026-03-01", to: "2026-03-30" });
    expect(byDefault.body.data).toHaveLength(30);
    expect(untilThen.body.meta).toEqual({ from: "2026-01-03", to: "2026-02-01" });
  });

  it("[FCT-5] returns 404 with the reason for an app of the App Store", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db);

    const { status, body } = await api.get(`/apps/ios/${externalId}/installs`, caller);

    expect(status).toBe(404);
    expect(body.detail).toBe("The App Store does not show how often an app was installed.");
  });

  it("returns 422 for more than 366 days, or for an end before the beginning", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db, { platform: "android" });
    const statusOf = async (query: string) =>
      (await api.get(`/apps/android/${externalId}/installs?${query}`, caller)).status;

    expect(await statusOf("from=2025-01-01&to=2026-01-01")).toBe(200);
    expect(await statusOf("from=2025-01-01&to=2026-01-02")).toBe(422);
    expect(await statusOf("from=2026-01-02&to=2026-01-01")).toBe(422);
  });

  it("begins with the first day of PostgreSQL's calendar where 30 days would begin before it", async () => {
    const { db, api, caller } = await setUp();
    const { externalId } = await createApp(db, { platform: "android" });

    const { status, body } = await api.get(`/apps/android/${externalId}/installs?to=0001-01-10`, caller);

    expect(status).toBe(200);
    expect(body.meta).toEqual({ from: "0001-01-01", to: "0001-01-10" });
  });

  it("returns 404 for an unknown app and 401 without a token", async () => {
    const { api, caller } = await setUp();

    expect((await api.get("/apps/android/unknown.app/installs", caller)).status).toBe(404);
    expect((await api.get("/apps/android/unknown.app/installs")).status).toBe(401);
  });
});
