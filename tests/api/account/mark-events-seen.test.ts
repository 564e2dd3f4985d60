import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { users } from "../../../db/schema/accounts.ts";
import { type Caller, createCaller } from "../../support/api.ts";
import type { TestDb } from "../../support/database.ts";
import { addEvent } from "../../support/events.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { useApi } from "../../support/use-api.ts";

const setUp = useApi();

async function lastVisitOf(db: TestDb, { user }: Caller) {
  const [row] = await db.select({ at: users.eventsSeenUntil }).from(users).where(eq(users.id, user.id));
  return row?.at?.toISOString() ?? null;
}

async function setUpSeen() {
  const { db, api, caller } = await setUp();
  const put = (body: unknown, { token }: Caller = caller) =>
    api.request({ method: "PUT", path: "/account/seen", body, token });
  return { db, api, caller, put };
}

describe("PUT /account/seen", () => {
  it("[EVT-30] sets the caller's last visit, and no other user's", async () => {
    const { db, caller, put } = await setUpSeen();
    const other = await createCaller(db);

    const { status, body } = await put({ events_until: "2026-03-01T12:00:00+02:00" });

    expect([status, body]).toEqual([204, undefined]);
    expect(await lastVisitOf(db, caller)).toBe("2026-03-01T10:00:00.000Z");
    expect(await lastVisitOf(db, other)).toBeNull();
  });

  it("[EVT-30] may set an earlier visit than the last one", async () => {
    const { db, caller, put } = await setUpSeen();
    await put({ events_until: "2026-03-02T00:00:00Z" });

    expect((await put({ events_until: "2026-03-01T00:00:00Z" })).status).toBe(204);
    expect(await lastVisitOf(db, caller)).toBe("2026-03-01T00:00:00.000Z");
  });

  it("leaves no event new whose time of report is sent", async () => {
    const { db, api, caller, put } = await setUpSeen();
    const app = await createTracked(db, caller.user.id);
    const reportedAt = new Date(Date.now() - 5_500);
    await addEvent(db, { appId: app.id, occurredAt: reportedAt });
    const unseen = await api.get("/events?since=last_visit", caller);

    await put({ events_until: unseen.body.data[0].reported_at });

    expect(unseen.body.meta.total).toBe(1);
    expect((await api.get("/events?since=last_visit", caller)).body.meta.total).toBe(0);
  });

  it("rejects a time in the future, and keeps the last visit", async () => {
    const { db, caller, put } = await setUpSeen();
    await put({ events_until: "2026-03-01T00:00:00Z" });

    const { status, body } = await put({ events_until: new Date(Date.now() + 60_000).toISOString() });

    expect([status, Object.keys(body.errors)]).toEqual([422, ["events_until"]]);
    expect(await lastVisitOf(db, caller)).toBe("2026-03-01T00:00:00.000Z");
  });

  it.each([
    null,
    "yesterday",
    "2026-03-01",
    "2026-03-01T00:00:00",
    "2026-02-30T00:00:00Z",
    "0001-01-01T00:00:00Z",
    1_772_000_000,
    undefined,
  ])("rejects what is no RFC 3339 time since 1970: %s", async (until) => {
    const { db, caller, put } = await setUpSeen();

    const { status, body } = await put({ events_until: until });

    expect([status, Object.keys(body.errors)]).toEqual([422, ["events_until"]]);
    expect(await lastVisitOf(db, caller)).toBeNull();
  });

  it("takes a token that may write", async () => {
    const { db, put } = await setUpSeen();

    expect((await put({ events_until: "2026-03-01T00:00:00Z" }, await createCaller(db, ["read"]))).status).toBe(403);
  });
});

describe("the last visit", () => {
  it("[EVT-30] is set by no read", async () => {
    const { db, api, caller } = await setUpSeen();
    const { id: appId } = await createTracked(db, caller.user.id);
    const event = await addEvent(db, { appId });

    for (const path of ["/events", "/events?since=last_visit", `/events/${event}`, "/changes/apps", "/auth/me"])
      expect((await api.get(path, caller)).status).toBe(200);

    expect(await lastVisitOf(db, caller)).toBeNull();
  });
});
