import { eq } from "drizzle-orm";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";

import { users } from "../../../db/schema/accounts.ts";
import { addEvent, justNow } from "../../support/events.ts";
import { createTracked } from "../../support/followed-apps.ts";
import { elsewhereCertificate } from "../../support/tls-certificates.ts";
import { useDispatch } from "../use-dispatch.ts";
import { type MailServer, parseMail, startMailServer } from "./mail-server.ts";

const createDispatch = useDispatch();
const TIMEOUT_MS = 2_000;
const rejection = (responseCode: number) => Object.assign(new Error("no"), { responseCode });

/** Makes an alert by mail that is due, and a dispatcher whose mails go to real servers. */
async function setUp() {
  const { caller, create, db, deliveries, dispatch, makeDue } = await createDispatch();
  await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, caller.user.id));
  const app = await createTracked(db, caller.user.id);
  const { id } = await create({ format: "email", url: undefined });
  await addEvent(db, { appId: app.id, occurredAt: justNow() });
  const tick = async ({ send }: Pick<MailServer, "send">) => {
    await makeDue();
    const timeout = { deps: { timeoutMs: TIMEOUT_MS } };
    await dispatch({ mail: { from: "alerts@shelfwatch.example", send: (mail) => send(mail, timeout) } });
  };
  const state = async () => (await deliveries(id)).map(({ status, attempts }) => ({ status, attempts }));
  return { tick, state };
}

describe("an alert by mail", () => {
  it.each<[string, SMTPServerOptions]>([
    ["offers no TLS", { hideSTARTTLS: true, disabledCommands: ["STARTTLS"], authOptional: true }],
    ["has another's certificate", { cert: elsewhereCertificate }],
    ["rejects the password", { onAuth: (_auth, _session, respond) => respond(rejection(535)) }],
    ["puts it off", { onRcptTo: (_address, _session, respond) => respond(rejection(451)) }],
    ["rejects the recipient", { onRcptTo: (_address, _session, respond) => respond(rejection(550)) }],
    [
      "rejects the text",
      { onData: (stream, _session, respond) => void stream.resume().on("end", () => respond(rejection(554))) },
    ],
    ["greets nobody", { onConnect: () => undefined }],
  ])("[HOOK-42] [HOOK-59] is not lost where the server %s, and arrives once", async (_what, options) => {
    const { tick, state } = await setUp();
    const failing = await startMailServer(options);
    const working = await startMailServer();

    await tick(failing);
    expect(await state()).toEqual([{ status: "pending", attempts: 1 }]);
    await tick(working);
    await tick(working);

    expect(failing.received).toEqual([]);
    expect(working.received).toHaveLength(1);
    expect(await state()).toEqual([{ status: "delivered", attempts: 2 }]);
  });

  it("[HOOK-43] [HOOK-59] arrives twice, with one Message-ID, where the server accepts it too late", async () => {
    const { tick, state } = await setUp();
    const late = await startMailServer();
    const { onData } = late.server;
    late.server.onData = (stream, session, _respond) => onData.call(late.server, stream, session, () => undefined);

    await tick(late);
    late.server.onData = onData;
    await tick(late);

    const ids = (await Promise.all(late.received.map(parseMail))).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await state()).toEqual([{ status: "delivered", attempts: 2 }]);
  });
});
