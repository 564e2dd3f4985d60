import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";

import { users } from "../../db/schema/accounts.ts";
import { createPasswords } from "../../lib/auth/password.ts";
import type { SentResult } from "../../lib/webhooks/sent-request.ts";
import { addEvent, justNow } from "../support/events.ts";
import { createTracked } from "../support/followed-apps.ts";
import { accepted, useDispatch } from "./use-dispatch.ts";

const createDispatch = useDispatch();
const email = { format: "email", url: undefined };
const PASSWORD = "correct horse";
/** The least cost of bcrypt. */
const LEAST_COST = 4;

async function setUp(accept?: Parameters<typeof createDispatch>[1]) {
  const world = await createDispatch(undefined, accept);
  const { api, caller, db, mails } = world;
  const app = await createTracked(db, caller.user.id);
  const linkOf = (pattern: RegExp) => pattern.exec(mails.at(-1)?.text ?? "")?.[1] ?? "none";
  const confirmation = () => linkOf(/(\/confirm-email\/\S+)/);
  const confirm = async () =>
    void (await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, caller.user.id)));
  const patch = (path: string, body: object) => api.request({ method: "PATCH", path, body, token: caller.token });
  const post = (path: string) => api.request({ method: "POST", path });
  return { ...world, app, confirmation, confirm, patch, post };
}

describe("a webhook that sends mail", () => {
  it("[HOOK-55] goes to the address of its account, and shows no secret", async () => {
    const { api, caller } = await setUp();
    const created = await api.post("/webhooks", { name: "Me", scope: { kind: "mine" }, format: "email" }, caller);
    expect(created.body.data).toMatchObject({
      ...{ format: "email", url: `mailto:${caller.user.email}`, is_confirmed: false, secret: null },
    });
    const { id } = created.body.data;
    expect((await api.post(`/webhooks/${id}/rotate-secret`, undefined, caller)).status).toBe(409);
  });

  it.each([
    [{ format: "email", url: "https://receiver.example/hook" }],
    [{ format: "email", url: "mailto:else@example.com" }],
    [{ format: "standard" }],
    [{ format: "slack" }],
  ])("[HOOK-55] rejects %j by its url", async (body) => {
    const { api, caller } = await setUp();
    const { status, body: problem } = await api.post(
      "/webhooks",
      { name: "Me", scope: { kind: "mine" }, ...body },
      caller,
    );
    expect([status, Object.keys(problem.errors)]).toEqual([422, ["url"]]);
  });

  it("[HOOK-55] cannot be given another address", async () => {
    const { create, patch } = await setUp();
    const { id } = await create(email);
    const { status, body } = await patch(`/webhooks/${id}`, { url: "https://receiver.example/hook" });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["url"]]);
  });

  it("[HOOK-56] sends nothing but a link until the address is confirmed by it", async () => {
    const { app, api, caller, confirmation, create, db, deliveries, dispatch, mails, post } = await setUp();
    const { id } = await create(email);
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [caller.user.email, "Confirm your address for alerts"],
    ]);
    expect((await deliveries(id)).map(({ type, payload }) => [type, payload?.includes("confirm-email")])).toEqual([
      ["email.confirmation", false],
    ]);

    const link = confirmation();
    expect((await api.request({ method: "GET", path: link })).status).toBe(200);
    expect((await api.get("/webhooks", caller)).body.data[0].is_confirmed).toBe(false);
    expect((await post(link)).status).toBe(200);
    expect((await post(link)).status).toBe(200);
    expect((await api.get("/webhooks", caller)).body.data[0].is_confirmed).toBe(true);

    await addEvent(db, { appId: app.id, field: "title", occurredAt: justNow() });
    await dispatch();
    expect(mails).toHaveLength(2);
    expect(mails[1]).toMatchObject({ to: caller.user.email, from: "alerts@shelfwatch.example" });
    expect(mails[1]?.subject).toContain("Title changed");
    expect(mails[1]?.messageId).toMatch(/^<delivery-\d+@[^>]+>$/);
  });

  it("[HOOK-56] is confirmed again when the address of the account changes", async () => {
    const { app, caller, confirm, confirmation, create, db, deliveries, dispatch, makeDue, mails, patch, post } =
      await setUp();
    await db
      .update(users)
      .set({ password: await createPasswords(LEAST_COST).hash(PASSWORD) })
      .where(eq(users.id, caller.user.id));
    const { id } = await create(email);
    await dispatch();
    const old = confirmation();
    await confirm();
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    const moved = { email: `moved-${caller.user.email}`, current_password: PASSWORD };
    expect((await patch("/account/profile", moved)).status).toBe(200);
    await makeDue();
    await dispatch();

    expect(mails.map(({ to }) => to)).toEqual([caller.user.email, moved.email]);
    expect((await post(old)).status).toBe(404);
    expect((await post(confirmation())).status).toBe(200);
    expect((await deliveries(id)).map(({ type }) => type)).toEqual(["email.confirmation", "email.confirmation"]);
  });

  it("[HOOK-57] gives a link of 24 hours, and three of them a day", async () => {
    const { api, caller, confirmation, create, db, dispatch, mails, post, sql } = await setUp();
    const { id } = await create(email);
    const again = async () => await api.post(`/webhooks/${id}/test`, undefined, caller);
    expect((await again()).body.data).toMatchObject({ type: "email.confirmation" });
    expect((await again()).status).toBe(202);
    const rejected = await again();
    expect([rejected.status, Number(rejected.headers["retry-after"]) > 80_000]).toEqual([429, true]);
    await dispatch();
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(({ text }) => text)).size).toBe(1);

    await sql`UPDATE email_confirmations SET expires_at = clock_timestamp(), first_requested_at = now() - interval '1 day'`;
    expect((await post(confirmation())).status).toBe(404);
    const former = confirmation();
    expect((await again()).status).toBe(202);
    await dispatch();
    expect(confirmation()).not.toBe(former);
    await db.delete(users).where(eq(users.id, caller.user.id));
    expect((await post(confirmation())).status).toBe(404);
  });

  it("[HOOK-57] sends the link by a test alone, which counts it", async () => {
    const { api, caller, create, deliveries, dispatch } = await setUp();
    const { id } = await create(email);
    await dispatch();
    const [link] = await deliveries(id);
    const path = `/webhooks/${id}/deliveries/${link?.id}/redeliver`;
    expect((await api.post(path, undefined, caller)).status).toBe(404);
  });

  it("[HOOK-56 HOOK-58] sends no further mail of a tick once it has ended or the address has changed", async () => {
    const world = await setUp((mail) => endAfter(mail));
    const { app, caller, confirm, create, db, dispatch, mails, post } = world;
    let end: () => Promise<unknown> = async () => undefined;
    const endAfter = async ({ subject }: { readonly subject: string }) => {
      if (subject.includes("changed")) await end();
      return accepted;
    };
    await create(email);
    await dispatch();
    await confirm();
    const tell = async () => {
      mails.length = 0;
      for (const field of ["title", "subtitle"] as const)
        await addEvent(db, { appId: app.id, field, occurredAt: justNow() });
      await dispatch();
      return mails.length;
    };
    expect(await tell()).toBe(2);
    end = async () =>
      void (await db
        .update(users)
        .set({ email: `new-${caller.user.email}` })
        .where(eq(users.id, caller.user.id)));
    expect(await tell()).toBe(1);

    end = async () => post(new URL(mails.at(-1)?.headers["List-Unsubscribe"]?.slice(1, -1) ?? "").pathname);
    expect(await tell()).toBe(1);
  });

  it("[HOOK-59] stays enabled while the mail server is out of order, which counts as no failure", async () => {
    let result: SentResult = { error: "connect", durationMs: 1 };
    const { app, confirm, create, db, dispatch, endpoint, makeDue, sql } = await setUp(() => result);
    const { id } = await create(email);
    await confirm();
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch();
    await sql`UPDATE webhook_endpoints SET failed_attempts = 100, failing_since = now() - interval '9 days' WHERE id = ${id}`;
    await makeDue();
    await dispatch();
    expect(await endpoint(id)).toMatchObject({ disabledReason: null, failedAttempts: 100 });

    await sql`UPDATE webhook_endpoints SET failed_attempts = 0 WHERE id = ${id}`;
    result = { ...accepted, status: 451 };
    await makeDue();
    await dispatch();
    const { failedAttempts, failingSince } = (await endpoint(id)) ?? {};
    expect([failedAttempts, Date.now() - (failingSince?.getTime() ?? 0) < 3_600_000]).toEqual([2, true]);
  });

  it("[HOOK-58] ends by the link of a mail, which changes nothing when it is opened", async () => {
    const { api, app, caller, confirm, create, db, deliveries, dispatch, endpoint, mails, post } = await setUp();
    const { id } = await create({ ...email, name: "Prices <b>" });
    await confirm();
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch();
    const headers = mails.at(-1)?.headers ?? {};
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const link = new URL(headers["List-Unsubscribe"]?.slice(1, -1) ?? "").pathname;
    expect(mails.at(-1)?.text).toContain(link);

    const page = await api.request({ method: "GET", path: link });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("Prices &lt;b&gt;");
    expect((await endpoint(id))?.disabledReason).toBeNull();

    await addEvent(db, { appId: app.id, field: "title", occurredAt: justNow() });
    expect((await post(link)).status).toBe(200);
    expect((await post(link)).status).toBe(200);
    expect((await endpoint(id))?.disabledReason).toBe("unsubscribed");
    await dispatch();
    expect((await deliveries(id)).filter(({ status }) => status === "pending")).toEqual([]);
    const [listed] = (await api.get("/webhooks", caller)).body.data;
    expect(listed).toMatchObject({ status: "disabled", disabled_reason: "unsubscribed" });
  });

  it.each(["/unsubscribe/1.abc", `/unsubscribe/1.${"A".repeat(43)}`, `/unsubscribe/9999999999.${"A".repeat(43)}`])(
    "[HOOK-58] knows no link %s",
    async (path) => {
      const { api, create } = await setUp();
      await create(email);
      for (const method of ["GET", "POST"] as const) expect((await api.request({ method, path })).status).toBe(404);
    },
  );

  it("[HOOK-58] does not end the mails of a chat's webhook, whose secret is another", async () => {
    const { api, create, endpoint } = await setUp();
    const { id } = await create({ format: "slack", url: "https://hooks.slack.com/services/T0/B0/abcdefghijklmnop" });
    const secret = (await endpoint(id))?.secret ?? new Uint8Array();
    const path = `/unsubscribe/${id}.${Buffer.from(secret).toString("base64url")}`;
    expect((await api.request({ method: "POST", path })).status).toBe(404);
  });

  it("[HOOK-59] repeats a mail that was not accepted, with the same id", async () => {
    const responses = [accepted, { ...accepted, status: 451 }];
    const { app, confirm, create, db, deliveries, dispatch, makeDue, mails } = await setUp(
      () => responses.shift() ?? accepted,
    );
    const { id } = await create(email);
    await dispatch();
    await confirm();
    await db.transaction(async (transaction) => {
      for (const field of ["title", "subtitle"] as const) {
        await addEvent(transaction, { appId: app.id, field, occurredAt: justNow() });
      }
    });
    await dispatch();
    await makeDue();
    await dispatch();
    const ids = mails.filter(({ subject }) => subject.includes("2 events")).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await deliveries(id)).filter(({ status }) => status === "delivered")).toHaveLength(2 + 1);
  });

  it("[HOOK-59] of a digest is one mail", async () => {
    const { app, caller, confirm, create, db, dispatch, makeDue, mails } = await setUp();
    await create({ ...email, timing: "daily" });
    await confirm();
    const other = await createTracked(db, caller.user.id);
    for (const { id: appId } of [app, other]) await addEvent(db, { appId, occurredAt: justNow() });
    await dispatch();
    await makeDue();
    await dispatch();
    expect(mails.map(({ subject }) => subject)).toContain("Shelfwatch: 2 events of 2 apps");
  });

  it("[HOOK-59] waits while its stage sends no mail", async () => {
    const { app, confirm, create, db, deliveries, dispatch } = await setUp();
    const { id } = await create(email);
    await confirm();
    await addEvent(db, { appId: app.id, occurredAt: justNow() });
    await dispatch({ mail: undefined });
    expect((await deliveries(id)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["pending", 0],
      ["pending", 0],
    ]);
  });
});
